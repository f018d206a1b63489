import type { Message } from '#domain/kernel/message.js';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { CatchUp } from './catch-up.js';
import { type EncodedAppend, encoded } from './encoded-append.js';
import {
  type Append,
  DamagedStream,
  EventLog,
  type AppendResult,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  beforeAll,
  largestBatch,
} from './event-log.js';

export const eventLogSchema = `
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
  ) STRICT`;

type Row = [
  position: number,
  stream: string,
  revision: number,
  type: string,
  data: string,
  metadata: string,
];
const columns = 'position, stream, revision, type, data, metadata';

/**
 * The log in one file. Appends that are waiting at the same time share a commit, and each succeeds
 * or conflicts by itself.
 */
export class EventLogOnSqlite extends EventLog {
  private readonly subscriptions = new CatchUp((after) => this.readAll(after, largestBatch));
  private readonly name: string;

  constructor(private readonly file: SqliteFile) {
    super();
    this.name = file.reader<[identity: string]>('SELECT identity FROM log').first()![0];
  }

  static open(path: string, readonly?: 'readonly'): EventLogOnSqlite {
    return new EventLogOnSqlite(
      new SqliteFile(path, { schema: eventLogSchema, cacheKibibytes: 32_000, readonly }),
    );
  }

  async identity(): Promise<string> {
    return this.name;
  }

  async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    const parts = appends.map(encoded);
    const store = () => parts.map((part) => this.store(part)).at(-1)!;
    const result = await this.file.write(() =>
      parts.length === 1 ? store() : this.file.allOrNothing(store),
    );
    this.subscriptions.announce(result.position);
    return result;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    const events = this.file.reader<Row>(
      `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision`,
    );
    return events.all(stream, from).map(recordedEvent) as unknown as RecordedEvent<Event>[];
  }

  async readAll(after: Position, max: number) {
    const events = this.file.reader<Row>(
      `SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
    );
    return events.all(numberOf(after), max).map(recordedEvent);
  }

  subscribe(after: Position, signal: AbortSignal) {
    return this.subscriptions.from(after, signal);
  }

  async head(): Promise<Position> {
    const last = this.file
      .reader<[position: number]>('SELECT position FROM events ORDER BY position DESC LIMIT 1')
      .first();
    return last ? positionOf(last[0]) : beforeAll;
  }

  async close(): Promise<void> {
    this.file.close();
    this.subscriptions.look(); // Subscribers find it closed.
  }

  private store({ stream, expected, events }: EncodedAppend): AppendResult {
    // The stream's unique revisions say by themselves whether it is still where it was read: no
    // question before, no error after.
    const insert = this.file.inserter(`
      INSERT INTO events (stream, revision, type, data, metadata) SELECT ?1, ?2, ?3, ?4, ?5
      WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND revision = ?2 - 1)
      ON CONFLICT DO NOTHING`);
    let position = 0;
    for (const [index, { type, data, metadata }] of events.entries()) {
      const row = insert(stream, expected + 1 + index, type, data, metadata);
      if (row === undefined) return this.earlier({ stream, expected, events });
      position = row;
    }
    return { revision: expected + events.length, position: positionOf(position) };
  }

  /** Result of an identical append that was made before. */
  private earlier({ stream, expected, events }: EncodedAppend): AppendResult {
    const earlier = this.file.reader<[revision: number, id: string, position: number]>(
      `SELECT revision, metadata ->> 'eventId', position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision`,
    );
    const there = earlier.all(stream, expected + 1, expected + events.length);
    const last = there.at(-1);
    if (
      !last ||
      there.length < events.length ||
      there.some(([, id], index) => id !== events[index]!.id)
    )
      throw new RevisionConflict(`${stream} is not at ${expected} any more`);
    return { revision: last[0], position: positionOf(last[2]) };
  }
}

function recordedEvent([position, stream, revision, type, data, metadata]: Row): RecordedEvent {
  try {
    return {
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      stream,
      revision,
      position: positionOf(position),
    };
  } catch (error) {
    throw new DamagedStream(stream, `at ${revision} is no JSON`, { cause: error });
  }
}

const positionOf = (row: number): Position => String(row).padStart(20, '0');

function numberOf(position: Position): number {
  if (!/^(\d{20})?$/.test(position))
    throw new RangeError(`Not a position of this log: ${position}`);
  return Number(position);
}
