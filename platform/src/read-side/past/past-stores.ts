import { dayAfter } from '#domain/kernel/values/days.js';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../common/clock.js';
import { createMutex } from '../../common/keyed-mutex.js';
import { Unavailable } from '../../common/unavailable.js';
import type { EventLog } from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import type { Projection } from '../projections/projection.js';
import { SQLITE_FILE_SUFFIXES, removeSqliteFiles } from '../read-store/read-store-on-sqlite.js';
import { Views } from '../read-store/views.js';
import { DatedStore } from './dated-store.js';
import { type LogFiles, fillInWorker } from './fill-in-worker.js';
import { PastFilling, type PastProgress, type PastRange } from './past-filling.js';

/** Views of an organization as of past days. */
export type PastScope = Pick<PastRange, 'organizationId' | 'timeZone' | 'clock' | 'accounts'> & {
  readonly views: readonly string[];
  /** Last past day. */
  readonly yesterday: string;
};

type Options = {
  readonly log: Pick<EventLog, 'identity' | 'read' | 'readSelected' | 'head'>;
  readonly reader: EventReader;
  readonly projections: readonly Projection[];
  /** Folder for private files, of this process alone. */
  readonly folder: string;
  /** Module of the worker thread and the files that it reads; none for a log on a server. */
  readonly worker?: { readonly entry: () => URL; readonly files: LogFiles } | undefined;
};

/** The day is still being read; a later request gets it. */
export class PastNotReady extends Unavailable {
  constructor(readonly progress: PastProgress) {
    super(
      `This day is being computed from the record: ${progress.percent} % so far, until ${progress.day || 'the first entry'}.`,
    );
  }
}

/** Files at once, and their bytes. The one that nobody has used for longest goes first. */
const MAX_STORES = 24;
const MAX_BYTES = 4 * 1024 ** 3;
/** A request waits so long for a day, then it is told to come again. */
const MAX_WAIT_MS = 2_500;
/** Filling stops if nobody has asked for so long; it goes on when somebody does. */
const ABANDONED_AFTER_MS = 60_000;
/** Time that an unused store is kept. By the clock `happened`, its days change later. */
const KEPT_MS = { recorded: 7 * 24 * 60 * 60_000, happened: 10 * 60_000 } as const;
/** Events that are projected without a worker thread, whose start takes longer. */
const MAX_EVENTS_HERE = 5_000;
/** Events projected in one go in this thread, because a part blocks requests. */
const PART_EVENTS = 128;
const MAX_REST_MS = 20;
/** A waiting request looks so often whether its day is complete. */
const LOOK_INTERVAL_MS = 20;
const SWEEP_INTERVAL_MS = 15_000;

/** Views as of past days, in private stores that are filled from the log when somebody asks. */
export class PastStores {
  private stores: PastStore[] = [];
  /** Fills one store at a time. */
  private readonly exclusively = createMutex();
  private readonly timer: NodeJS.Timeout;
  private created = 0;

  constructor(private readonly options: Options) {
    rmSync(options.folder, { recursive: true, force: true });
    this.timer = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
  }

  /**
   * Runs a query on views as of a day, which are read from the log if needed.
   * @throws PastNotReady while they are being read
   */
  async query<Answer>(
    scope: PastScope,
    day: string,
    ask: (views: Views) => Promise<Answer>,
  ): Promise<Answer> {
    const found = this.stores.find((store) => store.answers(scope));
    return (found ?? this.create(scope)).use(scope, day, ask);
  }

  /** Removes the stores of an organization (default: all), such as after an erasure. */
  async remove(organizationId?: string): Promise<void> {
    const removed = this.stores.filter(
      ({ scope }) => organizationId === undefined || scope.organizationId === organizationId,
    );
    await Promise.all(removed.map((store) => this.drop(store)));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.remove();
    rmSync(this.options.folder, { recursive: true, force: true });
  }

  private create(scope: PastScope): PastStore {
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const path = join(this.options.folder, `${++this.created}.sqlite`);
    const store = new PastStore(this.options, scope, path, this.exclusively);
    this.stores.push(store);
    this.sweep();
    return store;
  }

  private async drop(store: PastStore): Promise<void> {
    this.stores = this.stores.filter((other) => other !== store);
    await store.remove();
  }

  private sweep(): void {
    let [count, bytes] = [0, 0];
    for (const store of this.stores.toSorted((one, other) => other.askedAt - one.askedAt)) {
      bytes += store.bytes;
      const isTooMuch = count++ > 0 && (count > MAX_STORES || bytes > MAX_BYTES);
      if (store.hasFailed || isTooMuch || store.isUnused(KEPT_MS[store.scope.clock]))
        void this.drop(store);
      else if (store.isUnused(ABANDONED_AFTER_MS)) store.stopFilling();
    }
  }
}

class PastStore {
  askedAt = performance.now();
  hasFailed = false;
  /** Last day that is complete. */
  private complete = '';
  private progress: PastProgress = { day: '', percent: 0 };
  private knownAccounts: readonly string[] = [];
  private filling: Promise<void> | undefined;
  private stopping = new AbortController();
  private reading: DatedStore | undefined;
  private inUse = 0;
  private removed: Promise<void> | undefined;

  constructor(
    private readonly options: Options,
    readonly scope: PastScope,
    private readonly path: string,
    private readonly exclusively: ReturnType<typeof createMutex>,
  ) {}

  answers({ organizationId, timeZone, clock, views, yesterday }: PastScope): boolean {
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
    return this.inUse === 0 && performance.now() - this.askedAt > milliseconds;
  }

  async use<Answer>(
    scope: PastScope,
    day: string,
    ask: (views: Views) => Promise<Answer>,
  ): Promise<Answer> {
    this.askedAt = performance.now();
    this.inUse++;
    try {
      await this.waitFor(scope, day);
      this.reading ??= new DatedStore(this.path, 'reading');
      return await ask(new Views(this.reading.asOf(day)));
    } finally {
      this.inUse--;
    }
  }

  /** @throws PastNotReady */
  private async waitFor(scope: PastScope, day: string): Promise<void> {
    const since = performance.now();
    while (day > this.complete) {
      if (this.removed || performance.now() - since > MAX_WAIT_MS)
        throw new PastNotReady(this.progress);
      this.startFilling(scope);
      await Promise.race([this.filling, pause(LOOK_INTERVAL_MS)]);
    }
  }

  private startFilling(scope: PastScope): void {
    this.filling ??= this.exclusively(() => this.fill(scope)).finally(
      () => (this.filling = undefined),
    );
    this.filling.catch(() => undefined); // Thrown to those who wait for it.
  }

  private setProgress(progress: PastProgress): void {
    this.progress = progress;
    // Days before the one that is read now are complete.
    if (progress.day) this.complete = dayAfter(progress.day, -1);
  }

  private async fill({ accounts, yesterday }: PastScope): Promise<void> {
    const { scope, knownAccounts } = this;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    if (this.removed) return;
    const { organizationId, timeZone, clock, views } = scope;
    const range = (): PastRange => ({
      ...{ organizationId, timeZone, clock, accounts, until: yesterday },
      newAccounts: accounts.filter((account) => !knownAccounts.includes(account)),
      from: this.progress.day,
    });
    const onProgress = (progress: PastProgress) => this.setProgress(progress);
    const { worker } = this.options;
    try {
      const filled = await this.fillHere(range(), signal, onProgress);
      this.knownAccounts = accounts;
      if (filled === 'more')
        await fillInWorker(
          worker!.entry(),
          { files: { ...worker!.files, store: this.path }, views, range: range() },
          signal,
          onProgress,
        );
      if (!signal.aborted) this.complete = yesterday;
    } catch (error) {
      this.hasFailed = !signal.aborted;
      if (this.hasFailed) throw error;
    } finally {
      // The next filling cannot know which late events this one has folded already.
      if (signal.aborted && clock === 'happened') this.hasFailed = true;
    }
  }

  private async fillHere(
    range: PastRange,
    signal: AbortSignal,
    onProgress: (progress: PastProgress) => void,
  ): Promise<'all' | 'more'> {
    const { log, reader, projections, worker } = this.options;
    const store = new DatedStore(this.path, 'writing');
    try {
      return await new PastFilling(
        {
          ...{ log, reader, store },
          projections: projections.filter(({ name }) => this.scope.views.includes(name)),
        },
        range,
        {
          ...{ signal, onProgress, partEvents: PART_EVENTS },
          ...(worker && { maxEvents: MAX_EVENTS_HERE }),
          rest: (milliseconds) => pause(Math.min(MAX_REST_MS, milliseconds)),
        },
      ).run();
    } finally {
      await store.close();
    }
  }

  stopFilling(): void {
    if (this.filling) this.stopping.abort();
  }

  /** Stops the filling, and removes the file once no query uses it. */
  remove(): Promise<void> {
    return (this.removed ??= this.removeFile());
  }

  private async removeFile(): Promise<void> {
    this.stopFilling();
    await this.filling?.catch(() => undefined);
    while (this.inUse > 0) await pause(MAX_REST_MS);
    await this.reading?.close();
    removeSqliteFiles(this.path);
  }
}
