import { randomUUID } from 'node:crypto';
import { backOff } from '../../common/back-off.js';
import { pause } from '../../common/clock.js';
import { keyedMutex } from '../../common/keyed-mutex.js';
import { type EventLog, type Position, beforeAll, largestBatch } from '../../event-log/event-log.js';
import { failpoint } from '../../common/failpoints.js';
import { type Checkpoint, CheckpointMoved, type ReadStore } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';
import type { ProjectionPorts } from './apply-batch.js';
import { fenced, live, stands } from './checkpoints.js';
import { processorsFor, unusedIn } from './collections-in-use.js';
import { whileLeased } from './leasing.js';
import { parkedIn, parkedStreams } from './parked-streams.js';
import { type BatchResult, ProjectionProcessor } from './projection-processor.js';
import type { Projection } from './projection.js';
import { Projector } from './projector.js';
import type { Committed, Health, Parked, ReadSide } from './read-side.js';
import { type NextGeneration, type Progress, Rebuild, type RebuildOptions } from './rebuild.js';
import { Waiters } from './waiters.js';

export type ProjectionHostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** How events are read; as they are stored if this is left out. */
  readonly open?: ProjectionPorts['open'];
  readonly erase?: ProjectionPorts['erase'];
  /** Rebuilds all of these in a worker thread, where the log is long; this thread does it beside the rest, if this is left out. */
  readonly inWorker?: (processors: readonly ProjectionProcessor[], options: RebuildOptions) => NextGeneration;
  /** A projection could not fold a stream, and goes on without it. */
  readonly onParked?: (parked: Parked, cause: unknown) => void;
  /** Nothing can be projected now; it is tried again. */
  readonly onTrouble?: (error: Error) => void;
  readonly leaseMilliseconds?: number;
  /** How long other processes may take to hear that another generation of a view is live: so long the old one stays. */
  readonly graceMilliseconds?: number;
  readonly now?: () => number;
};

/** A longer log is rebuilt in a worker: starting a thread for less takes longer than projecting it. */
const shortLog = 4 * largestBatch;

/** Nobody is served while a batch is projected and written, so many come at once, and are taken by so many. */
const largestPart = 128;
/** So many events say that there is much to do: afterwards it rests as long as that took, but no longer than this, in milliseconds. */
const much = 16;
const longestRest = 20;

/** Until it is looked again whether a rebuild is still wanted, in milliseconds. */
const longestWait = 100;

type Wanted = Pick<RebuildOptions, 'epoch' | 'signal' | 'progress'>;

/**
 * Projects the log into all views, one event after the other, and tells who listens. Of several hosts on one store one is active;
 * the others stand by. Views that the store does not have are rebuilt beside those that it has, and take over in one step.
 */
export class ProjectionHost implements ReadSide {
  readonly views: Views;
  private readonly ports: ProjectionPorts;
  private readonly holder = randomUUID();
  private readonly waiters = new Waiters();
  private readonly listeners = new Set<(committed: Committed) => void>();
  private readonly exclusively = keyedMutex();
  private readonly stopping = new AbortController();
  /** Of the lead that this host has now. */
  private leading = new AbortController();
  private readonly leaseMilliseconds: number;
  private readonly now: () => number;
  private projector: Projector | undefined;
  /** Where the views are that are read, also where another host projects. */
  private reached: Position = beforeAll;
  private parked: readonly Parked[] = [];
  private role: Health['role'] = 'stopped';
  private trouble: Error | undefined;
  private isBehind = true;
  private rebuilt: number | undefined;
  private running: Promise<void> | undefined;
  private started: Promise<void> | undefined;

  constructor(private readonly options: ProjectionHostOptions) {
    const { log, store, open = async (events) => events, erase = async () => {}, leaseMilliseconds = 10_000, now = Date.now } = options;
    const names = options.projections.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`Two projections are called ${twice}`);
    this.ports = { log, store, open, erase };
    this.leaseMilliseconds = leaseMilliseconds;
    this.now = now;
    this.views = new Views(store, () => this.rebuilt);
  }

  /** Resolves when its views are there and have caught up, or when it stands by because another host is active. */
  start(progress: Progress = () => {}): Promise<void> {
    return (this.started ??= new Promise((resolve) => {
      this.running = this.run(progress, resolve);
    }));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    const { store } = this.options;
    // Given back, so that the next host need not wait until it has ended.
    if (this.role !== 'standing by' && this.running) await store.lease(this.holder, 0).catch(() => undefined);
    this.role = 'stopped';
    this.waiters.giveUp();
  }

  position(): Position {
    return this.reached;
  }

  isStale(): boolean {
    return this.isBehind || this.trouble !== undefined;
  }

  waitFor(position: Position, milliseconds: number): Promise<boolean> {
    return this.reached >= position ? Promise.resolve(true) : this.waiters.until(position, milliseconds);
  }

  isParked(streams: readonly string[]): boolean {
    const read = this.processors.map(({ collection }) => collection);
    return this.parked.some(({ collection, stream }) => streams.includes(stream) && read.includes(collection));
  }

  onCommitted(listener: (committed: Committed) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async health(): Promise<Health> {
    const { reached: position, parked, trouble, rebuilt } = this;
    const [next] = await this.options.log.readAll(position, 1);
    const lagSeconds = next ? Math.max(0, (this.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
    // As long as one of the views is not there, what asks for it has no answer.
    const isWhole = this.role === 'standing by' || this.role === 'stopped' || this.processors.length === this.options.projections.length;
    return { position, role: isWhole ? this.role : 'rebuilding', lagSeconds, parked, trouble, ...(rebuilt !== undefined && { rebuilt }) };
  }

  /** Makes a new generation of these beside the one that is read, which is how damage to a view is mended. A worker makes all of them. */
  async rebuild(names: readonly string[], progress: Progress = () => {}): Promise<void> {
    const renewed = this.processors.filter(({ projection }) => names.includes(projection.name)).map(nextOf);
    await this.makeNext(renewed, { epoch: this.projector!.checkpoint.epoch, signal: this.stopping.signal, progress });
  }

  /** For as long as it is not stopped: waits for the lease, projects while it has it, and begins again when it has lost it or failed. */
  private async run(progress: Progress, ready: () => void): Promise<void> {
    const { store } = this.options;
    const { holder, leaseMilliseconds: milliseconds } = this;
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const lease = await store.lease(holder, milliseconds);
        if (lease) {
          const hasCaughtUp = () => ((failures = 0), ready());
          await whileLeased({ store, holder, milliseconds, signal }, (leased) =>
            this.lead({ epoch: lease.epoch, signal: leased, progress }, hasCaughtUp),
          );
        } else {
          await this.standBy(ready);
          await pause(milliseconds / 4, signal);
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof CheckpointMoved)) this.fails(error as Error);
        await pause(backOff(failures++), signal);
      }
    }
    ready();
  }

  private async standBy(ready: () => void): Promise<void> {
    this.role = 'standing by';
    this.isBehind = false;
    await this.views.refresh();
    this.reach((await this.options.store.checkpoint(live))?.position);
    ready();
  }

  private async lead(wanted: Wanted, ready: () => void): Promise<void> {
    const { signal } = wanted;
    const missing = await this.begin(wanted.epoch);
    const isBeside = this.processors.length > 0;
    if (missing.length > 0 && !isBeside) {
      this.role = 'rebuilding';
      await this.makeNext(missing, wanted);
    }
    if (signal.aborted) return;

    this.role = 'catching up';
    this.trouble = undefined;
    const ended = (this.leading = new AbortController());
    const until = AbortSignal.any([signal, ended.signal]);
    // Views that have not changed do not wait for those that have.
    const made = missing.length > 0 && isBeside ? this.makeNextUntilDone(missing, { ...wanted, signal: until }) : Promise.resolve();
    try {
      await this.follow(until, () => {
        this.role = 'active';
        this.isBehind = false;
        void made.then(() => until.aborted || ready());
      });
    } finally {
      ended.abort();
      await made;
    }
    if (ended.signal.reason instanceof TakeOverFailed) throw ended.signal.reason.cause as Error;
  }

  /** Goes on where the host before it ended. Answers what the store does not have. */
  private async begin(epoch: number): Promise<readonly ProjectionProcessor[]> {
    const { log, store, projections } = this.options;
    this.isBehind = true;
    await store.ensure([parkedStreams]);
    const stored = await fenced(store, epoch);
    const isSameLog = await stands(log, stored);
    const { live: processors, missing } = await processorsFor(store, projections, isSameLog);
    // The log is another one, or was restored: nothing that was projected from it before is shown any more.
    if (!isSameLog) await store.setLive({});
    this.parked = await parkedIn(store);
    this.projector = stored && this.projectorOf(processors, stored);
    this.reach(isSameLog ? stored!.position : beforeAll);
    await this.views.refresh();
    await store.drop(await unusedIn(store, missing));
    return missing;
  }

  /** Projects batches as they come; `caughtUp` is told when everything that was there at first is projected. */
  private async follow(signal: AbortSignal, caughtUp: () => void): Promise<void> {
    const { log } = this.options;
    const head = await log.head();
    const look = () => this.isBehind && this.reached >= head && caughtUp();
    look();
    for await (const batch of log.subscribe(this.reached, signal)) {
      for (let at = 0; at < batch.length && !signal.aborted; at += largestPart) {
        const part = batch.slice(at, at + largestPart);
        const since = performance.now();
        await this.exclusively(live, () => this.projector!.project(part));
        this.trouble = undefined;
        // A commit costs as much as ten leads in it: commands that wait for the thread go first, and the next commit is larger for it.
        if (part.length >= much) await pause(Math.min(longestRest, performance.now() - since), signal);
      }
      look();
    }
  }

  private async makeNextUntilDone(missing: readonly ProjectionProcessor[], wanted: Wanted): Promise<void> {
    for (let failures = 0; !wanted.signal.aborted;) {
      try {
        const afresh = missing.map(({ projection, generation }) => new ProjectionProcessor(projection, generation));
        return await this.makeNext(afresh, wanted);
      } catch (error) {
        if (wanted.signal.aborted) return;
        this.options.onTrouble?.(error as Error);
        await pause(backOff(failures++), wanted.signal);
      }
    }
  }

  /** Rebuilds these views, and lets them take the place of what is read. */
  private async makeNext(processors: readonly ProjectionProcessor[], { epoch, signal, progress }: Wanted): Promise<void> {
    const options: RebuildOptions = {
      ...{ epoch, signal },
      progress: (projected) => progress((this.rebuilt = projected)),
      onParked: (parked) => this.alert(parked),
    };
    // It may have been done all the same: what is read now, only the store knows.
    const endLead = (cause: unknown): never => {
      this.leading.abort(new TakeOverFailed('', { cause }));
      throw cause;
    };
    this.rebuilt = 0;
    try {
      const next = await this.nextGeneration(processors, options);
      try {
        const reached = await next.build();
        const isRead = this.processors.length > 0;
        // What is read takes as long as it needs to come as far.
        while (isRead && !signal.aborted && !(await this.waitFor(reached, longestWait)));
        await this.exclusively(live, () =>
          signal.aborted ? Promise.resolve() : this.takeOver(next, isRead ? this.reached : undefined).catch(endLead),
        );
      } finally {
        await next.end();
      }
    } finally {
      this.rebuilt = undefined;
    }
  }

  private async nextGeneration(processors: readonly ProjectionProcessor[], options: RebuildOptions): Promise<NextGeneration> {
    const { log, store, projections, inWorker } = this.options;
    const isLong = inWorker && (await log.readAll(beforeAll, shortLog + 1)).length > shortLog;
    if (!isLong) return Rebuild.begin(this.ports, processors, options, await parkedIn(store));
    const known = [...processors, ...this.processors.map(nextOf)];
    return inWorker(
      projections.map((projection) => known.find((processor) => processor.projection.name === projection.name)!),
      options,
    );
  }

  private async takeOver(next: NextGeneration, until: Position | undefined): Promise<void> {
    const { store } = this.options;
    const replaced = { processors: this.processors, checkpoint: this.projector?.checkpoint, parked: await parkedIn(store) };
    const { processors, checkpoint } = await next.takeOver(replaced, until);
    this.parked = await parkedIn(store);
    this.projector = this.projectorOf(processors, checkpoint);
    this.reach(checkpoint.position);
    await this.views.refresh();
    // No document has changed, but what is read is another collection now.
    this.tell({ after: this.reached, position: this.reached, changes: [] });
    await this.dropLater(await unusedIn(store));
  }

  /** What was read until now others may still be reading. What is left when this ends goes with the next start. */
  private async dropLater(collections: readonly string[]): Promise<void> {
    const { store, graceMilliseconds = 0 } = this.options;
    if (graceMilliseconds === 0) return store.drop(collections);
    const { signal } = this.stopping;
    void pause(graceMilliseconds, signal)
      .then(() => (signal.aborted || this.role === 'standing by' ? undefined : store.drop(collections)))
      .catch((error: unknown) => this.options.onTrouble?.(error as Error));
  }

  private get processors(): readonly ProjectionProcessor[] {
    return this.projector?.processors ?? [];
  }

  private projectorOf(processors: readonly ProjectionProcessor[], checkpoint: Checkpoint): Projector {
    return new Projector(this.ports, live, processors, { stored: checkpoint, checkpoint, parked: this.parked }, async (result, after) => {
      if (failpoint) await failpoint('after-documents');
      const { position } = this.projector!.checkpoint;
      this.parked = this.projector!.parked;
      this.alert(result.parked);
      this.reach(position);
      this.tell({ after, position, changes: result.changes });
    });
  }

  private reach(position: Position = beforeAll): void {
    this.reached = position;
    this.waiters.reach(position);
  }

  private tell(committed: Committed): void {
    for (const listener of this.listeners) {
      try {
        listener(committed);
      } catch (error) {
        this.options.onTrouble?.(error as Error); // What is committed stays, whoever could not take the news.
      }
    }
  }

  private alert(parked: BatchResult['parked']): void {
    for (const { cause, ...stream } of parked) this.options.onParked?.(stream, cause);
  }

  private fails(error: Error): void {
    this.trouble = error;
    this.options.onTrouble?.(error);
  }
}

class TakeOverFailed extends Error {}

const nextOf = ({ projection, generation }: ProjectionProcessor) => new ProjectionProcessor(projection, generation + 1);
