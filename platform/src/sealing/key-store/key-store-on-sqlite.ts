import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { type Key, KeyStore, type NewKey, type StoreHeader, randomKey } from './key-store.js';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The two secrets are made once, in the first start. */
const schema = () => `
  CREATE TABLE IF NOT EXISTS store (hmac BLOB NOT NULL, signing BLOB NOT NULL, log TEXT) STRICT;
  INSERT INTO store SELECT x'${hexOf(randomKey())}', x'${hexOf(randomKey())}', NULL WHERE NOT EXISTS (SELECT 1 FROM store);
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY,
    key BLOB,
    destroyed_by TEXT,
    CHECK ((key IS NULL) <> (destroyed_by IS NULL))
  ) STRICT`;

type Row = [id: string, key: Uint8Array | null, destroyedBy: string | null];
const keyIn = ([id, key, destroyedBy]: Row): [string, Key] => [id, key ? { key } : { destroyedBy: destroyedBy! }];

/** The keys in one file of their own, so that a destroyed key can be destroyed in one place (and in its backups). */
export class KeyStoreOnSqlite extends KeyStore {
  private constructor(private readonly file: SqliteFile) {
    super();
  }

  static open(path: string, readonly?: 'readonly'): KeyStoreOnSqlite {
    return new KeyStoreOnSqlite(new SqliteFile(path, { schema: schema(), readonly }));
  }

  async destroy(ids: readonly string[], eventId: string): Promise<void> {
    const destroy = this.file.writer(`
      INSERT INTO keys (id, destroyed_by) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET key = NULL, destroyed_by = excluded.destroyed_by WHERE key IS NOT NULL`);
    const destroyed = await this.file.write(() => {
      const changed = ids.filter((id) => destroy(id, eventId) > 0);
      if (changed.length > 0) this.file.overwriteRemains();
      return changed.length;
    });
    if (destroyed > 0) this.file.checkpoint(); // At once: the key might still stand in the write-ahead file, from when it was made.
  }

  async close(): Promise<void> {
    this.file.close();
  }

  protected async header(): Promise<StoreHeader> {
    const statement = this.file.reader<[hmac: Uint8Array, signing: Uint8Array, log: string | null]>('SELECT hmac, signing, log FROM store');
    const [hmac, signing, log] = statement.first()!;
    return { hmac, signing, log };
  }

  protected async setHeader({ hmac, signing, log }: StoreHeader): Promise<void> {
    const update = this.file.writer('UPDATE store SET hmac = unhex(?1), signing = unhex(?2), log = ?3 WHERE log IS NULL OR log = ?3');
    await this.file.write(() => update(hexOf(hmac), hexOf(signing), log));
  }

  protected async insert(keys: readonly NewKey[]): Promise<void> {
    const insert = this.file.writer(
      'INSERT INTO keys (id, key) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    );
    await this.file.write(() => insert(JSON.stringify(keys.map(({ id, key }) => [id, hexOf(key)]))));
  }

  protected async find(ids: readonly string[]) {
    const statement = this.file.reader<Row>('SELECT id, key, destroyed_by FROM keys WHERE id IN (SELECT value FROM json_each(?))');
    return new Map(statement.all(JSON.stringify(ids)).map(keyIn));
  }

  protected async page(after: string, limit: number) {
    return this.file.reader<Row>('SELECT id, key, destroyed_by FROM keys WHERE id > ? ORDER BY id LIMIT ?').all(after, limit).map(keyIn);
  }
}
