import { billQueries } from '#domain/bills/bill.queries.js';
import { customerQueries } from '#domain/customers/customer.queries.js';
import { organizationQueries } from '#domain/organizations/organization.queries.js';
import type { QueryDefinition } from '#domain/kernel/query.js';
import { leadQueries } from '#domain/leads/lead.queries.js';
import { visitQueries } from '#domain/visits/visit.queries.js';
import { people } from '#projections/accounts/people.projection.js';
import { billList } from '#projections/bills/bill-list.projection.js';
import { customerList } from '#projections/customers/customer-list.projection.js';
import { activity } from '#projections/leads/activity.projection.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { leaderboard } from '#projections/leads/leaderboard.projection.js';
import { organizationView } from '#projections/organizations/organization.projection.js';
import { team } from '#projections/organizations/team.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import type { View } from '#platform/read-side/read-store/views.js';
import type { Provider } from '@nestjs/common';
import type { z } from 'zod';
import type { Asker } from './auth/caller.js';
import { BillQueries } from './bills/bill-queries.js';
import {
  GetBillTotals,
  GetBillTotalsHandler,
  ListBills,
  ListBillsHandler,
} from './bills/bills.query.js';
import { ListCustomers, ListCustomersHandler } from './customers/customers.query.js';
import type { Past } from './history/past-details.js';
import { type PastQuery, PastQueries } from './history/past-queries.js';
import { GetDashboard, GetDashboardHandler } from './leads/dashboard.query.js';
import { ListLeads, ListLeadsHandler } from './leads/lead-list.query.js';
import { GetMoney, GetMoneyHandler } from './leads/money.query.js';
import { GetTeam, GetTeamHandler } from './organizations/team.controller.js';
import {
  Figures,
  GetCharts,
  GetChartsHandler,
  GetLeaderboard,
  GetLeaderboardHandler,
} from './visits/figures.query.js';

const pastQuery = <Definition extends QueryDefinition>(
  definition: Definition,
  views: readonly View[],
  answer: (past: Past, asker: Asker, params: z.output<Definition['params']>) => Promise<object>,
): PastQuery => ({ definition, views: views.map(({ name }) => name), answer });

const viewsOfLeads = [leadList, people, team];
const viewsOfCustomers = [customerList, leadList, people];
const viewsOfBills = [billList, organizationView, people, team];
/** Without the views of numbers and requested roles, which a past day does not show. */
const viewsOfTeam = [people, team];
/** Dashboard, money, charts and leaderboard are on one screen. */
const viewsOfFigures = [
  activity,
  billList,
  customerList,
  followUps,
  leadList,
  leaderboard,
  organizationView,
  people,
  team,
  visits,
];

const createFigures = ({ views, names, clock }: Past) => new Figures(views, names, clock);

const all: readonly PastQuery[] = [
  pastQuery(leadQueries.ListLeads, viewsOfLeads, ({ views, names, clock }, asker, params) =>
    new ListLeadsHandler(views, names, clock).execute(new ListLeads(asker, params)),
  ),
  // Finance sees no numbers and no requested roles, which a past day does not have.
  pastQuery(organizationQueries.GetTeam, viewsOfTeam, ({ views, names }, asker) =>
    new GetTeamHandler(views, names).execute(new GetTeam({ ...asker, role: 'finance' })),
  ),
  pastQuery(leadQueries.GetDashboard, viewsOfFigures, ({ views, names, clock }, asker) =>
    new GetDashboardHandler(views, names, clock).execute(new GetDashboard(asker)),
  ),
  pastQuery(visitQueries.GetLeaderboard, viewsOfFigures, (past, asker, params) =>
    new GetLeaderboardHandler(createFigures(past), past.views).execute(
      new GetLeaderboard(asker, params),
    ),
  ),
  pastQuery(leadQueries.GetMoney, viewsOfFigures, ({ views, clock }, asker, params) =>
    new GetMoneyHandler(views, clock).execute(new GetMoney(asker, params)),
  ),
  pastQuery(visitQueries.GetCharts, viewsOfFigures, (past, asker) =>
    new GetChartsHandler(createFigures(past)).execute(new GetCharts(asker)),
  ),
  pastQuery(
    customerQueries.ListCustomers,
    viewsOfCustomers,
    ({ views, names, clock }, asker, params) =>
      new ListCustomersHandler(views, names, clock).execute(new ListCustomers(asker, params)),
  ),
  pastQuery(billQueries.ListBills, viewsOfBills, ({ views, names, clock }, asker, params) =>
    new ListBillsHandler(new BillQueries(views, names, clock), names).execute(
      new ListBills(asker, params),
    ),
  ),
  pastQuery(billQueries.GetBillTotals, viewsOfBills, ({ views, names, clock }, asker, params) =>
    new GetBillTotalsHandler(views, names, clock).execute(new GetBillTotals(asker, params)),
  ),
];

/** The handlers of today's queries, on views of a past day. */
export const pastQueries: Provider = { provide: PastQueries, useValue: { all } };
