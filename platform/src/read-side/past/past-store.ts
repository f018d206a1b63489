import { dayAfter } from '#domain/kernel/values/days.js';
import { existsSync, statSync } from 'node:fs';
import { pause } from '../../common/clock.js';
import type { createMutex } from '../../common/keyed-mutex.js';
import { Unavailable } from '../../common/unavailable.js';
import type { EventLog, Position } from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import { isInLog } from '../projections/checkpoints.js';
import type { Projection } from '../projections/projection.js';
import { viewSetOf } from '../projections/view-set.js';
import type { Checkpoint } from '../read-store/read-store.js';
import { SQLITE_FILE_SUFFIXES, removeSqliteFiles } from '../read-store/read-store-on-sqlite.js';
import { Views } from '../read-store/views.js';
import { DatedStore } from './dated-store.js';
import { type LogFiles, fillInWorker } from './fill-in-worker.js';
import { type PastDescription, PastDescriptionFile, type PastScope } from './past-description.js';
import { PastFilling, type PastProgress, type PastRange, PAST_TRACK } from './past-filling.js';

export type PastParts = {
  readonly log: Pick<
    EventLog,
    'readIdentity' | 'read' | 'readAll' | 'readSelected' | 'readLastPosition'
  >;
  readonly reader: EventReader;
  readonly projections: readonly Projection[];
  /** Module of the worker thread and the files that it reads; none for a log on a server. */
  readonly worker?: { readonly entry: () => URL; readonly files: LogFiles } | undefined;
  /** Position up to which `removeErased` has got all events, and keys of erasures are destroyed. */
  readonly heardTo: () => Position;
  /** Fills one store at a time. */
  readonly runExclusively: ReturnType<typeof createMutex>;
};

/** The views of the day are still being made. A later request succeeds. */
export class PastNotReady extends Unavailable {
  constructor(readonly progress: PastProgress) {
    super(
      `This day is being computed from the record: ${progress.percent} % so far, until ${progress.day || 'the first entry'}.`,
    );
  }
}

export const NO_PROGRESS: PastProgress = { day: '', percent: 0 };

/** Version of how stores are filled. Stores of another version are not used after a restart. */
const FILLING_VERSION = 2;
/** Time that a request waits for a day. Then it is refused with a time to retry. */
export const MAX_WAIT_MS = 2_500;
/** Events that are projected without a worker thread, whose start takes longer. */
const MAX_EVENTS_HERE = 5_000;
/** Events projected in one go in this thread, because a part blocks requests. */
const PART_EVENTS = 128;
const MAX_PAUSE_MS = 20;
/** Interval at which a waiting request checks whether its day is complete. */
const POLL_INTERVAL_MS = 20;

/** Views of past days for one scope, in a file. */
export class PastStore {
  askedAt = Date.now();
  hasFailed = false;
  /** Whether a record could not be read, so that it is missing on some days. */
  hasDamage = false;
  private state: Pick<PastDescription, 'complete' | 'progress' | 'knownAccounts'> = {
    complete: '',
    progress: NO_PROGRESS,
    knownAccounts: [],
  };
  private readonly description: PastDescriptionFile;
  private filling: Promise<void> | undefined;
  private stopping = new AbortController();
  private reading: DatedStore | undefined;
  private inUse = 0;
  private removed: Promise<void> | undefined;

  constructor(
    private readonly parts: PastParts,
    readonly scope: PastScope,
    readonly path: string,
  ) {
    this.description = new PastDescriptionFile(path);
  }

  /**
   * Opens the store of an earlier process. Undefined if it is incomplete, or belongs to other views
   * or another log. Records that could not be read may be repaired by now.
   */
  static async adopt(
    parts: PastParts,
    path: string,
  ): Promise<{ readonly store: PastStore; readonly heardTo: Position } | undefined> {
    const described = new PastDescriptionFile(path).read();
    if (!described) return undefined;
    const { scope, set, heardTo, askedAt, ...state } = described;
    const store = new PastStore(parts, scope, path);
    if (set !== store.viewSet) return undefined;
    store.askedAt = askedAt;
    store.state = state;
    const checkpoint = await readCheckpoint(path);
    const isWhole = !hasParked(checkpoint) && (await isInLog(parts.log, checkpoint));
    return isWhole ? { store, heardTo } : undefined;
  }

  canAnswer({ organizationId, timeZone, clock, views, yesterday }: PastScope): boolean {
    const { scope } = this;
    return (
      !this.hasFailed &&
      scope.organizationId === organizationId &&
      scope.timeZone === timeZone &&
      scope.clock === clock &&
      // Late events may have changed days that were complete.
      (clock === 'recorded' || scope.yesterday === yesterday) &&
      views.every((view) => scope.views.includes(view))
    );
  }

  get bytes(): number {
    return SQLITE_FILE_SUFFIXES.reduce(
      (sum, suffix) =>
        sum + (statSync(`${this.path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  isUnused(milliseconds: number): boolean {
    return this.inUse === 0 && Date.now() - this.askedAt > milliseconds;
  }

  async use<Answer>(
    scope: PastScope,
    day: string,
    ask: (views: Views) => Promise<Answer>,
  ): Promise<Answer> {
    this.askedAt = Date.now();
    this.inUse++;
    try {
      await this.waitFor(scope, day);
      this.requireFile();
      this.reading ??= new DatedStore(this.path, 'reading');
      return await ask(new Views(this.reading.asOf(day)));
    } catch (error) {
      // A file that cannot be read is made again.
      if (error instanceof Unavailable && !(error instanceof PastNotReady)) {
        this.hasFailed = true;
        // A file may have been removed while it was being filled.
        this.requireFile();
      }
      throw error;
    } finally {
      this.inUse--;
    }
  }

  stopFilling(): void {
    if (this.filling) this.stopping.abort();
  }

  /** Stops the filling, and removes the file once no query uses it. */
  remove(): Promise<void> {
    return (this.removed ??= this.release(() => {
      this.description.remove();
      removeSqliteFiles(this.path);
    }));
  }

  /** Stops the filling. Keeps the file for the next process if it has a description. */
  close(): Promise<void> {
    return (this.removed ??= this.release(() => {
      this.description.setAskedAt(this.askedAt);
      if (this.hasFailed || !this.description.read()) {
        this.description.remove();
        removeSqliteFiles(this.path);
      }
    }));
  }

  private async release(settle: () => void): Promise<void> {
    this.stopFilling();
    await this.filling?.catch(() => undefined);
    while (this.inUse > 0) await pause(MAX_PAUSE_MS);
    await this.reading?.close();
    settle();
  }

  private get projections(): readonly Projection[] {
    return this.parts.projections.filter(({ name }) => this.scope.views.includes(name));
  }

  private get viewSet(): string {
    return viewSetOf([...this.projections, { name: 'filling', version: FILLING_VERSION }]);
  }

  /** @throws PastNotReady */
  private async waitFor(scope: PastScope, day: string): Promise<void> {
    const startedAt = performance.now();
    while (day > this.state.complete) {
      if (this.removed || performance.now() - startedAt > MAX_WAIT_MS)
        throw new PastNotReady(this.state.progress);
      this.startFilling(scope);
      await Promise.race([this.filling, pause(POLL_INTERVAL_MS)]);
    }
  }

  /** @throws PastNotReady if days are complete, but their file is gone */
  private requireFile(): void {
    if (this.state.complete === '' || existsSync(this.path)) return;
    this.hasFailed = true;
    throw new PastNotReady(NO_PROGRESS);
  }

  private startFilling(scope: PastScope): void {
    this.filling ??= this.parts
      .runExclusively(() => this.fill(scope))
      .finally(() => (this.filling = undefined));
    this.filling.catch(() => undefined); // Waiting requests get the error.
  }

  private setProgress(progress: PastProgress): void {
    // All days before the present one are complete.
    const complete = progress.day ? dayAfter(progress.day, -1) : this.state.complete;
    this.state = { ...this.state, progress, complete };
  }

  private async fill({ accounts, yesterday }: PastScope): Promise<void> {
    const { scope } = this;
    const { knownAccounts } = this.state;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    if (this.removed) return;
    this.requireFile();
    const { organizationId, timeZone, clock, views } = scope;
    const createRange = (): PastRange => ({
      organizationId,
      timeZone,
      clock,
      accounts,
      until: yesterday,
      newAccounts: accounts.filter((account) => !knownAccounts.includes(account)),
      from: this.state.progress.day,
    });
    const onProgress = (progress: PastProgress) => this.setProgress(progress);
    const { worker } = this.parts;
    const heardTo = this.parts.heardTo();
    await this.description.removeDurably();
    try {
      const filled = await this.fillHere(createRange(), signal, onProgress);
      this.state = { ...this.state, knownAccounts: accounts };
      if (filled === 'more')
        await fillInWorker(
          worker!.entry(),
          { files: { ...worker!.files, store: this.path }, views, range: createRange() },
          signal,
          onProgress,
        );
      if (!signal.aborted) this.state = { ...this.state, complete: yesterday };
      this.hasDamage = hasParked(await readCheckpoint(this.path));
    } catch (error) {
      this.hasFailed = !signal.aborted;
      if (this.hasFailed) throw error;
    } finally {
      // The next filling cannot know which late events this one has folded already.
      if (signal.aborted && clock === 'happened') this.hasFailed = true;
    }
    // Beside a log on a server, erasures may happen while this process is off for long.
    if (clock === 'recorded' && worker)
      await this.description
        .write({ scope, set: this.viewSet, heardTo, askedAt: this.askedAt, ...this.state })
        .catch(() => this.description.remove());
  }

  private async fillHere(
    range: PastRange,
    signal: AbortSignal,
    onProgress: (progress: PastProgress) => void,
  ): Promise<'all' | 'more'> {
    const { log, reader, worker } = this.parts;
    const store = new DatedStore(this.path, 'writing');
    try {
      return await new PastFilling({ log, reader, store, projections: this.projections }, range, {
        signal,
        onProgress,
        partEvents: PART_EVENTS,
        ...(worker && { maxEvents: MAX_EVENTS_HERE }),
        pace: (milliseconds) => pause(Math.min(MAX_PAUSE_MS, milliseconds)),
      }).run();
    } finally {
      await store.close();
    }
  }
}

function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const file = new DatedStore(path, 'reading');
  return file.readCheckpoint(PAST_TRACK).finally(() => file.close());
}

const hasParked = (checkpoint: Checkpoint | undefined): boolean =>
  (checkpoint?.parked ?? []).length > 0;
