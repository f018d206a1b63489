import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '../../common/clock.js';
import { createMutex } from '../../common/keyed-mutex.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  MAX_BATCH_EVENTS,
} from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import { firstCheckpoint } from '../projections/checkpoints.js';
import { ProjectionProcessor } from '../projections/projection-processor.js';
import type { Projection } from '../projections/projection.js';
import { type ProjectionPorts, Projector } from '../projections/projector.js';
import { LIVE_TRACK } from '../read-store/read-store.js';
import { ReadStoreOnSqlite, SQLITE_FILE_SUFFIXES } from '../read-store/read-store-on-sqlite.js';
import { Views } from '../read-store/views.js';

/** Events of an organization that views of the past are made of. */
export type PastScope = {
  /** Identifies the scope; equal keys include the same events. */
  readonly key: string;
  readonly includes: (event: RecordedEvent) => boolean;
  /** Whether no later event of the log is included. */
  readonly isOver: (event: RecordedEvent) => boolean;
};

type Options = {
  readonly log: Pick<EventLog, 'identity' | 'read' | 'readAll' | 'head'>;
  readonly reader: EventReader;
  readonly projections: readonly Projection[];
  /** Folder for private files, of this process alone. */
  readonly folder: string;
};

/** The views are still being made; a later request gets them. */
export class PastNotReady extends Unavailable {}

/** Stores at once; each is a file about as large as the views of one organization. */
const MAX_STORES = 3;
/** A request waits so long for a store, then it is told to come again. */
const MAX_WAIT_MS = 2_500;
/** Making ends if nobody has asked for so long. */
const ABANDONED_AFTER_MS = 60_000;
/** Time that an unused store is kept. */
const KEPT_MS = 10 * 60_000;
/** Events projected in one go, because a part blocks requests. */
const PART_EVENTS = 128;
const MAX_REST_MS = 20;

/** Views as of a day, each in a private store that is made of the log and removed after a while. */
export class PastStores {
  private readonly stores = new Map<string, PastStore>();
  /** Makes one store at a time. */
  private readonly exclusively = createMutex();
  private readonly timer: NodeJS.Timeout;
  private created = 0;

  constructor(private readonly options: Options) {
    rmSync(options.folder, { recursive: true, force: true });
    this.timer = setInterval(() => this.removeUnused(), ABANDONED_AFTER_MS / 4).unref();
  }

  /**
   * Runs a query on views of the scope, which are made if needed.
   * @throws PastNotReady while they are being made
   */
  async query<Answer>(scope: PastScope, ask: (views: Views) => Promise<Answer>): Promise<Answer> {
    const store = this.stores.get(scope.key) ?? this.create(scope);
    return store.use(ask);
  }

  /** Removes stores whose key begins with a text, such as after an erasure. */
  async remove(prefix: string): Promise<void> {
    const removed = [...this.stores].filter(([key]) => key.startsWith(prefix));
    await Promise.all(removed.map(([key, store]) => this.drop(key, store)));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.remove('');
    rmSync(this.options.folder, { recursive: true, force: true });
  }

  private create(scope: PastScope): PastStore {
    const oldest = [...this.stores].toSorted(([, one], [, other]) => one.askedAt - other.askedAt);
    for (const [key, store] of oldest.slice(0, Math.max(0, oldest.length + 1 - MAX_STORES)))
      void this.drop(key, store);
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const path = join(this.options.folder, `${++this.created}.sqlite`);
    const store = new PastStore(this.options, scope, path);
    this.stores.set(scope.key, store);
    store.made = this.exclusively(() => store.make());
    store.made.catch(() => this.drop(scope.key, store));
    return store;
  }

  private async drop(key: string, store: PastStore): Promise<void> {
    if (this.stores.get(key) === store) this.stores.delete(key);
    await store.remove();
  }

  private removeUnused(): void {
    for (const [key, store] of this.stores) if (store.isUnused(KEPT_MS)) void this.drop(key, store);
  }
}

class PastStore {
  askedAt = performance.now();
  made: Promise<void> = Promise.resolve();
  private readonly store: ReadStoreOnSqlite;
  private readonly views: Views;
  private readonly ending = new AbortController();
  private readonly erased = new Set<string>();
  private isMade = false;
  private readEvents = 0;
  private inUse = 0;
  private removed: Promise<void> | undefined;

  constructor(
    private readonly options: Options,
    private readonly scope: PastScope,
    private readonly path: string,
  ) {
    this.store = new ReadStoreOnSqlite(path, Date.now, 'temporary');
    this.views = new Views(this.store);
  }

  isUnused(milliseconds: number): boolean {
    return this.inUse === 0 && performance.now() - this.askedAt > milliseconds;
  }

  async use<Answer>(ask: (views: Views) => Promise<Answer>): Promise<Answer> {
    this.askedAt = performance.now();
    this.inUse++;
    try {
      await Promise.race([this.made, pause(MAX_WAIT_MS, this.ending.signal)]);
      if (!this.isMade) throw new PastNotReady(this.progress());
      return await ask(this.views);
    } finally {
      this.inUse--;
    }
  }

  private progress(): string {
    return `This day is being computed from the record. ${this.readEvents.toLocaleString('en-IN')} entries have been read so far.`;
  }

  /** Projects the included events of the log, oldest first. */
  async make(): Promise<void> {
    const { log, projections } = this.options;
    const processors = projections.map((projection) => new ProjectionProcessor(projection));
    await this.store.ensure(processors.flatMap((processor) => processor.collections()));
    const checkpoint = await firstCheckpoint(log, 1);
    const track = 'past';
    await this.store.commit({
      ...{ track, expected: undefined, checkpoint, documents: [], sums: [], changes: [] },
    });
    const projector = new Projector(this.ports(), track, processors, checkpoint, () => undefined);
    const head = await log.head();
    await this.project(projector, processors, head);
    await this.store.commit({
      ...{ track: LIVE_TRACK, expected: undefined, checkpoint: projector.checkpoint },
      ...{ documents: [], sums: [], changes: [] },
      promotes: {
        track,
        current: Object.fromEntries(
          processors.map(({ projection, collection }) => [projection.name, collection]),
        ),
      },
    });
    this.isMade = true;
  }

  private async project(
    projector: Projector,
    processors: readonly ProjectionProcessor[],
    head: Position,
  ): Promise<void> {
    const { log } = this.options;
    let position = projector.checkpoint.position;
    while (position < head) {
      const batch = await log.readAll(position, MAX_BATCH_EVENTS);
      if (batch.length === 0) return;
      position = batch.at(-1)!.position;
      this.readEvents += batch.length;
      const wanted = batch.filter(
        (event) =>
          event.position <= head &&
          processors.some((processor) => processor.reads(event.type)) &&
          this.scope.includes(event),
      );
      const readable = await this.openReadable(wanted);
      for (let start = 0; start < readable.length; start += PART_EVENTS) {
        const since = performance.now();
        this.throwIfEnded();
        await projector.project(readable.slice(start, start + PART_EVENTS));
        await pause(Math.min(MAX_REST_MS, performance.now() - since), this.ending.signal);
      }
      this.throwIfEnded();
      if (batch.some((event) => this.scope.isOver(event))) return;
      await nextTurn();
    }
  }

  /** Decrypts events, without those of erased streams, of which nothing is shown any more. */
  private async openReadable(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const opened = await this.options.reader.open(events);
    for (const { stream, erased } of opened) if (erased) this.erased.add(stream);
    return opened.filter(({ stream }) => !this.erased.has(stream));
  }

  private throwIfEnded(): void {
    if (this.ending.signal.aborted || (!this.isMade && this.isUnused(ABANDONED_AFTER_MS)))
      throw new PastNotReady(this.progress());
  }

  /** Events reach the projector decrypted. */
  private ports(): ProjectionPorts {
    const { log } = this.options;
    const read = async (stream: string) =>
      this.openReadable((await log.read(stream)).filter(this.scope.includes));
    return {
      log: {
        read: read as EventLog['read'],
        identity: () => log.identity(),
        readAll: (after, max) => log.readAll(after, max),
      },
      store: this.store,
      open: (events) => Promise.resolve(events),
      // Reads only what is left; the projections of the live views erase.
      erase: () => Promise.resolve(),
    };
  }

  /** Ends the making, and removes the file once no query uses it. */
  remove(): Promise<void> {
    return (this.removed ??= this.removeFile());
  }

  private async removeFile(): Promise<void> {
    this.ending.abort();
    await this.made.catch(() => undefined);
    while (this.inUse > 0) await pause(MAX_REST_MS);
    await this.store.close();
    for (const suffix of SQLITE_FILE_SUFFIXES) rmSync(`${this.path}${suffix}`, { force: true });
  }
}
