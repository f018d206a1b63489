import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '#domain/kernel/views.js';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type Asking, get } from '../lib/api.js';
import { hasFailed } from '../ui/has-failed.js';
import { nameOf } from './answer.js';

/** Where a list is, and what a page of it is. */
export type ListPath = { [Path in QueryPath]: AnswerAt<Path> extends List<unknown> ? Path : never }[QueryPath];
export type PageAt<Path extends ListPath> = Extract<AnswerAt<Path>, List<unknown>>;

/** A list of the server, page by page; its rows stay while other filters are asked for. `views`: whose changes touch it. */
export const useListQuery = <Path extends ListPath, Given extends ParamsAt<Path>>(
  path: Path,
  params: Asking<Path, Given>,
  views: readonly string[],
) => usePages([nameOf(path), params], (after, signal) => get(path, { ...params, after }, { signal }) as Promise<PageAt<Path>>, views);

function usePages<Page extends List<unknown>>(
  queryKey: readonly unknown[],
  fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
  views: readonly string[],
) {
  const asked = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, next }) => (hasMore ? next : undefined),
    placeholderData: keepPreviousData,
    meta: { views, kept: true },
  });
  // rows of other filters do not stand in for those that failed
  const query = { ...asked, ...(hasFailed(asked) && { isError: true, isPlaceholderData: false, data: undefined }) };
  const pages = query.data?.pages;
  const items = useMemo((): readonly Page['items'][number][] => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return { ...query, items, first: pages?.[0] };
}
export type ListQuery = ReturnType<typeof usePages<List<unknown>>>;
