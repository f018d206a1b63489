import { useQuery } from '@tanstack/react-query';
import type { BillDetail } from '#domain/bills/bill.views.js';
import { askedAgain, type Change, onViewChange } from '../lib/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import { answerOf } from '../shared/answer.js';
import { recordsOf } from '../shared/record-query.js';

/** Names of people are shown with them. */
export const billViews = ['bill-list', 'people'] as const;

export const billRecords = recordsOf('bill', '/api/bills/:billId', billViews);

export const useBillTotals = (month: string) => useQuery(answerOf('/api/bill-totals', billViews, { month }));

/** A bill's page shows at once what it is now; lists, counts and totals are asked for again. What somebody else has changed is marked. */
function billChanged({ id, revision, document }: Change): boolean {
  const key = billRecords.keyOf(id);
  const before = queryClient.getQueryData<BillDetail>(key);
  if (before && document && before.revision < revision) queryClient.setQueryData(key, document as BillDetail);
  return false;
}

onViewChange('bill-list', 'bills', { ...askedAgain, apply: billChanged });
