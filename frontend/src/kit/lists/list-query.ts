import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tableRows } from '#domain/kernel/query.values.js';
import type { List } from '#domain/kernel/views.js';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { isPhone } from '../../browser/media.js';
import { type QueryParams, getPositioned } from '../../lib/server/api.js';
import { lists } from '../../lib/records/device-cache.js';
import { isServerUnreachable, queryClient } from '../../lib/query-client.js';
import { type ListData, pageData } from '../../lib/records/list-data.js';
import type { ListSource } from '../../lib/records/list-queries.js';
import type { ListParams } from '../../lib/records/list-rules.js';
import type { ListName } from '../../lib/records/record.js';
import { hasFailed } from '../../ui/feedback/has-failed.js';
import { queryNameOf } from '../records/answer.js';
import { type AsOf, useAsOf } from '../records/past-day.js';
import { PAST_KEY, pastKey, pastOptions } from '../records/past-answer.js';
import { useRows } from '../records/use-records.js';

/** Paths of lists whose rows are records. */
export type ListPath = Extract<
  { [Path in QueryPath]: AnswerAt<Path> extends List<unknown> ? Path : never }[QueryPath],
  `/api/${ListName}`
>;
/** Fields of a first page in addition to its rows, such as counts. */
type FirstPageFields<Page> = {
  readonly [Field in Exclude<keyof Page, keyof List<unknown>>]: Page[Field];
};
type PageOfPath<Path extends ListPath> = Extract<AnswerAt<Path>, List<unknown>>;

/** Paths whose pages can be as long as a table. */
type TablePath = {
  [Path in ListPath]: ParamsAt<Path> extends { readonly rows?: unknown } ? Path : never;
}[ListPath];
interface SourceOptions<Path extends ListPath> {
  /** Whether pages are long on a wide screen, which shows a table. */
  readonly isTable?: Path extends TablePath ? true : never;
}

/** Source of a list: name, filters and how to fetch a page. */
export const listSource = <Path extends ListPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
  {
    queryKey = [queryNameOf(path), params],
    isTable,
  }: SourceOptions<Path> & { readonly queryKey?: readonly unknown[] } = {},
): ListSource => ({
  queryKey,
  list: queryNameOf(path) as ListName,
  params: params as ListParams,
  fetchPage: (after, signal) => {
    // not part of the query key, so that a rotated device keeps its list
    const rows = isTable && !isPhone() ? tableRows : undefined;
    return getPositioned(path, { ...params, rows, after }, { signal }) as never;
  },
});

/** List as of a past day. */
const pastSource = <Path extends ListPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
  options: SourceOptions<Path>,
  asOf: AsOf,
): ListSource =>
  listSource(path, { ...params, ...asOf } as never, {
    ...options,
    queryKey: pastKey(path, asOf, params),
  });

/** Loaded part of a past list, with its rows, which the device does not store. */
type PastListData = ListData & { readonly rows: readonly object[] };

async function fetchPastPage(
  { fetchPage, list }: ListSource,
  after?: string,
  signal?: AbortSignal,
) {
  const { answer } = await fetchPage(after, signal);
  return { ...pageData(list, answer, undefined), rows: answer.items };
}

const pastListOptions = (source: ListSource) =>
  queryOptions<ListData>({
    ...pastOptions,
    queryKey: source.queryKey,
    queryFn: ({ signal }): Promise<PastListData> => fetchPastPage(source, undefined, signal),
  });

async function loadMorePast(source: ListSource): Promise<void> {
  const { queryKey } = source;
  const loadedList = queryClient.getQueryData<PastListData>(queryKey);
  if (!loadedList?.next) return;
  const page = await fetchPastPage(source, loadedList.next);
  queryClient.setQueryData(queryKey, { ...page, rows: [...loadedList.rows, ...page.rows] });
}

/** List of the server in pages. Rows stay as placeholder data while other filters load. */
export function useListQuery<Path extends ListPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
  { enabled = true, ...options }: SourceOptions<Path> & { readonly enabled?: boolean } = {},
) {
  const asOf = useAsOf();
  const source = asOf ? pastSource(path, params, options, asOf) : listSource(path, params, options);
  const list = useList(source, { placeholderData: keepPreviousData, enabled });
  const items = list.items as readonly PageOfPath<Path>['items'][number][];
  return { ...list, items, first: list.first as FirstPageFields<PageOfPath<Path>> | undefined };
}

/** List query whose data are the fields of the first page, such as counts, without rows. */
export const withFirstPageData = <List extends { readonly first: unknown }>(list: List) => ({
  ...list,
  data: list.first as List['first'],
});

/** List of a source, with its current rows. */
export function useList(
  source: ListSource,
  options: {
    readonly enabled?: boolean;
    readonly staleTime?: number;
    readonly placeholderData?: typeof keepPreviousData;
  } = {},
) {
  const isPast = source.queryKey[0] === PAST_KEY;
  const result = useQuery<ListData>({
    ...(isPast ? pastListOptions(source) : lists.options(source)),
    ...options,
  });
  const listKey = JSON.stringify(source.queryKey);
  const nextPage = useMutation({
    mutationFn: (_listKey: string) => (isPast ? loadMorePast(source) : lists.loadMore(source)),
  });
  // no placeholder data after an error
  const failedState = hasFailed(result) && {
    isError: true,
    isPlaceholderData: false,
    data: undefined,
  };
  const query = { ...result, ...failedState };
  const hasNextPage = query.data?.hasMore ?? false;
  // a failure of a page of other filters does not count, nor of one that there is no more
  const hasNextPageFailed = hasNextPage && nextPage.isError && nextPage.variables === listKey;
  const storedRows = useRows(isPast ? undefined : query.data?.refs);
  const rows = isPast ? (query.data as PastListData | undefined)?.rows : storedRows;
  // without stored rows the list counts as not loaded
  const items = useMemo(() => rows ?? [], [rows]);
  return {
    ...query,
    isError: query.isError || (hasNextPageFailed && isServerUnreachable(nextPage.error)),
    items,
    first: query.data?.first,
    hasNextPage,
    hasNextPageFailed,
    isFetchingNextPage: nextPage.isPending,
    fetchNextPage: () => {
      if (!nextPage.isPending) nextPage.mutate(listKey);
    },
  };
}
export type ListQuery = ReturnType<typeof useList>;
