import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';
import { tableRows } from '#domain/kernel/query.values.js';
import { outdatedPages } from '../query-client.js';
import { type Device, DeviceRows } from './device-rows.js';
import { isList, type ListData } from './list-data.js';
import type { RecordStore } from './record-store.js';

/**
 * Stored answer of a query. A list's answer holds keys, cursor and counts; its rows are records.
 */
export interface StoredAnswer {
  readonly queryKey: QueryKey;
  readonly meta: QueryMeta | undefined;
  readonly data: unknown;
  readonly at: number;
}

/**
 * Limits of stored answers, newest first. Searches have their own, so that they evict nothing else.
 */
const MAX_ANSWERS = { searches: 100, others: 600 };
/** Stored rows of a long list: a page of a table, or four pages of cards. */
const MAX_STORED_ROWS = Number(tableRows);

/** Stored answers of one tab's queries, one row per query. */
export class AnswerStore {
  private readonly rows: DeviceRows<StoredAnswer>;
  /** Answers that the device has already, by their query. */
  private readonly stored = new WeakMap<Query, Pick<Query['state'], 'data' | 'dataUpdatedAt'>>();

  constructor(
    device: Device,
    private readonly queryClient: QueryClient,
    /** Rows of lists. */
    private readonly records?: RecordStore,
  ) {
    this.rows = new DeviceRows<StoredAnswer>({
      store: 'answers',
      device,
      // a future time was stored before the device's clock was set back
      isNewer: (next, stored) => next.at >= stored.at || stored.at > Date.now(),
      onStored: () => undefined,
      // a page that closes meanwhile stores no list without its rows
      beforeWrite: records && (() => records.flush()),
    });
  }

  /** Stores answers of the server from now on. A refetch without new data stores nothing. */
  start(isStored: (query: Query) => boolean): () => void {
    return this.queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.meta?.isStored !== true || !isStored(query)) return;
      const { data, dataUpdatedAt } = query.state;
      const before = this.stored.get(query);
      if (before?.data === data && before?.dataUpdatedAt === dataUpdatedAt) return;
      this.stored.set(query, { data, dataUpdatedAt });
      this.store(query);
    });
  }

  store({ queryHash, queryKey, meta, state: { data, dataUpdatedAt: at } }: Query): void {
    if (data !== undefined && data !== null)
      this.rows.put(queryHash, { queryKey, meta, data: withoutLaterPages(data), at }, at);
  }

  /**
   * Puts stored answers into queries without data, marked as invalid.
   * @param recordsRestored settles once the rows of lists can be read
   */
  async restore(recordsRestored?: Promise<void>): Promise<void> {
    const counts = { searches: 0, others: 0 };
    const isBeyondLimit = ({ meta }: StoredAnswer): boolean => {
      const group = meta?.list?.params.q ? 'searches' : 'others';
      return ++counts[group] > MAX_ANSWERS[group];
    };
    const loadedAnswers = await this.rows.load(isBeyondLimit);
    await recordsRestored;
    for (const { row } of loadedAnswers) {
      const { queryKey, meta, at } = row;
      const data = this.withKnownRows(row.data);
      if (data === undefined) continue;
      const cache = this.queryClient.getQueryCache();
      if (cache.get(hashKey(queryKey))?.state.data !== undefined) continue;
      const query = cache.build(this.queryClient, { queryKey, ...(meta && { meta }) });
      this.stored.set(query, { data, dataUpdatedAt: at });
      query.setState({
        ...query.state,
        data,
        dataUpdatedAt: at,
        status: 'success',
        isInvalidated: true,
      });
      outdatedPages.add(query);
    }
  }

  /** List up to its first unknown row; undefined if that is the first of all. */
  private withKnownRows(data: unknown): unknown {
    const { records } = this;
    if (!records || !isList(data)) return data;
    const unknownIndex = data.refs.findIndex((ref) => records.version(ref) === undefined);
    if (unknownIndex < 0) return data;
    return unknownIndex === 0 ? undefined : firstRows(data, unknownIndex);
  }

  remove(queryKey: QueryKey): void {
    this.rows.remove(hashKey(queryKey));
  }

  clear = (): Promise<void> => this.rows.clear();
  flush = (): Promise<void> => this.rows.flush();
}

const withoutLaterPages = (data: unknown): unknown =>
  isList(data) && data.refs.length > MAX_STORED_ROWS ? firstRows(data, MAX_STORED_ROWS) : data;

/** List without its later rows. Without a cursor, loading more needs a refetch first. */
const firstRows = (list: ListData, count: number): ListData => ({
  ...list,
  refs: list.refs.slice(0, count),
  hasMore: true,
  next: undefined,
});
