import { useQuery } from '@tanstack/react-query';
import type { Me } from '#domain/accounts/account.views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type { Activity } from '#domain/leads/lead.views.js';
import { leaderboardView } from '#domain/visits/leaderboard.js';
import { sessionKey } from '../lib/query-persistence.js';
import { scheduleInvalidation, onViewChange } from '../lib/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { useMe } from '../lib/session.js';
import { answerOf } from '../shared/answer.js';

export const useDashboard = () => useQuery(answerOf('/api/dashboard', ['dashboard', 'people'], {}));

/** Whoever sees their own row only is told that its rank may have changed. A message is a hint: they ask for it this often besides. */
const askForRank = 30_000;

export function useLeaderboard() {
  const { role } = useMe();
  return useQuery({
    ...answerOf('/api/leaderboard', ['dashboard', leaderboardView, 'team', 'organization', 'people'], {}),
    refetchInterval: role !== null && seesEverything(role) ? false : askForRank,
  });
}

const ofTeam = ['dashboard', 'team', 'people'];
export const useNeedsHelp = () => useQuery(answerOf('/api/needs-help', ofTeam, {}));
export const useCharts = () => useQuery(answerOf('/api/charts', ofTeam, {}));

const isMine = ({ by }: Activity): boolean => by.id === queryClient.getQueryData<Me | null>(sessionKey)?.account.id;

/** Asks for the figures again. @param isAll nothing else is asked for again */
const askAgain = (isAll: boolean) => (): boolean => {
  scheduleInvalidation('dashboard');
  return isAll;
};

// Figures are sums, which tell no change of their own: they are asked for again with the cards, visits and notes that moved them.
// Lists that are made of the view are asked for again all the same.
for (const view of ['lead-list', 'visits', 'follow-ups', 'customer-list']) onViewChange(view, 'dashboard', { apply: askAgain(false) });
onViewChange('activity', 'dashboard', {
  apply: askAgain(true),
  marks: ({ document }) => (document && !isMine(document as Activity) ? [(document as Activity).entryId] : []),
});
