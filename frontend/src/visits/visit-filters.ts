import { msg } from '@lingui/core/macro';
import { MAX_VISITS_COUNTED, type VisitTab, visitTabs } from '#domain/visits/visit.values.js';
import type { VisitCounts } from '#domain/visits/visit.views.js';
import {
  dayParam,
  filterCodec,
  type FiltersOf,
  idParam,
  choiceParam,
  searchParam,
} from '../kit/lists/list-filters.js';
import { countText } from '../ui/display/format.js';
import type { Names } from '../words/i18n.js';

export const tabNames: Names<VisitTab> = {
  upcoming: msg`Upcoming`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
};

export const visitFilters = filterCodec({
  tab: choiceParam(visitTabs, 'upcoming'),
  q: searchParam,
  from: dayParam,
  to: dayParam,
  member: idParam,
  // how completed visits are shown
  view: choiceParam(['list', 'map'], 'list'),
});
export type VisitFilters = FiltersOf<typeof visitFilters>;

type Days = Pick<VisitFilters, 'from' | 'to'>;

/**
 * Change of the day filter when the view changes: the map starts with today, and the list drops
 * it again.
 * @param set days that the change to the map has set
 */
export function daysForView(
  view: VisitFilters['view'],
  { from, to }: Days,
  today: string,
  set: Partial<Days>,
): Partial<Days> {
  if (view === 'map') return from || to ? {} : { from: today, to: today };
  return from === set.from && to === set.to ? { from: '', to: '' } : {};
}

/** Parameters of a query for visits. */
export function visitParams(filters: VisitFilters) {
  const { view: _, ...params } = visitFilters.params(filters);
  return params;
}

/** Whether the filters select all visits of one member on one day, so not with a search. */
export const isRouteOf = ({ from, to, member, q }: VisitFilters, seesAll: boolean): boolean =>
  from !== '' && from === to && q === '' && (!seesAll || member !== undefined);

/** Count of a tab. Counts are capped, so a sum above the cap is capped too. */
export function countOf(
  tab: VisitTab,
  counts: VisitCounts | undefined,
): number | string | undefined {
  const count = counts?.[tab];
  return count === MAX_VISITS_COUNTED + 1 ? countText(count, MAX_VISITS_COUNTED) : count;
}
