import { randomBytes } from 'node:crypto';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { type Key, type KeyStore, KeysMissing, type KeysMoved, allOf, bytesOfAKey, mustBind, newKeys } from './key-store.js';

const hex = () => randomBytes(bytesOfAKey).toString('hex');

/** The two secrets are made once, in the first start. */
const schema = () => `
  CREATE TABLE IF NOT EXISTS store (hmac BLOB NOT NULL, signing BLOB NOT NULL, log TEXT) STRICT;
  INSERT INTO store SELECT x'${hex()}', x'${hex()}', NULL WHERE NOT EXISTS (SELECT 1 FROM store);
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY,
    key BLOB,
    destroyed_by TEXT,
    CHECK ((key IS NULL) <> (destroyed_by IS NULL))
  ) STRICT`;

/** The keys in one file of their own, so that a destroyed key can be destroyed in one place (and in its backups). */
export class KeyStoreOnSqlite implements KeyStore {
  constructor(private readonly file: SqliteFile) {}

  static open(path: string, readonly?: 'readonly'): KeyStoreOnSqlite {
    return new KeyStoreOnSqlite(new SqliteFile(path, { schema: schema(), readonly }));
  }

  async belongTo(logIdentity: string, logHasEvents: boolean): Promise<void> {
    if (!mustBind(this.store().log, logIdentity, logHasEvents)) return;
    await this.file.write(() => this.file.writer('UPDATE store SET log = ? WHERE log IS NULL')(logIdentity));
  }

  async secrets() {
    const { hmac, signing } = this.store();
    return { hmac, signing };
  }

  async make(count: number) {
    const keys = newKeys(count);
    await this.file.write(() => this.add(keys));
    return keys;
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    const rows = this.file
      .reader<Row>('SELECT id, key, destroyed_by FROM keys WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids));
    return allOf(ids, new Map(rows.map(keyIn)));
  }

  async destroy(ids: readonly string[], eventId: string): Promise<void> {
    const destroyed = await this.file.write(() => {
      const changed = ids.filter((id) => this.bury(id, eventId) > 0);
      if (changed.length > 0) this.file.overwriteRemains();
      return changed.length;
    });
    if (destroyed > 0) this.file.checkpoint(); // At once: the key might still stand in the write-ahead file, from when it was made.
  }

  /** Everything in it, for a store that takes its place. @throws KeysMissing if it belongs to another log */
  contents(logIdentity: string): KeysMoved {
    const { hmac, signing, log } = this.store();
    if (log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    return { hmac, signing, lots: this.lots() };
  }

  /**
   * Takes what another store holds, for the log to which its events are moved. Doing it twice is safe.
   * @throws KeysMissing if it has keys of its own, or belongs to another log
   */
  async take({ hmac, signing, lots }: KeysMoved, logIdentity: string): Promise<void> {
    const mine = this.store();
    if (mine.log !== null && mine.log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    const isBegun = Buffer.compare(mine.hmac, hmac) === 0;
    if (!isBegun && this.file.reader('SELECT id FROM keys LIMIT 1').first()) throw new KeysMissing('There are keys of another installation already');
    const store = this.file.writer('UPDATE store SET hmac = unhex(?), signing = unhex(?), log = ?');
    await this.file.write(() => store(hexOf(hmac), hexOf(signing), logIdentity));
    for await (const lot of lots) {
      await this.file.write(() => {
        this.add(lot.flatMap(([id, key]) => ('key' in key ? [{ id, key: key.key }] : [])));
        for (const [id, key] of lot) if ('destroyedBy' in key) this.bury(id, key.destroyedBy);
      });
    }
    this.file.checkpoint();
  }

  async close(): Promise<void> {
    this.file.close();
  }

  private store() {
    const statement = this.file.reader<[hmac: Uint8Array, signing: Uint8Array, log: string | null]>('SELECT hmac, signing, log FROM store');
    const [hmac, signing, log] = statement.first()!;
    return { hmac, signing, log };
  }

  private add(keys: readonly { readonly id: string; readonly key: Uint8Array }[]): void {
    const insert = this.file.writer(
      'INSERT INTO keys (id, key) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    );
    insert(JSON.stringify(keys.map(({ id, key }) => [id, hexOf(key)])));
  }

  private bury(id: string, eventId: string): number {
    return this.file.writer(`
      INSERT INTO keys (id, destroyed_by) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET key = NULL, destroyed_by = excluded.destroyed_by WHERE key IS NOT NULL`)(id, eventId);
  }

  private *lots(): Iterable<readonly (readonly [string, Key])[]> {
    const next = this.file.reader<Row>('SELECT id, key, destroyed_by FROM keys WHERE id > ? ORDER BY id LIMIT 1000');
    for (let rows = next.all(''); rows.length > 0; rows = next.all(rows.at(-1)![0])) yield rows.map(keyIn);
  }
}

type Row = [id: string, key: Uint8Array | null, destroyedBy: string | null];
const keyIn = ([id, key, destroyedBy]: Row): [string, Key] => [id, key ? { key } : { destroyedBy: destroyedBy! }];
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
