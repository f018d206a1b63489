import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import {
  type ClaimEntry,
  type HeldKey,
  type Key,
  KeyStore,
  type NewKey,
  type StoreHeader,
  type StoredKey,
  randomKey,
} from './key-store.js';

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The two secrets are created once, at the first start. */
const createSchema = () => `
  CREATE TABLE IF NOT EXISTS store (hmac BLOB NOT NULL, signing BLOB NOT NULL, log TEXT) STRICT;
  INSERT INTO store SELECT x'${toHex(randomKey())}', x'${toHex(randomKey())}', NULL WHERE NOT EXISTS (SELECT 1 FROM store);
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY,
    key BLOB,
    destroyed_by TEXT,
    CHECK ((key IS NULL) <> (destroyed_by IS NULL))
  ) STRICT;
  CREATE TABLE IF NOT EXISTS held_keys (id TEXT PRIMARY KEY, key BLOB NOT NULL, until TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS claims (id TEXT PRIMARY KEY, stream TEXT NOT NULL, holder TEXT NOT NULL, at TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS claims_of_holder ON claims (holder)`;

type Row = [id: string, key: Uint8Array | null, destroyedBy: string | null];
type HeldRow = [id: string, key: Uint8Array, until: string];
type ClaimRow = [id: string, stream: string, holder: string, at: string];
const toClaim = ([id, stream, holder, at]: ClaimRow): ClaimEntry => ({ id, stream, holder, at });
const toKey = ([id, key, destroyedBy]: Row): [string, Key] => [
  id,
  key ? { key } : { destroyedBy: destroyedBy! },
];
const toHeldKey = ([id, key, until]: HeldRow): [string, HeldKey] => [id, { key, until }];

/** Keys in a file of their own, so that destroying a key concerns one file and its backups. */
export class KeyStoreOnSqlite extends KeyStore {
  private constructor(private readonly file: SqliteFile) {
    super();
  }

  static open(path: string, readonly?: 'readonly'): KeyStoreOnSqlite {
    return new KeyStoreOnSqlite(new SqliteFile(path, { schema: createSchema(), readonly }));
  }

  async destroy(ids: readonly string[], eventId: string, heldUntil?: string): Promise<void> {
    const hold = this.file.writer(
      'INSERT INTO held_keys (id, key, until) SELECT id, key, ?2 FROM keys WHERE id = ?1 AND key IS NOT NULL',
    );
    const shorten = this.file.writer(
      'UPDATE held_keys SET until = ?2 WHERE id = ?1 AND until > ?2',
    );
    const removeHeld = this.file.writer('DELETE FROM held_keys WHERE id = ?');
    const destroy = this.file.writer(`
      INSERT INTO keys (id, destroyed_by) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET key = NULL, destroyed_by = excluded.destroyed_by WHERE key IS NOT NULL`);
    await this.writeAndOverwrite(() => {
      let changed = 0;
      for (const id of ids) {
        if (heldUntil !== undefined) changed += hold(id, heldUntil) + shorten(id, heldUntil);
        changed += destroy(id, eventId);
        if (heldUntil === undefined) changed += removeHeld(id);
      }
      return changed;
    });
  }

  destroyDue(now: string): Promise<number> {
    const removeDue = this.file.writer('DELETE FROM held_keys WHERE until <= ?');
    return this.writeAndOverwrite(() => removeDue(now));
  }

  async findHeld(ids: readonly string[]) {
    const statement = this.file.reader<HeldRow>(
      'SELECT id, key, until FROM held_keys WHERE id IN (SELECT value FROM json_each(?))',
    );
    return new Map(statement.all(JSON.stringify(ids)).map(toHeldKey));
  }

  async findClaim(id: string) {
    const row = this.file
      .reader<ClaimRow>('SELECT id, stream, holder, at FROM claims WHERE id = ?')
      .first(id);
    return row && toClaim(row);
  }

  async putClaim({ id, stream, holder, at }: ClaimEntry, replaced?: string): Promise<boolean> {
    const insert = this.file.writer(
      'INSERT INTO claims (id, stream, holder, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    const update = this.file.writer(
      'UPDATE claims SET stream = ?2, holder = ?3, at = ?4 WHERE id = ?1 AND stream = ?5',
    );
    const putEntry = () =>
      replaced === undefined
        ? insert(id, stream, holder, at)
        : update(id, stream, holder, at, replaced);
    return (await this.file.write(putEntry)) > 0;
  }

  async removeClaimsOfHolder(holder: string): Promise<void> {
    const remove = this.file.writer('DELETE FROM claims WHERE holder = ?');
    await this.writeAndOverwrite(() => remove(holder));
  }

  async close(): Promise<void> {
    this.file.close();
  }

  protected async readHeader(): Promise<StoreHeader> {
    const statement = this.file.reader<[hmac: Uint8Array, signing: Uint8Array, log: string | null]>(
      'SELECT hmac, signing, log FROM store',
    );
    const [hmac, signing, log] = statement.first()!;
    return { hmac, signing, log };
  }

  protected async writeHeader({ hmac, signing, log }: StoreHeader): Promise<void> {
    const update = this.file.writer(
      'UPDATE store SET hmac = unhex(?1), signing = unhex(?2), log = ?3 WHERE log IS NULL OR log = ?3',
    );
    await this.file.write(() => update(toHex(hmac), toHex(signing), log));
  }

  protected async insert(keys: readonly NewKey[]): Promise<void> {
    const insert = this.file.writer(
      'INSERT INTO keys (id, key) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    );
    await this.file.write(() =>
      insert(JSON.stringify(keys.map(({ id, key }) => [id, toHex(key)]))),
    );
  }

  protected async find(ids: readonly string[]) {
    const statement = this.file.reader<Row>(
      'SELECT id, key, destroyed_by FROM keys WHERE id IN (SELECT value FROM json_each(?))',
    );
    return new Map(statement.all(JSON.stringify(ids)).map(toKey));
  }

  protected async readPage(after: string, limit: number) {
    const statement = this.file.reader<Row>(
      'SELECT id, key, destroyed_by FROM keys WHERE id > ? ORDER BY id LIMIT ?',
    );
    const keys = statement.all(after, limit).map(toKey);
    const held = await this.findHeld(keys.map(([id]) => id));
    return keys.map(([id, key]): [string, StoredKey] => [
      id,
      held.has(id) ? { ...key, held: held.get(id)! } : key,
    ]);
  }

  protected async readClaimPage(after: string, limit: number) {
    const statement = this.file.reader<ClaimRow>(
      'SELECT id, stream, holder, at FROM claims WHERE id > ? ORDER BY id LIMIT ?',
    );
    return statement.all(after, limit).map(toClaim);
  }

  /**
   * Runs a deletion and overwrites the freed pages at once, because the write-ahead log may still
   * hold the keys.
   */
  private async writeAndOverwrite(run: () => number): Promise<number> {
    const changed = await this.file.write(() => {
      const count = run();
      if (count > 0) this.file.scrub();
      return count;
    });
    if (changed > 0) this.file.checkpoint();
    return changed;
  }
}
