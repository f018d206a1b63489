import { randomUUID } from 'node:crypto';
import { backOff, pause } from '../../common/clock.js';
import { failpoint } from '../../common/failpoint.js';
import { createKeyedMutex } from '../../common/keyed-mutex.js';
import { type EventLog, type Position, BEFORE_ALL } from '../../event-log/event-log.js';
import {
  type Checkpoint,
  CheckpointMoved,
  type Parked,
  type ReadStore,
  LIVE_TRACK,
} from '../read-store/read-store.js';
import { adoptedCheckpoint, firstCheckpoint, isInLog } from './checkpoints.js';
import { resolveProcessors, findUnusedCollections } from './generations.js';
import { type NewlyParked, ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';
import { type ProjectionPorts, Projector } from './projector.js';
import { type NextGeneration, type Progress, Rebuild, type RebuildOptions } from './rebuild.js';

export type Health = {
  readonly position: Position;
  readonly role: 'rebuilding' | 'catching up' | 'active' | 'standing by' | 'stopped';
  /** Events projected by the running rebuild. */
  readonly rebuilt?: number;
  /** Age in seconds of the oldest event that is not projected; 0 if there is none. */
  readonly lagSeconds: number;
  readonly parked: readonly Parked[];
  /** Error that stops projecting until a retry succeeds, e.g. an event of a newer build. */
  readonly trouble: Error | undefined;
};

export type ProjectionHostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** Decrypts and upcasts events. Default: returns them as stored. */
  readonly open?: ProjectionPorts['open'];
  readonly erase?: ProjectionPorts['erase'];
  /** Starts a rebuild in a worker thread, used for long logs. Default: rebuild in this thread. */
  readonly startWorkerRebuild?: (
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
  ) => NextGeneration;
  /** Called after each commit of live views with its position. Must not throw. */
  readonly onCommitted?: (position: Position) => void;
  /** Called when a projection parks a stream. */
  readonly onParked?: (parked: Omit<NewlyParked, 'cause'>, cause: unknown) => void;
  /** Called when projecting fails; a retry follows. */
  readonly onTrouble?: (error: Error) => void;
  readonly leaseMilliseconds?: number;
};

/**
 * Events above which a rebuild runs in a worker. A shorter log is projected faster than a thread
 * starts.
 */
const WORKER_REBUILD_MIN_EVENTS = 2_000;

/** Events projected in one go, because a batch blocks requests. */
const MAX_PART_EVENTS = 128;
/**
 * Longest rest after a part, so that waiting commands go first. The rest is as long as the part
 * took.
 */
const MAX_REST_MS = 20;

/** Interval of checks whether the live views have reached the rebuilt ones. */
const TAKE_OVER_POLL_MS = 20;

type Lease = Pick<RebuildOptions, 'epoch' | 'signal' | 'progress'>;

/**
 * Projects the log into all views while it holds the lease; other hosts stand by. Rebuilds missing
 * views beside the current ones, which they replace in one commit.
 */
export class ProjectionHost {
  /** Events projected by the running rebuild. */
  rebuilt: number | undefined;
  private readonly ports: ProjectionPorts;
  private readonly holder = randomUUID();
  private readonly exclusively = createKeyedMutex();
  private readonly stopping = new AbortController();
  /** Ends the work under the present lease. */
  private active = new AbortController();
  private readonly leaseMilliseconds: number;
  private projector: Projector | undefined;
  private role: Health['role'] = 'stopped';
  private trouble: Error | undefined;
  private running: Promise<void> | undefined;
  private started: Promise<void> | undefined;

  constructor(private readonly options: ProjectionHostOptions) {
    const {
      log,
      store,
      projections,
      open = async (events) => events,
      erase = async () => {},
      leaseMilliseconds = 10_000,
    } = options;
    const names = projections.map(({ name }) => name);
    const duplicate = names.find((name, index) => names.indexOf(name) !== index);
    if (duplicate) throw new Error(`Two projections are called ${duplicate}`);
    this.ports = { log, store, open, erase };
    this.leaseMilliseconds = leaseMilliseconds;
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
    if (this.role !== 'standing by' && this.running)
      await this.options.store.lease(this.holder, 0).catch(() => undefined);
    this.role = 'stopped';
  }

  async health(): Promise<Health> {
    const { log, store, projections } = this.options;
    const { position = BEFORE_ALL, parked = [] } =
      this.projector?.checkpoint ?? (await store.checkpoint(LIVE_TRACK)) ?? {};
    // A missing view answers no query, so the role says so.
    const hasAllViews =
      this.role === 'standing by' ||
      this.role === 'stopped' ||
      this.processors.length === projections.length;
    return {
      ...{
        position,
        role: hasAllViews ? this.role : 'rebuilding',
        lagSeconds: await lagSeconds(log, position),
      },
      ...{ parked, trouble: this.trouble },
      ...(this.rebuilt !== undefined && { rebuilt: this.rebuilt }),
    };
  }

  /** Waits for the lease, projects while it holds it, and starts over after a loss or a failure. */
  private async run(progress: Progress, ready: () => void): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const acquiredAt = performance.now();
        const lease = await this.options.store.lease(this.holder, this.leaseMilliseconds);
        const hasCaughtUp = () => ((failures = 0), ready());
        if (lease)
          await this.workWhileLeased(acquiredAt, (leased) =>
            this.runActive({ epoch: lease.epoch, signal: leased, progress }, hasCaughtUp),
          );
        else {
          this.role = 'standing by';
          this.projector = undefined;
          ready();
          await pause(this.leaseMilliseconds / 4, signal);
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof CheckpointMoved)) {
          this.trouble = error as Error;
          this.options.onTrouble?.(error as Error);
        }
        await pause(backOff(failures++), signal);
      }
    }
    ready();
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
    /** The lease lasts at least this long, because the store's clock started it later. */
    const restartExpiryTimer = (since: number) => {
      clearTimeout(expiry);
      expiry = setTimeout(
        () => lost.abort(),
        since + this.leaseMilliseconds - performance.now(),
      ).unref();
    };
    const renew = async () => {
      const since = performance.now();
      if (await this.options.store.lease(this.holder, this.leaseMilliseconds))
        restartExpiryTimer(since);
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

  private async runActive(lease: Lease, ready: () => void): Promise<void> {
    const { signal } = lease;
    const missing = await this.takeOverCheckpoint(lease.epoch);
    const hasCurrentViews = this.processors.length > 0;
    if (missing.length > 0 && !hasCurrentViews) await this.rebuildNext(missing, lease);
    if (signal.aborted) return;

    this.trouble = undefined;
    const ended = (this.active = new AbortController());
    const activeSignal = AbortSignal.any([signal, ended.signal]);
    // Unchanged views do not wait for rebuilt ones.
    const rebuilding =
      missing.length > 0 && hasCurrentViews
        ? this.rebuildNextWithRetry(missing, { ...lease, signal: activeSignal })
        : Promise.resolve();
    try {
      await this.projectLive(
        activeSignal,
        () => void rebuilding.then(() => activeSignal.aborted || ready()),
      );
    } finally {
      ended.abort();
      await rebuilding;
    }
    if (ended.signal.reason instanceof TakeOverFailed) throw ended.signal.reason.cause as Error;
  }

  /**
   * Adopts the previous host's checkpoint with the new epoch, so that the previous host cannot
   * write. Returns the processors of missing views.
   */
  private async takeOverCheckpoint(epoch: number): Promise<readonly ProjectionProcessor[]> {
    const { log, store, projections } = this.options;
    this.role = 'catching up';
    await store.ensure([]); // Creates the change feed.
    const stored = await store.checkpoint(LIVE_TRACK);
    // Early builds stored no parked streams: their views are rebuilt.
    const isSameLog = stored?.parked !== undefined && (await isInLog(log, stored));
    const { current: processors, missing } = await resolveProcessors(store, projections, isSameLog);
    // Another or a restored log: views of the old one are no longer shown.
    if (!isSameLog) await store.setCurrent({});
    const checkpoint = isSameLog
      ? adoptedCheckpoint(stored, epoch)
      : await firstCheckpoint(log, epoch);
    await store.commit({
      track: LIVE_TRACK,
      expected: stored,
      checkpoint,
      documents: [],
      sums: [],
      changes: [],
    });
    this.projector = this.projectorOf(processors, checkpoint);
    await store.drop(await findUnusedCollections(store, missing));
    return missing;
  }

  /**
   * Projects batches until the signal aborts. Calls `onCaughtUp` at the position that was the head
   * at the start.
   */
  private async projectLive(signal: AbortSignal, onCaughtUp: () => void): Promise<void> {
    const { log } = this.options;
    const head = await log.head();
    const reportCaughtUp = () => {
      if (this.role !== 'catching up' || this.position < head) return;
      this.role = 'active';
      onCaughtUp();
    };
    reportCaughtUp();
    for await (const batch of log.subscribe(this.position, signal)) {
      for (let start = 0; start < batch.length && !signal.aborted; start += MAX_PART_EVENTS) {
        const part = batch.slice(start, start + MAX_PART_EVENTS);
        const since = performance.now();
        await this.exclusively(LIVE_TRACK, async () => {
          // A failed take-over may have been committed all the same. Then the signal is aborted,
          // because this checkpoint is outdated.
          if (!signal.aborted) await this.projector!.project(part);
        });
        this.trouble = undefined;
        await pause(Math.min(MAX_REST_MS, performance.now() - since), signal);
      }
      reportCaughtUp();
    }
  }

  private async rebuildNextWithRetry(
    missing: readonly ProjectionProcessor[],
    lease: Lease,
  ): Promise<void> {
    for (let failures = 0; !lease.signal.aborted;) {
      try {
        return await this.rebuildNext(missing, lease);
      } catch (error) {
        if (lease.signal.aborted) return;
        this.options.onTrouble?.(error as Error);
        await pause(backOff(failures++), lease.signal);
      }
    }
  }

  private async rebuildNext(
    processors: readonly ProjectionProcessor[],
    { epoch, signal, progress }: Lease,
  ): Promise<void> {
    const next = await this.nextGeneration(processors, {
      ...{ epoch, signal, onParked: (parked) => this.reportParked(parked) },
      progress: (projected) => progress((this.rebuilt = projected)),
    });
    this.rebuilt = 0;
    try {
      const reached = await next.build();
      const hasCurrentViews = this.processors.length > 0;
      while (hasCurrentViews && this.position < reached && !signal.aborted)
        await pause(TAKE_OVER_POLL_MS, signal);
      await failpoint('before-take-over');
      await this.exclusively(LIVE_TRACK, async () => {
        if (!signal.aborted) await this.takeOver(next, hasCurrentViews ? this.position : undefined);
      });
    } finally {
      this.rebuilt = undefined;
      await next.end();
    }
  }

  private async nextGeneration(
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
  ): Promise<NextGeneration> {
    const { log, projections, startWorkerRebuild } = this.options;
    const isLong =
      startWorkerRebuild &&
      (await log.readAll(BEFORE_ALL, WORKER_REBUILD_MIN_EVENTS + 1)).length >
        WORKER_REBUILD_MIN_EVENTS;
    if (!isLong) return Rebuild.begin(this.ports, processors, options);
    const candidates = [...processors, ...this.processors.map(nextGenerationOf)];
    return startWorkerRebuild(
      projections.map((projection) =>
        candidates.find((processor) => processor.projection.name === projection.name)!,
      ),
      options,
    );
  }

  private async takeOver(next: NextGeneration, until: Position | undefined): Promise<void> {
    const { store, onCommitted } = this.options;
    try {
      const replaced = { processors: this.processors, checkpoint: this.projector!.checkpoint };
      const { processors, checkpoint } = await next.takeOver(replaced, until);
      this.projector = this.projectorOf(processors, checkpoint);
    } catch (cause) {
      // The take-over may have been committed all the same, so the state is read again from the
      // store.
      this.active.abort(new TakeOverFailed('', { cause }));
      throw cause;
    }
    onCommitted?.(this.position);
    await store.drop(await findUnusedCollections(store));
  }

  private get processors(): readonly ProjectionProcessor[] {
    return this.projector?.processors ?? [];
  }

  private get position(): Position {
    return this.projector?.checkpoint.position ?? BEFORE_ALL;
  }

  private projectorOf(
    processors: readonly ProjectionProcessor[],
    checkpoint: Checkpoint,
  ): Projector {
    return new Projector(this.ports, LIVE_TRACK, processors, checkpoint, async (result) => {
      await failpoint('after-documents');
      this.reportParked(result.parked);
      this.options.onCommitted?.(this.position);
    });
  }

  private reportParked(parked: readonly NewlyParked[]): void {
    for (const { cause, ...stream } of parked) this.options.onParked?.(stream, cause);
  }
}

/** Age in seconds of the first event after a position; 0 if there is none. */
export async function lagSeconds(
  log: Pick<EventLog, 'readAll'>,
  position: Position,
): Promise<number> {
  const [next] = await log.readAll(position, 1);
  return next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
}

class TakeOverFailed extends Error {}

const nextGenerationOf = ({ projection, generation }: ProjectionProcessor) =>
  new ProjectionProcessor(projection, generation + 1);
