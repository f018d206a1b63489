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
  const firstPage = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(undefined, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [laterPages, setLaterPages] = useState<readonly Page[]>([]);
  const nextPage = useMutation({
    mutationFn: (after: string) => fetchPage(after),
    onSuccess: (page) => setLaterPages((pagesBefore) => [...pagesBefore, page]),
  });
  const pages = firstPage.data ? [firstPage.data, ...laterPages] : [];
  const next = pages.at(-1)?.next;
  return {
    ...firstPage,
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
