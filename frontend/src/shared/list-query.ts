import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '#domain/kernel/views.js';
import { get } from '../lib/api.js';

/** A list of the server, page by page; its rows stay while other filters are asked for. `views`: whose changes touch it. */
export function useListQuery<Page extends List<unknown>>(name: string, params: Readonly<Record<string, string>>, views: readonly string[]) {
  const query = useInfiniteQuery({
    queryKey: [name, params],
    queryFn: ({ pageParam, signal }) => get<Page>(`/api/${name}`, { ...params, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, next }) => (hasMore ? next : undefined),
    placeholderData: keepPreviousData,
    meta: { views, kept: true },
  });
  const pages = query.data?.pages;
  const items = useMemo((): readonly Page['items'][number][] => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return { ...query, items, first: pages?.[0] };
}
export type ListQuery = ReturnType<typeof useListQuery<List<unknown>>>;
