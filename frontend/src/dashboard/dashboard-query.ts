import { useQuery } from '@tanstack/react-query';
import type { Me } from '#domain/accounts/account.views.js';
import type { Activity, Dashboard } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { sessionKey } from '../lib/kept-answers.js';
import { askSoon, onViewChange } from '../lib/live-changes.js';
import { queryClient } from '../lib/query-client.js';

export const useDashboard = () =>
  useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => get<Dashboard>('/api/dashboard', {}, { signal }),
    meta: { views: ['dashboard', 'people'], kept: true },
  });

const isMine = ({ by }: Activity): boolean => by.id === queryClient.getQueryData<Me | null>(sessionKey)?.account.id;
const askForIt = (): true => {
  askSoon('dashboard');
  return true;
};

/** Figures are sums, which tell no change of their own: they are asked for again with the cards and notes that moved them. */
export function listenToDashboard(): void {
  onViewChange('lead-list', 'dashboard', { apply: askForIt });
  onViewChange('activity', 'dashboard', {
    apply: askForIt,
    marks: ({ document }) => (document && !isMine(document as Activity) ? [(document as Activity).entryId] : []),
  });
}
