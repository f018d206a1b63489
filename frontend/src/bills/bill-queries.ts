import { useQuery } from '@tanstack/react-query';
import type { BillItem } from '#domain/bills/bill.views.js';
import { refetchAndHighlight, onViewChange } from '../lib/live/live-changes.js';
import { declareRule, matches, listRule, newestFirst } from '../lib/records/list-rules.js';
import { listViews } from '../lib/records/record.js';
import { answerOf } from '../kit/records/answer.js';
import { usePastAnswer } from '../kit/records/past-answer.js';
import { recordsOf } from '../kit/records/record-query.js';

const billViews = listViews.bills;

export const billRecords = recordsOf('bill', '/api/bills/:billId', { outdatedBy: billViews });

export const useBillTotals = (month: string) =>
  useQuery(
    usePastAnswer('/api/bill-totals', { month }) ??
      answerOf('/api/bill-totals', billViews, { month }),
  );

declareRule('bills', ({ status, type, member, range }) => {
  // only the server knows a range: it depends on the organization's day
  if (range) return undefined;
  const isCounted = (bill: BillItem): boolean =>
    matches(type, bill.type) && matches(member, bill.submittedBy.id);
  return listRule<BillItem>({
    belongs: (bill) => isCounted(bill) && matches(status, bill.status),
    compare: (one, other) =>
      newestFirst(one.spentOn, other.spentOn) || newestFirst(one.submittedAt, other.submittedAt),
    tabOf: (bill) => bill.status,
    counts: isCounted,
  });
});

// counts and totals need a refetch
onViewChange('bill-list', 'bills', refetchAndHighlight);
