import type { Message } from '#domain/kernel/message.js';
import { LRUCache } from 'lru-cache';
import { type Clock, pause } from '../common/clock.js';
import { type Append, EventLog, type Position, type RecordedEvent } from './event-log.js';
import { LogWatch } from './log-watch.js';

/** How long what was seen of the whole log counts as all there is, in milliseconds. */
const freshFor = 2_000;
/** How long reads are answered from the cache while the log does not answer, in milliseconds. */
const servedAwayFor = 60_000;
const pollMilliseconds = 500;
/** Most streams and events in the cache, together. */
const mostCached = 20_000;

type Read = { readonly from: number; readonly events: Promise<readonly RecordedEvent[]> };
type Options = {
  readonly clock: Pick<Clock, 'pause'>;
  readonly onTrouble: (error: unknown) => void;
  /** In milliseconds. Never goes back. */
  readonly time?: () => number;
};

/**
 * A log whose reads can also be had from a cache, for queries. A stream stays in it until a subscription delivers an event of
 * that stream, or this process appends one; so an event of another process counts as soon as it is delivered. The cache is used
 * only while the subscription has lately been seen to reach the log's end.
 */
export class CachingEventLog extends EventLog {
  /** For queries only: `read` itself always asks the log, as commands must. */
  readonly cached: Pick<EventLog, 'read'> = { read: (stream, from = 0) => this.readCached(stream, from) };
  /** The last read of each stream, also one that is under way, so that an event which comes meanwhile drops it too. */
  private readonly cache = new LRUCache<string, Read>({ maxSize: mostCached });
  private readonly watch: LogWatch;
  private readonly ending = new AbortController();
  private readonly time: () => number;
  private answeredAt = -Infinity;
  /** When the log was asked for its end that the subscription has reached. */
  private completeAt = -Infinity;

  constructor(
    private readonly log: EventLog,
    { clock, onTrouble, time = () => performance.now() }: Options,
  ) {
    super();
    this.time = time;
    this.watch = new LogWatch({ log, clock, onTrouble, listener: (events) => events.forEach(({ stream }) => this.cache.delete(stream)) });
  }

  /** Until then nothing is cached. */
  async start(): Promise<void> {
    const askedAt = this.time();
    await this.watch.start();
    this.answeredAt = this.completeAt = askedAt;
    void this.lookAgain();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watch.stop();
  }

  /** Whether cached reads contain everything up to that position. */
  covers(position: Position): boolean {
    return this.watch.reached !== undefined && this.watch.reached >= position;
  }

  /** The log does not answer, and cached reads are what was known when it did. */
  isLogAway(): boolean {
    const now = this.time();
    return now - this.answeredAt >= freshFor && now - this.completeAt < servedAwayFor;
  }

  /** Dropped also where it failed: it may be written nevertheless. */
  async appendAll(appends: readonly Append[]) {
    try {
      return await this.log.appendAll(appends);
    } finally {
      for (const { stream } of appends) this.cache.delete(stream);
    }
  }

  identity() {
    return this.log.identity();
  }
  read<Event extends Message>(stream: string, from?: number) {
    return this.log.read<Event>(stream, from);
  }
  readAll(after: Position, max: number) {
    return this.log.readAll(after, max);
  }
  subscribe(after: Position, signal: AbortSignal) {
    return this.log.subscribe(after, signal);
  }
  head() {
    return this.log.head();
  }
  close() {
    return this.log.close();
  }

  private readCached<Event extends Message>(stream: string, from: number): Promise<readonly RecordedEvent<Event>[]> {
    if (this.watch.reached === undefined) return this.log.read(stream, from);
    const known = this.cache.get(stream);
    const isFresh = this.time() - this.completeAt < freshFor;
    if (known?.from === from && (isFresh || this.isLogAway())) return known.events as Promise<readonly RecordedEvent<Event>[]>;
    const events = this.log.read<Event>(stream, from);
    const read: Read = { from, events };
    this.cache.set(stream, read, { size: 1 });
    const settle = (settled: Read | undefined, size: number) => {
      if (this.cache.peek(stream) !== read) return;
      if (settled) this.cache.set(stream, settled, { size });
      else this.cache.delete(stream);
    };
    events.then(
      ({ length }) => settle(read, length + 1),
      () => settle(known, 1),
    );
    return events;
  }

  /** What was the log's end has had time to be delivered: a log that grows without a pause is fresh too. */
  private async lookAgain(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const askedAt = this.time();
      const head = await this.log.head().catch(() => undefined); // The log is away; the subscription says so.
      if (head !== undefined) this.answeredAt = askedAt;
      await pause(pollMilliseconds, signal);
      if (head !== undefined && this.covers(head)) this.completeAt = askedAt;
    }
  }
}
