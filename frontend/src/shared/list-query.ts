import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '#domain/kernel/views.js';
import type { AnswerAt, QueryPath } from '#domain/queries.js';
import { get } from '../lib/api.js';
import { hasFailed } from '../ui/has-failed.js';

/** What a list answers, by its name in its path: `leads` is `/api/leads`. */
type PageOf<Name extends string> = `/api/${Name}` extends QueryPath ? Extract<AnswerAt<`/api/${Name}`>, List<unknown>> : List<unknown>;

/** A list of the server, page by page; its rows stay while other filters are asked for. `views`: whose changes touch it. */
export function useListQuery<Name extends string, Page extends List<unknown> = PageOf<Name>>(
  name: Name,
  params: Readonly<Record<string, string>>,
  views: readonly string[],
) {
  const asked = useInfiniteQuery({
    queryKey: [name, params],
    queryFn: ({ pageParam, signal }) => get<Page>(`/api/${name}`, { ...params, after: pageParam }, { signal }),
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
export type ListQuery = ReturnType<typeof useListQuery<string, List<unknown>>>;
