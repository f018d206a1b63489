import type { Clock } from '../../common/clock.js';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import {
  KeyValueStore,
  type PutOptions,
  type StoredEntry,
  type Versioned,
  randomVersion,
  ownerField,
} from './key-value-store.js';

const IS_UNEXPIRED = '(expires_at IS NULL OR expires_at > ?)';

/** Records in the SQLite file that also holds the jobs; closing either closes both. */
export class KeyValueStoreOnSqlite extends KeyValueStore {
  constructor(
    private readonly file: SqliteFile,
    clock: Pick<Clock, 'now'>,
  ) {
    super(clock);
  }

  async get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined> {
    const statement = `SELECT value, version FROM secrets WHERE kind = ? AND id = ? AND ${IS_UNEXPIRED}`;
    const found = this.file
      .reader<[value: string, version: number]>(statement)
      .first(kind, id, this.clock.now());
    return found && { value: JSON.parse(found[0]) as Value, version: found[1] };
  }

  async getMany<Value>(kind: string, ids: readonly string[]) {
    const statement = `SELECT id, value, version FROM secrets WHERE kind = ? AND id IN (SELECT value FROM json_each(?)) AND ${IS_UNEXPIRED}`;
    const rows = this.file
      .reader<[id: string, value: string, version: number]>(statement)
      .all(kind, JSON.stringify(ids), this.clock.now());
    return new Map(
      rows.map(([id, value, version]) => [id, { value: JSON.parse(value) as Value, version }]),
    );
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: PutOptions) {
    const version = randomVersion();
    const record = [
      kind,
      id,
      JSON.stringify(value),
      version,
      ownerField(value) ?? null,
      expiresAt ?? null,
    ] as const;
    const insert =
      'INSERT INTO secrets (kind, id, value, version, owner, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING';
    const update =
      'UPDATE secrets SET value = ?3, version = ?4, owner = ?5, expires_at = ?6 WHERE kind = ?1 AND id = ?2 AND version = ?7';
    return this.file.write(() => {
      // Expired values must not conflict with new ones.
      this.file.writer('DELETE FROM secrets WHERE expires_at <= ?')(this.clock.now());
      const changed =
        expected === 0
          ? this.file.writer(insert)(...record)
          : this.file.writer(update)(...record, expected);
      return changed === 1 ? version : undefined;
    });
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.file.write(() =>
      this.file.writer('DELETE FROM secrets WHERE kind = ? AND id = ?')(kind, id),
    );
  }

  async findByOwner<Value>(kind: string, owner: string) {
    const statement = `SELECT id, value, version FROM secrets WHERE kind = ? AND owner = ? AND ${IS_UNEXPIRED} ORDER BY id`;
    const rows = this.file
      .reader<[id: string, value: string, version: number]>(statement)
      .all(kind, owner, this.clock.now());
    return rows.map(([id, value, version]) => ({ id, value: JSON.parse(value) as Value, version }));
  }

  async *readAll(): AsyncGenerator<StoredEntry> {
    const statement = `SELECT kind, id, value, expires_at FROM secrets WHERE ${IS_UNEXPIRED}`;
    const rows = this.file
      .reader<[kind: string, id: string, value: string, expiresAt: string | null]>(statement)
      .all(this.clock.now());
    for (const [kind, id, value, expiresAt] of rows)
      yield { kind, id, value: JSON.parse(value), expiresAt: expiresAt ?? undefined };
  }

  async *readNames(): AsyncGenerator<Pick<StoredEntry, 'kind' | 'id'>> {
    const statement = `SELECT kind, id FROM secrets WHERE ${IS_UNEXPIRED}`;
    const rows = this.file.reader<[kind: string, id: string]>(statement).all(this.clock.now());
    for (const [kind, id] of rows) yield { kind, id };
  }

  async close(): Promise<void> {
    this.file.close();
  }
}
