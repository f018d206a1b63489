import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { type EventLog, type Position, beforeAll } from '../event-log/event-log.js';
import {
  type Health,
  type ProjectionHost,
  lagSeconds,
} from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import {
  type Checkpoint,
  type Parked,
  type ReadStore,
  currentLine,
} from '../read-side/read-store/read-store.js';
import { Signal } from '../common/signal.js';
import { Views } from '../read-side/read-store/views.js';
import type { ChangePublisher } from './change-publisher.js';

export type ReadSideOptions = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  readonly commits: Pick<ChangePublisher, 'follow'>;
  /** Projection host of this process, if it projects; it knows more of the views' health. */
  readonly host?: Pick<ProjectionHost, 'health' | 'rebuilt'> | undefined;
  /** The read store is out of reach; it is looked at again. */
  readonly onTrouble?: (error: Error) => void;
};

/**
 * How often the read store is asked how far it is, and which collections are current: a
 * notification is a hint and may be lost.
 */
const pollMilliseconds = 1_000;
/** Lag above which views are stale. */
const longestLagSeconds = 5;

/**
 * The views as endpoints and sockets need them, whichever process projects them. How far they are
 * the read store says: it is looked at after each notification of a commit and each second, so that
 * live goes on without notifications, only later.
 */
export class ReadSide implements OnModuleInit, OnApplicationShutdown {
  readonly views: Views;
  /**
   * How far they are, and in which log: positions of another one have nothing to do with those
   * before.
   */
  position: Position = beforeAll;
  log = '';
  /** The views have come further, or are another log's. */
  readonly moved = new Signal();
  /** The store is to be looked at now. */
  private readonly due = new Signal();
  private ending = new AbortController();
  private running: Promise<unknown> | undefined;
  private trouble: Error | undefined;
  /** How long the next event that is in no view has been waiting, when it was last looked at. */
  private lagSeconds = 0;
  private parked: readonly Parked[] = [];

  constructor(private readonly options: ReadSideOptions) {
    this.views = new Views(options.store, () => options.host?.rebuilt);
  }

  /** Resolves when it has looked once; whether the views are ready yet, `health` says. */
  async onModuleInit(): Promise<void> {
    this.ending = new AbortController();
    const { signal } = this.ending;
    await this.look();
    const stopFollowing = this.options.commits.follow((position) => {
      this.reach(position);
      // Other collections may be current now, or the views have caught up.
      if (this.isStale() || !this.views.isReady(this.options.projections)) this.due.notify();
    });
    this.running = this.lookAgain(signal).finally(stopFollowing);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    this.moved.notify();
    await this.running;
  }

  async waitFor(position: Position, milliseconds: number): Promise<boolean> {
    const over = AbortSignal.timeout(milliseconds);
    while (this.position < position && !over.aborted && !this.ending.signal.aborted)
      await this.moved.since(this.moved.seen, over);
    return this.position >= position;
  }

  isStale(): boolean {
    return this.trouble !== undefined || this.lagSeconds > longestLagSeconds;
  }

  /**
   * Whether one of these streams is parked in a view that is read: what is shown of it may be old.
   */
  isParked(streams: readonly string[]): boolean {
    return this.parked.some(({ stream }) => streams.includes(stream));
  }

  async health(): Promise<Health> {
    const { host, log, projections } = this.options;
    if (host) return host.health();
    const role = this.ending.signal.aborted
      ? 'stopped'
      : this.views.isReady(projections)
        ? 'standing by'
        : 'rebuilding';
    return {
      position: this.position,
      role,
      lagSeconds: await lagSeconds(log, this.position),
      parked: this.parked,
      trouble: this.trouble,
    };
  }

  /** Each second, and where it is due. */
  private async lookAgain(signal: AbortSignal): Promise<void> {
    for (let { seen } = this.due; !signal.aborted;) {
      const timer = setTimeout(() => this.due.notify(), pollMilliseconds).unref();
      await this.due.since(seen, signal);
      clearTimeout(timer);
      ({ seen } = this.due);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    const { store, log, onTrouble } = this.options;
    try {
      const [checkpoint] = await Promise.all([store.checkpoint(currentLine), this.views.refresh()]);
      this.parked = checkpoint?.parked ?? [];
      if (checkpoint) this.reachIn(checkpoint);
      // While the log is away, the last known lag is kept.
      this.lagSeconds = await lagSeconds(log, this.position).catch(() => this.lagSeconds);
      this.trouble = undefined;
    } catch (error) {
      if (!this.trouble) onTrouble?.(error as Error);
      this.trouble = error as Error;
    }
  }

  private reachIn({ log, position }: Checkpoint): void {
    this.log ||= log;
    if (log === this.log) return this.reach(position);
    // Another log, or the same after it was restored.
    this.log = log;
    this.position = position;
    this.moved.notify();
  }

  private reach(position: Position): void {
    if (position <= this.position) return;
    this.position = position;
    this.moved.notify();
  }
}
