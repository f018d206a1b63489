import { randomBytes, randomUUID } from 'node:crypto';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { type Key, type KeyStore, KeysMissing, type KeysMoved } from './key-store.js';

const bytesOfAKey = 32;
const hex = () => randomBytes(bytesOfAKey).toString('hex');

/** Deleted bytes are overwritten. The two secrets are made once, in the first start. */
const schema = () => `
  PRAGMA secure_delete = ON;
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
  private readonly store;
  private readonly bind;
  private readonly add;
  private readonly some;
  private readonly bury;
  private readonly become;
  private readonly addMissing;
  private readonly any;

  constructor(private readonly file: SqliteFile) {
    this.store = file.reader<[hmac: Uint8Array, signing: Uint8Array, log: string | null]>('SELECT hmac, signing, log FROM store');
    this.bind = file.writer('UPDATE store SET log = ? WHERE log IS NULL');
    this.add = file.writer('INSERT INTO keys (id, key) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?)');
    this.some = file.reader<[id: string, key: Uint8Array | null, destroyedBy: string | null]>(
      'SELECT id, key, destroyed_by FROM keys WHERE id IN (SELECT value FROM json_each(?))',
    );
    this.bury = file.writer(`
      INSERT INTO keys (id, destroyed_by) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET key = NULL, destroyed_by = excluded.destroyed_by WHERE key IS NOT NULL`);
    this.become = file.writer('UPDATE store SET hmac = unhex(?), signing = unhex(?), log = ?');
    this.addMissing = file.writer(
      'INSERT INTO keys (id, key) SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    );
    this.any = file.reader<[id: string]>('SELECT id FROM keys LIMIT 1');
  }

  static open(path: string): KeyStoreOnSqlite {
    return new KeyStoreOnSqlite(new SqliteFile(path, { schema: schema() }));
  }

  async belongTo(logIdentity: string, logHasEvents: boolean): Promise<void> {
    const [, , log] = this.store.first()!;
    if (log === logIdentity) return;
    if (log !== null) throw new KeysMissing('The keys belong to another log');
    if (logHasEvents) throw new KeysMissing('The log has events, but there are no keys');
    await this.file.write(() => this.bind(logIdentity));
  }

  async secrets() {
    const [hmac, signing] = this.store.first()!;
    return { hmac, signing };
  }

  async make(count: number) {
    // In one go, both: a lot is made while commands wait for the same thread.
    const bytes = randomBytes(count * bytesOfAKey);
    const keys = Array.from({ length: count }, (_, index) => ({
      id: randomUUID() as string,
      key: new Uint8Array(bytes.subarray(index * bytesOfAKey, (index + 1) * bytesOfAKey)),
    }));
    await this.file.write(() => this.add(rowsOf(keys)));
    return keys;
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    const rows = this.some.all(JSON.stringify(ids));
    const keys = new Map(rows.map(([id, key, destroyedBy]): [string, Key] => [id, key ? { key } : { destroyedBy: destroyedBy! }]));
    const missing = ids.find((id) => !keys.has(id));
    if (missing !== undefined) throw new KeysMissing(`There is no key ${missing}`);
    return keys;
  }

  async destroy(ids: readonly string[], eventId: string): Promise<void> {
    await this.file.write(() => ids.forEach((id) => this.bury(id, eventId)));
    this.file.checkpoint(); // Else the key might still stand in the write-ahead file, from when it was made.
  }

  /** Everything in it, for a store that takes its place. @throws KeysMissing if it belongs to another log */
  contents(logIdentity: string): KeysMoved {
    const [hmac, signing, log] = this.store.first()!;
    if (log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    return { hmac, signing, lots: this.lots() };
  }

  /**
   * Takes what another store holds, for the log to which its events are moved. Doing it twice is safe.
   * @throws KeysMissing if it has keys of its own, or belongs to another log
   */
  async take({ hmac, signing, lots }: KeysMoved, logIdentity: string): Promise<void> {
    const [mine, , log] = this.store.first()!;
    if (log !== null && log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    if (Buffer.compare(mine, hmac) !== 0 && this.any.first()) throw new KeysMissing('There are keys of another installation already');
    await this.file.write(() => this.become(hexOf(hmac), hexOf(signing), logIdentity));
    for await (const lot of lots) {
      const made = lot.flatMap(([id, key]) => ('key' in key ? [{ id, key: key.key }] : []));
      const destroyed = lot.flatMap(([id, key]) => ('key' in key ? [] : [[id, key.destroyedBy] as const]));
      await this.file.write(() => {
        this.addMissing(rowsOf(made));
        for (const [id, eventId] of destroyed) this.bury(id, eventId);
      });
    }
    this.file.checkpoint();
  }

  private *lots(): Iterable<readonly (readonly [string, Key])[]> {
    const next = this.file.reader<[id: string, key: Uint8Array | null, destroyedBy: string | null]>(
      'SELECT id, key, destroyed_by FROM keys WHERE id > ? ORDER BY id LIMIT 1000',
    );
    for (let rows = next.all(''); rows.length > 0; rows = next.all(rows.at(-1)![0]))
      yield rows.map(([id, key, destroyedBy]) => [id, key ? { key } : { destroyedBy: destroyedBy! }]);
  }

  async close(): Promise<void> {
    this.file.close();
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const rowsOf = (keys: readonly { readonly id: string; readonly key: Uint8Array }[]) => JSON.stringify(keys.map(({ id, key }) => [id, hexOf(key)]));
