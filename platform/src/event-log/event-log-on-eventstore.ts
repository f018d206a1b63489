import type { Message } from '#domain/kernel/message.js';
import { BACKWARDS, END, START, type ResolvedEvent, StreamDeletedError, StreamNotFoundError, type StreamingRead } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
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
  largestBatch,
  noStream,
} from './event-log.js';
import { type Connection, EventStoreGuard, type GuardOptions } from './eventstore-guard.js';
import { type Stored, identityStream, ours, placeOf, positionOf, stored } from './eventstore-mapping.js';
import { EventStoreTail } from './eventstore-tail.js';

export type EventStoreOptions = GuardOptions & {
  /** How often the subscription is compared with the end of the log, in milliseconds. */
  readonly watchMs?: number;
};

/** Largest portion of one read: a call is given up by its time, so none may be long. */
const portion = 2_000;
/** Smallest, so that few wanted among many of the server's own are not fetched one by one. */
const fewest = 16;

/**
 * The log in EventStoreDB 22.10 or later, or KurrentDB. Every call goes to the leader, so that what was answered is read;
 * the user must be allowed to read `$all`.
 */
export class EventLogOnEventStore implements EventLog {
  private readonly guard: EventStoreGuard;
  private readonly tail: EventStoreTail;
  private readonly onTrouble: (error: unknown) => void;
  private name: Promise<string> | undefined;

  private constructor(url: string, options: EventStoreOptions) {
    this.onTrouble = options.onTrouble ?? (() => {});
    this.guard = new EventStoreGuard(url, options);
    this.tail = new EventStoreTail(this.guard, () => this.head(), { watchMs: options.watchMs ?? 2_000, onTrouble: this.onTrouble });
  }

  /** Connects when it is first asked. @param url `esdb://…` or `esdb+discover://…`, as the server's own documents say */
  static open(url: string, options: EventStoreOptions = {}): EventLogOnEventStore {
    return new EventLogOnEventStore(url, options);
  }

  identity(): Promise<string> {
    const name = (this.name ??= this.named());
    name.catch(() => (this.name = undefined));
    return name;
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Place> {
    return this.appendAll([{ stream, expected, events }]);
  }

  async appendAll(appends: readonly Append[]): Promise<Place> {
    let place: Place = { revision: noStream, position: beforeAll };
    for (const part of appends.map(stored)) place = await this.store(part);
    return place;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    const events: RecordedEvent[] = [];
    for (let last = portion; last === portion;) {
      const next = await this.guard.ask(`read`, (connection, signal) =>
        all(
          connection.client.readStream(stream, { fromRevision: BigInt(from + events.length), maxCount: portion, requiresLeader: true }),
          signal,
        ).catch(emptyWhereNoStream),
      );
      for (const resolved of next) events.push(known(ours(resolved)));
      last = next.length;
    }
    return events as unknown as RecordedEvent<Event>[];
  }

  /** The client reads `$all` only as it is, with the server's own events between ours: it goes on until there are enough. */
  async readAll(after: Position, max: number) {
    const events: RecordedEvent[] = [];
    for (let from = placeOf(after); ;) {
      const asked = Math.min(portion, Math.max(fewest, max - events.length + 1)); // A read begins with the place that it is given.
      const fromPosition = from ?? START;
      const next = await this.guard.ask('read', ({ client }, signal) =>
        all(client.readAll({ fromPosition, maxCount: asked, requiresLeader: true }), signal),
      );
      for (const resolved of next) {
        const event = ours(resolved);
        if (event && event.position > (events.at(-1)?.position ?? after)) events.push(event);
      }
      if (next.length < asked || events.length >= max) return events.slice(0, max);
      from = next.at(-1)!.event!.position;
    }
  }

  async *subscribe(after: Position, signal: AbortSignal) {
    const leave = this.tail.join();
    const over = AbortSignal.any([signal, this.guard.closed]);
    try {
      for (let reached = after; !signal.aborted;) {
        if (this.guard.closed.aborted) throw new LogUnavailable('The log cannot be read: it is closed');
        const { seen } = this.tail.grown;
        const batch = this.tail.after(reached) ?? (await this.whileBehind(reached, signal));
        if (batch.length > 0 && !signal.aborted) {
          reached = batch.at(-1)!.position;
          yield batch;
          await breath(); // Who catches up does it beside the others, not before them.
        } else await this.tail.grown.since(seen, over);
      }
    } finally {
      leave();
    }
  }

  async head(): Promise<Position> {
    for (let asked = 4; ; asked *= 8) {
      const newest = await this.guard.ask('read', ({ client }, signal) =>
        all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: asked, requiresLeader: true }), signal),
      );
      const last = newest.find(ours);
      if (last) return known(ours(last)).position;
      if (newest.length < asked) return beforeAll;
    }
  }

  async close(): Promise<void> {
    this.guard.close();
    this.tail.grown.wake();
  }

  /** The same append however often it is sent: the server compares the ids of the events. */
  private async store(append: Stored): Promise<Place> {
    const within = this.guard.deadlineMs;
    const place = await this.guard.ask('written', async ({ appends }, signal) => (await appends()).append(append, within, signal));
    const revision = append.expected + append.events.length;
    if (place) return { revision, position: positionOf(place) };
    const [last] = await this.read(append.stream, revision);
    return { revision, position: known(last).position };
  }

  /** A listener who reads by itself waits for a log that is away; it is not told of it, as it would not be by the tail. */
  private async whileBehind(after: Position, signal: AbortSignal): Promise<readonly RecordedEvent[]> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await this.readAll(after, largestBatch);
      } catch (error) {
        if (!(error instanceof LogUnavailable) || this.guard.closed.aborted) throw error;
        this.onTrouble(error);
        await this.guard.pause(attempt);
      }
    }
    return [];
  }

  /** Whoever comes first names the log; of two at once, one finds that the other has. */
  private async named(): Promise<string> {
    const there = () => this.guard.ask('read', identityIn);
    const name = await there();
    if (name) return name;
    const eventId = randomUUID();
    const data = Buffer.from(JSON.stringify({ identity: eventId }));
    const named = { id: eventId, type: 'LogNamed', data, metadata: Buffer.from('{}') };
    try {
      await this.store({ stream: identityStream, expected: noStream, events: [named] });
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return (await there())!;
  }
}

async function identityIn({ client }: Connection, signal: AbortSignal): Promise<string | undefined> {
  const [first] = await all(client.readStream(identityStream, { maxCount: 1, requiresLeader: true }), signal).catch(emptyWhereNoStream);
  return first && (first.event!.data as { identity: string }).identity;
}

/** Everything of one read. Whoever gives it up ends the server's side of it too, which leaving the loop does not. */
async function all(read: StreamingRead<ResolvedEvent>, signal: AbortSignal): Promise<ResolvedEvent[]> {
  const stop = () => {
    read.destroy();
    read.cancel().catch(() => {});
  };
  read.on('error', () => {}); // One that comes after that has nobody else to go to.
  signal.addEventListener('abort', stop, { once: true });
  const events: ResolvedEvent[] = [];
  for await (const event of read) events.push(event);
  signal.removeEventListener('abort', stop);
  return events;
}

function emptyWhereNoStream(error: unknown): ResolvedEvent[] {
  if (error instanceof StreamNotFoundError) return [];
  if (error instanceof StreamDeletedError) throw new UnreadableLog(`${error.streamName} was deleted on the log's server`);
  throw error;
}

function known(event: RecordedEvent | undefined): RecordedEvent {
  if (!event) throw new UnreadableLog('A stream of ours holds an event that the server made');
  return event;
}
