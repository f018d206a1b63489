import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Me } from '#domain/accounts/account.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type { Activity, Dashboard, LeadItem } from '#domain/leads/lead.views.js';
import type { Leaderboard } from '#domain/visits/visit.views.js';
import type { LeaderboardMeasure } from '#domain/visits/visit.values.js';
import { LEADERBOARD_DAYS } from '#domain/visits/leaderboard.js';
import { records } from '../lib/records/device-cache.js';
import { scheduleInvalidation, onViewChange } from '../lib/live/live-changes.js';
import { queryClient, sessionKey } from '../lib/query-client.js';
import { replaceData } from '../lib/records/list-queries.js';
import { declareRule, listRule, matches, newestFirst, ruleOf } from '../lib/records/list-rules.js';
import { refOf } from '../lib/records/record.js';
import type { RecordChange } from '../lib/records/record-store.js';
import { serverNow } from '../lib/server/server-clock.js';
import { useMe } from '../lib/account/session.js';
import { answerOf, positionOf } from '../kit/records/answer.js';
import { leaderboardAnswer, leaderboardAnswerBy } from '../kit/team/leaderboard-query.js';
import { usePastAnswer } from '../kit/records/past-answer.js';
import { useRows } from '../kit/records/use-records.js';
import { leaderboardWithChanges, dashboardWithNewestLeads } from './pushed-changes.js';

const dashboardAnswer = answerOf('/api/dashboard', ['dashboard', 'people'], {});

/** Dashboard with the current versions of its leads and notes. */
export function useDashboard() {
  const past = usePastAnswer('/api/dashboard', {});
  const query = useQuery(past ?? dashboardAnswer);
  const { data } = query;
  const leads = useRows(
    useMemo(() => data?.recentLeads.map((lead) => refOf('lead', lead)), [data]),
  ) as readonly LeadItem[] | undefined;
  const notes = useRows(
    useMemo(() => data?.recentActivity.map((note) => refOf('activity', note)), [data]),
  ) as readonly Activity[] | undefined;
  const dashboard = useMemo(
    () => data && { ...data, recentLeads: leads ?? [], recentActivity: notes ?? [] },
    [data, leads, notes],
  );
  return past ? query : { ...query, data: dashboard };
}

/** Refetch interval for a member who sees only their own row, because others change its rank. */
const RANK_REFETCH_MS = 30_000;

export function useLeaderboard(by: LeaderboardMeasure = 'activity') {
  const { role } = useMe();
  const params = by === 'activity' ? {} : { by };
  const presentAnswer = by === 'activity' ? leaderboardAnswer : leaderboardAnswerBy(by);
  return useQuery({
    ...(usePastAnswer('/api/leaderboard', params) ?? presentAnswer),
    placeholderData: keepPreviousData,
    refetchInterval: role !== null && seesEverything(role) ? false : RANK_REFETCH_MS,
  });
}

const teamViews = ['dashboard', 'team', 'people'];
export const useCharts = () =>
  useQuery(usePastAnswer('/api/charts', {}) ?? answerOf('/api/charts', teamViews, {}));

const isOwnActivity = ({ by }: Activity): boolean =>
  by.id === queryClient.getQueryData<Me | null>(sessionKey)?.account.id;

/**
 * Handler that refetches the dashboard.
 * @param isHandled whether the change needs no other refetch
 */
const refetchDashboard = (isHandled: boolean) => (): boolean => {
  scheduleInvalidation('dashboard');
  return isHandled;
};

// Figures are sums that no view pushes: refetched when one of the summed views changes.
for (const view of ['lead-list', 'visits', 'follow-ups', 'customer-list', 'bill-list'])
  onViewChange(view, 'dashboard', { apply: refetchDashboard(false) });
// places pushed entries in the lists of a member's activity, which are not refetched
declareRule('activity', ({ member }) =>
  listRule<Activity>({
    belongs: ({ by }) => matches(member, by.id),
    compare: (one, other) => newestFirst(one.at, other.at),
  }),
);
onViewChange('activity', 'dashboard', {
  apply: refetchDashboard(true),
  idsToHighlight: ({ document }) =>
    document && !isOwnActivity(document as Activity) ? [(document as Activity).entryId] : [],
});

/** Applies pushed records that are newer than an answer. A refetch follows within a second. */
function applyToAnswer<Data>(
  { queryKey }: { readonly queryKey: readonly unknown[] },
  changes: readonly RecordChange[],
  apply: (data: Data, newerChanges: readonly RecordChange[]) => Data,
): void {
  const query = queryClient.getQueryCache().find<Data>({ queryKey });
  if (query?.state.data === undefined) return;
  const newerChanges = changes.filter(
    ({ ref }) => (records.version(ref)?.position ?? '') > positionOf(queryKey),
  );
  const changedData = apply(query.state.data, newerChanges);
  if (changedData !== query.state.data) replaceData(query, changedData);
}

const newestLeads = ruleOf('leads', {})!;
records.subscribe((changes) => {
  const zone = queryClient.getQueryData<Me | null>(sessionKey)?.organization?.timeZone;
  if (zone === undefined) return;
  const since = dayAfter(dayIn(zone, new Date(serverNow())), 1 - LEADERBOARD_DAYS);
  applyToAnswer<Leaderboard>(leaderboardAnswer, changes, (board, newerChanges) =>
    leaderboardWithChanges(board, newerChanges, since),
  );
  applyToAnswer<Dashboard>(dashboardAnswer, changes, (dashboard, newerChanges) =>
    dashboardWithNewestLeads(dashboard, newerChanges, newestLeads),
  );
});
