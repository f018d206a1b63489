import type { InfiniteData } from '@tanstack/react-query';
import type { LeadDetail, LeadItem, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import { identity } from '../lib/identity.js';
import { askedAgain, type Change, onViewChange } from '../lib/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { leadRecords, timelineQuery } from '../shared/lead-record.js';

type LoadedList = InfiniteData<LeadList, string | undefined>;

/** A row shows at once what it is now; where it belongs, and what the tabs count, is asked for. */
function cardChanged({ id, revision, document, removed }: Change): boolean {
  if (removed) {
    void queryClient.invalidateQueries({ queryKey: leadRecords.keyOf(id) });
    queryClient.removeQueries({ queryKey: timelineQuery(id).queryKey, type: 'inactive' });
  }
  const now = removed ? undefined : (document as LeadItem | undefined);
  const shown = (item: LeadItem): readonly LeadItem[] => (item.leadId !== id || item.revision >= revision ? [item] : now ? [now] : []);
  queryClient.setQueriesData<LoadedList>(
    { queryKey: ['leads'] },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(shown) })) },
  );
  return false;
}

function detailChanged({ id, revision, document, removed }: Change): boolean {
  const key = leadRecords.keyOf(id);
  const before = queryClient.getQueryData<LeadDetail>(key);
  if (removed || !before) void queryClient.invalidateQueries({ queryKey: key });
  else if (document !== undefined && before.revision < revision) queryClient.setQueryData(key, document as LeadDetail);
  return true;
}

/** A new entry comes in where its revision belongs; the newest stands first. */
function entryCame({ id, document }: Change): boolean {
  const entry = document as (TimelineEntry & { readonly leadId: string }) | undefined;
  const key = timelineQuery(entry?.leadId ?? id).queryKey;
  const before = queryClient.getQueryData(key);
  const [first, ...rest] = before?.pages ?? [];
  if (!entry || !before || !first) {
    void queryClient.invalidateQueries({ queryKey: key });
    return true;
  }
  const items = [entry, ...first.items.filter(({ entryId }) => entryId !== entry.entryId)].toSorted((one, other) => other.revision - one.revision);
  queryClient.setQueryData(key, { ...before, pages: [{ ...first, items }, ...rest] });
  return true;
}

const isMine = (entry: Pick<TimelineEntry, 'by'> | undefined): boolean => entry?.by.id === identity().accountId;

// cards, details and entries come with what they are now, and show it at once
onViewChange('lead-list', 'leads', { ...askedAgain, apply: cardChanged });
onViewChange('lead-detail', 'leads', { apply: detailChanged });
onViewChange('lead-timeline', 'leads', {
  apply: entryCame,
  marks: ({ document }) => (isMine(document as TimelineEntry | undefined) ? [] : [(document as TimelineEntry).entryId]),
});
