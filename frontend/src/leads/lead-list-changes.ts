import type { LeadStatus } from '#domain/leads/lead.commands.js';
import type { LeadItem, LeadList } from '#domain/leads/lead.views.js';
import { countsHere, isListed, type LeadFilters, orderOf } from './filters.js';

/** What is loaded of one list. */
export interface LoadedList {
  readonly pages: readonly LeadList[];
  readonly pageParams: readonly unknown[];
}

/** A lead as it is now; without `item` it is gone, or no longer mine to see. */
export interface LeadChange {
  readonly leadId: string;
  readonly item?: LeadItem;
}

const moved = (counts: LeadList['counts'], from: LeadStatus | undefined, to: LeadStatus | undefined): LeadList['counts'] => {
  const next = { ...counts };
  if (from) next[from] = Math.max(0, next[from] - 1);
  if (to) next[to] += 1;
  next.All = Math.max(0, next.All + (to ? 1 : 0) - (from ? 1 : 0));
  return next;
};

/**
 * Writes a change into a list that is loaded: the row moves to its place, and the tabs count it anew. `before` is the lead
 * as it was last known here; undefined: it was not there.
 */
export function changedList(list: LoadedList, filters: LeadFilters, { leadId, item }: LeadChange, before: LeadItem | undefined): LoadedList {
  const first = list.pages[0];
  const last = list.pages.at(-1);
  if (!first || !last) return list;
  const rest = list.pages.flatMap(({ items }) => items).filter((other) => other.leadId !== leadId);
  const order = orderOf[filters.sort];
  const belongs = item !== undefined && isListed(item, filters);
  // what comes after the last row that is loaded is on a page that is not
  const inReach = belongs && (!last.hasMore || rest.length === 0 || order(item, rest.at(-1)!) < 0);
  const items = inReach ? [...rest, item].toSorted(order) : rest;
  const wasListed = before !== undefined && isListed(before, filters);
  const counts = moved(
    first.counts,
    before && countsHere(before, filters) ? before.status : undefined,
    item && countsHere(item, filters) ? item.status : undefined,
  );
  const total = Math.max(0, first.total + (belongs ? 1 : 0) - (wasListed ? 1 : 0));
  return { ...list, pages: list.pages.map((page, place) => ({ ...page, counts, total, items: place === 0 ? items : [] })) };
}
