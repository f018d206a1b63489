import { infiniteQueryOptions, type QueryFunction, type QueryFunctionContext } from '@tanstack/react-query';
import type { List } from '#domain/kernel/views.js';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';
import { type Key, recordsOf } from './record-query.js';

export const leadRecords = recordsOf('lead', '/api/leads/:leadId', ['lead-detail', 'people']);
export const leadQuery = leadRecords.query;

const fetchTimeline = ({ queryKey: [, leadId], pageParam, signal }: QueryFunctionContext<Key, string | undefined>) =>
  get('/api/leads/:leadId/timeline', { leadId, after: pageParam }, { signal });

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: List<TimelineEntry>) => (last.hasMore ? last.next : undefined),
};

export const timelineQuery = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: ['timeline', leadId] as Key,
    queryFn: fetchTimeline,
    ...pages,
    // entries are told only while the page is open: whoever comes back may have missed some
    staleTime: 0,
    meta: { views: ['lead-timeline', 'people'], kept: true },
  });

/** What the device has kept of a lead can be asked for again before its page was opened: as soon as something about it was sent. */
export function renewsLeads(): void {
  queryClient.setQueryDefaults(['lead'], { queryFn: leadRecords.queryFn as QueryFunction<unknown> });
  queryClient.setQueryDefaults(['timeline'], { queryFn: fetchTimeline as QueryFunction<unknown>, ...pages } as object);
}
