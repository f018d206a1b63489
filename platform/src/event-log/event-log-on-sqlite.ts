import type { Message } from '#domain/kernel/texts/message.js';
import { type Column, SqliteFile, isDamagedFile } from '../storage/embedded/sqlite-file.js';
import { CatchUp } from './catch-up.js';
import { type EncodedAppend, encodeAppend } from './encoded-append.js';
import {
  type Append,
  EventLog,
  type AppendResult,
  type EventSelection,
  type PastEvents,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  type SelectedEvents,
  type StreamSelection,
  BEFORE_ALL,
  MAX_BATCH_EVENTS,
  damagedEvent,
  requireReadable,
  storedEvent,
} from './event-log.js';

/** Organization in a stream's name, or the id of a record outside organizations. */
const OWNER =
  "substr(stream, instr(stream, '-') + 1, CASE instr(stream, '_') WHEN 0 THEN length(stream) ELSE instr(stream, '_') - instr(stream, '-') - 1 END)";
const IS_NO_CLAIM = "substr(stream, 1, 6) <> 'claim-'";

export const EVENT_LOG_SCHEMA = `
  CREATE TABLE IF NOT EXISTS log (identity TEXT NOT NULL) STRICT;
  INSERT INTO log SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM log);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_owner ON events (${OWNER}) WHERE ${IS_NO_CLAIM}`;

type Row = [
  position: number,
  stream: string,
  revision: number,
  type: string,
  data: string,
  metadata: string,
];
type PlaceRow = [position: number, stream: string, revision: number];
const EVENT_COLUMNS = 'position, stream, revision, type, data, metadata';
const AT_POSITIONS = 'WHERE position IN (SELECT value FROM json_each(?))';

/**
 * Log in one SQLite file. Concurrent appends share a commit; each succeeds or conflicts by itself.
 */
export class EventLogOnSqlite extends EventLog {
  private readonly subscriptions = new CatchUp((after) => this.readAll(after, MAX_BATCH_EVENTS));
  private readonly logIdentity: string;

  constructor(private readonly file: SqliteFile) {
    super();
    this.logIdentity = file.reader<[identity: string]>('SELECT identity FROM log').first()![0];
  }

  static open(path: string, readonly?: 'readonly'): EventLogOnSqlite {
    return new EventLogOnSqlite(
      new SqliteFile(path, { schema: EVENT_LOG_SCHEMA, cacheKibibytes: 32_000, readonly }),
    );
  }

  async readIdentity(): Promise<string> {
    return this.logIdentity;
  }

  async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    const parts = appends.map(encodeAppend);
    const store = () => parts.map((part) => this.storeAppend(part)).at(-1)!;
    const result = await this.file.write(() =>
      parts.length === 1 ? store() : this.file.rollbackOnError(store),
    );
    this.subscriptions.announce(result.position);
    return result;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    const range = 'WHERE stream = ? AND revision >= ? ORDER BY revision';
    return requireReadable(this.select(range, stream, from)) as readonly RecordedEvent<Event>[];
  }

  override async hasReached(stream: string, revision: number): Promise<boolean> {
    const events = this.file.reader<[1]>(
      'SELECT 1 FROM events WHERE stream = ? AND revision >= ? LIMIT 1',
    );
    return events.first(stream, revision) !== undefined;
  }

  async readAll(after: Position, max: number) {
    return this.select('WHERE position > ? ORDER BY position LIMIT ?', toRowNumber(after), max);
  }

  async readBack(
    selection: StreamSelection,
    before: Position | undefined,
    max: number,
  ): Promise<PastEvents> {
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : toRowNumber(before);
    const found = this.findPositions(selection, 'position < ?3 ORDER BY position DESC', end, max);
    const events = this.select(`${AT_POSITIONS} ORDER BY position DESC`, JSON.stringify(found));
    return { events, next: events.length < max ? undefined : events.at(-1)!.position };
  }

  override async readSelected(
    { skippedTypes, ...selection }: EventSelection,
    after: Position,
    max: number,
  ): Promise<SelectedEvents> {
    const range = 'position > ?3 ORDER BY position';
    const found = this.findPositions(selection, range, toRowNumber(after), max);
    const last = found.at(-1);
    if (last === undefined) return { events: [], reached: undefined };
    const events = this.selectWithout(JSON.stringify(found), skippedTypes);
    return { events, reached: toPosition(last) };
  }

  /** Positions of a selection's events. Both indexes hold them in order, so each stops at `max`. */
  private findPositions(
    { organizationId, streams }: StreamSelection,
    range: string,
    bound: number,
    max: number,
  ): readonly number[] {
    const rows = this.file.reader<[position: number]>(`
      SELECT position FROM (
        SELECT * FROM (
          SELECT position FROM events WHERE ${OWNER} = ?1 AND ${IS_NO_CLAIM} AND ${range} LIMIT ?4)
        UNION
        SELECT * FROM (
          SELECT position FROM events
          WHERE stream IN (SELECT value FROM json_each(?2)) AND ${range} LIMIT ?4))
      WHERE ${range} LIMIT ?4`);
    return rows.all(organizationId, JSON.stringify(streams), bound, max).flat();
  }

  subscribe(after: Position, signal: AbortSignal) {
    return this.subscriptions.follow(after, signal);
  }

  async readLastPosition(): Promise<Position> {
    const last = this.file
      .reader<[position: number]>('SELECT position FROM events ORDER BY position DESC LIMIT 1')
      .first();
    return last ? toPosition(last[0]) : BEFORE_ALL;
  }

  async close(): Promise<void> {
    this.file.close();
    this.subscriptions.poll(); // Makes the subscribers read, so that they find the log closed.
  }

  /** Events at positions, without those of skipped types. Damaged ones may be of any type. */
  private selectWithout(
    positions: string,
    skippedTypes: EventSelection['skippedTypes'],
  ): readonly RecordedEvent[] {
    const rows = this.file.reader<Row>(
      `SELECT ${EVENT_COLUMNS} FROM events ${AT_POSITIONS} AND type NOT IN (SELECT value FROM json_each(?)) ORDER BY position`,
    );
    try {
      return rows.all(positions, JSON.stringify([...skippedTypes])).map(toRecordedEvent);
    } catch (error) {
      if (!isDamagedFile(error)) throw error;
      return this.selectOneByOne(`${AT_POSITIONS} ORDER BY position`, positions).filter(
        ({ type, damage }) => damage !== undefined || !skippedTypes.has(type),
      );
    }
  }

  private select(range: string, ...parameters: readonly Column[]): readonly RecordedEvent[] {
    try {
      const events = this.file.reader<Row>(`SELECT ${EVENT_COLUMNS} FROM events ${range}`);
      return events.all(...parameters).map(toRecordedEvent);
    } catch (error) {
      if (!isDamagedFile(error)) throw error;
      return this.selectOneByOne(range, ...parameters);
    }
  }

  /** Reads around damaged pages of the table. The index of revisions still names their events. */
  private selectOneByOne(range: string, ...parameters: readonly Column[]): RecordedEvent[] {
    const places = this.file.reader<PlaceRow>(
      `SELECT position, stream, revision FROM events INDEXED BY sqlite_autoindex_events_1 ${range}`,
    );
    const event = this.file.reader<Row>(`SELECT ${EVENT_COLUMNS} FROM events WHERE position = ?`);
    return places.all(...parameters).map(([position, stream, revision]) => {
      const place = { stream, revision, position: toPosition(position) };
      try {
        const row = event.first(position);
        return row ? toRecordedEvent(row) : damagedEvent(place, 'is missing in the file');
      } catch (error) {
        if (!isDamagedFile(error)) throw error;
        return damagedEvent(place, 'is in a damaged part of the file');
      }
    });
  }

  private storeAppend({ stream, expected, events }: EncodedAppend): AppendResult {
    // The unique index of revisions detects a conflict, without a query before.
    const insert = this.file.inserter(`
      INSERT INTO events (stream, revision, type, data, metadata) SELECT ?1, ?2, ?3, ?4, ?5
      WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND revision = ?2 - 1)
      ON CONFLICT DO NOTHING`);
    let position = 0;
    for (const [index, { type, data, metadata }] of events.entries()) {
      const row = insert(stream, expected + 1 + index, type, data, metadata);
      if (row === undefined) return this.findRepeated({ stream, expected, events });
      position = row;
    }
    return { revision: expected + events.length, position: toPosition(position) };
  }

  /**
   * Result of an identical earlier append.
   * @throws RevisionConflict if there is none
   */
  private findRepeated({ stream, expected, events }: EncodedAppend): AppendResult {
    const stored = this.file.reader<[revision: number, id: string, position: number]>(
      `SELECT revision, metadata ->> 'eventId', position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision`,
    );
    const rows = stored.all(stream, expected + 1, expected + events.length);
    const last = rows.at(-1);
    const hasAllEvents =
      rows.length === events.length && rows.every(([, id], index) => id === events[index]!.id);
    if (!last || !hasAllEvents)
      throw new RevisionConflict(`${stream} is not at ${expected} any more`);
    const [revision, , position] = last;
    return { revision, position: toPosition(position) };
  }
}

function toRecordedEvent([position, stream, revision, type, data, metadata]: Row): RecordedEvent {
  const place = { stream, revision, position: toPosition(position) };
  try {
    return storedEvent(place, { type, data: JSON.parse(data), metadata: JSON.parse(metadata) });
  } catch {
    return damagedEvent(place, 'is no JSON');
  }
}

const toPosition = (row: number): Position => String(row).padStart(20, '0');

function toRowNumber(position: Position): number {
  if (!/^(\d{20})?$/.test(position))
    throw new RangeError(`Not a position of this log: ${position}`);
  return Number(position);
}
