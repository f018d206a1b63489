import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import type { ActivityParams } from '#domain/leads/lead.queries.js';
import type { Activity, Dashboard } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { countsEverything, seesEverything } from '#domain/kernel/policy.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { leadsKey, toDayTotals, visitsKey } from '#domain/visits/day-figures.js';
import { lastDays, WEEK_DAYS } from '#domain/visits/leaderboard.js';
import {
  CUSTOMER_COUNT_KEY,
  customerDayKey,
  customerList,
} from '#projections/customers/customer-list.projection.js';
import { type ActivityDocument, activity } from '#projections/leads/activity.projection.js';
import {
  countBetween,
  dueByDay,
  dueCountKeys,
  followUps,
} from '#projections/leads/follow-ups.projection.js';
import {
  type LeadListItem,
  leadCountKey,
  leadGapKeys,
  leadList,
  LEAD_ORDERS,
  SAMPLES_KEY,
} from '#projections/leads/lead-list.projection.js';
import { dayKey, leaderboard } from '#projections/leads/leaderboard.projection.js';
import { visitCountKey, visits } from '#projections/visits/visits.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { toList } from '../http/listed.js';
import { PersonNames } from '../auth/people/names.js';
import { addTotal } from './lead-list.query.js';
import { activityPresenter, leadPresenter } from './lead.presenters.js';

const RECENT_LEADS = 5;
const RECENT_ACTIVITY = 10;

export class GetDashboard extends Query<Dashboard> {
  constructor(readonly asker: Asker) {
    super();
  }
}

export class ListActivity extends Query<List<Activity>> {
  constructor(
    readonly asker: Asker,
    readonly params: ActivityParams,
  ) {
    super();
  }
}

/** Newest activity: on their own leads for sales members, on all leads for everybody else. */
async function findActivity(
  views: Views,
  names: PersonNames,
  { organizationId, id, role }: Asker,
  { after, member }: ActivityParams = {},
): Promise<List<Activity>> {
  const page = {
    filter: { assignedTo: seesEverything(role) ? undefined : id, by: member },
    sort: ['-at'],
    limit: RECENT_ACTIVITY,
    after,
  };
  const { documents, next } = await views.find<ActivityDocument>(activity, organizationId, page);
  return toList(await names.present(documents, activityPresenter), next);
}

/**
 * Figures of the last seven days. Leads and visits are the member's or everybody's; customers are
 * the organization's.
 */
async function loadWeek(
  views: Views,
  organizationId: string,
  today: string,
  member: string | undefined,
): Promise<Dashboard['week']> {
  const days = lastDays(today, WEEK_DAYS);
  const [sums, newCustomers] = await Promise.all([
    views.getSums(leaderboard, organizationId, days.map(dayKey)),
    views.getSums(customerList, organizationId, days.map(customerDayKey)),
  ]);
  const figures = days.map((day) => sums.get(dayKey(day)) ?? {});
  const totals = figures.map((sumsOfDay) =>
    member === undefined
      ? toDayTotals('', sumsOfDay)
      : { leads: sumsOfDay[leadsKey(member)] ?? 0, visits: sumsOfDay[visitsKey(member)] ?? 0 },
  );
  return {
    leads: totals.reduce((sum, { leads }) => sum + leads, 0),
    visits: totals.reduce((sum, { visits }) => sum + visits, 0),
    customers: countCustomers(newCustomers),
  };
}

/** Number of customers in the sums of all keys. */
const countCustomers = (sums: ReadonlyMap<string, Readonly<Record<string, number>>>): number =>
  [...sums.values()]
    .flatMap((stages) => Object.values(stages))
    .reduce((sum, count) => sum + count, 0);

/** Admins see the organization's figures, everybody else their own. */
@QueryHandler(GetDashboard)
export class GetDashboardHandler implements IQueryHandler<GetDashboard> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker }: GetDashboard): Promise<Dashboard> {
    const { views, names, clock } = this;
    const { organizationId, timeZone } = asker;
    const assignedTo = countsEverything(asker.role) ? undefined : asker.id;
    const [statusKey, visitKey] = [leadCountKey({ assignedTo }), visitCountKey(assignedTo)];
    const { undated: undatedKey } = leadGapKeys({ assignedTo });
    const today = dayIn(timeZone, clock.now());
    const [leadSums, dueSums, visitSums, customerSums, recent, latest, week] = await Promise.all([
      views.getSums(leadList, organizationId, [statusKey, undatedKey, SAMPLES_KEY]),
      views.getSums(followUps, organizationId, dueCountKeys(assignedTo)),
      views.getSums(visits, organizationId, [visitKey]),
      views.getSums(customerList, organizationId, [CUSTOMER_COUNT_KEY]),
      views.find<LeadListItem>(leadList, organizationId, {
        filter: { assignedTo },
        sort: LEAD_ORDERS.created,
        limit: RECENT_LEADS,
      }),
      findActivity(views, names, asker),
      loadWeek(views, organizationId, today, assignedTo),
    ]);
    const { All: total, ...byStatus } = addTotal(leadSums.get(statusKey) ?? {});
    return {
      leads: { total, byStatus },
      followUpsDue: countBetween(dueByDay(dueSums, assignedTo).byDay, '', today),
      undated: addTotal(leadSums.get(undatedKey) ?? {}).All,
      samples: leadSums.get(SAMPLES_KEY)?.['leads'] ?? 0,
      week,
      visits: visitSums.get(visitKey)?.['completed'] ?? 0,
      customers: countCustomers(customerSums),
      recentLeads: await names.present(recent.documents, leadPresenter),
      recentActivity: latest.items,
    };
  }
}

@QueryHandler(ListActivity)
export class ListActivityHandler implements IQueryHandler<ListActivity> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  execute({ asker, params }: ListActivity): Promise<List<Activity>> {
    return findActivity(this.views, this.names, asker, params);
  }
}
