import { z } from 'zod';
import {
  type QueryDefinitions,
  after,
  asOfParams,
  csvText,
  filter,
  asOfOnly,
  query,
  rows,
  search,
} from '../kernel/query.js';
import { day, id } from '../kernel/schema.js';
import { leadStatuses, leadTypes } from '../leads/lead.values.js';
import { followUpGroups, leaderboardMeasures, visitTabs } from './visit.values.js';
import {
  charts,
  followUpList,
  leaderboard,
  needsHelp,
  teamWork,
  visitList,
  visitPins,
} from './visit.views.js';

const visitListParams = z.strictObject({
  tab: filter(z.enum(visitTabs)),
  q: search,
  from: filter(day),
  to: filter(day),
  member: filter(id),
  after,
  rows,
});
export type VisitListParams = z.output<typeof visitListParams>;

const visitExportParams = visitListParams.omit({ after: true, rows: true });
export type VisitExportParams = z.output<typeof visitExportParams>;

/** Filters of the map. The map shows only completed visits, without pages. */
const visitPinParams = visitListParams.omit({ tab: true, after: true, rows: true });
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

const followUpExportParams = followUpListParams.omit({ after: true });
export type FollowUpExportParams = z.output<typeof followUpExportParams>;

const leaderboardParams = z.strictObject({
  by: filter(z.enum(leaderboardMeasures)),
  ...asOfParams,
});
export type LeaderboardParams = z.output<typeof leaderboardParams>;

export const visitQueries = {
  ListVisits: query('/api/visits', 'own', visitList, visitListParams),
  ListVisitPins: query('/api/visit-pins', 'own', visitPins, visitPinParams),
  ListFollowUps: query('/api/follow-ups', 'own', followUpList, followUpListParams),
  ExportVisits: query('/api/visits.csv', ['admin'], csvText, visitExportParams),
  ExportFollowUps: query('/api/follow-ups.csv', ['admin'], csvText, followUpExportParams),
  GetLeaderboard: query('/api/leaderboard', 'own', leaderboard, leaderboardParams),
  GetNeedsHelp: query('/api/needs-help', ['admin'], needsHelp),
  GetTeamWork: query('/api/team-work', ['admin'], teamWork),
  GetCharts: query('/api/charts', ['admin'], charts, asOfOnly),
} as const satisfies QueryDefinitions;
