import { useQuery } from '@tanstack/react-query';
import { askedAgain, onViewChange } from '../lib/live-changes.js';
import { listViews } from '../lib/records/record.js';
import { answerOf } from '../shared/answer.js';
import { recordsOf } from '../shared/record-query.js';

const billViews = listViews.bills;

export const billRecords = recordsOf('bill', '/api/bills/:billId', billViews);

export const useBillTotals = (month: string) => useQuery(answerOf('/api/bill-totals', billViews, { month }));

// counts and totals are asked for again
onViewChange('bill-list', 'bills', askedAgain);
