import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { newId, sendCommand } from '../lib/server/api.js';
import { answerOf } from '../kit/records/answer.js';

const countsQuery = answerOf('/api/alerts/counts', ['alerts', 'alerts-seen'], {});
const noAlerts: AlertCounts = { lead: 0, followup: 0, offer: 0, bill: 0, team: 0 };

/** Numbers of alerts since the bell or list was opened. `markSeen` resets them. */
export function useAlertCounts() {
  const client = useQueryClient();
  const { data: counts = noAlerts, isError, refetch } = useQuery(countsQuery);
  const { mutate } = useMutation({
    mutationFn: () => sendCommand('MarkAlertsSeen', {}, { id: newId(), keepalive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: countsQuery.queryKey }),
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { counts, total, failed: isError, retry: (): void => void refetch(), markSeen: mutate };
}
