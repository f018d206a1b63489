import { type EventLog, type Position, BEFORE_ALL } from '../event-log/event-log.js';
import {
  type Health,
  type ProjectionHost,
  measureLagSeconds,
} from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import {
  type Checkpoint,
  type Parked,
  type ReadStore,
  LIVE_TRACK,
} from '../read-side/read-store/read-store.js';
import { Signal } from '../common/signal.js';
import { Views } from '../read-side/read-store/views.js';
import type { ChangePublisher } from './change-publisher.js';

export type ReadLaneOptions = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  readonly commits: Pick<ChangePublisher, 'subscribe'>;
  /** Number of this lane. Default: the only one. */
  readonly lane?: number;
  /** Called when the read store is unavailable; polling continues. */
  readonly onTrouble?: (error: Error) => void;
};

/** Interval of polling, because a notification of a commit may be lost. */
const POLL_INTERVAL_MS = 1_000;
/** Lag above which views are stale. */
const MAX_LAG_SECONDS = 5;

/**
 * Views of a lane, whichever process projects them. Polls the read store after each notification
 * and each second, so a lost notification only delays.
 */
export class ReadLane {
  readonly views: Views;
  /** Projection host of this process, if it has one, whose health is more precise. */
  host: Pick<ProjectionHost, 'checkHealth' | 'rebuilt'> | undefined;
  /** Position of the views. Positions of different logs are not comparable. */
  position: Position = BEFORE_ALL;
  /** Identity of the log; empty before the first poll. */
  log = '';
  /** Time at which the projecting of these views began. Unknown for views of early builds. */
  begunAt: string | undefined;
  /** Signals a new position or another log. */
  readonly advanced = new Signal();
  private readonly pollRequested = new Signal();
  private ending = new AbortController();
  private running: Promise<unknown> | undefined;
  private lastError: Error | undefined;
  /** Lag at the last poll. */
  private lagSeconds = 0;
  private parked: readonly Parked[] = [];

  constructor(private readonly options: ReadLaneOptions) {
    this.views = new Views(options.store, () => this.host?.rebuilt);
  }

  /** Resolves after the first poll; `checkHealth` says whether the views are ready. */
  async start(): Promise<void> {
    this.ending = new AbortController();
    const { signal } = this.ending;
    await this.poll();
    const { commits, projections, lane } = this.options;
    const stopFollowing = commits.subscribe((position) => {
      this.advanceTo(position);
      // The current collections may have changed, or the views may have caught up.
      if (this.isStale() || !this.views.isReady(projections)) this.pollRequested.notify();
    }, lane);
    this.running = this.runPolling(signal).finally(stopFollowing);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.advanced.notify();
    await this.running;
  }

  async waitFor(position: Position, milliseconds: number): Promise<boolean> {
    const timeout = AbortSignal.timeout(milliseconds);
    while (this.position < position && !timeout.aborted && !this.ending.signal.aborted)
      await this.advanced.waitSince(this.advanced.notificationCount, timeout);
    return this.position >= position;
  }

  isStale(): boolean {
    return this.lastError !== undefined || this.lagSeconds > MAX_LAG_SECONDS;
  }

  /**
   * Whether one of these streams is parked in a live view, so that its documents may be outdated.
   */
  isParked(streams: readonly string[]): boolean {
    return this.parked.some(({ stream }) => streams.includes(stream));
  }

  async checkHealth(): Promise<Health> {
    const { log, projections } = this.options;
    if (this.host) return this.host.checkHealth();
    const roleWhileRunning = this.views.isReady(projections) ? 'standing by' : 'rebuilding';
    const role = this.ending.signal.aborted ? 'stopped' : roleWhileRunning;
    return {
      position: this.position,
      role,
      lagSeconds: await measureLagSeconds(log, this.position),
      parked: this.parked,
      trouble: this.lastError,
    };
  }

  /** Polls each second and on request. */
  private async runPolling(signal: AbortSignal): Promise<void> {
    for (let { notificationCount } = this.pollRequested; !signal.aborted;) {
      const timer = setTimeout(() => this.pollRequested.notify(), POLL_INTERVAL_MS).unref();
      await this.pollRequested.waitSince(notificationCount, signal);
      clearTimeout(timer);
      ({ notificationCount } = this.pollRequested);
      await this.poll();
    }
  }

  private async poll(): Promise<void> {
    const { store, log, onTrouble } = this.options;
    try {
      const [checkpoint] = await Promise.all([
        store.readCheckpoint(LIVE_TRACK),
        this.views.refresh(),
      ]);
      this.parked = checkpoint?.parked ?? [];
      if (checkpoint) this.advanceToCheckpoint(checkpoint);
      // Keeps the last lag while the log is unavailable.
      this.lagSeconds = await measureLagSeconds(log, this.position).catch(() => this.lagSeconds);
      this.lastError = undefined;
    } catch (error) {
      if (!this.lastError) onTrouble?.(error as Error);
      this.lastError = error as Error;
    }
  }

  private advanceToCheckpoint({ log, begunAt, position }: Checkpoint): void {
    const isSameLog = this.log === '' || (log === this.log && begunAt === this.begunAt);
    Object.assign(this, { log, begunAt });
    if (isSameLog) return this.advanceTo(position);
    // In another or a restored log the position may be lower.
    this.position = position;
    this.advanced.notify();
  }

  private advanceTo(position: Position): void {
    if (position <= this.position) return;
    this.position = position;
    this.advanced.notify();
  }
}
