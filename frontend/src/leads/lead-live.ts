import type { Me } from '#domain/accounts/account.views.js';
import type { LeadDetail, LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { sessionKey } from '../lib/kept-answers.js';
import { type Change, onViewChange } from '../lib/live-changes.js';
import { isOwnChange } from '../lib/own-changes.js';
import { queryClient } from '../lib/query-client.js';
import { type LeadFilters, tellsItsDays } from './filters.js';
import { changedList, type LoadedList } from './lead-list-changes.js';
import { leadKeys } from './lead-queries.js';

/** A lead that was made within this time was on no list before, in milliseconds. */
const isFresh = 60_000;

const loadedLists = (): { filters: LeadFilters; list: LoadedList; key: readonly unknown[] }[] =>
  queryClient
    .getQueriesData<LoadedList>({ queryKey: leadKeys.lists })
    .flatMap(([key, list]) => (list?.pages[0] ? [{ filters: key[1] as LeadFilters, list, key }] : []));

/**
 * A card changed: its row is written into every list that is loaded. Where it is not known how it stood before, the
 * counts cannot be told, so the lists are asked for again; the row shows meanwhile.
 */
function cardChanged({ id, revision, document, removed }: Change): boolean {
  const lists = loadedLists();
  const known = lists.flatMap(({ list }) => list.pages.flatMap(({ items }) => items)).filter(({ leadId }) => leadId === id);
  const before = known.toSorted((one, other) => other.revision - one.revision)[0];
  if (before && !removed && before.revision >= revision) return true;
  if (removed) void queryClient.invalidateQueries({ queryKey: leadKeys.one(id) });
  const item = removed || document === undefined ? undefined : (document as LeadItem);
  const fresh = item !== undefined && Date.now() - Date.parse(item.createdAt) < isFresh;
  // not known before and not new: counted as it is now, until the answer comes
  const stood = before ?? (fresh ? undefined : item);
  // of which of them it is now only the server knows: asked for again
  const told = lists.filter(({ filters }) => tellsItsDays(filters));
  for (const { filters, list, key } of told) queryClient.setQueryData(key, changedList(list, filters, { leadId: id, item }, stood));
  return told.length === lists.length && (before !== undefined || fresh);
}

function detailChanged({ id, revision, document, removed }: Change): boolean {
  const key = leadKeys.one(id);
  const before = queryClient.getQueryData<LeadDetail>(key);
  if (removed || !before) void queryClient.invalidateQueries({ queryKey: key });
  else if (document !== undefined && before.revision < revision) queryClient.setQueryData(key, document as LeadDetail);
  return true;
}

interface LoadedTimeline {
  readonly pages: readonly List<TimelineEntry>[];
  readonly pageParams: readonly unknown[];
}

/** A new entry comes in where its revision belongs; the newest stands first. */
function entryCame({ id, document }: Change): boolean {
  const entry = document as (TimelineEntry & { readonly leadId: string }) | undefined;
  const key = leadKeys.timeline(entry?.leadId ?? id);
  const before = queryClient.getQueryData<LoadedTimeline>(key);
  const [first, ...rest] = before?.pages ?? [];
  if (!entry || !before || !first) {
    void queryClient.invalidateQueries({ queryKey: key });
    return true;
  }
  const items = [entry, ...first.items.filter(({ entryId }) => entryId !== entry.entryId)].toSorted((one, other) => other.revision - one.revision);
  queryClient.setQueryData<LoadedTimeline>(key, { ...before, pages: [{ ...first, items }, ...rest] });
  return true;
}

const isMine = (entry: Pick<TimelineEntry, 'by'> | undefined): boolean =>
  entry?.by.id === queryClient.getQueryData<Me | null>(sessionKey)?.account.id;

/** Cards, details and entries come with what they are now; nothing is asked for again that can be told from that. */
export function listenToLeads(): void {
  onViewChange('lead-list', 'leads', { apply: cardChanged, marks: ({ id, revision }) => (isOwnChange(id, revision) ? [] : [id]) });
  onViewChange('lead-detail', 'leads', { apply: detailChanged });
  onViewChange('lead-timeline', 'leads', {
    apply: entryCame,
    marks: ({ document }) => (isMine(document as TimelineEntry | undefined) ? [] : [(document as TimelineEntry).entryId]),
  });
}
