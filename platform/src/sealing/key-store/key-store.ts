import { randomBytes, randomUUID } from 'node:crypto';

/** A key, or who destroyed it. A key that was never made, or was lost, is an error and never an erased person. */
export type Key = { readonly key: Uint8Array } | { readonly destroyedBy: string };

type Lot = readonly (readonly [id: string, key: Key])[];

/** Everything that a store holds, for another one that takes its place; keys in lots. */
export type KeysMoved = {
  readonly hmac: Uint8Array;
  readonly signing: Uint8Array;
  readonly lots: Iterable<Lot> | AsyncIterable<Lot>;
};

/** Keys are gone or belong to another log: a broken installation (the process stops), never an erasure. */
export class KeysMissing extends Error {}

/** The keys of persons, the HMAC key and the signing key. Nothing else, because only this store is read when a person is erased. */
export abstract class KeyStore {
  /**
   * Ties the store to the log that was made with it.
   * @throws KeysMissing if it belongs to another log, or is empty beside a log with events
   */
  abstract belongTo(logIdentity: string, logHasEvents: boolean): Promise<void>;
  /** 32 bytes each, made once with the store: names of claims depend on `hmac`, so it never changes. */
  abstract secrets(): Promise<{ readonly hmac: Uint8Array; readonly signing: Uint8Array }>;
  /** New keys (AES-256, 32 bytes), durable when the promise resolves. */
  abstract make(count: number): Promise<readonly { readonly id: string; readonly key: Uint8Array }[]>;
  /** In one round trip. @throws KeysMissing for an id that the store does not know */
  abstract get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  /**
   * Leaves a tombstone that names the event which asked for it. Doing it twice changes nothing. A key that is not known gets
   * one too: tombstones are applied again to a restored backup, which may be older than the key.
   */
  abstract destroy(ids: readonly string[], eventId: string): Promise<void>;
  abstract close(): Promise<void>;
}

export const bytesOfAKey = 32;

export const newKeys = (count: number) =>
  Array.from({ length: count }, () => ({ id: randomUUID() as string, key: new Uint8Array(randomBytes(bytesOfAKey)) }));

/** Whether a store still has to be tied to the log. @throws KeysMissing if it cannot be */
export function mustBind(boundTo: string | null, logIdentity: string, logHasEvents: boolean): boolean {
  if (boundTo === logIdentity) return false;
  if (boundTo !== null) throw new KeysMissing('The keys belong to another log');
  if (logHasEvents) throw new KeysMissing('The log has events, but there are no keys');
  return true;
}

/** @throws KeysMissing if one was not found */
export function allOf(ids: readonly string[], found: ReadonlyMap<string, Key>): ReadonlyMap<string, Key> {
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new KeysMissing(`There is no key ${missing}`);
  return found;
}
