import { randomBytes, randomUUID } from 'node:crypto';
import { DamagedStream } from '../../event-log/event-log.js';

/**
 * A key, or its tombstone with the erasure event. A lost key is an error, never an erased person.
 */
export type Key = { readonly key: Uint8Array } | { readonly destroyedBy: string };
export type NewKey = { readonly id: string; readonly key: Uint8Array };
/** Key of an erased record that is kept separately and unread, until it is overwritten. */
export type HeldKey = { readonly key: Uint8Array; readonly until: string };
/** Index entry from a personal value's HMAC to the stream that claims it. */
export type ClaimEntry = {
  readonly id: string;
  readonly stream: string;
  readonly holder: string;
  readonly at: string;
};
export type StoredKey = Key & { readonly held?: HeldKey };

/** Secrets of a key store. `log` is the identity of its event log, once bound. */
export type StoreHeader = {
  readonly hmac: Uint8Array;
  readonly signing: Uint8Array;
  readonly log: string | null;
};

/** Key for claim names and one-time codes. */
export class HmacKey {
  constructor(readonly bytes: Uint8Array) {}
}

/** Key that signs file links and push messages. */
export class SigningKey {
  constructor(readonly bytes: Uint8Array) {}
}

/** Keys are gone or belong to another log: a broken installation, never an erasure. */
export class KeysMissing extends Error {}

/** A stream whose key is gone. Unlike other damage, a restored key cures it. */
export class KeyLost extends DamagedStream {
  override readonly isTemporary = true;

  constructor(stream: string) {
    super(stream, 'has lost its key');
  }
}

const KEY_BYTES = 32;
export const randomKey = () => new Uint8Array(randomBytes(KEY_BYTES));
/** Creates a key that no store holds yet. */
export const createKey = (): NewKey => ({ id: randomUUID(), key: randomKey() });
const PAGE_KEYS = 1_000;

/** Stores the keys of streams, the index of personal values, and the HMAC and signing keys. */
export abstract class KeyStore {
  /**
   * Binds the store to its log.
   * @throws KeysMissing if it belongs to another log, or is empty beside a log with events
   */
  async bindToLog(logIdentity: string, { hasEvents }: { hasEvents: boolean }): Promise<void> {
    const header = await this.readHeader();
    if (this.checkBinding(logIdentity, header)) return;
    if (hasEvents) throw new KeysMissing('The log has events, but there are no keys');
    await this.writeHeader({ ...header, log: logIdentity });
    // Another process may have bound it to another log meanwhile.
    this.checkBinding(logIdentity, await this.readHeader());
  }

  /**
   * Secrets of 32 bytes, created with the store. Claim names depend on `hmac`, so it never changes.
   */
  async readSecrets(): Promise<Pick<StoreHeader, 'hmac' | 'signing'>> {
    const { hmac, signing } = await this.readHeader();
    return { hmac, signing };
  }

  /** Stores a new AES-256 key durably. */
  async store(key: NewKey = createKey()): Promise<NewKey> {
    await this.insert([key]);
    return key;
  }

  /** Keys by id, in one round trip. A missing key is absent: lost, and never an erased person. */
  async get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    return ids.length === 0 ? new Map() : this.find(ids);
  }

  /**
   * Copies everything from another store while its log is moved. Idempotent: a key destroyed here
   * stays destroyed.
   * @throws KeysMissing if this store has other keys, or either store belongs to another log
   */
  async copyFrom(
    source: KeyStore,
    { sourceLog, targetLog }: { readonly sourceLog: string; readonly targetLog: string },
  ): Promise<void> {
    const sourceHeader = await source.readHeader();
    const targetHeader = await this.readHeader();
    if (!source.checkBinding(sourceLog, sourceHeader))
      throw new KeysMissing('The keys belong to another log');
    this.checkBinding(targetLog, targetHeader);
    const isResumed = Buffer.compare(targetHeader.hmac, sourceHeader.hmac) === 0;
    if (!isResumed && (await this.readPage('', 1)).length > 0)
      throw new KeysMissing('There are keys of another installation already');
    await this.writeHeader({ ...sourceHeader, log: targetLog });
    for (
      let page = await source.readPage('', PAGE_KEYS);
      page.length > 0;
      page = await source.readPage(page.at(-1)![0], PAGE_KEYS)
    ) {
      const keys = page.flatMap(([id, stored]) => {
        const key = 'key' in stored ? stored.key : stored.held?.key;
        return key ? [{ id, key }] : [];
      });
      await this.insert(keys);
      for (const [id, key] of page)
        if ('destroyedBy' in key) await this.destroy([id], key.destroyedBy, key.held?.until);
    }
    for (
      let page = await source.readClaimPage('', PAGE_KEYS);
      page.length > 0;
      page = await source.readClaimPage(page.at(-1)!.id, PAGE_KEYS)
    )
      for (const entry of page) await this.putClaim(entry);
  }

  /**
   * Destroys keys and leaves tombstones that name the erasure event. Idempotent. Unknown keys get a
   * tombstone too, because tombstones are applied to older backups.
   * @param heldUntil keeps the bytes as a held key until then; of several times, the earliest
   * counts
   */
  abstract destroy(ids: readonly string[], eventId: string, heldUntil?: string): Promise<void>;
  /**
   * Overwrites held keys that are due.
   * @returns their number
   */
  abstract destroyDue(now: string): Promise<number>;
  /** Held keys by id, for an operator who restores a mistaken erasure. */
  abstract findHeld(ids: readonly string[]): Promise<ReadonlyMap<string, HeldKey>>;
  abstract findClaim(id: string): Promise<ClaimEntry | undefined>;
  /**
   * Adds an entry, or replaces the one with the stream `replaced`.
   * @returns false if there is another entry
   */
  abstract putClaim(entry: ClaimEntry, replaced?: string): Promise<boolean>;
  /** Removes the entries of an erased record. */
  abstract removeClaimsOfHolder(holder: string): Promise<void>;
  abstract close(): Promise<void>;

  protected abstract readHeader(): Promise<StoreHeader>;
  /** Keeps the header of a store bound to another log. */
  protected abstract writeHeader(header: StoreHeader & { readonly log: string }): Promise<void>;
  /** Keeps existing keys unchanged. */
  protected abstract insert(keys: readonly NewKey[]): Promise<void>;
  protected abstract find(ids: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  protected abstract readPage(
    after: string,
    limit: number,
  ): Promise<readonly (readonly [id: string, key: StoredKey])[]>;

  protected abstract readClaimPage(after: string, limit: number): Promise<readonly ClaimEntry[]>;

  /**
   * Returns whether the store is bound to the log; false while it is unbound.
   * @throws KeysMissing if it belongs to another log
   */
  private checkBinding(logIdentity: string, { log }: StoreHeader): boolean {
    if (log !== null && log !== logIdentity)
      throw new KeysMissing('The keys belong to another log');
    return log === logIdentity;
  }
}
