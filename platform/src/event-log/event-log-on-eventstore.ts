import type { Message } from '#domain/kernel/message.js';
import { randomUUID } from 'node:crypto';
import { catchUp } from './catch-up.js';
import {
  type Append,
  type EventLog,
  LogUnavailable,
  type NewEvent,
  type AppendResult,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  UnreadableLog,
  beforeAll,
  largestBatch,
  noStream,
} from './event-log.js';
import { checkOptions, credentialsOf, notAnAddress } from './eventstore-address.js';
import { type Portion, readAllOfOurs } from './eventstore-filtered-read.js';
import { EventStoreGuard, type GuardOptions } from './eventstore-guard.js';
import { type Stored, identityStream, ours, placeOf, positionOf, stored } from './eventstore-mapping.js';
import { appendTo, readStream } from './eventstore-streams.js';
import { EventStoreTail } from './eventstore-tail.js';

export type EventStoreOptions = GuardOptions & {
  /** How often the subscription is compared with the end of the log, in milliseconds. */
  readonly watchMs?: number;
};

/** Largest portion of one read: a call is given up by its time, so none may be long. */
const largestPortion = 2_000;

/**
 * The log in EventStoreDB 22.10 or later, or KurrentDB. Every call goes to the leader, so that what was answered is read;
 * the user must be allowed to read `$all`.
 */
export class EventLogOnEventStore implements EventLog {
  private readonly guard: EventStoreGuard;
  private readonly tail: EventStoreTail;
  private readonly reading = new Map<string, Promise<readonly RecordedEvent[]>>();
  private name: Promise<string> | undefined;

  private constructor(
    private readonly url: string,
    options: EventStoreOptions,
  ) {
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

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.appendAll([{ stream, expected, events }]);
  }

  async appendAll(appends: readonly Append[]): Promise<AppendResult> {
    let place: AppendResult = { revision: noStream, position: beforeAll };
    for (const part of appends.map(stored)) place = await this.store(part);
    return place;
  }

  async read<Event extends Message>(stream: string, from = 0) {
    const events: RecordedEvent[] = [];
    for (let last = largestPortion; last === largestPortion;) {
      const next = await this.ofStream(stream, from + events.length, largestPortion);
      for (const resolved of next) events.push(known(ours(resolved)));
      last = next.length;
    }
    return events as unknown as RecordedEvent<Event>[];
  }

  async readAll(after: Position, max: number) {
    const events: RecordedEvent[] = [];
    for (let at = placeOf(after); ;) {
      const asked = Math.min(largestPortion, max - events.length + 2); // The place that it is given comes too, and the log's own name.
      const next = await this.portion({ at, backwards: false, max: asked });
      for (const resolved of next) {
        const event = ours(resolved);
        if (event && event.position > (events.at(-1)?.position ?? after)) events.push(event);
      }
      if (next.length < asked || events.length >= max) return events.slice(0, max);
      at = next.at(-1)!.event!.position;
    }
  }

  async *subscribe(after: Position, signal: AbortSignal) {
    const leave = this.tail.join();
    // Who has left waits for no answer any more.
    const left = new Promise<readonly RecordedEvent[]>((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }));
    try {
      yield* catchUp((reached) => Promise.race([this.next(reached, signal), left]), this.tail.grown, after, signal);
    } finally {
      leave();
    }
  }

  async head(): Promise<Position> {
    const asked = 2; // The log's own name may be the last.
    for (let at: Portion['at']; ;) {
      const next = await this.portion({ at, backwards: true, max: asked });
      for (const resolved of next) {
        at = resolved.event!.position;
        const event = ours(resolved);
        if (event) return event.position;
      }
      if (next.length < asked) return beforeAll;
    }
  }

  async close(): Promise<void> {
    const closed = this.guard.close();
    this.tail.grown.notify(); // Subscribers find it closed.
    await closed;
  }

  private portion(portion: Portion) {
    return this.guard.ask('read', (client) => readAllOfOurs(client, portion, this.guard.deadlineMs));
  }

  private ofStream(stream: string, from: number, max: number) {
    return this.guard.ask('read', (client) => readStream(client, stream, { from, max, deadline: this.guard.deadlineMs }));
  }

  /** The same append however often it is sent: the server compares the ids of the events. */
  private async store(append: Stored): Promise<AppendResult> {
    const options = { credentials: credentialsOf(this.url), deadline: this.guard.deadlineMs };
    const { revision, place } = await this.guard.ask('written', (client) => appendTo(client, append, options));
    if (place) return { revision, position: positionOf(place) };
    const [last] = await this.read(append.stream, revision);
    return { revision, position: known(last).position };
  }

  /** Subscribers that have come equally far share a read. A log that is away is waited for; they are not told of it. */
  private async next(after: Position, signal: AbortSignal): Promise<readonly RecordedEvent[]> {
    const key = `${this.tail.grown.seen} ${after}`;
    for (let attempt = 1; !signal.aborted; attempt++) {
      const shared = this.reading.get(key) ?? this.readAll(after, largestBatch).finally(() => this.reading.delete(key));
      this.reading.set(key, shared);
      try {
        return await shared;
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
    const named = { id: eventId, type: 'LogNamed', data: { identity: eventId }, metadata: new TextEncoder().encode('{}') };
    try {
      await this.store({ stream: identityStream, expected: noStream, events: [named] });
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
    return (await this.nameThere())!;
  }

  private async nameThere(): Promise<string | undefined> {
    const [first] = await this.ofStream(identityStream, 0, 1);
    return first && (first.event!.data as { identity: string }).identity;
  }
}

function known(event: RecordedEvent | undefined): RecordedEvent {
  if (!event) throw new UnreadableLog('A stream of ours holds an event that the server made');
  return event;
}
