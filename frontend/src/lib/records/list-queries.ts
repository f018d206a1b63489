import {
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { List } from '#domain/kernel/views.js';
import type { Positioned } from '../server/position.js';
import { outdatedPages } from '../query-client.js';
import {
  type ListData,
  type ListRule,
  pageData,
  withRowPlaced,
  withRowCounted,
  withFirstPage,
  withNextPage,
} from './list-data.js';
import { type ListParams, ruleOf } from './list-rules.js';
import { type ListName, listViews, refOfRow } from './record.js';
import type { RecordChange, RecordStore } from './record-store.js';

/** A list of the server: name, filters, and how to fetch a page. */
export interface ListSource {
  readonly queryKey: readonly unknown[];
  readonly list: ListName;
  readonly params: ListParams;
  readonly fetchPage: (
    after: string | undefined,
    signal?: AbortSignal,
  ) => Promise<Positioned<List<object>>>;
}

/** Time that unused searches stay in memory; the device stores them longer. */
const SEARCH_LIFETIME_MS = 5 * 60_000;

/**
 * List queries of one tab. They hold keys, cursors and counts; a changed record moves to its place.
 */
export class ListQueries {
  constructor(
    private readonly queryClient: QueryClient,
    private readonly records: RecordStore,
  ) {
    records.subscribe((changes) => this.placeChanges(changes));
  }

  options(source: ListSource) {
    const { queryKey, list, params } = source;
    const isSearch = Boolean(params['q']);
    return queryOptions({
      queryKey,
      queryFn: ({ signal }: QueryFunctionContext) => this.load(source, signal),
      meta: { views: listViews[list], list: { name: list, params }, isStored: true },
      ...(isSearch && { gcTime: SEARCH_LIFETIME_MS }),
    });
  }

  /** Loads the next page, and drops it if the list was reloaded meanwhile. */
  async loadMore(source: ListSource): Promise<void> {
    const { queryKey } = source;
    const cursor = this.queryClient.getQueryData<ListData>(queryKey)?.next;
    // a stored list has no cursor
    if (cursor === undefined)
      return this.queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    const page = await this.fetchAndStorePage(source, cursor);
    const query = this.queryClient.getQueryCache().find<ListData>({ queryKey });
    if (query?.state.data?.next === cursor)
      replaceData(query, withNextPage(query.state.data, page));
  }

  /** Fetches the first page, or all loaded pages if they are outdated. */
  private async load(source: ListSource, signal: AbortSignal): Promise<ListData> {
    const rule = ruleOf(source.list, source.params);
    const query = this.queryClient.getQueryCache().find<ListData>({ queryKey: source.queryKey });
    const needsAllPages = query !== undefined && outdatedPages.delete(query);
    try {
      const firstPage = await this.fetchAndStorePage(source, undefined, signal);
      const before = query?.state.data;
      const merged = needsAllPages
        ? undefined
        : withFirstPage(before, firstPage, rule, this.records);
      if (merged) return merged;
      const loadedCount = before?.refs.length ?? 0;
      let reloadedList = firstPage;
      while (reloadedList.hasMore && reloadedList.refs.length < loadedCount)
        reloadedList = withNextPage(
          reloadedList,
          await this.fetchAndStorePage(source, reloadedList.next, signal),
        );
      return rule ? this.withNewerRows(reloadedList, query?.state.data, rule) : reloadedList;
    } catch (error) {
      if (needsAllPages) outdatedPages.add(query);
      throw error;
    }
  }

  /** Places rows that were pushed after the pages were read. */
  private withNewerRows(
    reloadedList: ListData,
    before: ListData | undefined,
    rule: ListRule,
  ): ListData {
    const isNewer = (ref: ListData['refs'][number]): boolean =>
      (this.records.version(ref)?.position ?? '') > (reloadedList.position ?? '');
    return [...reloadedList.refs, ...(before?.refs ?? [])]
      .filter(isNewer)
      .reduce((list, ref) => withRowPlaced(list, ref, rule, this.records), reloadedList);
  }

  private async fetchAndStorePage(
    { fetchPage, list }: ListSource,
    after: string | undefined,
    signal?: AbortSignal,
  ): Promise<ListData> {
    const { answer, position } = await fetchPage(after, signal);
    this.records.put((row) => refOfRow(list, row), answer.items, { position });
    return pageData(list, answer, position);
  }

  /** Moves changed records to their place in the loaded lists and updates the counts. */
  private placeChanges(changes: readonly RecordChange[]): void {
    for (const query of this.queryClient.getQueryCache().getAll() as Query<ListData>[]) {
      const list = query.meta?.list;
      const { data } = query.state;
      if (!list || !data) continue;
      const rule = ruleOf(list.name, list.params);
      const changedData = changes.reduce(
        (current, change) => this.withChange(current, change, list.name, rule),
        data,
      );
      if (changedData !== data) replaceData(query, changedData);
    }
  }

  private withChange(
    data: ListData,
    { ref, before, after, isAdded }: RecordChange,
    list: ListName,
    rule: ListRule | undefined,
  ): ListData {
    const row = after ?? before;
    if (!row || !isRowOf(list, ref, row)) return data;
    const isListed = data.refs.includes(ref);
    const isGone = this.records.readEvenIfHidden(ref) === undefined;
    if (!rule)
      return isGone && isListed
        ? { ...data, refs: data.refs.filter((each) => each !== ref) }
        : data;
    const { position } = this.records.version(ref) ?? {};
    // the list was read after the row and does not contain it
    if (!isListed && position !== undefined && position <= (data.oldestPosition ?? '')) return data;
    const dataWithRow = withRowPlaced(data, ref, rule, this.records);
    const isCounted = (position ?? '') <= (data.position ?? '');
    // an existing record that this tab had not loaded yet
    const isUnknown = !before && !isAdded;
    return isCounted || isUnknown ? dataWithRow : withRowCounted(dataWithRow, rule, before, after);
  }
}

const isRowOf = (list: ListName, ref: string, row: object): boolean => refOfRow(list, row) === ref;

/**
 * Replaces a query's data. Keeps its time, invalidation and error, so that a failed list is fetched
 * again once the server is reached.
 */
export function replaceData<Data>(query: Query<Data>, data: Data): void {
  const { isInvalidated, dataUpdatedAt, error, status } = query.state;
  query.setData(data, { updatedAt: dataUpdatedAt, manual: true });
  if (error) query.setState({ error, status });
  if (isInvalidated) query.invalidate();
}
