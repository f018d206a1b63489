import { backOff, pause } from '../../common/clock.js';
import { failpoint } from '../../common/failpoint.js';
import { createMutex } from '../../common/keyed-mutex.js';
import { retry } from '../../common/retry.js';
import { appendSpan, isTracing, recordChildSpans, spanTime } from '../../common/tracing/tracing.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
  DamagedStream,
} from '../../event-log/event-log.js';
import {
  type Checkpoint,
  type ReadStore,
  LIVE_TRACK,
  NO_CHANGES,
} from '../read-store/read-store.js';
import { adoptCheckpoint, createCheckpoint, isInLog } from './checkpoints.js';
import { resolveProcessors, findUnusedCollections } from './generations.js';
import { type NewlyParked, ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';
import { type ProjectionPorts, Projector } from './projector.js';
import { type NextGeneration, Rebuild, type RebuildOptions } from './rebuild.js';

export type ProjectionRunOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** Store of the first lane, in hosts of the others. */
  readonly firstStore?: Pick<ReadStore, 'readCheckpoint'> | undefined;
  /** Starts a rebuild in a worker thread, used for long logs. Default: rebuild in this thread. */
  readonly startWorkerRebuild?: (
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
  ) => NextGeneration;
  /** Pauses in milliseconds before parked streams are folded again. */
  readonly parkedRetryPauses?: { readonly first: number; readonly longest: number };
  /** Called after each commit of live views with its position. Must not throw. */
  readonly onCommitted?: (position: Position) => void;
  readonly onParked?: (parked: Omit<NewlyParked, 'cause'>, cause: unknown) => void;
  /** Called when projecting fails; a retry follows. */
  readonly onTrouble?: (error: Error) => void;
};

/** Number of events above which a rebuild runs in a worker thread. */
const WORKER_REBUILD_MIN_EVENTS = 2_000;

/** Events projected in one go, because a batch blocks requests. */
const MAX_PART_EVENTS = 128;
/** Limit of the pause after a part, so that commands run. A pause is as long as its part took. */
const MAX_PAUSE_MS = 20;

/** Interval of checks whether the live views have reached the rebuilt ones. */
const TAKE_OVER_POLL_MS = 20;
/** Interval of checks whether the first lane has started. */
const FIRST_LANE_POLL_MS = 50;

const PARKED_RETRY_PAUSES_MS = { first: 2_000, longest: 10 * 60_000 };

type Lease = Pick<RebuildOptions, 'epoch' | 'signal' | 'progress'>;

/** Work of a host under one lease. */
export class ProjectionRun {
  /** Events projected by the running rebuild. */
  rebuilt: number | undefined;
  private state: 'catching up' | 'active' = 'catching up';
  private projector: Projector | undefined;
  /** Ends the work before the lease does. */
  private readonly ending = new AbortController();
  private readonly runExclusively = createMutex();
  private hasWithdrawnOthers = false;

  constructor(
    private readonly options: ProjectionRunOptions,
    private readonly ports: ProjectionPorts,
    private readonly lease: Lease,
    private readonly events: { onCaughtUp(): void; onProjected(): void },
    previous: ProjectionRun | undefined,
  ) {
    this.projector = previous?.projector;
  }

  /** `rebuilding` is a role of its own, because queries of a missing view fail. */
  get role(): 'rebuilding' | 'catching up' | 'active' {
    return this.processors.length === this.options.projections.length ? this.state : 'rebuilding';
  }

  get checkpoint(): Checkpoint | undefined {
    return this.projector?.checkpoint;
  }

  async run(): Promise<void> {
    const { lease, events, ending } = this;
    const missing = await this.takeOverCheckpoint(lease.epoch);
    const hasCurrentViews = this.processors.length > 0;
    if (missing.length > 0 && !hasCurrentViews) await this.rebuildNext(missing, lease.signal);
    if (lease.signal.aborted) return;

    events.onProjected();
    const signal = AbortSignal.any([lease.signal, ending.signal]);
    // Unchanged views do not wait for rebuilt ones.
    const rebuilding =
      missing.length > 0 && hasCurrentViews
        ? this.rebuildNextWithRetry(missing, signal)
        : Promise.resolve();
    const retrying = this.retryParked(signal);
    try {
      await this.projectLive(signal, () => {
        void rebuilding.then(() => {
          if (!signal.aborted) events.onCaughtUp();
        });
      });
    } finally {
      ending.abort();
      await Promise.all([rebuilding, retrying]);
    }
    if (ending.signal.reason instanceof TakeOverFailed) throw ending.signal.reason.cause as Error;
  }

  /**
   * Adopts the previous host's checkpoint with the new epoch, so that the previous host cannot
   * write. Returns the processors of missing views, and of those to rebuild.
   */
  private async takeOverCheckpoint(epoch: number): Promise<readonly ProjectionProcessor[]> {
    const { log, store, projections } = this.options;
    await store.ensure([]); // Creates the change feed.
    const beginning = await this.readBeginningOfFirstLane();
    if (this.lease.signal.aborted) return [];
    const stored = await store.readCheckpoint(LIVE_TRACK);
    // Early builds stored no parked streams: their views are rebuilt.
    const isSameLog = stored?.parked !== undefined && (await isInLog(log, stored));
    const { current: processors, missing } = await resolveProcessors(store, projections, {
      isSameLog,
    });
    // Views of another log, or of this one before a restore, are no longer shown.
    if (stored && !isSameLog) await store.setCurrentCollections({});
    const checkpoint = isSameLog
      ? { ...adoptCheckpoint(stored, epoch), ...beginning }
      : {
          ...(await createCheckpoint(log, epoch)),
          ...(beginning ?? (stored ? undefined : await this.readBeginningOfOtherSet())),
        };
    await store.commit({ track: LIVE_TRACK, expected: stored, checkpoint, ...NO_CHANGES });
    this.projector = this.createProjector(processors, checkpoint);
    const inexact = checkpoint.parked?.filter(({ isExact }) => !isExact) ?? [];
    const toRebuild = processors.filter((processor) =>
      inexact.some(({ collection }) => collection === processor.collection),
    );
    const rebuilt = [...missing, ...toRebuild.map(nextGenerationOf)];
    await store.drop(await findUnusedCollections(store, rebuilt));
    return rebuilt;
  }

  /**
   * `begunAt` of the first lane, which all lanes share, because browsers compare it across lanes.
   * Waits until the first lane is of this log.
   */
  private async readBeginningOfFirstLane(): Promise<Pick<Checkpoint, 'begunAt'> | undefined> {
    const { log, firstStore } = this.options;
    const { signal } = this.lease;
    while (firstStore && !signal.aborted) {
      const first = await firstStore.readCheckpoint(LIVE_TRACK);
      if (first?.begunAt !== undefined && (await isInLog(log, first)))
        return { begunAt: first.begunAt };
      await pause(FIRST_LANE_POLL_MS, signal);
    }
    return undefined;
  }

  /**
   * `begunAt` of another build's views of the same log, if there are any, so that browsers continue
   * with the views of this build.
   */
  private async readBeginningOfOtherSet(): Promise<Pick<Checkpoint, 'begunAt'>> {
    for (const checkpoint of await this.options.store.readCheckpointsOfOtherSets())
      if (checkpoint.begunAt !== undefined && (await isInLog(this.options.log, checkpoint)))
        return { begunAt: checkpoint.begunAt };
    return {};
  }

  /**
   * Projects batches until the signal aborts. Calls `onCaughtUp` at the position that was the head
   * at the start.
   */
  private async projectLive(signal: AbortSignal, onCaughtUp: () => void): Promise<void> {
    const { log } = this.options;
    const head = await log.readLastPosition();
    const reportCaughtUp = () => {
      if (this.state !== 'catching up' || this.position < head) return;
      this.state = 'active';
      onCaughtUp();
    };
    reportCaughtUp();
    for await (const batch of log.subscribe(this.position, signal)) {
      for (let start = 0; start < batch.length && !signal.aborted; start += MAX_PART_EVENTS) {
        const part = batch.slice(start, start + MAX_PART_EVENTS);
        const startMs = performance.now();
        const spanStart = spanTime();
        await this.runExclusively(async () => {
          // A failed take-over may have been committed nevertheless. Then the signal is aborted,
          // because this checkpoint is outdated.
          if (signal.aborted) return;
          await this.withdrawOtherViews();
          await this.projector!.project(part);
        });
        this.events.onProjected();
        if (isTracing()) recordChildSpans('projection', part.map(spanOfEvent), spanStart);
        await pause(Math.min(MAX_PAUSE_MS, performance.now() - startMs), signal);
      }
      reportCaughtUp();
    }
  }

  /**
   * Withdraws the current views that this run does not project, such as those of another build.
   * Without the next events they would be wrong, so a later run builds them again.
   */
  private async withdrawOtherViews(): Promise<void> {
    if (this.hasWithdrawnOthers) return;
    const { store } = this.options;
    const { checkpoint, processors } = this.projector!;
    const projected = new Set(processors.map(({ collection }) => collection));
    const currentViews = Object.entries(await store.readCurrentCollections());
    const projectedViews = currentViews.filter(([, collection]) => projected.has(collection));
    if (projectedViews.length < currentViews.length)
      await store.commit({
        track: LIVE_TRACK,
        expected: checkpoint,
        checkpoint,
        ...NO_CHANGES,
        promotes: { track: LIVE_TRACK, current: Object.fromEntries(projectedViews) },
      });
    this.hasWithdrawnOthers = true;
  }

  /** Retries parked streams with growing pauses: a key may be back, or an event readable. */
  private async retryParked(signal: AbortSignal): Promise<void> {
    const { parkedRetryPauses = PARKED_RETRY_PAUSES_MS } = this.options;
    let failures = 0;
    for (let lastStreams = ''; !signal.aborted;) {
      await pause(backOff(failures++, parkedRetryPauses), signal);
      const streams = new Set(this.checkpoint?.parked?.map(({ stream }) => stream));
      if (streams.size === 0 || [...streams].join() !== lastStreams) failures = 0;
      lastStreams = [...streams].join();
      for (const stream of streams)
        await this.runExclusively(async () => {
          if (!signal.aborted) await this.projector!.retryParked(stream);
        }).catch((error: unknown) => {
          // A damaged stream stays parked, and other failures show in the next batch.
          if (!(error instanceof DamagedStream)) this.options.onTrouble?.(error as Error);
        });
    }
  }

  private rebuildNextWithRetry(
    missing: readonly ProjectionProcessor[],
    signal: AbortSignal,
  ): Promise<void> {
    const onFailure = (error: unknown) => this.options.onTrouble?.(error as Error);
    const rebuilding = retry(() => this.rebuildNext(missing, signal), { signal, onFailure });
    return rebuilding.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  private async rebuildNext(
    processors: readonly ProjectionProcessor[],
    signal: AbortSignal,
  ): Promise<void> {
    const { epoch, progress } = this.lease;
    const next = await this.createNextGeneration(processors, {
      epoch,
      signal,
      onParked: (parked) => this.reportParked(parked),
      progress: (projected) => progress((this.rebuilt = projected)),
    });
    this.rebuilt = 0;
    try {
      const reached = await next.build();
      const hasCurrentViews = this.processors.length > 0;
      while (hasCurrentViews && this.position < reached && !signal.aborted)
        await pause(TAKE_OVER_POLL_MS, signal);
      await failpoint('before-take-over');
      await this.runExclusively(async () => {
        if (!signal.aborted) await this.takeOver(next, hasCurrentViews ? this.position : undefined);
      });
    } finally {
      this.rebuilt = undefined;
      await next.end();
    }
  }

  private async createNextGeneration(
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
      this.projector = this.createProjector(processors, checkpoint);
    } catch (cause) {
      // Reads the state again, because the take-over may have been committed despite the error.
      this.ending.abort(new TakeOverFailed('', { cause }));
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

  private createProjector(
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

class TakeOverFailed extends Error {}

const spanOfEvent = ({ metadata }: RecordedEvent) => appendSpan(metadata);

const nextGenerationOf = ({ projection, generation }: ProjectionProcessor) =>
  new ProjectionProcessor(projection, generation + 1);
