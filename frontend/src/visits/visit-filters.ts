import { msg } from '@lingui/core/macro';
import { lastDays, WEEK_DAYS } from '#domain/visits/leaderboard.js';
import { MAX_VISITS_COUNTED, type VisitTab, visitTabs } from '#domain/visits/visit.values.js';
import type { VisitCounts } from '#domain/visits/visit.views.js';
import { dayRangeText } from '../kit/lists/day-range.js';
import {
  dayParam,
  filterCodec,
  type FiltersOf,
  idParam,
  choiceParam,
  searchParam,
} from '../kit/lists/list-filters.js';
import { countText } from '../ui/display/format.js';
import { i18n, type Names } from '../words/i18n.js';

export const tabNames: Names<VisitTab> = {
  upcoming: msg`Upcoming`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
};

/** Days that the map can show while none are chosen. */
const mapPeriods = ['today', 'week', 'month', 'all'] as const;
export type MapPeriod = (typeof mapPeriods)[number];

export const periodNames: Names<MapPeriod> = {
  today: msg`Today`,
  week: msg`7 days`,
  month: msg`30 days`,
  all: msg`All days`,
};

export const visitFilters = filterCodec(
  {
    tab: choiceParam(visitTabs, 'upcoming'),
    q: searchParam,
    from: dayParam,
    to: dayParam,
    member: idParam,
    // how completed visits are shown
    view: choiceParam(['list', 'map'], 'list'),
    period: choiceParam(['newest', ...mapPeriods], 'newest'),
  },
  // chosen days replace the period, which would come back when they are cleared
  (values) => (values.from || values.to ? { ...values, period: 'all' } : values),
);
export type VisitFilters = FiltersOf<typeof visitFilters>;

type Days = Pick<VisitFilters, 'from' | 'to'>;

function daysOfPeriod(period: MapPeriod, today: string): Days {
  if (period === 'all') return { from: '', to: '' };
  const [first = today] = period === 'month' ? lastDays(today) : lastDays(today, WEEK_DAYS);
  return { from: period === 'today' ? today : first, to: today };
}

/** Whether completed visits are shown on the map. */
export const isMapOf = ({ tab, view }: VisitFilters): boolean =>
  tab === 'completed' && view === 'map';

/**
 * Filters with the days that are shown: on the map those of its period while none are chosen. The
 * map begins with today, or with a week while nobody has visited today.
 * @param newestOn day of the newest visit; undefined while it loads
 */
export function withShownDays(
  filters: VisitFilters,
  today: string,
  newestOn: string | undefined,
): VisitFilters {
  const isChosen = filters.from !== '' || filters.to !== '';
  if (!isMapOf(filters) || isChosen) return filters;
  const initialPeriod = newestOn === undefined || newestOn === today ? 'today' : 'week';
  const period = filters.period === 'newest' ? initialPeriod : filters.period;
  return { ...filters, ...daysOfPeriod(period, today) };
}

/** Period with the shown days, if there is one. */
export const periodOf = ({ from, to }: Days, today: string): MapPeriod | undefined =>
  mapPeriods.find((period) => {
    const days = daysOfPeriod(period, today);
    return days.from === from && days.to === to;
  });

/** Text of the shown days: `Today`, `1 Nov to 20 Nov`. */
export function shownDaysText(days: Days, today: string): string {
  const period = periodOf(days, today);
  return period ? i18n._(periodNames[period]) : dayRangeText(days, today);
}

/** Parameters of a query for visits. */
export function visitParams(filters: VisitFilters) {
  const { view: _view, period: _period, ...params } = visitFilters.params(filters);
  return params;
}

/**
 * Whether the filters select all visits of one member on one day.
 * @param seesAll whether the reader sees the visits of several members
 */
export const isRouteOf = (
  { from, to, member, q }: VisitFilters,
  { seesAll }: { readonly seesAll: boolean },
): boolean => from !== '' && from === to && q === '' && (!seesAll || member !== undefined);

/** Count of a tab. Counts are capped, so a sum above the cap is capped too. */
export function countOf(
  tab: VisitTab,
  counts: VisitCounts | undefined,
): number | string | undefined {
  const count = counts?.[tab];
  return count === MAX_VISITS_COUNTED + 1 ? countText(count, MAX_VISITS_COUNTED) : count;
}
