import { mostVisitsCounted, type VisitCounts, type VisitTab, visitTabs } from '#domain/visits/visit.views.js';
import { nothingWords } from '../shared/labels.js';
import { dayParam, filterCodec, type FiltersOf, idParam, oneOf, searchParam } from '../shared/list-filters.js';
import { countText, dayText } from '../ui/format.js';

export const tabNames: Readonly<Record<VisitTab, string>> = { upcoming: 'Upcoming', completed: 'Completed', cancelled: 'Cancelled' };

export const visitFilters = filterCodec({ tab: oneOf(visitTabs, 'upcoming'), q: searchParam, from: dayParam, to: dayParam, member: idParam });
export type VisitFilters = FiltersOf<typeof visitFilters>;

/** `From 1 Nov to 20 Nov, Asha Kulkarni`; empty when all is shown. */
export function filteredText({ from, to }: VisitFilters, member: string | undefined, today: string): string {
  const days = [from && `from ${dayText(from, today)}`, to && `to ${dayText(to, today)}`].filter(Boolean).join(' ');
  const words = [days, member].filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names what was asked for: `Nothing in Completed for “zinc”, from 1 Nov to 20 Nov.` */
export function nothingFor({ tab, q }: VisitFilters, filtered: string): string {
  const days = filtered.replace(/^(From|To) /, (word) => word.toLowerCase());
  return nothingWords(`Nothing in ${tabNames[tab]}`, q, days);
}

/** How many a tab has. Counting ends somewhere; a sum that is just one more than that is more, too. */
export function countOf(tab: VisitTab, counts: VisitCounts | undefined): number | string | undefined {
  const count = counts?.[tab];
  return count === mostVisitsCounted + 1 ? countText(count, mostVisitsCounted) : count;
}
