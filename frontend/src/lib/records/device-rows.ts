import type { Database } from '../database.js';

/** Message to other tabs: rows were written, or everything was dropped. */
export type RowsMessage =
  { readonly store: StoreName; readonly keys: readonly string[] } | { readonly cleared: true };
type StoreName = 'records' | 'answers';

/** The used part of `BroadcastChannel`. */
export interface Channel {
  postMessage(message: RowsMessage): void;
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: RowsMessage }) => void,
  ): void;
}

/** A tab's device: database, channel to other tabs, and the scope of stored rows. */
export interface Device {
  readonly database: () => Promise<Database>;
  readonly channel?: Channel | undefined;
  /** Build, account and organization; undefined while nobody is signed in. */
  readonly scope: () => string | undefined;
}

/** Stored rows expire after this time without the server, because a device may be lost. */
export const EXPIRY_MS = 7 * 24 * 60 * 60_000;
/**
 * Interval of batched writes; the first is immediate. Rows received within it are lost when the
 * page closes.
 */
const WRITE_INTERVAL_MS = 250;

/**
 * Pending write, or deletion without a row. While nobody is known, the scope is set when written.
 */
interface PendingRow<Row> {
  readonly scope: string | undefined;
  readonly row: Row | undefined;
  readonly at: number;
}

interface Options<Row> {
  readonly store: StoreName;
  readonly device: Device;
  /** Whether a row may replace the stored one; called inside the transaction. */
  readonly isNewer: (next: Row, stored: Row) => boolean;
  /** Whether a row is a tombstone. */
  readonly isTombstone?: (row: Row) => boolean;
  /** Receives a row that another tab has stored. */
  readonly onStored: (row: Row) => void;
  /** Stores the records that the rows refer to, before the rows are written. */
  readonly beforeWrite?: (() => Promise<void>) | undefined;
}

/**
 * Rows of one store: batched writes, newest wins, shared with other tabs. Never fails where the
 * browser stores nothing.
 */
export class DeviceRows<Row extends { readonly at: number }> {
  private readonly pending = new Map<string, PendingRow<Row>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last write by `performance.now()`. */
  private writtenAt = -Infinity;
  private generation = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: Options<Row>) {
    options.device.channel?.addEventListener('message', ({ data }) => {
      if ('cleared' in data) this.dropPending();
      else if (data.store === options.store) void this.receive(data.keys);
    });
  }

  /** Stores a row soon. */
  put(id: string, row: Row, at: number): void {
    this.schedule(id, { row, at });
  }

  remove(id: string): void {
    this.schedule(id, { row: undefined, at: 0 });
  }

  /** Loads the scope's rows, newest first, and deletes those beyond the limits. */
  async load(
    isBeyond: (row: Row) => boolean,
  ): Promise<readonly { readonly row: Row; readonly at: number }[]> {
    const scope = this.options.device.scope();
    if (scope === undefined) return [];
    const { store } = this.options;
    const transaction = (await this.options.device.database()).transaction(store, 'readwrite');
    for (const key of await transaction.store
      .index('at')
      .getAllKeys(IDBKeyRange.upperBound(Date.now() - EXPIRY_MS)))
      void transaction.store.delete(key);
    const stored = await transaction.store.getAll(
      IDBKeyRange.bound(`${scope}|`, `${scope}|\uffff`),
    );
    const now = Date.now();
    // rows dated after now, before the clock was set back, would count as the newest until that
    // time
    const fromFuture = stored
      .filter(({ at }) => at > now)
      .map(({ key, row }) => ({ key, at: now, row: { ...row, at: now } }));
    for (const each of fromFuture) void transaction.store.put(each);
    const all = [...fromFuture, ...stored.filter(({ at }) => at <= now)];
    const newestFirst = all
      .toSorted((one, other) => other.at - one.at)
      .map(({ key, at, row }) => ({ key, at, row: row as Row }));
    const beyond = newestFirst.filter(({ row }) => isBeyond(row));
    for (const { key } of beyond) void transaction.store.delete(key);
    await transaction.done;
    return newestFirst.filter((each) => !beyond.includes(each));
  }

  /** Deletes the rows of all scopes, in all tabs. */
  async clear(): Promise<void> {
    this.dropPending();
    this.options.device.channel?.postMessage({ cleared: true });
    try {
      await (await this.options.device.database()).clear(this.options.store);
    } catch {
      // the browser stores nothing
    }
  }

  /** Writes pending rows; resolves once they are stored. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private schedule(id: string, change: Omit<PendingRow<Row>, 'scope'>): void {
    this.pending.set(id, { ...change, scope: this.options.device.scope() });
    this.timer ??= setTimeout(
      () => void this.flush(),
      Math.max(0, this.writtenAt + WRITE_INTERVAL_MS - performance.now()),
    );
  }

  private dropPending(): void {
    this.generation++;
    this.pending.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async write(): Promise<void> {
    this.writtenAt = performance.now();
    const { generation } = this;
    const { store, isNewer, onStored, device, beforeWrite } = this.options;
    const currentScope = device.scope();
    const batch = [...this.pending].flatMap(([id, { scope = currentScope, ...change }]) =>
      scope === undefined ? [] : [{ key: `${scope}|${id}`, ...change }],
    );
    // an answer may come before the account is known: try later
    if (currentScope === undefined && this.pending.size > batch.length) {
      this.timer ??= setTimeout(() => void this.flush(), WRITE_INTERVAL_MS);
      return;
    }
    if (batch.length === 0) return;
    this.pending.clear();
    try {
      await beforeWrite?.();
      const db = await device.database();
      if (generation !== this.generation) return;
      const transaction = db.transaction(store, 'readwrite');
      const written: string[] = [];
      const newer: Row[] = [];
      await Promise.all(
        batch.map(async ({ key, row, at }) => {
          if (row === undefined) return transaction.store.delete(key);
          const stored = (await transaction.store.get(key))?.row as Row | undefined;
          if (stored && !isNewer(row, stored)) {
            newer.push(stored);
            return undefined;
          }
          written.push(key);
          return transaction.store.put({ key, at, row });
        }),
      );
      await transaction.done;
      if (generation !== this.generation) return;
      for (const row of newer) onStored(row);
      if (written.length > 0) device.channel?.postMessage({ store, keys: written });
    } catch {
      // without storage the app still works online
      await this.deleteGone(batch).catch(() => undefined);
    }
  }

  /**
   * Deletes what a full device could not overwrite: a record that the server has deleted must not
   * stay there.
   */
  private async deleteGone(
    batch: readonly { readonly key: string; readonly row: Row | undefined }[],
  ): Promise<void> {
    const { store, device, isTombstone } = this.options;
    const gone = batch.filter(({ row }) => row === undefined || isTombstone?.(row));
    if (gone.length === 0) return;
    const transaction = (await device.database()).transaction(store, 'readwrite');
    await Promise.all([...gone.map(({ key }) => transaction.store.delete(key)), transaction.done]);
  }

  private async receive(keys: readonly string[]): Promise<void> {
    const { store, device, onStored } = this.options;
    const { generation } = this;
    const scope = device.scope();
    if (scope === undefined) return;
    try {
      const { store: stored } = (await device.database()).transaction(store);
      const rows = await Promise.all(
        keys.filter((key) => key.startsWith(`${scope}|`)).map((key) => stored.get(key)),
      );
      if (generation !== this.generation || scope !== device.scope()) return;
      for (const each of rows) if (each) onStored(each.row as Row);
    } catch {
      // lost rows come with the server's next answer
    }
  }
}
