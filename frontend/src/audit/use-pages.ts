import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Pages of events, loaded one after the other and never again: the first page is recorded in the
 * access log. The key of the component has to change with the query.
 */
export function usePagedQuery<Page extends { readonly next?: string | undefined }>(
  queryKey: readonly unknown[],
  fetchPage: (after: string | undefined, signal?: AbortSignal) => Promise<Page>,
) {
  const first = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(undefined, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [later, setLater] = useState<readonly Page[]>([]);
  const nextPage = useMutation({
    mutationFn: (after: string) => fetchPage(after),
    onSuccess: (page) => setLater((known) => [...known, page]),
  });
  const pages = first.data ? [first.data, ...later] : [];
  const next = pages.at(-1)?.next;
  return {
    ...first,
    pages,
    next,
    hasNextPage: next !== undefined,
    isFetchingNextPage: nextPage.isPending,
    fetchPageAfter: nextPage.mutate,
    fetchNextPage: () => {
      if (next !== undefined && !nextPage.isPending) nextPage.mutate(next);
    },
  };
}
