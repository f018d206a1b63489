import { useQuery } from '@tanstack/react-query';
import type { BillDetail, BillTotals } from '#domain/bills/bill.views.js';
import { get } from '../lib/api.js';
import { askedAgain, type Change, onViewChange } from '../lib/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { recordsOf } from '../shared/record-query.js';

/** Names of people are shown with them. */
export const billViews = ['bill-list', 'people'] as const;

export const billRecords = recordsOf<BillDetail, 'bill'>('bill', 'bills', billViews);

/** As it is now, for the screens that show it too. */
export async function refreshBills(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['bills'] }), queryClient.invalidateQueries({ queryKey: ['bill'] })]);
}

export function useBillTotals(month: string) {
  return useQuery({
    queryKey: ['bill-totals', month],
    queryFn: ({ signal }) => get<BillTotals>('/api/bill-totals', { month }, { signal }),
    meta: { views: billViews, kept: true },
  });
}

/** A bill's page shows at once what it is now; lists, counts and totals are asked for again. What somebody else has changed is marked. */
function billChanged({ id, revision, document }: Change): boolean {
  const key = billRecords.keyOf(id);
  const before = queryClient.getQueryData<BillDetail>(key);
  if (before && document && before.revision < revision) queryClient.setQueryData(key, document as BillDetail);
  return false;
}

export function listenToBills(): void {
  onViewChange('bill-list', 'bills', { ...askedAgain, apply: billChanged });
}
