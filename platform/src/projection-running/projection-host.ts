import { randomUUID } from 'node:crypto';
import { backOff } from '../back-off.js';
import { pause } from '../clock.js';
import { turns } from '../command-handling/in-turn.js';
import { type EventLog, type Position, type RecordedEvent, beforeAll, largestBatch } from '../event-log/event-log.js';
import { failpoint } from '../failpoints.js';
import { type Checkpoint, CheckpointMoved, type ReadStore } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';
import { type BatchFolded, type Reading, foldBatch } from './batch.js';
import { checkpointAt, fenced, live, stands } from './checkpoints.js';
import { foldingsIn, unusedIn } from './collections-in-use.js';
import type { FillingApart } from '../filling-apart/filling-apart.js';
import { Filling, type Progress } from './filling.js';
import { Folding } from './folding.js';
import { whileLeased } from './leasing.js';
import { parkedIn, parkedStreams, unparking } from './parked-streams.js';
import type { Projection } from './projection.js';
import type { Committed, Health, Parked, ReadSide } from './read-side.js';
import type { Room } from './room.js';
import { Waiters } from './waiters.js';

export type ProjectionHostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** How events are read; as they are stored if this is left out. */
  readonly open?: Reading['open'];
  readonly erase?: Reading['erase'];
  /** Where long logs are filled from; beside what is live, in the same store, if this is left out. */
  readonly apart?: FillingApart;
  /** For views that are filled in this process's own heap. */
  readonly room?: Room;
  /** A projection could not fold a stream, and goes on without it. */
  readonly onParked?: (parked: Parked, cause: unknown) => void;
  /** Nothing can be folded now; it is tried again. */
  readonly onTrouble?: (error: Error) => void;
  readonly leaseMilliseconds?: number;
  /** How long other processes may take to hear that another generation of a view is live: so long the old one stays. */
  readonly graceMilliseconds?: number;
  readonly now?: () => number;
};

/** A log that has more is filled apart: making a thread and a file for less takes longer than folding it. */
const shortLog = 4 * largestBatch;

/** Nobody is served while a batch is folded and written, so many come at once, and are taken in by so many. */
const largestPart = 128;
/** So many events say that there is much to do: afterwards it rests as long as that took, but no longer than this, in milliseconds. */
const much = 16;
const longestRest = 20;

type Wanted = {
  readonly epoch: number;
  /** Nothing that was folded before counts. */
  readonly anew: boolean;
  /** What stands in its place until then. */
  readonly stored?: Checkpoint;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

/**
 * Folds the log into all views, one event after the other, and tells who listens. Of several hosts on one store one is active;
 * the others stand by. What it was built with is filled beside what is live, and takes over in one transaction.
 */
export class ProjectionHost implements ReadSide {
  readonly views: Views;
  private readonly reading: Reading;
  private readonly holder = randomUUID();
  private readonly waiters = new Waiters();
  private readonly listeners = new Set<(committed: Committed) => void>();
  private readonly inTurn = turns();
  private readonly stopping = new AbortController();
  private readonly leaseMilliseconds: number;
  private readonly now: () => number;
  private foldings: readonly Folding[] = [];
  private checkpoint: Checkpoint | undefined;
  private parked: readonly Parked[] = [];
  private role: Health['role'] = 'stopped';
  private trouble: Error | undefined;
  private running: Promise<void> | undefined;
  private started: Promise<void> | undefined;

  constructor(private readonly options: ProjectionHostOptions) {
    const { log, store, open = async (events) => events, erase = async () => {}, leaseMilliseconds = 10_000, now = Date.now } = options;
    const names = options.projections.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`Two projections are called ${twice}`);
    this.reading = { log, store, open, erase };
    this.leaseMilliseconds = leaseMilliseconds;
    this.now = now;
    this.views = new Views(store);
  }

  /** Resolves when its views are filled and live, or when it stands by because another host is active. */
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
    return this.checkpoint?.position ?? beforeAll;
  }

  waitFor(position: Position, milliseconds: number): Promise<boolean> {
    return this.position() >= position ? Promise.resolve(true) : this.waiters.until(position, milliseconds);
  }

  onCommitted(listener: (committed: Committed) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async health(): Promise<Health> {
    const position = this.position();
    const [next] = await this.options.log.readAll(position, 1);
    const lagSeconds = next ? Math.max(0, (this.now() - Date.parse(next.metadata.at)) / 1_000) : 0;
    return { position, role: this.role, lagSeconds, parked: this.parked, trouble: this.trouble };
  }

  /** Fills a new generation of these beside the live one while it goes on, which is how damage to a view is mended. Where it is filled apart, of all. */
  async rebuild(names: readonly string[], progress: Progress = () => {}): Promise<void> {
    const renewed = this.foldings.filter(({ projection }) => names.includes(projection.name));
    const foldings = renewed.map(({ projection, generation }) => new Folding(projection, generation + 1, 'filling'));
    await this.fill(foldings, { epoch: this.checkpoint!.epoch, anew: false, signal: this.stopping.signal, progress });
  }

  /** For as long as it is not stopped: waits for the lease, folds while it has it, and begins again when it has lost it or failed. */
  private async run(progress: Progress, ready: () => void): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const lease = await this.options.store.lease(this.holder, this.leaseMilliseconds);
        if (lease) {
          await whileLeased({ store: this.options.store, holder: this.holder, milliseconds: this.leaseMilliseconds, signal }, (leased) =>
            this.lead(lease.epoch, leased, progress, () => ((failures = 0), ready())),
          );
        } else {
          await this.standBy(ready);
          await pause(this.leaseMilliseconds / 4, signal);
        }
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) this.fails(error as Error);
        await pause(backOff(failures++), signal);
      }
      for (const folding of this.foldings) folding.forget();
    }
    ready();
  }

  private async standBy(ready: () => void): Promise<void> {
    this.role = 'standing by';
    await this.views.refresh();
    this.reach(await this.options.store.checkpoint(live));
    ready();
  }

  private async lead(epoch: number, signal: AbortSignal, progress: Progress, ready: () => void): Promise<void> {
    const { log, store, projections } = this.options;
    await store.ensure([parkedStreams]);
    const stored = await fenced(store, epoch);
    const isSameLog = await stands(log, stored);
    this.reach(isSameLog ? stored : undefined);
    this.parked = await parkedIn(store);
    const { live: foldings, missing } = await foldingsIn(store, projections, isSameLog);
    // The log is another one, or was restored: nothing that was folded from it before is shown any more.
    if (!isSameLog) await store.setLive({});
    await this.views.refresh();
    this.foldings = foldings;
    for (const folding of foldings)
      folding.park(this.parked.filter(({ collection }) => collection === folding.collection).map(({ stream }) => stream));
    await store.drop(await unusedIn(store, missing));

    const wanted = { epoch, anew: !isSameLog, stored, progress };
    const isBeside = foldings.length > 0 && missing.length > 0;
    if (!isBeside && (missing.length > 0 || !isSameLog)) {
      this.role = 'filling';
      await this.fill(missing, { ...wanted, signal });
    }
    if (signal.aborted) return;

    this.role = 'active';
    this.trouble = undefined;
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    // Views that have not changed do not wait for those that have.
    const filled = isBeside ? this.fillUntilDone(missing, { ...wanted, signal: until }) : Promise.resolve();
    try {
      for await (const batch of this.caughtUp(log, signal, () => void filled.then(() => until.aborted || ready())))
        for (let at = 0; at < batch.length && !signal.aborted; at += largestPart) {
          const part = batch.slice(at, at + largestPart);
          const since = performance.now();
          await this.inTurn(live, () => this.goOn(part));
          this.trouble = undefined;
          // A commit costs as much as ten leads in it: commands that wait for the thread go first, and the next commit is larger for it.
          if (part.length >= much) await pause(Math.min(longestRest, performance.now() - since), until);
        }
    } finally {
      ended.abort();
      await filled;
    }
  }

  /** Batches as they come; whoever waits for the start is told when everything that was there is folded. */
  private async *caughtUp(log: EventLog, signal: AbortSignal, ready: () => void) {
    const head = await log.head();
    if (this.position() >= head) ready();
    for await (const batch of log.subscribe(this.position(), signal)) {
      yield batch;
      if (this.position() >= head) ready();
    }
  }

  private async goOn(batch: readonly RecordedEvent[]): Promise<void> {
    const events = batch.filter(({ position }) => position > this.position());
    const last = events.at(-1);
    if (!last) return;
    const folded = await foldBatch(this.reading, this.foldings, events);
    const after = this.position();
    const checkpoint = checkpointAt(this.checkpoint!, last);
    await this.options.store.commit({
      line: live,
      expected: this.checkpoint,
      checkpoint,
      ...folded,
      changes: folded.changes.map(({ json: _, ...change }) => change),
    });
    if (failpoint) await failpoint('after-documents');
    this.alert(folded);
    this.reach(checkpoint);
    this.tell({ after, position: checkpoint.position, changes: folded.changes });
  }

  private async fillUntilDone(foldings: readonly Folding[], wanted: Wanted): Promise<void> {
    for (let failures = 0; !wanted.signal.aborted;) {
      try {
        return await this.fill(foldings, wanted);
      } catch (error) {
        if (wanted.signal.aborted) return;
        this.options.onTrouble?.(error as Error);
        for (const folding of foldings) folding.forget();
        await pause(backOff(failures++), wanted.signal);
      }
    }
  }

  private async fill(foldings: readonly Folding[], wanted: Wanted): Promise<void> {
    const { apart } = this.options;
    if (apart && (await this.isLong())) await this.fillApart(apart, foldings, wanted);
    else await this.fillHere(foldings, wanted);
  }

  /**
   * Fills collections beside the live ones, from the beginning or where it was interrupted, batch by batch between the live
   * ones, and makes them live where both have come to the same place.
   */
  private async fillHere(foldings: readonly Folding[], { epoch, anew, stored, signal, progress }: Wanted): Promise<void> {
    const { room } = this.options;
    const filling = await Filling.begin(this.reading, foldings, { epoch, beside: this.role === 'active', room, signal, progress });
    let isSettled = false;
    for (let isLive = false; !isLive && !signal.aborted;) {
      const hasMet = await this.inTurn(live, async () => {
        const target = anew ? undefined : this.position();
        const taken = await filling.window(target);
        const hasMet = target === undefined ? taken === 0 : target === filling.checkpoint.position;
        isLive = hasMet && isSettled;
        if (isLive) await this.join(filling, anew ? stored : this.checkpoint, anew ? filling.checkpoint : this.checkpoint!);
        return hasMet;
      });
      // Not in turn: whoever is live goes on meanwhile, and what came is folded before they join.
      if (hasMet && !isSettled) {
        await filling.settle();
        isSettled = true;
      }
    }
    this.alert(filling);
  }

  /** Fills all views where nobody reads them, and lets them take the place of what is read. */
  private async fillApart(apart: FillingApart, foldings: readonly Folding[], { epoch, anew, signal, progress }: Wanted): Promise<void> {
    const { projections, store } = this.options;
    const next = new Map([...this.foldings, ...foldings].map((folding) => [folding.projection.name, folding]));
    const generationOf = ({ name }: Projection) => {
      const folding = next.get(name)!;
      return folding.generation + (this.foldings.includes(folding) ? 1 : 0);
    };
    const generations = Object.fromEntries(projections.map((projection) => [projection.name, generationOf(projection)]));
    const filled = await apart.fill({ generations, epoch, progress }, signal);
    try {
      await this.inTurn(live, async () => {
        if (signal.aborted) return;
        const checkpoint = await filled.takeOver(anew || this.foldings.length === 0 ? undefined : this.position());
        this.foldings = projections.map((projection) => new Folding(projection, generations[projection.name]));
        const parked = await parkedIn(store);
        for (const folding of this.foldings)
          folding.park(parked.filter(({ collection }) => collection === folding.collection).map(({ stream }) => stream));
        await this.taken(checkpoint, []);
        this.alert({ parked: parked.map((stream) => ({ ...stream, cause: undefined })) });
      });
    } finally {
      await filled.end();
    }
  }

  /** Whether there is more in the log than is folded in a moment. */
  private async isLong(): Promise<boolean> {
    let count = 0;
    for (let at = beforeAll; count < shortLog;) {
      const batch = await this.options.log.readAll(at, largestBatch);
      count += batch.length;
      if (batch.length < largestBatch) return false;
      at = batch.at(-1)!.position;
    }
    return true;
  }

  private async join({ line, foldings }: Filling, expected: Checkpoint | undefined, checkpoint: Checkpoint): Promise<void> {
    const { store, projections } = this.options;
    const names = new Set(projections.map(({ name }) => name));
    const joined = new Set(foldings.map(({ projection }) => projection.name));
    const foldingsNow = [...this.foldings.filter(({ projection }) => !joined.has(projection.name)), ...foldings].filter(({ projection }) =>
      names.has(projection.name),
    );
    const collections = Object.fromEntries(foldingsNow.map(({ projection, collection }) => [projection.name, collection]));
    const used = new Set(Object.values(collections));
    const gone = (await parkedIn(store)).filter(({ collection }) => !used.has(collection));
    await store.commit({
      line: live,
      expected,
      checkpoint,
      documents: gone.map(unparking),
      sums: [],
      changes: [],
      joins: { line, live: collections },
    });
    this.foldings = foldingsNow;
    for (const folding of foldings) folding.goLive();
    await this.taken(checkpoint, await parkedIn(store));
    await this.dropLater(await unusedIn(store));
  }

  private async taken(checkpoint: Checkpoint, parked: readonly Parked[]): Promise<void> {
    this.parked = parked;
    this.reach(checkpoint);
    await this.views.refresh();
    // No document has changed, but what is read is another collection now.
    this.tell({ after: checkpoint.position, position: checkpoint.position, changes: [] });
  }

  /** What was live until now others may still be reading. What is left when this ends goes with the next start. */
  private async dropLater(collections: readonly string[]): Promise<void> {
    const { store, graceMilliseconds = 0 } = this.options;
    if (graceMilliseconds === 0) return store.drop(collections);
    const { signal } = this.stopping;
    void pause(graceMilliseconds, signal)
      .then(() => (signal.aborted || this.role !== 'active' ? undefined : store.drop(collections)))
      .catch((error: unknown) => this.options.onTrouble?.(error as Error));
  }

  private reach(checkpoint: Checkpoint | undefined): void {
    this.checkpoint = checkpoint;
    this.waiters.reach(this.position());
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

  private alert({ parked }: Pick<BatchFolded, 'parked'>): void {
    const streams = parked.map(({ cause: _, ...stream }) => stream);
    const known = new Set(this.parked.map(({ collection, stream }) => `${collection}/${stream}`));
    this.parked = [...this.parked, ...streams.filter(({ collection, stream }) => !known.has(`${collection}/${stream}`))];
    for (const { cause, ...stream } of parked) this.options.onParked?.(stream, cause);
  }

  private fails(error: Error): void {
    this.trouble = error;
    this.options.onTrouble?.(error);
  }
}
