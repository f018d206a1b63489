import type { Message } from '#domain/kernel/message.js';
import { setImmediate as breath } from 'node:timers/promises';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { syncOnThread } from '../embedded/synced-apart.js';
import { WakeUp } from '../embedded/wake-up.js';
import { Unavailable } from '../unavailable.js';
import { canonical, canonicalOnce } from './canonical.js';
import {
  type Append,
  type EventLog,
  LogUnavailable,
  type NewEvent,
  type Place,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  UnreadableLog,
  beforeAll,
  largestAppend,
  largestBatch,
} from './event-log.js';
import { latelyAppended } from './lately-appended.js';
import { latelyRead } from './lately-read.js';
import { knownEnds } from './known-ends.js';

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

type Row = [position: number, stream: string, revision: number, type: string, data: string, metadata: string];
const columns = 'position, stream, revision, type, data, metadata';

/** An append in the form in which it is stored. */
type Stored = { readonly stream: string; readonly expected: number; readonly events: readonly StoredEvent[] };
type StoredEvent = { readonly event: NewEvent; readonly id: string; readonly type: string; readonly data: string; readonly metadata: string };
/** What an append came to: also what has been there before, which is nothing new to anybody. */
type Written = { readonly place: Place; readonly recorded: readonly RecordedEvent[] };

/** The log in one file. Appends that are waiting at the same time share a commit, and each succeeds or conflicts by itself. */
export class EventLogOnSqlite implements EventLog {
  private readonly appended = new WakeUp();
  private readonly ends = knownEnds();
  private readonly lately = latelyAppended();
  private readonly latelyRead = latelyRead();
  private readonly name: string;
  private readonly first;
  private readonly next;
  private readonly there;
  private readonly ofStream;
  private readonly ofAll;
  private readonly ofAllAsText;
  /** Place of the last event that is on the disk. Those after it are shown to nobody: they may be gone after a power cut. */
  private onDisk: number;

  constructor(private readonly file: SqliteFile) {
    this.name = file.reader<[identity: string]>('SELECT identity FROM log').first()![0];
    // The stream's unique revisions say by themselves whether it is still where it was read: no question before, no error after.
    this.first = file.inserter(`
      INSERT INTO events (stream, revision, type, data, metadata) SELECT ?1, ?2, ?3, ?4, ?5
      WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND revision = ?2 - 1)
      ON CONFLICT DO NOTHING`);
    this.next = file.inserter('INSERT INTO events (stream, revision, type, data, metadata) VALUES (?, ?, ?, ?, ?)');
    this.there = file.reader<[revision: number, id: string, position: number]>(
      `SELECT revision, metadata ->> 'eventId', position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision`,
    );
    this.ofStream = file.reader<Row>(`SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision`);
    this.ofAll = file.reader<Row>(`SELECT ${columns} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`);
    this.ofAllAsText = file.reader<[text: string]>(`
      SELECT '[' || coalesce(group_concat(text), '') || ']' FROM (
        SELECT format('["%020d",%s,%d,%s,%s,%s]', position, json_quote(stream), revision, json_quote(type), data, metadata) AS text
        FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`);
    this.onDisk = file.reader<[position: number]>('SELECT position FROM events ORDER BY position DESC LIMIT 1').first()?.[0] ?? nowhere;
  }

  static open(path: string): EventLogOnSqlite {
    return new EventLogOnSqlite(new SqliteFile(path, { schema: eventLogSchema, cacheKibibytes: 32_000, sync: syncOnThread }));
  }

  async identity(): Promise<string> {
    return this.name;
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Place> {
    return this.appendAll([{ stream, expected, events }]);
  }

  async appendAll(appends: readonly Append[]): Promise<Place> {
    const parts = appends.map(stored);
    const { place, recorded } = await this.unlessUnavailable(() =>
      this.file.write(() => (parts.length === 1 ? this.store(parts[0]!) : this.file.allOrNothing(() => this.storeAll(parts)))),
    );
    this.onDisk = Math.max(this.onDisk, numberOf(place.position));
    this.lately.add(recorded);
    this.appended.wake();
    return place;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    // Nobody else writes to the file, so a stream whose end was reached has more only if it was appended here.
    if (this.file.isOpen && this.ends.isAtEnd(stream, from)) return [];
    const rows = await this.unlessUnavailable(() => this.rowsOf(stream, from));
    if (rows.length > 0 && rows.at(-1)![0] > this.onDisk) await this.unlessUnavailable(() => this.file.settled());
    this.ends.reached(stream, from + rows.length - 1);
    return rows.map(recordedEvent) as unknown as RecordedEvent<Event>[];
  }

  async readAll(after: Position, max: number) {
    const lately = this.file.isOpen ? this.lately.after(numberOf(after), max) : undefined;
    if (lately) return lately;
    const rows = await this.unlessUnavailable(() => this.ofAll.all(numberOf(after), this.onDisk, max));
    return rows.map(recordedEvent);
  }

  async textOfAll(after: Position, max: number) {
    const [text] = (await this.unlessUnavailable(() => this.ofAllAsText.first(numberOf(after), this.onDisk, max)))!;
    return text;
  }

  async *subscribe(after: Position, signal: AbortSignal) {
    for (let reached = after; !signal.aborted;) {
      const { seen } = this.appended;
      const known = this.file.isOpen ? this.latelyRead.after(numberOf(reached)) : undefined;
      const batch = known ?? this.latelyRead.add(await this.readAll(reached, largestBatch));
      if (batch.length > 0) {
        reached = batch.at(-1)!.position;
        yield batch;
        await breath(); // Who catches up does it beside the others, not before them.
      } else await this.appended.since(seen, signal);
    }
  }

  async head(): Promise<Position> {
    await this.unlessUnavailable(() => this.file.settled());
    return this.onDisk === nowhere ? beforeAll : positionOf(this.onDisk);
  }

  async close(): Promise<void> {
    this.file.close();
    this.appended.wake(); // Who still listens finds it closed.
  }

  /** A stream that nobody has asked for before is most often one that is about to begin: that there is none is the shorter question. */
  private rowsOf(stream: string, from: number): readonly Row[] {
    if (!this.ends.knows(stream) && !this.ofStream.first(stream, from)) return [];
    return this.ofStream.all(stream, from);
  }

  private storeAll(parts: readonly Stored[]): Written {
    const written = parts.map((part) => this.store(part));
    return { place: written.at(-1)!.place, recorded: written.flatMap(({ recorded }) => recorded) };
  }

  private store({ stream, expected, events }: Stored): Written {
    let position = 0;
    for (const [index, { type, data, metadata }] of events.entries()) {
      const insert = index === 0 ? this.first : this.next;
      const row = insert(stream, expected + 1 + index, type, data, metadata);
      if (row === undefined) return { place: this.earlier({ stream, expected, events }), recorded: [] };
      position = row;
    }
    const revision = expected + events.length;
    // Also where the commit fails yet: an end that is too far only costs a look.
    this.ends.reached(stream, revision);
    return { place: { revision, position: positionOf(position) }, recorded: recordedAt({ stream, expected, events }, position) };
  }

  /** Where the same append went when it was made before. */
  private earlier({ stream, expected, events }: Stored): Place {
    const there = this.there.all(stream, expected + 1, expected + events.length);
    const last = there.at(-1);
    if (!last || there.length < events.length || there.some(([, id], index) => id !== events[index]!.id))
      throw new RevisionConflict(`${stream} is not at ${expected} any more`);
    return { revision: last[0], position: positionOf(last[2]) };
  }

  private async unlessUnavailable<Result>(ask: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Unavailable) throw new LogUnavailable(error.message, { cause: error });
      throw error;
    }
  }
}

function stored({ stream, expected, events }: Append): Stored {
  if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
  const texts = events.map((event) => ({
    event,
    id: event.metadata.eventId,
    type: event.type,
    data: canonicalOnce(event.data),
    metadata: canonical(event.metadata),
  }));
  const bytes = texts.reduce(
    (sum, { type, data, metadata }) => sum + Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  if (bytes > largestAppend) throw new RangeError(`An append of ${bytes} bytes to ${stream} is larger than ${largestAppend}`);
  return { stream, expected, events: texts };
}

/** As they would be read back: what is stored is the text of what is at hand. The last one stands at that place. */
function recordedAt({ stream, expected, events }: Stored, last: number): readonly RecordedEvent[] {
  const first = last - events.length + 1;
  return events.map(({ event: { type, data, metadata } }, index) => ({
    type,
    data,
    metadata,
    stream,
    revision: expected + 1 + index,
    position: positionOf(first + index),
  }));
}

function recordedEvent([position, stream, revision, type, data, metadata]: Row): RecordedEvent {
  try {
    return { type, data: JSON.parse(data), metadata: JSON.parse(metadata), stream, revision, position: positionOf(position) };
  } catch (error) {
    throw new UnreadableLog(`${stream} at ${revision} is no JSON`, { cause: error });
  }
}

const nowhere = 0;
const positionOf = (place: number): Position => String(place).padStart(20, '0');

function numberOf(position: Position): number {
  if (!/^(\d{20})?$/.test(position)) throw new RangeError(`Not a position of this log: ${position}`);
  return Number(position);
}
