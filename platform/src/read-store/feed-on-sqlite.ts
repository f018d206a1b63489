import type { Position } from '../event-log/event-log.js';
import type { Column, SqliteFile } from '../embedded/sqlite-file.js';
import { insertAll } from './insert-all.js';
import type { FeedEntry } from './read-store.js';

/** A change can be asked for so long, or until so many others of its organization have come. */
export const feedMilliseconds = 10 * 60_000;
export const feedLength = 50_000;
/** What has become too old is looked for this often, in organizations where something happens. */
const trimMilliseconds = 60_000;

export const feedSchema = `
  CREATE TABLE IF NOT EXISTS feed (
    organization INTEGER, position TEXT, number INTEGER, view TEXT, id TEXT, revision INTEGER, before TEXT, after TEXT, room TEXT, at INTEGER,
    PRIMARY KEY (organization, position, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feeds (organization INTEGER PRIMARY KEY, since TEXT NOT NULL, length INTEGER NOT NULL, numbers INTEGER NOT NULL);`;

type Row = [view: string, id: string, revision: number, before: string | null, after: string | null, room: string | null, position: string];
type Feed = { since: Position; length: number; numbers: number; trimmedAt: number };

/** What has changed for whom, by organization. Older than it goes back, a reader starts over. */
export class FeedOnSqlite {
  private readonly feeds = new Map<number, Feed>();

  constructor(
    private readonly file: Pick<SqliteFile, 'reader' | 'writer'>,
    private readonly now: () => number,
  ) {}

  add(organization: number, entries: readonly FeedEntry[]): void {
    const feed = this.feedOf(organization);
    const now = this.now();
    const rows = entries.map(({ position, view, id, revision, before, after, room }): Column[] => [
      ...[organization, position, feed.numbers++, view, id, revision],
      ...[before ?? null, after ?? null, room ?? null, now],
    ]);
    insertAll(this.file, 'feed', rows);
    feed.length += entries.length;
    this.trim(organization, feed, now);
    this.file.writer('INSERT OR REPLACE INTO feeds VALUES (?, ?, ?, ?)')(organization, feed.since, feed.length, feed.numbers);
  }

  /** Undefined: it does not go back that far. */
  after(organizationId: string, organization: number, position: Position, limit: number): readonly FeedEntry[] | undefined {
    if (position < this.feedOf(organization).since) return undefined;
    const statement = `SELECT view, id, revision, before, after, room, position FROM feed
      WHERE organization = ? AND position > ? ORDER BY position, number LIMIT ?`;
    return this.file
      .reader<Row>(statement)
      .all(organization, position, limit)
      .map(([view, id, revision, before, after, room, at]) => ({
        organizationId,
        view,
        id,
        revision,
        before: before ?? undefined,
        after: after ?? undefined,
        ...(room !== null && { room }),
        position: at,
      }));
  }

  /** Every reader starts over. */
  clear(): void {
    this.file.writer('DELETE FROM feed')();
    this.file.writer('DELETE FROM feeds')();
    this.feeds.clear();
  }

  /** Forgets what a transaction that was taken back has taught it. */
  forget(): void {
    this.feeds.clear();
  }

  private feedOf(organization: number): Feed {
    const known = this.feeds.get(organization);
    if (known) return known;
    const row = this.file.reader<[string, number, number]>('SELECT since, length, numbers FROM feeds WHERE organization = ?').first(organization);
    const feed = { since: row?.[0] ?? '', length: row?.[1] ?? 0, numbers: row?.[2] ?? 0, trimmedAt: -Infinity };
    this.feeds.set(organization, feed);
    return feed;
  }

  private trim(organization: number, feed: Feed, now: number): void {
    if (feed.length > feedLength)
      this.forgetUntil(
        organization,
        feed,
        'SELECT position FROM feed WHERE organization = ? ORDER BY position, number LIMIT 1 OFFSET ?',
        feed.length - feedLength - 1,
      );
    if (now < feed.trimmedAt + trimMilliseconds) return;
    feed.trimmedAt = now;
    this.forgetUntil(organization, feed, 'SELECT max(position) FROM feed WHERE organization = ? AND at < ?', now - feedMilliseconds);
  }

  private forgetUntil(organization: number, feed: Feed, sql: string, parameter: number): void {
    const position = this.file.reader<[string | null]>(sql).first(organization, parameter)?.[0];
    if (!position) return;
    feed.length -= this.file.writer('DELETE FROM feed WHERE organization = ? AND position <= ?')(organization, position);
    feed.since = position;
  }
}
