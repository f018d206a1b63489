import { z } from 'zod';
import { type QueryDefinitions, after, filter, query, search } from '../kernel/query.js';
import { day, id } from '../kernel/schema.js';
import { leadStatuses, leadTypes } from '../leads/lead.values.js';
import type { Charts, Leaderboard } from './leaderboard.js';
import type { NeedsHelp } from './needs-help.js';
import { type FollowUpList, type VisitList, type VisitPins, followUpGroups, visitTabs } from './visit.views.js';

const visitListParams = z.strictObject({
  tab: filter(z.enum(visitTabs)),
  q: search,
  from: filter(day),
  to: filter(day),
  member: filter(id),
  after,
});
export type VisitListParams = z.output<typeof visitListParams>;

/** Of the visits that were made; all at once. */
const visitPinParams = visitListParams.omit({ tab: true, after: true });
export type VisitPinParams = z.output<typeof visitPinParams>;

const followUpListParams = z.strictObject({
  group: filter(z.enum(followUpGroups)),
  status: filter(z.enum(leadStatuses)),
  type: filter(z.enum(leadTypes)),
  q: search,
  member: filter(id),
  after,
});
export type FollowUpListParams = z.output<typeof followUpListParams>;

export const visitQueries = {
  ListVisits: query<VisitList>()('/api/visits', 'own', visitListParams),
  ListVisitPins: query<VisitPins>()('/api/visit-pins', 'own', visitPinParams),
  ListFollowUps: query<FollowUpList>()('/api/follow-ups', 'own', followUpListParams),
  GetLeaderboard: query<Leaderboard>()('/api/leaderboard', 'own'),
  GetNeedsHelp: query<NeedsHelp>()('/api/needs-help', ['admin']),
  GetCharts: query<Charts>()('/api/charts', ['admin']),
} as const satisfies QueryDefinitions;
