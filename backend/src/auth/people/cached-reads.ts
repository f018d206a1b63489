import type { Message } from '#domain/kernel/texts/message.js';
import { type Clock, pause } from '#platform/common/clock.js';
import type { EventLog, Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { LRUCache } from 'lru-cache';

/** Time after a confirmation for which the cache is trusted to be complete. */
const FRESH_MS = 2_000;
/** Time for which the cache answers while the log is unavailable. */
const SERVED_WHILE_UNAVAILABLE_MS = 60_000;
const POLL_INTERVAL_MS = 500;
/** Limit of streams plus events in the cache. */
const MAX_CACHED_ITEMS = 20_000;

type Read = {
  readonly from: number;
  readonly events: Promise<readonly RecordedEvent[]>;
  /** Last read of the stream that succeeded: itself, or an earlier one while this is pending. */
  succeeded: Read | undefined;
};
type Options = {
  readonly log: Pick<EventLog, 'read' | 'readLastPosition' | 'subscribe'>;
  readonly clock: Pick<Clock, 'pause'>;
  readonly onTrouble: (error: unknown) => void;
  /** Monotonic clock in milliseconds. */
  readonly time?: () => number;
};

/**
 * Cache of log reads for queries; commands read the log itself.
 * A stream stays cached until the subscription delivers an event of it. The cache is used only
 * while the subscription has lately reached the log's end.
 */
export class CachedReads implements Pick<EventLog, 'read'> {
  /** Last read of each stream, also a pending one. An event of the stream removes it. */
  private readonly cache = new LRUCache<string, Read>({ maxSize: MAX_CACHED_ITEMS });
  private readonly log: Options['log'];
  private readonly watch: LogWatch;
  private readonly ending = new AbortController();
  private readonly time: () => number;
  /** Start time of the last request for the log's head that was answered. */
  private answeredAt = -Infinity;
  /**
   * Start time of the last request for the log's head whose answer the subscription has reached.
   */
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

  /** Starts the subscription; nothing is cached before. */
  async start(): Promise<void> {
    const requestedAt = this.time();
    await this.watch.start();
    this.answeredAt = this.completeAt = requestedAt;
    void this.pollHead();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watch.stop();
  }

  /** Whether cached reads contain everything up to this position. */
  covers(position: Position): boolean {
    return this.watch.reached !== undefined && this.watch.reached >= position;
  }

  /** Whether the log is unavailable and the cache still answers for it. */
  isLogUnavailable(): boolean {
    const now = this.time();
    return now - this.answeredAt >= FRESH_MS && now - this.completeAt < SERVED_WHILE_UNAVAILABLE_MS;
  }

  async read<Event extends Message>(
    stream: string,
    from = 0,
  ): Promise<readonly RecordedEvent<Event>[]> {
    if (this.watch.reached === undefined) return this.log.read(stream, from);
    const cached = this.cache.get(stream);
    const isFresh = this.time() - this.completeAt < FRESH_MS;
    if (cached && cached.from <= from && (isFresh || this.isLogUnavailable()))
      return (await (cached.events as Promise<readonly RecordedEvent<Event>[]>)).slice(
        from - cached.from,
      );
    const events = this.log.read<Event>(stream, from);
    const read: Read = { from, events, succeeded: cached?.succeeded };
    this.cache.set(stream, read, { size: 1 });
    const settle = (size: number): void => {
      if (this.cache.peek(stream) !== read) return;
      if (read.succeeded) this.cache.set(stream, read.succeeded, { size });
      else this.cache.delete(stream);
    };
    events.then(
      ({ length }) => {
        read.succeeded = read;
        settle(length + 1);
      },
      () => settle(1),
    );
    return events;
  }

  /**
   * Reads where the log ends, and marks the cache as complete once the subscription has come so
   * far, even if the log has grown since.
   */
  private async pollHead(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const requestedAt = this.time();
      // The subscription reports the failure.
      const head = await this.log.readLastPosition().catch(() => undefined);
      if (head !== undefined) this.answeredAt = requestedAt;
      await pause(POLL_INTERVAL_MS, signal);
      if (head !== undefined && this.covers(head)) this.completeAt = requestedAt;
    }
  }
}
