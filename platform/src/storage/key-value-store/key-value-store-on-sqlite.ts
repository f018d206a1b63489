import type { Clock } from '../../common/clock.js';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import { type KeyValueStore, type Versioned, newVersion, ownerIn } from './key-value-store.js';

const betweenSweeps = 10 * 60_000;

/** Records in a file that they share with the jobs: who closes one closes both. */
export class KeyValueStoreOnSqlite implements KeyValueStore {
  private sweptAt = 0;

  constructor(
    private readonly file: SqliteFile,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined> {
    const statement = 'SELECT value, version FROM secrets WHERE kind = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)';
    const found = this.file.reader<[value: string, version: number]>(statement).first(kind, id, this.clock.now());
    return found && { value: JSON.parse(found[0]) as Value, version: found[1] };
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: { readonly expected: number; readonly expiresAt?: string }) {
    const version = newVersion();
    const record = [kind, id, JSON.stringify(value), version, ownerIn(value) ?? null, expiresAt ?? null] as const;
    const insert = `
      INSERT INTO secrets (kind, id, value, version, owner, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET value = ?3, version = ?4, owner = ?5, expires_at = ?6 WHERE expires_at <= ?7`;
    const update = `
      UPDATE secrets SET value = ?3, version = ?4, owner = ?5, expires_at = ?6
      WHERE kind = ?1 AND id = ?2 AND version = ?8 AND (expires_at IS NULL OR expires_at > ?7)`;
    return this.file.write(() => {
      const now = this.sweptNow();
      const changed = expected === 0 ? this.file.writer(insert)(...record, now) : this.file.writer(update)(...record, now, expected);
      return changed === 1 ? version : undefined;
    });
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.file.write(() => this.file.writer('DELETE FROM secrets WHERE kind = ? AND id = ?')(kind, id));
  }

  async count(kind: string, id: string, windowSeconds: number) {
    const increment = this.file.reader<[count: number, endsAt: string]>(`
      INSERT INTO counts (kind, id, count, ends_at) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT DO UPDATE SET
        count = CASE WHEN ends_at > ?4 THEN count + 1 ELSE 1 END,
        ends_at = CASE WHEN ends_at > ?4 THEN ends_at ELSE ?3 END
      RETURNING count, ends_at`);
    return this.file.write(() => {
      const now = this.sweptNow();
      const ends = new Date(Date.parse(now) + windowSeconds * 1_000).toISOString();
      const [count, endsAt] = increment.first(kind, id, ends, now)!;
      return { count, endsAt };
    });
  }

  async ofOwner<Value>(kind: string, owner: string) {
    const statement = 'SELECT id, value, version FROM secrets WHERE kind = ? AND owner = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY id';
    const rows = this.file.reader<[id: string, value: string, version: number]>(statement).all(kind, owner, this.clock.now());
    return rows.map(([id, value, version]) => ({ id, value: JSON.parse(value) as Value, version }));
  }

  /** Everything in it that has not ended, for a store that takes its place. */
  *contents(): Iterable<{ readonly kind: string; readonly id: string; readonly value: unknown; readonly expiresAt?: string }> {
    const next = this.file.reader<[kind: string, id: string, value: string, expiresAt: string | null]>(
      'SELECT kind, id, value, expires_at FROM secrets WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT 500',
    );
    for (let rows = next.all('', ''); rows.length > 0; rows = next.all(rows.at(-1)![0], rows.at(-1)![1]))
      for (const [kind, id, value, expiresAt] of rows)
        if (expiresAt === null || expiresAt > this.clock.now())
          yield { kind, id, value: JSON.parse(value), ...(expiresAt !== null && { expiresAt }) };
  }

  async close(): Promise<void> {
    this.file.close();
  }

  /** The time. What has ended is not found anyway; now and then it is also thrown away. */
  private sweptNow(): string {
    const now = this.clock.now();
    if (Date.parse(now) - this.sweptAt >= betweenSweeps) {
      this.sweptAt = Date.parse(now);
      this.file.writer('DELETE FROM secrets WHERE expires_at <= ?')(now);
      this.file.writer('DELETE FROM counts WHERE ends_at <= ?')(now);
    }
    return now;
  }
}
