import { randomUUID } from 'node:crypto';
import { backOff, pause } from '../../common/clock.js';
import { failpoint } from '../../common/failpoint.js';
import { keyedMutex } from '../../common/keyed-mutex.js';
import { type EventLog, type Position, beforeAll } from '../../event-log/event-log.js';
import {
  type Checkpoint,
  CheckpointMoved,
  type Parked,
  type ReadStore,
  currentLine,
} from '../read-store/read-store.js';
import { firstCheckpoint, isInLog } from './checkpoints.js';
import { processorsFor, unusedIn } from './generations.js';
import { type NewlyParked, ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';
import { type ProjectionPorts, Projector } from './projector.js';
import { type NextGeneration, type Progress, Rebuild, type RebuildOptions } from './rebuild.js';

export type Health = {
  readonly position: Position;
  readonly role: 'rebuilding' | 'catching up' | 'active' | 'standing by' | 'stopped';
  /** Events that were projected into the views that are being rebuilt. */
  readonly rebuilt?: number;
  /**
   * How long the oldest event that is not projected yet has been waiting, in seconds; 0 when all
   * are.
   */
  readonly lagSeconds: number;
  readonly parked: readonly Parked[];
  /**
   * Why nothing can be projected now, e.g. an event that this build is too old for; it is tried
   * again.
   */
  readonly trouble: Error | undefined;
};

export type ProjectionHostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** How events are read; as they are stored if this is left out. */
  readonly open?: ProjectionPorts['open'];
  readonly erase?: ProjectionPorts['erase'];
  /**
   * Rebuilds all of these in a worker thread, where the log is long; this thread does it beside the
   * rest, if this is left out.
   */
  readonly inWorker?: (
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
  ) => NextGeneration;
  /** Called with the position of each commit of what is read, after it. Must not throw. */
  readonly onCommitted?: (position: Position) => void;
  /** A projection could not fold a stream, and goes on without it. */
  readonly onParked?: (parked: Omit<NewlyParked, 'cause'>, cause: unknown) => void;
  /** Nothing can be projected now; it is tried again. */
  readonly onTrouble?: (error: Error) => void;
  readonly leaseMilliseconds?: number;
};

/**
 * A longer log is rebuilt in a worker: starting a thread for less takes longer than projecting it.
 */
const shortLog = 2_000;

/** No request is answered while a batch is projected and written, so it is taken in parts. */
const largestPart = 128;
/**
 * After a part it rests as long as that took, but no longer than this, in milliseconds: commands
 * that wait for the thread go first.
 */
const longestRest = 20;

/**
 * How often it is looked whether current views have come as far as rebuilt ones, in milliseconds.
 */
const pollMilliseconds = 20;

type Lease = Pick<RebuildOptions, 'epoch' | 'signal' | 'progress'>;

/**
 * Projects the log into all views. Of several hosts on one store the one with the lease is active;
 * the others stand by. Views that the store does not have are rebuilt beside those that it has, and
 * take over in one step.
 */
export class ProjectionHost {
  /** Events that were projected into the views that are being rebuilt. */
  rebuilt: number | undefined;
  private readonly ports: ProjectionPorts;
  private readonly holder = randomUUID();
  private readonly exclusively = keyedMutex();
  private readonly stopping = new AbortController();
  /** Ends what this host does with the lease that it has now. */
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
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`Two projections are called ${twice}`);
    this.ports = { log, store, open, erase };
    this.leaseMilliseconds = leaseMilliseconds;
  }

  /**
   * Resolves when its views are there and have caught up, or when it stands by because another host
   * is active.
   */
  start(progress: Progress = () => {}): Promise<void> {
    return (this.started ??= new Promise((resolve) => {
      this.running = this.run(progress, resolve);
    }));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    // Given back, so that the next host need not wait until it has ended.
    if (this.role !== 'standing by' && this.running)
      await this.options.store.lease(this.holder, 0).catch(() => undefined);
    this.role = 'stopped';
  }

  async health(): Promise<Health> {
    const { log, store, projections } = this.options;
    const { position = beforeAll, parked = [] } =
      this.projector?.checkpoint ?? (await store.checkpoint(currentLine)) ?? {};
    // While a view is missing, its queries have no answer.
    const isWhole =
      this.role === 'standing by' ||
      this.role === 'stopped' ||
      this.processors.length === projections.length;
    return {
      ...{
        position,
        role: isWhole ? this.role : 'rebuilding',
        lagSeconds: await lagSeconds(log, position),
      },
      ...{ parked, trouble: this.trouble },
      ...(this.rebuilt !== undefined && { rebuilt: this.rebuilt }),
    };
  }

  /**
   * For as long as it is not stopped: waits for the lease, projects while it has it, and begins
   * again when it has lost it or failed.
   */
  private async run(progress: Progress, ready: () => void): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const acquiredAt = performance.now();
        const lease = await this.options.store.lease(this.holder, this.leaseMilliseconds);
        const hasCaughtUp = () => ((failures = 0), ready());
        if (lease)
          await this.whileLeased(acquiredAt, (leased) =>
            this.beActive({ epoch: lease.epoch, signal: leased, progress }, hasCaughtUp),
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
   * The signal is aborted when the lease is lost or has ended, or the host stops. A renewal that
   * fails is tried again until then.
   */
  private async whileLeased(
    acquiredAt: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    let ending: NodeJS.Timeout | undefined;
    /** The store's clock began later than ours: the lease lasts at least this long. */
    const holdFrom = (since: number) => {
      clearTimeout(ending);
      ending = setTimeout(
        () => lost.abort(),
        since + this.leaseMilliseconds - performance.now(),
      ).unref();
    };
    const renew = async () => {
      const since = performance.now();
      if (await this.options.store.lease(this.holder, this.leaseMilliseconds)) holdFrom(since);
      else lost.abort();
    };
    holdFrom(acquiredAt);
    const renewing = setInterval(
      () => void renew().catch((error: unknown) => this.options.onTrouble?.(error as Error)),
      this.leaseMilliseconds / 3,
    ).unref();
    try {
      await work(AbortSignal.any([this.stopping.signal, lost.signal]));
    } finally {
      clearInterval(renewing);
      clearTimeout(ending);
    }
  }

  private async beActive(lease: Lease, ready: () => void): Promise<void> {
    const { signal } = lease;
    const missing = await this.begin(lease.epoch);
    const isBeside = this.processors.length > 0;
    if (missing.length > 0 && !isBeside) await this.makeNext(missing, lease);
    if (signal.aborted) return;

    this.trouble = undefined;
    const ended = (this.active = new AbortController());
    const until = AbortSignal.any([signal, ended.signal]);
    // Views that have not changed do not wait for those that have.
    const made =
      missing.length > 0 && isBeside
        ? this.makeNextUntilDone(missing, { ...lease, signal: until })
        : Promise.resolve();
    try {
      await this.follow(until, () => void made.then(() => until.aborted || ready()));
    } finally {
      ended.abort();
      await made;
    }
    if (ended.signal.reason instanceof TakeOverFailed) throw ended.signal.reason.cause as Error;
  }

  /**
   * Goes on where the host before it ended, with a checkpoint of its own, so that the other cannot
   * write any more. Answers what the store does not have.
   */
  private async begin(epoch: number): Promise<readonly ProjectionProcessor[]> {
    const { log, store, projections } = this.options;
    this.role = 'catching up';
    await store.ensure([]); // The change feed, which every store has.
    const stored = await store.checkpoint(currentLine);
    // Checkpoints of early builds do not list parked streams: their views are made again.
    const isSameLog = stored?.parked !== undefined && (await isInLog(log, stored));
    const { current: processors, missing } = await processorsFor(store, projections, isSameLog);
    // The log is another one, or was restored: nothing that was projected from it before is shown
    // any more.
    if (!isSameLog) await store.setCurrent({});
    const checkpoint = isSameLog ? { ...stored, epoch } : await firstCheckpoint(log, epoch);
    await store.commit({
      line: currentLine,
      expected: stored,
      checkpoint,
      documents: [],
      sums: [],
      changes: [],
    });
    this.projector = this.projectorOf(processors, checkpoint);
    await store.drop(await unusedIn(store, missing));
    return missing;
  }

  /**
   * Projects batches as they come; `caughtUp` is called when everything that was there at first is
   * projected.
   */
  private async follow(signal: AbortSignal, caughtUp: () => void): Promise<void> {
    const { log } = this.options;
    const head = await log.head();
    const look = () => {
      if (this.role !== 'catching up' || this.position < head) return;
      this.role = 'active';
      caughtUp();
    };
    look();
    for await (const batch of log.subscribe(this.position, signal)) {
      for (let at = 0; at < batch.length && !signal.aborted; at += largestPart) {
        const part = batch.slice(at, at + largestPart);
        const since = performance.now();
        await this.exclusively(currentLine, async () => {
          // A take-over that failed meanwhile may have been committed: then this projector's
          // checkpoint is of what is not read any more.
          if (!signal.aborted) await this.projector!.project(part);
        });
        this.trouble = undefined;
        await pause(Math.min(longestRest, performance.now() - since), signal);
      }
      look();
    }
  }

  private async makeNextUntilDone(
    missing: readonly ProjectionProcessor[],
    lease: Lease,
  ): Promise<void> {
    for (let failures = 0; !lease.signal.aborted;) {
      try {
        return await this.makeNext(missing, lease);
      } catch (error) {
        if (lease.signal.aborted) return;
        this.options.onTrouble?.(error as Error);
        await pause(backOff(failures++), lease.signal);
      }
    }
  }

  private async makeNext(
    processors: readonly ProjectionProcessor[],
    { epoch, signal, progress }: Lease,
  ): Promise<void> {
    const next = await this.nextGeneration(processors, {
      ...{ epoch, signal, onParked: (parked) => this.alert(parked) },
      progress: (projected) => progress((this.rebuilt = projected)),
    });
    this.rebuilt = 0;
    try {
      const reached = await next.build();
      const isRead = this.processors.length > 0;
      while (isRead && this.position < reached && !signal.aborted)
        await pause(pollMilliseconds, signal);
      await failpoint('before-take-over');
      await this.exclusively(currentLine, async () => {
        if (!signal.aborted) await this.takeOver(next, isRead ? this.position : undefined);
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
    const { log, projections, inWorker } = this.options;
    const isLong = inWorker && (await log.readAll(beforeAll, shortLog + 1)).length > shortLog;
    if (!isLong) return Rebuild.begin(this.ports, processors, options);
    const known = [...processors, ...this.processors.map(nextOf)];
    return inWorker(
      projections.map((projection) =>
        known.find((processor) => processor.projection.name === projection.name)!,
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
      // The take-over may have been committed all the same; only the store knows the current
      // generation.
      this.active.abort(new TakeOverFailed('', { cause }));
      throw cause;
    }
    onCommitted?.(this.position);
    await store.drop(await unusedIn(store));
  }

  private get processors(): readonly ProjectionProcessor[] {
    return this.projector?.processors ?? [];
  }

  private get position(): Position {
    return this.projector?.checkpoint.position ?? beforeAll;
  }

  private projectorOf(
    processors: readonly ProjectionProcessor[],
    checkpoint: Checkpoint,
  ): Projector {
    return new Projector(this.ports, currentLine, processors, checkpoint, async (result) => {
      await failpoint('after-documents');
      this.alert(result.parked);
      this.options.onCommitted?.(this.position);
    });
  }

  private alert(parked: readonly NewlyParked[]): void {
    for (const { cause, ...stream } of parked) this.options.onParked?.(stream, cause);
  }
}

/** How long the first event after a position has been waiting; 0 where there is none. */
export async function lagSeconds(
  log: Pick<EventLog, 'readAll'>,
  position: Position,
): Promise<number> {
  const [next] = await log.readAll(position, 1);
  return next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
}

class TakeOverFailed extends Error {}

const nextOf = ({ projection, generation }: ProjectionProcessor) =>
  new ProjectionProcessor(projection, generation + 1);
