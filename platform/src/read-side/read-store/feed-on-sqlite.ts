import type { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import type { Position } from '../../event-log/event-log.js';
import { type FeedEntry, changesOf, feedLength, feedMilliseconds, grouped } from './read-store.js';

/** What has become too old is looked for this often, in organizations where something happens. */
const trimMilliseconds = 60_000;

/** What an organization's events have changed, a row for each position. */
export const feedSchema = `
  CREATE TABLE IF NOT EXISTS feed (
    organization TEXT, position TEXT, at INTEGER, length INTEGER, changes TEXT, PRIMARY KEY (organization, position)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feed_begins (organization TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID;`;

/** What has changed for whom, by organization. A reader who asks for more than it goes back starts over. */
export class FeedOnSqlite {
  private readonly lengths = new Map<string, { length: number; trimmedAt: number }>();

  constructor(
    private readonly file: Pick<SqliteFile, 'reader' | 'writer'>,
    private readonly now: () => number,
  ) {}

  /** Changes of one organization in one commit. */
  add(organizationId: string, entries: readonly FeedEntry[]): void {
    const now = this.now();
    const insert = this.file.writer('INSERT INTO feed VALUES (?, ?, ?, ?, ?)');
    for (const [position, of] of grouped(entries, (entry) => entry.position))
      insert(organizationId, position, now, of.length, JSON.stringify(of.map(({ organizationId: _, position: __, ...change }) => change)));
    this.trim(organizationId, entries.length, now);
  }

  /** Undefined: it does not go back that far. */
  after(organizationId: string, position: Position, limit: number): readonly FeedEntry[] | undefined {
    const since = this.file.reader<[string]>('SELECT since FROM feed_begins WHERE organization = ?').first(organizationId)?.[0];
    if (since !== undefined && position < since) return undefined;
    const statement = 'SELECT position, changes FROM feed WHERE organization = ? AND position > ? ORDER BY position LIMIT ?';
    const rows = this.file.reader<[string, string]>(statement).all(organizationId, position, limit);
    return changesOf(organizationId, rows, limit);
  }

  /** Every reader starts over. */
  clear(): void {
    this.file.writer('DELETE FROM feed')();
    this.file.writer('DELETE FROM feed_begins')();
    this.lengths.clear();
  }

  private trim(organizationId: string, added: number, now: number): void {
    const feed = this.lengths.get(organizationId) ?? { length: this.lengthOf(organizationId) - added, trimmedAt: -Infinity };
    this.lengths.set(organizationId, feed);
    feed.length += added;
    const isTime = now >= feed.trimmedAt + trimMilliseconds;
    if (feed.length <= feedLength && !isTime) return;
    if (isTime) {
      feed.trimmedAt = now;
      const old = this.file.reader<[string | null]>('SELECT max(position) FROM feed WHERE organization = ? AND at < ?');
      this.forgetUntil(organizationId, old.first(organizationId, now - feedMilliseconds)?.[0]);
    }
    // Counted anew: of a commit that was taken back, too much is known. This reads all rows, so it is done once for all that go.
    feed.length = this.lengthOf(organizationId);
    if (feed.length <= feedLength) return;
    const oldest = this.file.reader<[string, number]>(`
      SELECT position, until FROM (SELECT position, sum(length) OVER (ORDER BY position) AS until FROM feed WHERE organization = ?)
      WHERE until >= ? LIMIT 1`);
    const [position, length] = oldest.first(organizationId, feed.length - feedLength)!;
    this.forgetUntil(organizationId, position);
    feed.length -= length;
  }

  private forgetUntil(organizationId: string, position: Position | null | undefined): void {
    if (!position) return;
    this.file.writer('DELETE FROM feed WHERE organization = ? AND position <= ?')(organizationId, position);
    this.file.writer('INSERT OR REPLACE INTO feed_begins VALUES (?, ?)')(organizationId, position);
  }

  private lengthOf(organizationId: string): number {
    return this.file.reader<[number]>('SELECT ifnull(sum(length), 0) FROM feed WHERE organization = ?').first(organizationId)![0];
  }
}
