import { type VisitTab, visitTabs } from '#domain/visits/visit.views.js';

/** What the list of visits is asked for. It stands in the address. */
export interface VisitFilters {
  readonly tab: VisitTab;
  readonly q: string;
  readonly from: string;
  readonly to: string;
  readonly member: string | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null): string => (text !== null && day.test(text) ? text : '');

/** Reads an address; whatever is not known there counts as not said. */
export function visitFiltersIn(search: URLSearchParams): VisitFilters {
  const tab = search.get('tab');
  return {
    tab: visitTabs.find((known) => known === tab) ?? 'upcoming',
    q: search.get('q')?.slice(0, 120) ?? '',
    from: dayIn(search.get('from')),
    to: dayIn(search.get('to')),
    member: search.get('member') || undefined,
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

export const isNarrowed = ({ q, from, to, member }: VisitFilters): boolean => q.trim() !== '' || from !== '' || to !== '' || member !== undefined;
