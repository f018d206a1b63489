import { randomUUID } from 'node:crypto';
import { pause } from '../../common/clock.js';
import { keepRunning } from '../../common/retry.js';
import { type EventLog, type Position, BEFORE_ALL } from '../../event-log/event-log.js';
import { CheckpointMoved, type Parked, LIVE_TRACK } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';
import { ProjectionRun, type ProjectionRunOptions } from './projection-run.js';
import type { ProjectionPorts } from './projector.js';
import type { LaneShare } from './lane-share.js';
import type { Progress } from './rebuild.js';

export type Health = {
  readonly position: Position;
  readonly role: 'rebuilding' | 'catching up' | 'active' | 'standing by' | 'stopped';
  /** Events projected by the running rebuild. */
  readonly rebuilt?: number;
  /** Age in seconds of the oldest event that is not projected; 0 if there is none. */
  readonly lagSeconds: number;
  readonly parked: readonly Parked[];
  /** Error that stops projecting until a retry succeeds, e.g. more parked streams than allowed. */
  readonly trouble: Error | undefined;
  /** Health of each lane, if there are several. */
  readonly lanes?: readonly Health[];
};

export type ProjectionHostOptions = ProjectionRunOptions & {
  /** Decrypts and upcasts events. Default: returns them as stored. */
  readonly open?: ProjectionPorts['open'];
  readonly erase?: ProjectionPorts['erase'];
  readonly isInLane?: ProjectionPorts['isInLane'];
  /** Default: none. */
  readonly typesOf?: ProjectionPorts['typesOf'];
  readonly leaseMilliseconds?: number;
  /** Leases of this process, where it projects several lanes. */
  readonly share?: LaneShare | undefined;
};

/**
 * Projects the log into all views while it holds the lease; other hosts stand by. Rebuilds missing
 * views beside the current ones, which they replace in one commit.
 */
export class ProjectionHost {
  private readonly ports: ProjectionPorts;
  private readonly holder = randomUUID();
  private readonly stopping = new AbortController();
  private readonly leaseMilliseconds: number;
  private state: 'stopped' | 'standing by' | 'leading' = 'stopped';
  /** Work under the present lease, or under the last one. */
  private work: ProjectionRun | undefined;
  private lastError: Error | undefined;
  private running: Promise<void> | undefined;
  private started: Promise<void> | undefined;
  private isGivenAway = false;

  constructor(private readonly options: ProjectionHostOptions) {
    const {
      log,
      store,
      projections,
      open = async (events) => events,
      erase = async () => {},
      isInLane,
      typesOf = () => [],
      leaseMilliseconds = 10_000,
    } = options;
    const names = projections.map(({ name }) => name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate) throw new Error(`Two projections are called ${duplicate}`);
    this.ports = { log, store, open, erase, isInLane, typesOf };
    this.leaseMilliseconds = leaseMilliseconds;
  }

  /** Events projected by the running rebuild. */
  get rebuilt(): number | undefined {
    return this.work?.rebuilt;
  }

  /** Resolves when all views have caught up, or when the host stands by. */
  start(progress: Progress = () => {}): Promise<void> {
    return (this.started ??= new Promise((resolve) => {
      this.running = this.run(progress, resolve);
    }));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    // Releases the lease, so that the next host need not wait for its expiry.
    if (this.state !== 'standing by' && this.running)
      await this.options.store.acquireLease(this.holder, 0).catch(() => undefined);
    this.state = 'stopped';
  }

  async checkHealth(): Promise<Health> {
    const { log, store } = this.options;
    const { position = BEFORE_ALL, parked = [] } =
      this.work?.checkpoint ?? (await store.readCheckpoint(LIVE_TRACK)) ?? {};
    return {
      position,
      role: await this.determineRole(),
      lagSeconds: await measureLagSeconds(log, position),
      parked,
      trouble: this.lastError,
      ...(this.rebuilt !== undefined && { rebuilt: this.rebuilt }),
    };
  }

  /** A stand-by without built views reports another role, because it cannot take over. */
  private async determineRole(): Promise<Health['role']> {
    if (this.state === 'leading') return this.work!.role;
    if (this.state === 'stopped') return 'stopped';
    const views = new Views(this.options.store);
    await views.refresh();
    return views.isReady(this.options.projections) ? 'standing by' : 'rebuilding';
  }

  /** Waits for the lease, projects while it holds it, and starts over after a loss or a failure. */
  private async run(progress: Progress, onReady: () => void): Promise<void> {
    const { signal } = this.stopping;
    const onFailure = (error: unknown) => {
      if (error instanceof CheckpointMoved) return;
      this.lastError = error as Error;
      this.options.onTrouble?.(error as Error);
    };
    await keepRunning(
      (resetBackOff) => this.takeTurn(progress, () => (resetBackOff(), onReady())),
      {
        signal,
        onFailure,
      },
    );
    onReady();
  }

  private async takeTurn(progress: Progress, onCaughtUp: () => void): Promise<void> {
    const acquiredAt = performance.now();
    const { store, share } = this.options;
    const lease = await store.acquireLease(this.holder, this.leaseMilliseconds, share?.leaseCount);
    if (!lease) {
      this.state = 'standing by';
      this.work = undefined;
      onCaughtUp();
      return pause(this.leaseMilliseconds / 4, this.stopping.signal);
    }
    share?.addLease();
    this.isGivenAway = false;
    try {
      await this.workWhileLeased(acquiredAt, (signal) => {
        const events = { onCaughtUp, onProjected: () => (this.lastError = undefined) };
        const leadership = { epoch: lease.epoch, signal, progress };
        this.work = new ProjectionRun(this.options, this.ports, leadership, events, this.work);
        this.state = 'leading';
        return this.work.run();
      });
    } finally {
      share?.removeLease();
    }
    if (this.isGivenAway) await this.giveAway();
  }

  /** Releases the lease, and leaves it to the process that waits. */
  private async giveAway(): Promise<void> {
    this.state = 'standing by';
    this.work = undefined;
    await this.options.store.acquireLease(this.holder, 0);
    await pause(this.leaseMilliseconds, this.stopping.signal);
  }

  /**
   * Runs `work` with a signal that aborts when the lease is lost or expires, or the host stops. A
   * failed renewal is retried until then.
   */
  private async workWhileLeased(
    acquiredAt: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    let expiry: NodeJS.Timeout | undefined;
    /**
     * Aborts when the lease may expire. It does not expire earlier, because the store granted it
     * after `requestedAt`.
     */
    const restartExpiryTimer = (requestedAt: number) => {
      clearTimeout(expiry);
      expiry = setTimeout(
        () => lost.abort(),
        requestedAt + this.leaseMilliseconds - performance.now(),
      ).unref();
    };
    const renew = async () => {
      // Work that is ending needs no lease, so that a waiting process gets it.
      if (lost.signal.aborted) return;
      const requestedAt = performance.now();
      const { store, share } = this.options;
      const lease = await store.acquireLease(
        this.holder,
        this.leaseMilliseconds,
        share?.leaseCount,
      );
      this.isGivenAway ||= share?.tryGiveTo(lease?.waiting) ?? false;
      if (lease && !this.isGivenAway) restartExpiryTimer(requestedAt);
      else lost.abort();
    };
    restartExpiryTimer(acquiredAt);
    const renewing = setInterval(
      () => void renew().catch((error: unknown) => this.options.onTrouble?.(error as Error)),
      this.leaseMilliseconds / 3,
    ).unref();
    try {
      await work(AbortSignal.any([this.stopping.signal, lost.signal]));
    } finally {
      clearInterval(renewing);
      clearTimeout(expiry);
    }
  }
}

/** Age in seconds of the first event after a position; 0 if there is none. */
export async function measureLagSeconds(
  log: Pick<EventLog, 'readAll'>,
  position: Position,
): Promise<number> {
  const [next] = await log.readAll(position, 1);
  if (!next || next.damage !== undefined) return 0;
  return Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1_000);
}
