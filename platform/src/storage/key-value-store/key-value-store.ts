import { randomInt } from 'node:crypto';
import { type Clock, addMilliseconds, backOff, pause } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';

/** Limit of attempts, which take about 3 s with their pauses. */
const MAX_UPDATE_TRIES = 50;
const MAX_UPDATE_PAUSE_MS = 100;

/** Value with its version for compare-and-set. */
export type Versioned<Value = unknown> = { readonly value: Value; readonly version: number };
type Entry<Value> = { readonly value: Value; readonly expiresAt?: string | undefined };
export type PutOptions = { readonly expected: number; readonly expiresAt?: string | undefined };
export type StoredEntry = Entry<unknown> & { readonly kind: string; readonly id: string };
type Counter = { readonly count: number; readonly endsAt: string };

/**
 * Small JSON records by `kind` and `id`, some with an expiry: sessions, challenges, counters,
 * reactors' checkpoints. An expired record counts as missing before it is swept.
 */
export abstract class KeyValueStore {
  constructor(protected readonly clock: Pick<Clock, 'now'>) {}

  abstract get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined>;
  /**
   * Writes durably if the record has the version `expected` (0: no record).
   * @returns the new version, or undefined if the version differs
   */
  abstract put<Value>(
    kind: string,
    id: string,
    value: Value,
    options: PutOptions,
  ): Promise<number | undefined>;
  abstract remove(kind: string, id: string): Promise<void>;
  /** Records by id, without those that do not exist. */
  abstract getMany<Value>(
    kind: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Versioned<Value>>>;
  /** Records of a kind whose value has this `owner`, e.g. all sessions of an account. */
  abstract findByOwner<Value>(
    kind: string,
    owner: string,
  ): Promise<readonly (Versioned<Value> & { readonly id: string })[]>;
  abstract readAll(): AsyncIterable<StoredEntry>;
  /** Kinds and ids of all records, also of those whose value cannot be read. */
  abstract readNames(): AsyncIterable<Pick<StoredEntry, 'kind' | 'id'>>;
  abstract close(): Promise<void>;

  /**
   * Reads and writes a record by compare-and-set, with retries and growing random pauses.
   * @param change returns undefined to leave the record unchanged
   * @returns the record's present value
   * @throws Unavailable if each try met a change
   */
  async update<Value>(
    kind: string,
    id: string,
    change: (value: Value | undefined) => Entry<Value> | undefined,
  ): Promise<Value | undefined> {
    for (let attempt = 0; attempt < MAX_UPDATE_TRIES; attempt++) {
      // The first retry is immediate: usually there is only one rival.
      if (attempt > 1)
        await pause(backOff(attempt - 2, { first: 2, longest: MAX_UPDATE_PAUSE_MS }));
      const current = await this.get<Value>(kind, id);
      const changed = change(current?.value);
      if (!changed) return current?.value;
      const options = { expected: current?.version ?? 0, expiresAt: changed.expiresAt };
      if (await this.put(kind, id, changed.value, options)) return changed.value;
    }
    throw new Unavailable('Too many changes at the same time. Please try again.');
  }

  /** Adds 1 to a counter that restarts after its window. Exact under concurrency. */
  async count(kind: string, id: string, windowSeconds: number): Promise<Counter> {
    const counter = await this.update<Counter>(`count of ${kind}`, id, (before) => {
      const endsAt = before?.endsAt ?? addMilliseconds(this.clock.now(), windowSeconds * 1_000);
      return { value: { count: (before?.count ?? 0) + 1, endsAt }, expiresAt: endsAt };
    });
    return counter!;
  }
}

/** Creates a random version, so that the version of a removed record fits no later one. */
export const randomVersion = () => randomInt(1, 2 ** 48 - 1);

export function ownerField(value: unknown): string | undefined {
  const owner =
    typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined;
  return typeof owner === 'string' ? owner : undefined;
}
