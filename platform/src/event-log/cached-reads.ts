import type { Message } from '#domain/kernel/message.js';
import { LRUCache } from 'lru-cache';
import { type Clock, pause } from '../common/clock.js';
import type { EventLog, Position, RecordedEvent } from './event-log.js';
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
  readonly log: Pick<EventLog, 'read' | 'head' | 'subscribe'>;
  readonly clock: Pick<Clock, 'pause'>;
  readonly onTrouble: (error: unknown) => void;
  /** In milliseconds. Never goes back. */
  readonly time?: () => number;
};

/**
 * Reads of a log from a cache, for queries: commands ask the log itself. A stream stays in it until
 * a subscription delivers an event of that stream, so an event counts as soon as it is delivered.
 * The cache is used only while the subscription has lately been seen to reach the log's end.
 */
export class CachedReads implements Pick<EventLog, 'read'> {
  /**
   * The last read of each stream, also one that is under way, so that an event which comes
   * meanwhile drops it too.
   */
  private readonly cache = new LRUCache<string, Read>({ maxSize: mostCached });
  private readonly log: Options['log'];
  private readonly watch: LogWatch;
  private readonly ending = new AbortController();
  private readonly time: () => number;
  private answeredAt = -Infinity;
  /** When the log was asked for its end that the subscription has reached. */
  private completeAt = -Infinity;

  constructor({ log, clock, onTrouble, time = () => performance.now() }: Options) {
    this.log = log;
    this.time = time;
    this.watch = new LogWatch({
      log,
      clock,
      onTrouble,
      listener: (events) => events.forEach(({ stream }) => this.cache.delete(stream)),
    });
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

  async read<Event extends Message>(
    stream: string,
    from = 0,
  ): Promise<readonly RecordedEvent<Event>[]> {
    if (this.watch.reached === undefined) return this.log.read(stream, from);
    const known = this.cache.get(stream);
    const isFresh = this.time() - this.completeAt < freshFor;
    if (known && known.from <= from && (isFresh || this.isLogAway()))
      return (await (known.events as Promise<readonly RecordedEvent<Event>[]>)).slice(
        from - known.from,
      );
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

  /**
   * Marks the cache complete up to `head` after one poll interval, even if the log grows without a
   * pause.
   */
  private async lookAgain(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const askedAt = this.time();
      // The log is away; the subscription says so.
      const head = await this.log.head().catch(() => undefined);
      if (head !== undefined) this.answeredAt = askedAt;
      await pause(pollMilliseconds, signal);
      if (head !== undefined && this.covers(head)) this.completeAt = askedAt;
    }
  }
}
