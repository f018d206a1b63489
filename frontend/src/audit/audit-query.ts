import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ParamsAt } from '#domain/queries.js';
import { onViewChange } from '../lib/live/live-changes.js';
import { get } from '../lib/server/api.js';
import { usePagedQuery } from './use-paged-query.js';

const path = '/api/audit';
export type FeedFilters = Omit<ParamsAt<typeof path>, 'after' | 'since'>;

/** Pages without a match after which the next one is fetched only by "Load More". */
const MAX_EMPTY_PAGES = 20;
/** Polling interval for new events, because sign-ins and reads change no view. */
const NEWS_INTERVAL_MS = 30_000;
/** Delay after a change of a view, because changes come in groups. */
const NEWS_DELAY_MS = 1_500;

/** Feed in pages. Fetches the next page by itself while nothing has matched. */
export function useAuditFeed(filters: FeedFilters) {
  const feed = usePagedQuery(['audit', filters], (after, signal) =>
    get(path, { ...filters, after }, { signal }),
  );
  const { pages, next, isFetchingNextPage, fetchPageAfter } = feed;
  const items = pages.flatMap((page) => page.items);
  const shouldFetchNextPage =
    items.length === 0 && !isFetchingNextPage && pages.length < MAX_EMPTY_PAGES;
  useEffect(() => {
    if (shouldFetchNextPage && next !== undefined) fetchPageAfter(next);
  }, [shouldFetchNextPage, next, fetchPageAfter]);
  return { ...feed, items, newest: pages[0]?.newest, lookedTo: pages.at(-1)?.lookedTo };
}

/** Views whose changes come from events of the feed. */
const VIEWS = [
  'lead-list',
  'lead-timeline',
  'customer-list',
  'quotation-list',
  'quotation-history',
  'bill-list',
  'team',
  'invitations',
  'organization',
  'products',
  'packages',
  'offers',
  'categories',
];
const listeners = new Set<() => void>();
for (const view of VIEWS)
  onViewChange(view, 'audit', {
    apply() {
      for (const listener of listeners) listener();
      return true;
    },
  });

/** Events after the newest shown one. This query is not recorded in the access log. */
export function useNewEvents(filters: FeedFilters, since: string | undefined) {
  const [changeCount, setChangeCount] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setChangeCount((count) => count + 1);
      }, NEWS_DELAY_MS);
    };
    listeners.add(onChange);
    return () => {
      listeners.delete(onChange);
      clearTimeout(timer);
    };
  }, []);
  const news = useQuery({
    queryKey: ['audit', 'news', filters, since, changeCount],
    queryFn: ({ signal }) => get(path, { ...filters, since }, { signal }),
    enabled: since !== undefined,
    refetchInterval: NEWS_INTERVAL_MS,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  return news.data;
}
