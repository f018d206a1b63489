import { randomBytes, randomUUID } from 'node:crypto';

/**
 * A key, or the event that asked for its destruction. A key that was never made, or was lost, is an
 * error and never an erased person.
 */
export type Key = { readonly key: Uint8Array } | { readonly destroyedBy: string };
export type NewKey = { readonly id: string; readonly key: Uint8Array };
/**
 * Bytes of an erased record's key that nothing in the product reads with, and when they are due to
 * be overwritten.
 */
export type HeldKey = { readonly key: Uint8Array; readonly until: string };
/** Leads from a personal value, by its HMAC, to the stream where one record claims it. */
export type ClaimEntry = {
  readonly id: string;
  readonly stream: string;
  readonly holder: string;
  readonly at: string;
};
export type StoredKey = Key & { readonly held?: HeldKey };

/** Data of a key store beside the keys. `log` is the identity of its event log, once known. */
export type StoreHeader = {
  readonly hmac: Uint8Array;
  readonly signing: Uint8Array;
  readonly log: string | null;
};

/** Names of claims are made with it, and one-time codes. */
export class HmacKey {
  constructor(readonly bytes: Uint8Array) {}
}

/** Signs links to files and what is sent to push services. */
export class SigningKey {
  constructor(readonly bytes: Uint8Array) {}
}

/**
 * Keys are gone or belong to another log: a broken installation (the process stops), never an
 * erasure.
 */
export class KeysMissing extends Error {}

const bytesOfAKey = 32;
export const randomKey = () => new Uint8Array(randomBytes(bytesOfAKey));
/** A key that no store has yet. */
export const newKey = (): NewKey => ({ id: randomUUID(), key: randomKey() });
const pageSize = 1_000;

/**
 * The keys of persons, what leads from personal values to their claims, the HMAC key and the
 * signing key: what an erasure destroys, and what it needs.
 */
export abstract class KeyStore {
  /**
   * Binds the store to the log that was made with it.
   * @throws KeysMissing if it belongs to another log, or is empty beside a log with events
   */
  async belongTo(logIdentity: string, logHasEvents: boolean): Promise<void> {
    const header = await this.header();
    if (this.isOf(logIdentity, header)) return;
    if (logHasEvents) throw new KeysMissing('The log has events, but there are no keys');
    await this.setHeader({ ...header, log: logIdentity });
    // Another process may have been faster, with another log.
    this.isOf(logIdentity, await this.header());
  }

  /**
   * 32 bytes each, made once with the store: names of claims depend on `hmac`, so it never changes.
   */
  async secrets(): Promise<Pick<StoreHeader, 'hmac' | 'signing'>> {
    const { hmac, signing } = await this.header();
    return { hmac, signing };
  }

  /** Keeps a new key (AES-256), durable when the promise resolves. */
  async make(made: NewKey = newKey()): Promise<NewKey> {
    await this.insert([made]);
    return made;
  }

  /** In one round trip. @throws KeysMissing for an id that the store does not know */
  async get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    const found = ids.length === 0 ? new Map<string, Key>() : await this.find(ids);
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw new KeysMissing(`There is no key ${missing}`);
    return found;
  }

  /**
   * Copies everything out of another store whose events are moved to the log of this one. It may be
   * repeated: a key that was destroyed here meanwhile stays so.
   * @throws KeysMissing if this store has keys of its own, or one of the two belongs to another log
   */
  async copyFrom(source: KeyStore, sourceLog: string, targetLog: string): Promise<void> {
    const [from, to] = [await source.header(), await this.header()];
    if (!source.isOf(sourceLog, from)) throw new KeysMissing('The keys belong to another log');
    this.isOf(targetLog, to);
    const isBegun = Buffer.compare(to.hmac, from.hmac) === 0;
    if (!isBegun && (await this.page('', 1)).length > 0)
      throw new KeysMissing('There are keys of another installation already');
    await this.setHeader({ ...from, log: targetLog });
    for (
      let page = await source.page('', pageSize);
      page.length > 0;
      page = await source.page(page.at(-1)![0], pageSize)
    ) {
      const bytesOf = (key: StoredKey) => ('key' in key ? key.key : key.held?.key);
      await this.insert(
        page.flatMap(([id, stored]) =>
          [bytesOf(stored)].flatMap((key) => (key ? [{ id, key }] : [])),
        ),
      );
      for (const [id, key] of page)
        if ('destroyedBy' in key) await this.destroy([id], key.destroyedBy, key.held?.until);
    }
    for (
      let page = await source.claimPage('', pageSize);
      page.length > 0;
      page = await source.claimPage(page.at(-1)!.id, pageSize)
    )
      for (const entry of page) await this.putClaim(entry);
  }

  /**
   * Leaves a tombstone that names the event which asked for it. Doing it twice changes nothing. A
   * key that is not known gets one too: tombstones are applied again to a restored backup, which
   * may be older than the key.
   * @param heldUntil keeps the bytes apart until then; of several instants the earliest counts
   */
  abstract destroy(ids: readonly string[], eventId: string, heldUntil?: string): Promise<void>;
  /** Overwrites held keys that are due. @returns how many */
  abstract destroyDue(now: string): Promise<number>;
  /** Held keys by their ids, for an operator who copies out what was erased by mistake. */
  abstract held(ids: readonly string[]): Promise<ReadonlyMap<string, HeldKey>>;
  abstract claim(id: string): Promise<ClaimEntry | undefined>;
  /**
   * Puts an entry where there is none, or in the place of the one with the stream `replaced`.
   * @returns false where another one stands
   */
  abstract putClaim(entry: ClaimEntry, replaced?: string): Promise<boolean>;
  /** Removes for good what leads to a record that was erased. */
  abstract removeClaimsOf(holder: string): Promise<void>;
  abstract close(): Promise<void>;

  protected abstract header(): Promise<StoreHeader>;
  /** Unless it belongs to another log already. */
  protected abstract setHeader(header: StoreHeader & { readonly log: string }): Promise<void>;
  /** Those that are there stay as they are. */
  protected abstract insert(keys: readonly NewKey[]): Promise<void>;
  protected abstract find(ids: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  protected abstract page(
    after: string,
    limit: number,
  ): Promise<readonly (readonly [id: string, key: StoredKey])[]>;

  protected abstract claimPage(after: string, limit: number): Promise<readonly ClaimEntry[]>;

  /** False while it belongs to none. @throws KeysMissing if it belongs to another log */
  private isOf(logIdentity: string, { log }: StoreHeader): boolean {
    if (log !== null && log !== logIdentity)
      throw new KeysMissing('The keys belong to another log');
    return log === logIdentity;
  }
}
