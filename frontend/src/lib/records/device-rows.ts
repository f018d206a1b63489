import { type Database, inTransaction, runOnceAnswered } from '../database.js';

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

/** Row of the batch that is being written. */
interface WritingRow<Row> extends PendingRow<Row> {
  readonly id: string;
  /** Key on the device: scope and id. */
  readonly key: string;
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

  /**
   * Loads the scope's rows, newest first, and deletes those beyond the limits.
   * @param isBeyondLimit called once for each row, newest first, so that it may count them
   */
  async load(
    isBeyondLimit: (row: Row) => boolean,
  ): Promise<readonly { readonly row: Row; readonly at: number }[]> {
    const scope = this.options.device.scope();
    if (scope === undefined) return [];
    const { store, device } = this.options;
    return inTransaction(
      [store],
      'readwrite',
      async ({ store: rows }) => {
        const expired = IDBKeyRange.upperBound(Date.now() - EXPIRY_MS);
        const expiredKeys = await rows.index('at').getAllKeys(expired);
        await Promise.all(expiredKeys.map((key) => rows.delete(key)));
        const stored = await rows.getAll(IDBKeyRange.bound(`${scope}|`, `${scope}|\uffff`));
        const now = Date.now();
        // rows dated after now, before the clock was set back, would count as the newest until that
        // time
        const fromFuture = stored
          .filter(({ at }) => at > now)
          .map(({ key, row }) => ({ key, at: now, row: { ...row, at: now } }));
        const allRows = [...fromFuture, ...stored.filter(({ at }) => at <= now)];
        const newestFirst = allRows
          .toSorted((one, other) => other.at - one.at)
          .map(({ key, at, row }) => ({ key, at, row: row as Row }));
        const rowsBeyondLimit = new Set(newestFirst.filter(({ row }) => isBeyondLimit(row)));
        await Promise.all([
          ...fromFuture.map((each) => rows.put(each)),
          ...[...rowsBeyondLimit].map(({ key }) => rows.delete(key)),
        ]);
        return newestFirst.filter((each) => !rowsBeyondLimit.has(each));
      },
      { connect: device.database },
    );
  }

  /** Deletes the rows of all scopes, in all tabs. */
  async clear(): Promise<void> {
    this.dropPending();
    this.options.device.channel?.postMessage({ cleared: true });
    const { store, device } = this.options;
    await runOnceAnswered(() =>
      inTransaction([store], 'readwrite', ({ store: rows }) => rows.clear(), {
        connect: device.database,
      }),
    );
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
    const batch: readonly WritingRow<Row>[] = [...this.pending].flatMap(
      ([id, { scope = currentScope, ...change }]) =>
        scope === undefined ? [] : [{ id, key: `${scope}|${id}`, scope, ...change }],
    );
    // an answer may come before the account is known: try later
    if (currentScope === undefined && this.pending.size > batch.length) {
      this.timer ??= setTimeout(() => void this.flush(), WRITE_INTERVAL_MS);
      return;
    }
    if (batch.length === 0) return;
    this.pending.clear();
    const writtenKeys: string[] = [];
    const newerRows: Row[] = [];
    try {
      await beforeWrite?.();
      await inTransaction(
        [store],
        'readwrite',
        async ({ store: rows }) => {
          if (generation !== this.generation) return;
          const writeRow = async ({ key, row, at }: WritingRow<Row>): Promise<unknown> => {
            if (row === undefined) return rows.delete(key);
            const stored = (await rows.get(key))?.row as Row | undefined;
            if (stored && !isNewer(row, stored)) return newerRows.push(stored);
            writtenKeys.push(key);
            return rows.put({ key, at, row });
          };
          await Promise.all(batch.map(writeRow));
        },
        { connect: device.database },
      );
      if (generation !== this.generation) return;
      for (const row of newerRows) onStored(row);
      if (writtenKeys.length > 0) device.channel?.postMessage({ store, keys: writtenKeys });
    } catch {
      // without storage the app still works online
      if (generation === this.generation) await this.deleteRemoved(batch);
    }
  }

  /**
   * Deletes what the device could not overwrite, now or with the next write: a record that the
   * server has deleted must not stay there.
   */
  private async deleteRemoved(batch: readonly WritingRow<Row>[]): Promise<void> {
    const { store, device, isTombstone } = this.options;
    const { generation } = this;
    const deletedRows = batch.filter(({ row }) => row === undefined || isTombstone?.(row));
    if (deletedRows.length === 0) return;
    try {
      await inTransaction(
        [store],
        'readwrite',
        ({ store: rows }) => Promise.all(deletedRows.map(({ key }) => rows.delete(key))),
        { connect: device.database },
      );
    } catch {
      if (generation !== this.generation) return;
      for (const { id, key: _, ...change } of deletedRows)
        if (!this.pending.has(id)) this.pending.set(id, change);
    }
  }

  private async receive(keys: readonly string[]): Promise<void> {
    const { store, device, onStored } = this.options;
    const { generation } = this;
    const scope = device.scope();
    if (scope === undefined) return;
    try {
      const ownKeys = keys.filter((key) => key.startsWith(`${scope}|`));
      const rows = await inTransaction(
        [store],
        'readonly',
        ({ store: stored }) => Promise.all(ownKeys.map((key) => stored.get(key))),
        { connect: device.database },
      );
      if (generation !== this.generation || scope !== device.scope()) return;
      for (const each of rows) if (each) onStored(each.row as Row);
    } catch {
      // lost rows come with the server's next answer
    }
  }
}
