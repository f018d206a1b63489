import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '#domain/kernel/views.js';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type Asking, getPositioned } from '../lib/api.js';
import { lists } from '../lib/device-cache.js';
import { isOutOfReach } from '../lib/query-client.js';
import type { ListSource } from '../lib/records/list-queries.js';
import type { ListParams } from '../lib/records/list-rules.js';
import type { ListName } from '../lib/records/record.js';
import { hasFailed } from '../ui/has-failed.js';
import { nameOf } from './answer.js';
import { useRows } from './use-records.js';

/** Paths of the lists whose rows are records. */
export type ListPath = Extract<
  { [Path in QueryPath]: AnswerAt<Path> extends List<unknown> ? Path : never }[QueryPath],
  `/api/${ListName}`
>;
/** Counts and whatever else stands beside the rows of a first page. */
type FirstOf<Page> = { readonly [Field in Exclude<keyof Page, keyof List<unknown>>]: Page[Field] };
type PageAt<Path extends ListPath> = Extract<AnswerAt<Path>, List<unknown>>;

/** Source of a list: how a page of it is asked for. */
export const listSource = <Path extends ListPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
  queryKey: readonly unknown[] = [nameOf(path), params],
): ListSource => ({
  queryKey,
  list: nameOf(path) as ListName,
  params: params as ListParams,
  fetchPage: (after, signal) => getPositioned(path, { ...params, after }, { signal }) as never,
});

/** List of the server, page by page; its rows stay while other filters are asked for. */
export function useListQuery<Path extends ListPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
) {
  const list = useList(listSource(path, params), { placeholderData: keepPreviousData });
  const items = list.items as readonly PageAt<Path>['items'][number][];
  return { ...list, items, first: list.first as FirstOf<PageAt<Path>> | undefined };
}

/** List of a source with its rows as they are now. */
export function useList(
  source: ListSource,
  options: {
    readonly enabled?: boolean;
    readonly staleTime?: number;
    readonly placeholderData?: typeof keepPreviousData;
  } = {},
) {
  const asked = useQuery({ ...lists.options(source), ...options });
  const more = useMutation({ mutationFn: () => lists.loadMore(source) });
  // rows of other filters do not stand in for those that failed
  const failed = hasFailed(asked) && { isError: true, isPlaceholderData: false, data: undefined };
  const query = { ...asked, ...failed };
  const rows = useRows(query.data?.refs);
  // a list whose rows are gone from the device has not been loaded
  const items = useMemo(() => rows ?? [], [rows]);
  return {
    ...query,
    isError: query.isError || (more.isError && isOutOfReach(more.error)),
    items,
    first: query.data?.first,
    hasNextPage: query.data?.hasMore ?? false,
    isFetchingNextPage: more.isPending,
    fetchNextPage: () => {
      if (!more.isPending) more.mutate();
    },
  };
}
export type ListQuery = ReturnType<typeof useList>;
