import type { Message } from '#domain/kernel/message.js';
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
import { checkOptions, notAnAddress } from './eventstore-address.js';
import { EventStoreGuard, type GuardOptions } from './eventstore-guard.js';
import { type Place as LogPlace, type Stored, identityStream, ours, placeOf, positionOf, stored } from './eventstore-mapping.js';
import { type Portion, readPortion } from './eventstore-read.js';
import { EventStoreTail } from './eventstore-tail.js';

export type EventStoreOptions = GuardOptions & {
  /** How often the subscription is compared with the end of the log, in milliseconds. */
  readonly watchMs?: number;
};

/** Largest portion of one read: a call is given up by its time, so none may be long. */
const largestPortion = 2_000;
/** Smallest, so that few wanted among many of the server's own are not fetched one by one. */
const smallestPortion = 16;

/**
 * The log in EventStoreDB 22.10 or later, or KurrentDB. Every call goes to the leader, so that what was answered is read;
 * the user must be allowed to read `$all`.
 */
export class EventLogOnEventStore implements EventLog {
  private readonly guard: EventStoreGuard;
  private readonly tail: EventStoreTail;
  private name: Promise<string> | undefined;
  /** What `$all` ended with when it was last asked, and our last event then. */
  private passed: { readonly top: Position | undefined; readonly head: Position } = { top: undefined, head: beforeAll };

  private constructor(url: string, options: EventStoreOptions) {
    this.guard = new EventStoreGuard(url, options);
    this.tail = new EventStoreTail(this.guard, () => this.head(), options.watchMs ?? 2_000);
  }

  /**
   * Connects when it is first asked.
   * @param url `esdb://…` or `esdb+discover://…`, as the server's own documents say
   * @throws BadConfig if it is none of these
   */
  static open(url: string, options: EventStoreOptions = {}): EventLogOnEventStore {
    checkOptions(url);
    try {
      return new EventLogOnEventStore(url, options);
    } catch {
      throw notAnAddress();
    }
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
    for (let last = largestPortion; last === largestPortion;) {
      const next = await this.portion({ of: 'stream', stream, from: from + events.length, max: largestPortion });
      for (const resolved of next) events.push(known(ours(resolved)));
      last = next.length;
    }
    return events as unknown as RecordedEvent<Event>[];
  }

  /** The server's own events stand between ours: it goes on until there are enough. */
  async readAll(after: Position, max: number) {
    const events: RecordedEvent[] = [];
    for (let from = placeOf(after); ;) {
      const asked = Math.min(largestPortion, Math.max(smallestPortion, max - events.length + 1)); // The place that it is given comes too.
      const next = await this.portion({ of: 'all', from, max: asked });
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

  /** Backwards from the end, past the server's own events, which may be many: not past those that were passed the last time. */
  async head(): Promise<Position> {
    const { passed } = this;
    let top: Position | undefined;
    for (let [before, asked]: [LogPlace | undefined, number] = [undefined, 4]; ; asked = Math.min(largestPortion, asked * 8)) {
      const next = await this.portion({ of: 'all backwards', before, max: asked });
      for (const resolved of next) {
        before = resolved.event!.position!;
        const position = positionOf(before);
        top ??= position;
        const head = ours(resolved)?.position ?? (position === passed.top ? passed.head : undefined);
        if (head !== undefined) return (this.passed = { top, head }).head;
      }
      if (next.length < asked) return (this.passed = { top, head: beforeAll }).head;
    }
  }

  async close(): Promise<void> {
    const closed = this.guard.close();
    this.tail.grown.wake(); // Who still listens finds it closed.
    await closed;
  }

  private portion(portion: Portion) {
    return this.guard.ask('read', ({ client }, signal) => readPortion(client, portion, this.guard.deadlineMs, signal));
  }

  /** The same append however often it is sent: the server compares the ids of the events. */
  private async store(append: Stored): Promise<Place> {
    const place = await this.guard.ask('written', async ({ appends }, signal) => (await appends()).append(append, signal));
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
        this.guard.trouble(error);
        await this.guard.pause(attempt);
      }
    }
    return [];
  }

  /** Whoever comes first names the log; of two at once, one finds that the other has. */
  private async named(): Promise<string> {
    const name = await this.nameThere();
    if (name) return name;
    const eventId = randomUUID();
    const data = Buffer.from(JSON.stringify({ identity: eventId }));
    const named = { id: eventId, type: 'LogNamed', data, metadata: Buffer.from('{}') };
    try {
      await this.store({ stream: identityStream, expected: noStream, events: [named] });
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return (await this.nameThere())!;
  }

  private async nameThere(): Promise<string | undefined> {
    const [first] = await this.portion({ of: 'stream', stream: identityStream, from: 0, max: 1 });
    return first && (first.event!.data as { identity: string }).identity;
  }
}

function known(event: RecordedEvent | undefined): RecordedEvent {
  if (!event) throw new UnreadableLog('A stream of ours holds an event that the server made');
  return event;
}
