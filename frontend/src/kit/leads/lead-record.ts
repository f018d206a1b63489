import type { QueryFunction } from '@tanstack/react-query';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { lists, records } from '../../lib/records/device-cache.js';
import { onSent } from '../../lib/outbox/outbox.js';
import { queryClient } from '../../lib/query-client.js';
import { refTo } from '../../lib/records/record.js';
import type { ListSource } from '../../lib/records/list-queries.js';
import { listSource, useList } from '../lists/list-query.js';
import { type Key, recordsOf } from '../records/record-query.js';

export const leadRecords = recordsOf('lead', '/api/leads/:leadId', {
  outdatedBy: ['lead-detail', 'people'],
});
export const leadQuery = leadRecords.query;

const timelineKey = (leadId: string): Key => ['timeline', leadId];
const timelineSource = (leadId: string): ListSource =>
  listSource('/api/leads/:leadId/timeline', { leadId }, { queryKey: timelineKey(leadId) });

export const timelineQuery = (leadId: string) => ({
  ...lists.options(timelineSource(leadId)),
  // entries are pushed only while the page is open: stored ones may be outdated
  staleTime: 0,
});

/** Timeline of a lead, newest first, in pages. */
export function useTimeline(leadId: string, { enabled }: { readonly enabled: boolean }) {
  const { items, ...timeline } = useList(timelineSource(leadId), { enabled, staleTime: 0 });
  return { ...timeline, items: items as readonly TimelineEntry[] };
}

/** From now on, refetches stored data of a lead after a command, even if its page is closed. */
export function renewLeadsWhenSent(): void {
  queryClient.setQueryDefaults(['lead'], {
    queryFn: leadRecords.queryFn as QueryFunction<unknown>,
  });
  const renewTimeline: QueryFunction = (context) => {
    const { queryFn } = lists.options(timelineSource((context.queryKey as unknown as Key)[1]));
    return (queryFn as QueryFunction<unknown>)(context);
  };
  queryClient.setQueryDefaults(['timeline'], { queryFn: renewTimeline });
  onSent(({ recordId }) => {
    if (!records.read(refTo('lead-detail', recordId))) return;
    // offline, the next visit of the page refetches
    void queryClient.fetchQuery({ ...leadQuery(recordId), staleTime: 0 }).catch(() => undefined);
  });
}
