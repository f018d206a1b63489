import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../common/clock.js';
import { createMutex } from '../../common/keyed-mutex.js';
import type { Position, RecordedEvent } from '../../event-log/event-log.js';
import { readBatchesAfter } from '../../event-log/events-after.js';
import { isAbandonment, takesDataAway } from '../../sealing/platform-events.js';
import { findOwnerOfStream } from '../read-store/lanes.js';
import type { Views } from '../read-store/views.js';
import type { PastScope } from './past-description.js';
import { PrivateFolder } from './past-folder.js';
import { MAX_WAIT_MS, NO_PROGRESS, PastNotReady, PastStore, type PastParts } from './past-store.js';

type Options = Omit<PastParts, 'runExclusively'> & {
  /** Folder for private files; beside a log on a server, several processes may share it. */
  readonly folder: string;
};

/** Limits of the files and of their bytes. The least recently used file is removed first. */
const MAX_STORES = 24;
const MAX_BYTES = 4 * 1024 ** 3;
/** Time without a request after which filling stops. The next request resumes it. */
const ABANDONED_AFTER_MS = 60_000;
/**
 * Retention of an unused store. It is short by the clock `happened`, because events that are
 * recorded late still change its days, and for a damaged record, which may be repaired.
 */
const RETENTION_MS = {
  recorded: 7 * 24 * 60 * 60_000,
  happened: 10 * 60_000,
  damaged: 10 * 60_000,
} as const;
const SWEEP_INTERVAL_MS = 15_000;
const STORE_SUFFIX = '.sqlite';

/**
 * Views as of past days, in private stores that are filled from the log when somebody asks. Stores
 * by the clock `recorded` outlive the process, if the log is a file beside them.
 */
export class PastStores {
  private stores: PastStore[] = [];
  private readonly parts: PastParts;
  /** Take-over of an earlier process's stores; undefined once it has ended. */
  private adopting: Promise<void> | undefined;
  private readonly closing = new AbortController();
  /** Folder of this process, if it shares `options.folder`. */
  private privateFolder: PrivateFolder | undefined;
  private readonly folder: string;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: Options) {
    this.parts = { ...options, runExclusively: createMutex() };
    this.folder = options.worker ? options.folder : join(options.folder, randomUUID());
    this.timer = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
  }

  /**
   * Takes over the stores of an earlier process, without those of organizations in which somebody
   * was erased since. `removeErased` must get all new events from now on. Beside a log on a server,
   * only removes what earlier processes left.
   */
  adopt(): Promise<void> {
    this.adopting = this.adoptStores()
      .catch(() => this.remove())
      .finally(() => (this.adopting = undefined));
    return this.adopting;
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
    const { signal } = this.closing;
    if (this.adopting) await Promise.race([this.adopting, pause(MAX_WAIT_MS, signal)]);
    if (this.adopting || signal.aborted) throw new PastNotReady(NO_PROGRESS);
    const found = this.stores.find((store) => store.canAnswer(scope));
    return (found ?? this.create(scope)).use(scope, day, ask);
  }

  /**
   * Removes the stores of organizations in which somebody was erased, or a lost key was abandoned.
   * A damaged event may have done so. If an account was erased, all stores are removed, because it
   * may have been a member of any organization.
   */
  async removeErased(events: readonly RecordedEvent[]): Promise<void> {
    const erased = events
      .filter((event) => takesDataAway(event) || event.damage !== undefined)
      .map(organizationOfKey);
    for (const organizationId of new Set(erased)) await this.remove(organizationId);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.closing.abort();
    await this.adopting;
    await Promise.all(this.stores.map((store) => store.close()));
    this.privateFolder?.remove();
  }

  /** Removes the stores of an organization (default: all). */
  private async remove(organizationId?: string): Promise<void> {
    const removed = this.stores.filter(
      ({ scope }) => organizationId === undefined || scope.organizationId === organizationId,
    );
    await Promise.all(removed.map((store) => this.drop(store)));
  }

  private async adoptStores(): Promise<void> {
    const { folder } = this;
    if (!this.options.worker) return PrivateFolder.removeLeftovers(folder);
    if (!existsSync(folder)) return;
    let oldestHeardTo: Position | undefined;
    const names = readdirSync(folder);
    for (const name of names.filter((each) => each.endsWith(STORE_SUFFIX))) {
      const found = await PastStore.adopt(this.parts, join(folder, name)).catch(() => undefined);
      if (!found) continue;
      this.stores.push(found.store);
      if (oldestHeardTo === undefined || found.heardTo < oldestHeardTo)
        oldestHeardTo = found.heardTo;
    }
    for (const name of names)
      if (!this.stores.some(({ path }) => join(folder, name).startsWith(path)))
        rmSync(join(folder, name), { recursive: true, force: true });
    if (oldestHeardTo === undefined) return;
    for await (const events of readBatchesAfter(this.options.log, oldestHeardTo)) {
      if (this.closing.signal.aborted) return; // The next process reads from there again.
      await this.removeErased(events);
    }
  }

  private create(scope: PastScope): PastStore {
    const { folder } = this;
    if (this.options.worker) mkdirSync(folder, { recursive: true, mode: 0o700 });
    else this.privateFolder ??= new PrivateFolder(folder);
    const store = new PastStore(this.parts, scope, join(folder, `${randomUUID()}${STORE_SUFFIX}`));
    this.stores.push(store);
    this.sweep();
    return store;
  }

  private async drop(store: PastStore): Promise<void> {
    this.stores = this.stores.filter((other) => other !== store);
    await store.remove();
  }

  private sweep(): void {
    let count = 0;
    let bytes = 0;
    for (const store of this.stores.toSorted((one, other) => other.askedAt - one.askedAt)) {
      count++;
      bytes += store.bytes;
      // The most recently used store stays, however large it is.
      const isTooMuch = count > 1 && (count > MAX_STORES || bytes > MAX_BYTES);
      const retentionMs = RETENTION_MS[store.hasDamage ? 'damaged' : store.scope.clock];
      if (store.hasFailed || isTooMuch || store.isUnused(retentionMs)) void this.drop(store);
      else if (store.isUnused(ABANDONED_AFTER_MS)) store.stopFilling();
    }
  }
}

/**
 * Organization whose key an event destroys or abandons. Undefined for the key of an account, and
 * for streams that other programs wrote to the log's server.
 */
const organizationOfKey = (event: RecordedEvent): string | undefined =>
  (isAbandonment(event) ? event.metadata.organizationId : findOwnerOfStream(event.stream)) ||
  undefined;
