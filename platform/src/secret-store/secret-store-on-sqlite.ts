import { randomInt } from 'node:crypto';
import type { Clock } from '../command-handling/claims.js';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import { lastUsed } from '../last-used.js';
import type { Secret, SecretStore } from './secret-store.js';

const largestVersion = 2 ** 48 - 1;
const betweenSweeps = 10 * 60_000;
/** Every request looks for its session. Nobody else writes to the file, so what was found stays true until it is written here. */
const mostKept = 10_000;

type Found = readonly [value: string, version: number, expiresAt: string | null];

/** Secrets in a file that they share with the jobs: who closes one closes both. */
export class SecretStoreOnSqlite implements SecretStore {
  private readonly one;
  private readonly owned;
  private readonly insert;
  private readonly update;
  private readonly drop;
  private readonly increment;
  private readonly sweepSecrets;
  private readonly sweepCounts;
  private readonly kept = lastUsed<Found>(mostKept);
  private sweptAt = 0;

  constructor(
    private readonly file: SqliteFile,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.one = file.reader<[value: string, version: number, expiresAt: string | null]>(
      'SELECT value, version, expires_at FROM secrets WHERE kind = ? AND id = ?',
    );
    this.owned = file.reader<[id: string, value: string, version: number]>(
      'SELECT id, value, version FROM secrets WHERE kind = ? AND owner = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY id',
    );
    this.insert = file.writer(`
      INSERT INTO secrets (kind, id, value, version, owner, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT DO UPDATE SET value = ?3, version = ?4, owner = ?5, expires_at = ?6 WHERE expires_at <= ?7`);
    this.update = file.writer(`
      UPDATE secrets SET value = ?3, version = ?4, owner = ?5, expires_at = ?6
      WHERE kind = ?1 AND id = ?2 AND version = ?8 AND (expires_at IS NULL OR expires_at > ?7)`);
    this.drop = file.writer('DELETE FROM secrets WHERE kind = ? AND id = ?');
    this.increment = file.reader<[count: number, endsAt: string]>(`
      INSERT INTO counts (kind, id, count, ends_at) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT DO UPDATE SET
        count = CASE WHEN ends_at > ?4 THEN count + 1 ELSE 1 END,
        ends_at = CASE WHEN ends_at > ?4 THEN ends_at ELSE ?3 END
      RETURNING count, ends_at`);
    this.sweepSecrets = file.writer('DELETE FROM secrets WHERE expires_at <= ?');
    this.sweepCounts = file.writer('DELETE FROM counts WHERE ends_at <= ?');
  }

  async get<Value>(kind: string, id: string): Promise<Secret<Value> | undefined> {
    const key = `${kind} ${id}`;
    const kept = this.file.isOpen ? this.kept.get(key) : undefined;
    const found = kept ?? this.one.first(kind, id);
    if (!found) return undefined;
    if (!kept) this.kept.put(key, found);
    const [value, version, expiresAt] = found;
    return expiresAt !== null && expiresAt <= this.clock.now() ? undefined : { value: JSON.parse(value) as Value, version };
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: { readonly expected: number; readonly expiresAt?: string }) {
    const version = randomInt(1, largestVersion);
    const record = [kind, id, JSON.stringify(value), version, ownerIn(value), expiresAt ?? null] as const;
    return this.file.write(() => {
      this.kept.drop(`${kind} ${id}`);
      const now = this.sweptNow();
      const changed = expected === 0 ? this.insert(...record, now) : this.update(...record, now, expected);
      return changed === 1 ? version : undefined;
    });
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.file.write(() => {
      this.kept.drop(`${kind} ${id}`);
      return this.drop(kind, id);
    });
  }

  async count(kind: string, id: string, windowSeconds: number) {
    return this.file.write(() => {
      const now = this.sweptNow();
      const ends = new Date(Date.parse(now) + windowSeconds * 1_000).toISOString();
      const [count, endsAt] = this.increment.first(kind, id, ends, now)!;
      return { count, endsAt };
    });
  }

  async ofOwner<Value>(kind: string, owner: string) {
    return this.owned.all(kind, owner, this.clock.now()).map(([id, value, version]) => ({ id, value: JSON.parse(value) as Value, version }));
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
      this.sweepSecrets(now);
      this.sweepCounts(now);
    }
    return now;
  }
}

function ownerIn(value: unknown): string | null {
  const owner = typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined;
  return typeof owner === 'string' ? owner : null;
}
