import type { Position } from '../../event-log/event-log.js';
import type { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { changesIn, feedMilliseconds, feedRows, trimmedAtOnce } from './feed.js';
import type { Change } from './read-store.js';

export const feedSchema = `
  CREATE TABLE IF NOT EXISTS feed (
    organization TEXT, position TEXT, at INTEGER, changes TEXT, PRIMARY KEY (organization, position)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS feed_by_age ON feed (at);`;

/** What has changed, by organization. */
export class FeedOnSqlite {
  constructor(private readonly file: Pick<SqliteFile, 'reader' | 'writer'>) {}

  add(changes: readonly Change[], now: number): void {
    const insert = this.file.writer('INSERT INTO feed (organization, position, at, changes) VALUES (?, ?, ?, ?)');
    for (const row of feedRows(changes)) insert(row.organization, row.position, now, row.changes);
  }

  after(organization: string, position: Position, limit: number): readonly Change[] {
    const statement = 'SELECT position, changes FROM feed WHERE organization = ? AND position > ? ORDER BY position LIMIT ?';
    const rows = this.file.reader<[position: string, changes: string]>(statement).all(organization, position, limit);
    return changesIn(rows.map(([at, changes]) => ({ organization, position: at, changes }))).slice(0, limit);
  }

  /** Forgets what has become too old. Answers the last position that went. */
  trim(now: number): Position | undefined {
    const oldest = 'SELECT max(position) FROM (SELECT position FROM feed WHERE at < ? ORDER BY at LIMIT ?)';
    const [until] = this.file.reader<[string | null]>(oldest).first(now - feedMilliseconds, trimmedAtOnce)!;
    if (until === null) return undefined;
    this.file.writer('DELETE FROM feed WHERE at < ? AND position <= ?')(now - feedMilliseconds, until);
    return until;
  }

  clear(): void {
    this.file.writer('DELETE FROM feed')();
  }
}
