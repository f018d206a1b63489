import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';
import { outdatedPages } from '../query-client.js';
import { type Device, DeviceRows } from './device-rows.js';
import { isList } from './list-data.js';

/**
 * Answer of a query as the device stores it: of a list keys, cursor and counts; its rows are
 * records.
 */
export interface StoredAnswer {
  readonly queryKey: QueryKey;
  readonly meta: QueryMeta | undefined;
  readonly data: unknown;
  readonly at: number;
}

/**
 * So many answers open again without a network, the newest first. Searches push nothing else out.
 */
const MAX_ANSWERS = { searches: 100, others: 600 };
/** Rows of a long list that open again without a network: four pages. */
const MAX_STORED_ROWS = 48;

/** Answers of the queries of one tab, stored on the device one by one. */
export class AnswerStore {
  private readonly rows: DeviceRows<StoredAnswer>;
  /** Answers that the device has already, by their query. */
  private readonly stored = new WeakMap<Query, Pick<Query['state'], 'data' | 'dataUpdatedAt'>>();

  constructor(
    device: Device,
    private readonly queryClient: QueryClient,
  ) {
    this.rows = new DeviceRows<StoredAnswer>({
      store: 'answers',
      device,
      // a time to come was stored before the device's clock was set back
      isNewer: (next, stored) => next.at >= stored.at || stored.at > Date.now(),
      onStored: () => undefined,
    });
  }

  /** Stores what the server answers from now on, and not that an answer was asked for again. */
  start(isStored: (query: Query) => boolean): () => void {
    return this.queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.meta?.kept !== true || !isStored(query)) return;
      const { data, dataUpdatedAt } = query.state;
      const before = this.stored.get(query);
      if (before?.data === data && before?.dataUpdatedAt === dataUpdatedAt) return;
      this.stored.set(query, { data, dataUpdatedAt });
      this.store(query);
    });
  }

  /** Stores the answer of a query, if it has one. */
  store({ queryHash, queryKey, meta, state: { data, dataUpdatedAt: at } }: Query): void {
    if (data !== undefined && data !== null)
      this.rows.put(queryHash, { queryKey, meta, data: shortened(data), at }, at);
  }

  /**
   * Puts the stored answers into the queries that have none, to be asked for again when they are
   * looked at.
   */
  async restore(): Promise<void> {
    const counts = { searches: 0, others: 0 };
    const isBeyond = ({ meta }: StoredAnswer): boolean => {
      const group = meta?.list?.params.q ? 'searches' : 'others';
      return ++counts[group] > MAX_ANSWERS[group];
    };
    for (const { row } of await this.rows.load(isBeyond)) {
      const { queryKey, meta, data, at } = row;
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

  /** Forgets the answers of these queries. */
  remove(queryKey: QueryKey): void {
    this.rows.remove(hashKey(queryKey));
  }

  clear = (): Promise<void> => this.rows.clear();
  flush = (): Promise<void> => this.rows.flush();
}

/**
 * Long list without its later pages; without their cursor nothing more is loaded until it was asked
 * for again.
 */
const shortened = (data: unknown): unknown =>
  isList(data) && data.refs.length > MAX_STORED_ROWS
    ? { ...data, refs: data.refs.slice(0, MAX_STORED_ROWS), hasMore: true, next: undefined }
    : data;
