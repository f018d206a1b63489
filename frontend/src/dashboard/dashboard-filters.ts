import { msg } from '@lingui/core/macro';
import { moneyPeriods, type MoneyPeriod } from '#domain/leads/money-periods.js';
import { leaderboardMeasures, type LeaderboardMeasure } from '#domain/visits/visit.values.js';
import { filterCodec, idParam, choiceParam, searchParam } from '../kit/lists/list-filters.js';
import type { Names } from '../words/i18n.js';

/** Choices on the dashboard, in its address. */
export const dashboardFilters = filterCodec({
  period: choiceParam(moneyPeriods, 'month'),
  member: idParam,
  by: choiceParam(leaderboardMeasures, 'activity'),
  // the filter components expect a search text
  q: searchParam,
});

export const periodNames: Names<MoneyPeriod> = {
  week: msg`Week`,
  month: msg`Month`,
  quarter: msg`Quarter`,
};

export const measureNames: Names<LeaderboardMeasure> = {
  activity: msg`Visits and leads`,
  won: msg`Won`,
  quoted: msg`Quoted`,
};
