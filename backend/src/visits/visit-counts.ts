import { dayAfter } from '#domain/kernel/values/days.js';
import type { VisitCounts } from '#domain/visits/visit.views.js';
import { type VisitTab, MAX_VISITS_COUNTED } from '#domain/visits/visit.values.js';
import type { ViewQuery, View, Views } from '#platform/read-side/read-store/views.js';
import {
  countBetween,
  followUpCountKey,
  followUps,
  LATEST_DAY,
} from '#projections/leads/follow-ups.projection.js';
import { visitCountKey, visits } from '#projections/visits/visits.projection.js';

/** Filters of a visit list on any tab. */
export type VisitFilters = {
  readonly member: string | undefined;
  readonly search: readonly string[] | undefined;
  readonly days: { readonly from?: string; readonly to?: string } | undefined;
};

/** View and order of each tab. An upcoming visit is a follow-up. */
export const tabViews: Readonly<
  Record<VisitTab, { readonly view: View } & Pick<ViewQuery, 'sort'>>
> = {
  upcoming: { view: followUps, sort: ['dueOn'] },
  completed: { view: visits, sort: ['-day', '-at'] },
  cancelled: { view: visits, sort: ['-day', '-at'] },
};

export const toViewFilter = (
  tab: VisitTab,
  { member, days }: VisitFilters,
): NonNullable<ViewQuery['filter']> =>
  tab === 'upcoming' ? { assignedTo: member, dueOn: days } : { tab, member, day: days };

export const noVisits: VisitCounts = { upcoming: 0, completed: 0, cancelled: 0 };

/** Count of each tab. */
export async function countVisits(
  views: Views,
  organizationId: string,
  filters: VisitFilters,
): Promise<VisitCounts> {
  const countTab = (tab: VisitTab) => countVisitsOfTab(views, organizationId, tab, filters);
  const [upcoming, completed, cancelled] = await Promise.all([
    countTab('upcoming'),
    countTab('completed'),
    countTab('cancelled'),
  ]);
  return { upcoming, completed, cancelled };
}

/**
 * Count of a tab: upcoming visits by day and completed ones by member come from sums. Cancelled
 * visits are few and are counted.
 */
async function countVisitsOfTab(
  views: Views,
  organizationId: string,
  tab: VisitTab,
  filters: VisitFilters,
): Promise<number> {
  const { member, days, search } = filters;
  if (tab === 'upcoming' && !search) {
    const key = followUpCountKey(member);
    const byDay = (await views.getSums(followUps, organizationId, [key])).get(key) ?? {};
    return countBetween(
      byDay,
      days?.from === undefined ? '' : dayAfter(days.from, -1),
      days?.to ?? LATEST_DAY,
    );
  }
  if (tab === 'completed' && !search && !days) {
    const key = visitCountKey(member);
    return (await views.getSums(visits, organizationId, [key])).get(key)?.['completed'] ?? 0;
  }
  const { view, sort } = tabViews[tab];
  const filter = toViewFilter(tab, filters);
  // Reads the index only as far as counts are shown. A search reads all texts anyway.
  if (!search)
    return (await views.find(view, organizationId, { filter, sort, limit: MAX_VISITS_COUNTED + 1 }))
      .documents.length;
  const countsByValue = await views.countEach(
    view,
    organizationId,
    { filter, search },
    tab === 'upcoming' ? 'status' : 'tab',
  );
  const count = Object.values(countsByValue).reduce((sum, amount) => sum + amount, 0);
  return Math.min(count, MAX_VISITS_COUNTED + 1);
}
