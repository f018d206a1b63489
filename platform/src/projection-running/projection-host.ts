import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { turns } from '../command-handling/in-turn.js';
import { type EventLog, type Position, type RecordedEvent, beforeAll, largestBatch } from '../event-log/event-log.js';
import { failpoint } from '../failpoints.js';
import { type Checkpoint, CheckpointMoved, type ReadStore } from '../read-store/read-store.js';
import { Views } from '../read-store/views.js';
import { type BatchFolded, type Reading, foldBatch, folded as foldedOf, takeIn } from './batch.js';
import { Folding } from './folding.js';
import { parkedIn, parkedStreams, unparking } from './parked-streams.js';
import type { Projection } from './projection.js';
import type { Committed, Health, Parked, ReadSide } from './read-side.js';
import { Waiters } from './waiters.js';

export type ProjectionHostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly Projection[];
  /** How events are read; as they are stored if this is left out. */
  readonly open?: Reading['open'];
  readonly erase?: Reading['erase'];
  /** A projection could not fold a stream, and goes on without it. */
  readonly onParked?: (parked: Parked, cause: unknown) => void;
  /** Nothing can be folded now; it is tried again. */
  readonly onTrouble?: (error: Error) => void;
  readonly leaseMilliseconds?: number;
  /** How long other processes may take to hear that another generation of a view is live: so long the old one stays. */
  readonly graceMilliseconds?: number;
  readonly now?: () => number;
};

/** How far a filling has come: positions are the log's own, so events are counted. */
export type Progress = (folded: number) => void;

const live = 'live';
const longestPause = 5_000;
/** Before anybody is served: a document that many events change, and a page of the store that holds many, are written once. */
const largestFilling = 64 * largestBatch;
/** Beside those who are served, who wait for one such commit at most. */
const largestFillingBeside = 4 * largestBatch;

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

  /** Fills a new generation of these beside the live one while it goes on, which is how damage to a view is mended. */
  async rebuild(names: readonly string[], progress: Progress = () => {}): Promise<void> {
    const renewed = this.foldings.filter(({ projection }) => names.includes(projection.name));
    await this.fill(
      renewed.map(({ projection, generation }) => new Folding(projection, generation + 1, 'filling')),
      this.stopping.signal,
      progress,
    );
  }

  /** For as long as it is not stopped: waits for the lease, folds while it has it, and begins again when it has lost it or failed. */
  private async run(progress: Progress, ready: () => void): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const lease = await this.options.store.lease(this.holder, this.leaseMilliseconds);
        if (lease) {
          await this.whileLeased(signal, (leased) => this.lead(lease.epoch, leased, progress, () => ((failures = 0), ready())));
        } else {
          await this.standBy(ready);
          await pause(this.leaseMilliseconds / 4, signal);
        }
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) this.fails(error as Error);
        await pause(Math.min(longestPause, 50 * 2 ** failures++) * (0.5 + Math.random()), signal);
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

  private async whileLeased(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const leave = () => lost.abort();
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    const renewing = setInterval(() => {
      this.options.store.lease(this.holder, this.leaseMilliseconds).then((lease) => lease ?? leave(), leave);
    }, this.leaseMilliseconds / 3).unref();
    try {
      await work(lost.signal);
    } finally {
      clearInterval(renewing);
      signal.removeEventListener('abort', leave);
    }
  }

  private async lead(epoch: number, signal: AbortSignal, progress: Progress, ready: () => void): Promise<void> {
    const { log, store, projections } = this.options;
    await store.ensure([parkedStreams]);
    const stored = await this.fenced(epoch, await store.checkpoint(live));
    const isSameLog = await this.stands(stored);
    this.reach(isSameLog ? stored : undefined);
    this.parked = await parkedIn(store);
    const there = await store.live();
    if (!isSameLog) await this.takeDown();
    const foldings = projections.map((projection) => {
      const generation = Number(
        new RegExp(`^${escaped(projection.name)}@${projection.version}\\.(\\d+)$`).exec(there[projection.name] ?? '')?.[1] ?? 0,
      );
      const isLive = isSameLog && generation > 0;
      return { folding: isLive ? new Folding(projection, generation) : new Folding(projection, generation + 1, 'filling'), isLive };
    });
    this.foldings = foldings.filter(({ isLive }) => isLive).map(({ folding }) => folding);
    for (const folding of this.foldings)
      folding.park(this.parked.filter(({ collection }) => collection === folding.collection).map(({ stream }) => stream));

    const missing = foldings.filter(({ isLive }) => !isLive).map(({ folding }) => folding);
    if (missing.length > 0 || !isSameLog) {
      this.role = 'filling';
      await this.fill(missing, signal, progress, { epoch, anew: !isSameLog, stored });
    } else {
      await this.views.refresh();
      await this.dropOthers(new Set());
    }
    if (signal.aborted) return;

    this.role = 'active';
    this.trouble = undefined;
    for await (const batch of this.caughtUp(log, signal, ready)) {
      await this.inTurn(live, () => this.goOn(batch));
      this.trouble = undefined;
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

  /**
   * Fills collections beside the live ones, from the beginning or where it was interrupted, batch by batch between the live
   * ones, and makes them live where both have come to the same place.
   */
  private async fill(
    foldings: readonly Folding[],
    signal: AbortSignal,
    progress: Progress,
    start?: { epoch: number; anew: boolean; stored: Checkpoint | undefined },
  ): Promise<void> {
    const { log, store } = this.options;
    const identity = await log.identity();
    const line = ['filling', ...foldings.map(({ collection }) => collection).sort()].join(' ');
    const collections = foldings.flatMap((folding) => folding.collections());
    const there = new Set(await store.collections());
    const begun = await store.checkpoint(line);
    const resumes = begun && collections.every(({ name }) => there.has(name)) && (await this.stands(begun));
    if (start) await this.dropOthers(new Set(resumes ? collections.map(({ name }) => name) : []));
    if (!resumes) await store.drop(collections.map(({ name }) => name));
    await store.ensure(collections, start && 'filling');

    const epoch = start?.epoch ?? this.checkpoint!.epoch;
    let stored = begun;
    let reached: Checkpoint = resumes ? { ...begun, epoch } : { log: identity, position: beforeAll, eventId: '', stream: '', revision: -1, epoch };
    let parked: BatchFolded['parked'] = [];
    const most = Math.min(start ? largestFilling : largestFillingBeside, await store.largestFilling());
    const step = Math.floor(most / Math.ceil(most / largestBatch));
    let ahead: Promise<readonly RecordedEvent[]> | undefined;
    let isSettled = false;
    for (let [folded, isLive] = [0, false]; !isLive && !signal.aborted;) {
      const hasMet = await this.inTurn(live, async () => {
        const target = start?.anew ? undefined : this.position();
        let last: RecordedEvent | undefined;
        let taken = 0;
        for (let at = reached.position; taken < most && at !== target && !signal.aborted;) {
          const batch = await (ahead ?? log.readAll(at, step));
          const events = target === undefined ? batch : batch.filter(({ position }) => position <= target);
          // The next ones come while these are folded and written.
          ahead = events.length === step ? log.readAll(events.at(-1)!.position, step) : undefined;
          ahead?.catch(() => undefined);
          if (events.length === 0) break;
          await takeIn(this.reading, foldings, events);
          last = events.at(-1)!;
          [taken, at] = [taken + events.length, last.position];
          await breath(); // For whoever is served meanwhile; and these can be forgotten.
        }
        if (last) {
          const { changes: _, ...written } = foldedOf(foldings);
          const checkpoint = checkpointAt(reached, last);
          await store.commit({ line, expected: stored, checkpoint, ...written, changes: [] });
          stored = reached = checkpoint;
          parked = [...parked, ...written.parked];
          progress((folded += taken));
        }
        const hasMet = target === undefined ? !last : target === reached.position;
        isLive = hasMet && isSettled;
        if (isLive) await this.join(line, foldings, start ? start.stored : this.checkpoint, start?.anew ? reached : this.checkpoint!);
        return hasMet;
      });
      // Not in turn: whoever is live goes on meanwhile, and what came is folded before they join.
      if (hasMet && !isSettled) {
        await store.settle?.(collections.map(({ name }) => name));
        isSettled = true;
      }
    }
    this.alert({ parked });
  }

  private async join(line: string, foldings: readonly Folding[], expected: Checkpoint | undefined, checkpoint: Checkpoint): Promise<void> {
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
    this.parked = await parkedIn(store);
    this.reach(checkpoint);
    await this.views.refresh();
    // No document has changed, but what is read is another collection now.
    this.tell({ after: checkpoint.position, position: checkpoint.position, changes: [] });
    await this.dropLater(await this.unused(new Set()));
  }

  /** The log is another one, or was restored: nothing that was folded from it before is shown any more. */
  private async takeDown(): Promise<void> {
    await this.options.store.setLive({});
    await this.views.refresh();
  }

  /** Drops what is neither live nor being filled. */
  private async dropOthers(filling: ReadonlySet<string>): Promise<void> {
    await this.options.store.drop(await this.unused(filling));
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

  private async unused(filling: ReadonlySet<string>): Promise<readonly string[]> {
    const { store } = this.options;
    const used = new Set([parkedStreams.name, ...filling, ...Object.values(await store.live()).flatMap((name) => [name, `${name}/records`])]);
    return (await store.collections()).filter((name) => !used.has(name));
  }

  /** The checkpoint, made this host's own: whoever held the lease before cannot write on it any more. */
  private async fenced(epoch: number, checkpoint: Checkpoint | undefined): Promise<Checkpoint | undefined> {
    if (!checkpoint || checkpoint.epoch === epoch) return checkpoint;
    const mine = { ...checkpoint, epoch };
    await this.options.store.commit({ line: live, expected: checkpoint, checkpoint: mine, documents: [], sums: [], changes: [] });
    return mine;
  }

  /** Whether it is a place in this log: it is not where the log is another one, or was restored from a backup. */
  private async stands(checkpoint: Checkpoint | undefined): Promise<boolean> {
    if (checkpoint?.log !== (await this.options.log.identity())) return false;
    if (checkpoint.position === beforeAll) return true;
    const [event] = await this.options.log.read(checkpoint.stream, checkpoint.revision);
    return event?.metadata.eventId === checkpoint.eventId && event.position === checkpoint.position;
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

const checkpointAt = ({ log, epoch }: Checkpoint, { position, stream, revision, metadata: { eventId } }: RecordedEvent): Checkpoint => ({
  log,
  position,
  eventId,
  stream,
  revision,
  epoch,
});

const escaped = (name: string) => name.replace(/[^\w-]/g, '\\$&');

/** Ends early when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
  });
}
