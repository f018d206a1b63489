import type { Message } from '#domain/kernel/texts/message.js';
import {
  type AppendExpectedRevision,
  MaxAppendSizeExceededError,
  NO_STREAM as SERVER_NO_STREAM,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  type StreamingRead,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BadConfig } from '../common/config/config.js';
import { retry } from '../common/retry.js';
import { Unavailable } from '../common/unavailable.js';
import { CatchUp } from './catch-up.js';
import { type EncodedAppend, encodeAppend } from './encoded-append.js';
import {
  type Append,
  type AppendResult,
  DamagedStream,
  EventLog,
  type EventSelection,
  type PastEvents,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  type SelectedEvents,
  type StreamSelection,
  BEFORE_ALL,
  MAX_BATCH_EVENTS,
  requireReadable,
  NO_STREAM,
} from './event-log.js';
import { checkOptions, parseCredentials } from './eventstore-address.js';
import {
  type ConnectionOptions,
  EventStoreConnection,
  RETRY_BACKOFF_MS,
} from './eventstore-connection.js';
import { type Portion, readFilteredLog } from './eventstore-filtered-read.js';
import {
  IDENTITY_STREAM,
  parsePosition,
  toPosition,
  toProposedEvent,
  toRecordedEvent,
} from './eventstore-mapping.js';
import { EventStoreTail } from './eventstore-tail.js';
import { createSelectionTest } from './subject.js';

export type EventStoreOptions = ConnectionOptions & {
  /** Interval at which subscribers poll. */
  readonly pollMs?: number;
};

/** Events per page, few enough for the deadline of a call. */
const PAGE_EVENTS = 2_000;
/** Limit of events that one `readBack` examines, about a second's work. */
const MAX_EXAMINED_EVENTS = 10_000;

/**
 * Event log in EventStoreDB 22.10 or later, or KurrentDB. Every call goes to the leader, so that
 * acknowledged appends are read. The user needs the right to read `$all`.
 */
export class EventLogOnEventStore extends EventLog {
  private readonly connection: EventStoreConnection;
  private readonly tail: EventStoreTail;
  /** Reads of this turn by stream and revision. Commands that arrive together share them. */
  private readonly unsentReads = new Map<string, Promise<readonly RecordedEvent[]>>();
  private readonly subscriptions = new CatchUp((after) => this.readNextBatch(after));

  private constructor(
    private readonly url: string,
    options: EventStoreOptions,
  ) {
    super();
    this.connection = new EventStoreConnection(url, options);
    this.tail = new EventStoreTail(this.connection, this.subscriptions, options.pollMs ?? 2_000);
  }

  /**
   * Connects lazily, with the first call.
   * @param url `esdb://…` or `esdb+discover://…`
   * @throws BadConfig for any other address
   */
  static open(url: string, options: EventStoreOptions = {}): EventLogOnEventStore {
    checkOptions(url);
    try {
      return new EventLogOnEventStore(url, options);
    } catch {
      // The client's error quotes a part of the address.
      throw new BadConfig(
        'EVENTSTORE_URL must be an address such as esdb://events.example.com:2113?tls=true',
      );
    }
  }

  /** The first call creates the identity; concurrent calls find that one. */
  async readIdentity(): Promise<string> {
    const existing = await this.readStoredIdentity();
    if (existing) return existing;
    const id = randomUUID();
    const event = { id, type: 'LogNamed', data: JSON.stringify({ identity: id }), metadata: '{}' };
    try {
      await this.storeAppend({ stream: IDENTITY_STREAM, expected: NO_STREAM, events: [event] });
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return (await this.readStoredIdentity())!;
  }

  async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    let result: AppendResult = { revision: NO_STREAM, position: BEFORE_ALL };
    for (const append of appends.map(encodeAppend)) result = await this.storeAppend(append);
    return result;
  }

  read<Event extends Message>(stream: string, from = 0): Promise<readonly RecordedEvent<Event>[]> {
    const key = `${from} ${stream}`;
    let read = this.unsentReads.get(key);
    if (!read) {
      read = nextTurn().then(() => {
        this.unsentReads.delete(key);
        return this.readPages(stream, from);
      });
      this.unsentReads.set(key, read);
    }
    return read as unknown as Promise<readonly RecordedEvent<Event>[]>;
  }

  private async readPages(stream: string, from: number): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for (let page = PAGE_EVENTS; page === PAGE_EVENTS;) {
      const resolved = await this.readStreamPage(stream, from + events.length, PAGE_EVENTS);
      for (const each of resolved) {
        const event = toRecordedEvent(each);
        if (!event) throw new DamagedStream(stream, 'holds an event that the server made');
        events.push(event);
      }
      page = resolved.length;
    }
    return requireReadable(events);
  }

  async readAll(after: Position, max: number) {
    const events: RecordedEvent[] = [];
    let position = parsePosition(after);
    for (;;) {
      // Two extra: the event at the position, and the identity's event.
      const pageLimit = Math.min(PAGE_EVENTS, max - events.length + 2);
      const page = await this.readPage({ position, backwards: false, max: pageLimit });
      for (const resolved of page) {
        const event = toRecordedEvent(resolved);
        if (event && event.position > (events.at(-1)?.position ?? after)) events.push(event);
      }
      if (page.length < pageLimit || events.length >= max) return events.slice(0, max);
      position = page.at(-1)!.event!.position;
    }
  }

  /**
   * Filters here, because the server's filter may examine any number of events, and so exceed the
   * deadline of a call.
   */
  async readBack(
    selection: StreamSelection,
    before: Position | undefined,
    max: number,
  ): Promise<PastEvents> {
    const isWanted = createSelectionTest(selection);
    const events: RecordedEvent[] = [];
    let position = before === undefined ? undefined : parsePosition(before);
    let examinedCount = 0;
    while (examinedCount < MAX_EXAMINED_EVENTS) {
      const page = await this.readPage({
        position,
        backwards: true,
        max: Math.min(PAGE_EVENTS, 4 * max),
      });
      // Only an empty page means the log's start, because the server may cut a read short.
      if (page.length === 0) return { events, next: undefined };
      for (const resolved of page) {
        position = resolved.event!.position;
        const event = toRecordedEvent(resolved);
        if (!event || !isWanted(event.stream)) continue;
        if (events.push(event) === max) return { events, next: event.position };
      }
      examinedCount += page.length;
    }
    return { events, next: toPosition(position!) };
  }

  async readSelected(
    selection: EventSelection,
    after: Position,
    max: number,
  ): Promise<SelectedEvents> {
    const all = await this.readAll(after, max);
    const isWanted = createSelectionTest(selection);
    const events = all.filter(
      ({ stream, type, damage }) =>
        isWanted(stream) && (damage !== undefined || !selection.skippedTypes.has(type)),
    );
    return { events, reached: all.at(-1)?.position };
  }

  subscribe(after: Position, signal: AbortSignal) {
    this.tail.start();
    return this.subscriptions.follow(after, signal);
  }

  async readLastPosition(): Promise<Position> {
    const pageLimit = 2; // Two, because the identity's event may be the last.
    let position: Portion['position'];
    for (;;) {
      const page = await this.readPage({ position, backwards: true, max: pageLimit });
      for (const resolved of page) {
        position = resolved.event!.position;
        const event = toRecordedEvent(resolved);
        if (event) return event.position;
      }
      if (page.length < pageLimit) return BEFORE_ALL;
    }
  }

  override findOutage(): Unavailable | undefined {
    return this.connection.findOutage('written');
  }

  async close(): Promise<void> {
    const closed = this.connection.close();
    this.subscriptions.poll(); // Makes the subscribers read, so that they find the log closed.
    await closed;
  }

  private readPage(portion: Portion) {
    return this.connection.ask('read', (client, deadline) =>
      readFilteredLog(client, portion, deadline),
    );
  }

  /** Returns no events for a stream that does not exist. */
  private readStreamPage(stream: string, from: number, maxCount: number) {
    return this.connection.ask('read', async (client, deadline) => {
      try {
        const page = await collectEvents(
          client.readStream(stream, {
            fromRevision: BigInt(from),
            maxCount,
            requiresLeader: true,
            deadline,
          }),
        );
        // The server reports a missing stream; an empty answer is one that was cut off.
        if (page.length === 0 && from === 0)
          throw new Error('its server answered with half a read');
        return page;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw toDamagedStream(error, stream);
      }
    });
  }

  /** Appends events; the server compares event ids, so a repetition is safe. */
  private async storeAppend({ stream, expected, events }: EncodedAppend): Promise<AppendResult> {
    const { revision, position } = await this.connection.ask(
      'written',
      async (client, deadline) => {
        const expectedRevision: AppendExpectedRevision =
          expected === NO_STREAM ? SERVER_NO_STREAM : BigInt(expected);
        // Credentials make the client send each append in a call of its own. Its shared call loses
        // answers when a server is lost.
        const options = {
          expectedRevision,
          requiresLeader: true,
          credentials: parseCredentials(this.url),
          deadline,
        };
        try {
          const { nextExpectedRevision, position } = await client.appendToStream(
            stream,
            events.map(toProposedEvent),
            options,
          );
          return { revision: Number(nextExpectedRevision), position };
        } catch (error) {
          if (error instanceof WrongExpectedVersionError)
            throw new RevisionConflict(`${stream} is not at ${expected} any more`);
          if (
            error instanceof MaxAppendSizeExceededError ||
            /maximum append (event )?size/i.test(String(error))
          )
            throw new RangeError(`The log's server does not take so large an append to ${stream}`, {
              cause: error,
            });
          throw toDamagedStream(error, stream);
        }
      },
    );
    // A repeated append may be answered with a bogus position: the largest or a negative number.
    const isReal = position && position.commit >= 0n && position.commit < 2n ** 63n;
    if (isReal) return { revision, position: toPosition(position) };
    const [last] = await this.read(stream, revision);
    return { revision, position: last!.position };
  }

  /** Waits while the log is unavailable. */
  private readNextBatch(after: Position): Promise<readonly RecordedEvent[]> {
    return retry(() => this.readAll(after, MAX_BATCH_EVENTS), {
      signal: this.connection.closed,
      backOff: RETRY_BACKOFF_MS,
      onFailure: (error) => {
        if (!(error instanceof Unavailable)) throw error;
        this.connection.reportTrouble(error);
      },
    });
  }

  private async readStoredIdentity(): Promise<string | undefined> {
    const [first] = await this.readStreamPage(IDENTITY_STREAM, 0, 1);
    return first && (first.event!.data as { identity: string }).identity;
  }
}

async function collectEvents(reading: StreamingRead<ResolvedEvent>): Promise<ResolvedEvent[]> {
  reading.on('error', () => {}); // An unhandled later error would end the process.
  const events: ResolvedEvent[] = [];
  for await (const event of reading) events.push(event);
  return events;
}

const toDamagedStream = (error: unknown, stream: string) =>
  error instanceof StreamDeletedError
    ? new DamagedStream(stream, 'was deleted on the log’s server', { cause: error })
    : error;
