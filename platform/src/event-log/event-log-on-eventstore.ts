import type { Message } from '#domain/kernel/message.js';
import {
  type AppendExpectedRevision,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  type StreamingRead,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { BadConfig } from '../common/config/config.js';
import { Unavailable } from '../common/unavailable.js';
import { CatchUp } from './catch-up.js';
import { type EncodedAppend, encoded } from './encoded-append.js';
import {
  type Append,
  type AppendResult,
  DamagedStream,
  EventLog,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  beforeAll,
  largestBatch,
  noStream,
} from './event-log.js';
import { checkOptions, credentialsOf } from './eventstore-address.js';
import { type ConnectionOptions, EventStoreConnection } from './eventstore-connection.js';
import { type Portion, readAllOfOurs } from './eventstore-filtered-read.js';
import {
  identityStream,
  parsePosition,
  positionOf,
  proposed,
  recordedEvent,
} from './eventstore-mapping.js';
import { EventStoreTail } from './eventstore-tail.js';

export type EventStoreOptions = ConnectionOptions & {
  /** How often subscribers look by themselves, in milliseconds. */
  readonly lookMs?: number;
};

/** A call is given up by its time, so no page may be long. */
const pageSize = 2_000;

/**
 * The log in EventStoreDB 22.10 or later, or KurrentDB. Every call goes to the leader, so that what
 * was answered is read; the user must be allowed to read `$all`.
 */
export class EventLogOnEventStore extends EventLog {
  private readonly connection: EventStoreConnection;
  private readonly tail: EventStoreTail;
  private readonly subscriptions = new CatchUp((after) => this.nextBatch(after));

  private constructor(
    private readonly url: string,
    options: EventStoreOptions,
  ) {
    super();
    this.connection = new EventStoreConnection(url, options);
    this.tail = new EventStoreTail(this.connection, this.subscriptions, options.lookMs ?? 2_000);
  }

  /**
   * Connects with the first call.
   * @param url `esdb://…` or `esdb+discover://…`, as the server's own documents say
   * @throws BadConfig if it is none of these
   */
  static open(url: string, options: EventStoreOptions = {}): EventLogOnEventStore {
    checkOptions(url);
    try {
      return new EventLogOnEventStore(url, options);
    } catch {
      // The client's own words repeat a part of the address.
      throw new BadConfig(
        'EVENTSTORE_URL must be an address such as esdb://events.example.com:2113?tls=true',
      );
    }
  }

  /** Made by the first process that asks; of two at once, the second finds the first one's. */
  async identity(): Promise<string> {
    const known = await this.storedIdentity();
    if (known) return known;
    const id = randomUUID();
    const event = { id, type: 'LogNamed', data: JSON.stringify({ identity: id }), metadata: '{}' };
    try {
      await this.store({ stream: identityStream, expected: noStream, events: [event] });
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return (await this.storedIdentity())!;
  }

  async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    let result: AppendResult = { revision: noStream, position: beforeAll };
    for (const append of appends.map(encoded)) result = await this.store(append);
    return result;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    const events: RecordedEvent[] = [];
    for (let page = pageSize; page === pageSize;) {
      const resolved = await this.streamPage(stream, from + events.length, pageSize);
      for (const each of resolved) {
        const event = recordedEvent(each);
        if (!event) throw new DamagedStream(stream, 'holds an event that the server made');
        events.push(event);
      }
      page = resolved.length;
    }
    return events as unknown as RecordedEvent<Event>[];
  }

  async readAll(after: Position, max: number) {
    const events: RecordedEvent[] = [];
    for (let at = parsePosition(after); ;) {
      // The event at that position is read too, and the identity's.
      const asked = Math.min(pageSize, max - events.length + 2);
      const page = await this.page({ at, backwards: false, max: asked });
      for (const resolved of page) {
        const event = recordedEvent(resolved);
        if (event && event.position > (events.at(-1)?.position ?? after)) events.push(event);
      }
      if (page.length < asked || events.length >= max) return events.slice(0, max);
      at = page.at(-1)!.event!.position;
    }
  }

  subscribe(after: Position, signal: AbortSignal) {
    this.tail.start();
    return this.subscriptions.from(after, signal);
  }

  async head(): Promise<Position> {
    const asked = 2; // The identity's event may be the last.
    for (let at: Portion['at']; ;) {
      const page = await this.page({ at, backwards: true, max: asked });
      for (const resolved of page) {
        at = resolved.event!.position;
        const event = recordedEvent(resolved);
        if (event) return event.position;
      }
      if (page.length < asked) return beforeAll;
    }
  }

  async close(): Promise<void> {
    const closed = this.connection.close();
    this.subscriptions.look(); // Subscribers find it closed.
    await closed;
  }

  private page(portion: Portion) {
    return this.connection.ask('read', (client, deadline) =>
      readAllOfOurs(client, portion, deadline),
    );
  }

  /** Empty for a stream that does not exist. */
  private streamPage(stream: string, from: number, maxCount: number) {
    return this.connection.ask('read', async (client, deadline) => {
      try {
        const page = await collected(
          client.readStream(stream, {
            fromRevision: BigInt(from),
            maxCount,
            requiresLeader: true,
            deadline,
          }),
        );
        // A server says so where there is no stream: an answer of nothing was cut off.
        if (page.length === 0 && from === 0)
          throw new Error('its server answered with half a read');
        return page;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw deletedOr(error, stream);
      }
    });
  }

  /**
   * Appends events. A repeated append is safe, because the server compares the ids of the events.
   */
  private async store({ stream, expected, events }: EncodedAppend): Promise<AppendResult> {
    const { revision, position } = await this.connection.ask(
      'written',
      async (client, deadline) => {
        const expectedRevision: AppendExpectedRevision =
          expected === noStream ? NO_STREAM : BigInt(expected);
        // With credentials the client sends each append by a call of its own. The call that it
        // shares between appends otherwise answers out of one table for all clients of the process,
        // which loses its entries when a server is lost.
        const options = {
          expectedRevision,
          requiresLeader: true,
          credentials: credentialsOf(this.url),
          deadline,
        };
        try {
          const { nextExpectedRevision, position } = await client.appendToStream(
            stream,
            events.map(proposed),
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
          throw deletedOr(error, stream);
        }
      },
    );
    // An append that was made before may be answered without its position, which is then the
    // largest or a negative number.
    if (position && position.commit >= 0n && position.commit < 2n ** 63n)
      return { revision, position: positionOf(position) };
    const [last] = await this.read(stream, revision);
    return { revision, position: last!.position };
  }

  /** While the log is away it waits. */
  private async nextBatch(after: Position): Promise<readonly RecordedEvent[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.readAll(after, largestBatch);
      } catch (error) {
        if (!(error instanceof Unavailable) || this.connection.closed.aborted) throw error;
        this.connection.reportTrouble(error);
        await this.connection.pause(attempt);
      }
    }
  }

  private async storedIdentity(): Promise<string | undefined> {
    const [first] = await this.streamPage(identityStream, 0, 1);
    return first && (first.event!.data as { identity: string }).identity;
  }
}

async function collected(reading: StreamingRead<ResolvedEvent>): Promise<ResolvedEvent[]> {
  reading.on('error', () => {}); // A later error would end the process.
  const events: ResolvedEvent[] = [];
  for await (const event of reading) events.push(event);
  return events;
}

const deletedOr = (error: unknown, stream: string) =>
  error instanceof StreamDeletedError
    ? new DamagedStream(stream, 'was deleted on the log’s server', { cause: error })
    : error;
