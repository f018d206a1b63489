import { mostVisitsCounted, type VisitCounts, type VisitTab, visitTabs } from '#domain/visits/visit.views.js';
import { dayOrNone, idOrNone } from '../shared/address.js';
import { nothingWords } from '../shared/labels.js';
import { countText, dayText } from '../ui/format.js';

export const tabNames: Readonly<Record<VisitTab, string>> = { upcoming: 'Upcoming', completed: 'Completed', cancelled: 'Cancelled' };

/** What the list of visits is asked for. It stands in the address. */
export interface VisitFilters {
  readonly tab: VisitTab;
  readonly q: string;
  readonly from: string;
  readonly to: string;
  readonly member: string | undefined;
}

/** Reads an address; whatever is not known there counts as not said. */
export function visitFiltersIn(search: URLSearchParams): VisitFilters {
  const tab = search.get('tab');
  return {
    tab: visitTabs.find((known) => known === tab) ?? 'upcoming',
    q: search.get('q')?.slice(0, 120) ?? '',
    from: dayOrNone(search.get('from')),
    to: dayOrNone(search.get('to')),
    member: idOrNone(search.get('member')),
  };
}

/** As parameters, of an address or a query; what is not filtered is left out. */
export const visitParamsOf = ({ tab, q, from, to, member }: VisitFilters): Record<string, string> => ({
  ...(tab === 'upcoming' ? {} : { tab }),
  ...(q.trim() === '' ? {} : { q: q.trim() }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
  ...(member ? { member } : {}),
});

/** By days or by rep: what a phone asks for in its sheet. */
export const isFiltered = ({ from, to, member }: VisitFilters): boolean => from !== '' || to !== '' || member !== undefined;

export const isNarrowed = (filters: VisitFilters): boolean => filters.q.trim() !== '' || isFiltered(filters);

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
