import { useQuery } from '@tanstack/react-query';
import { askedAgain, onViewChange } from '../lib/live-changes.js';
import { answerOf } from '../shared/answer.js';
import { recordsOf } from '../shared/record-query.js';

/** Names of people are shown with them. */
export const billViews = ['bill-list', 'people'] as const;

export const billRecords = recordsOf('bill', '/api/bills/:billId', billViews);

export const useBillTotals = (month: string) => useQuery(answerOf('/api/bill-totals', billViews, { month }));

// counts and totals are asked for again
onViewChange('bill-list', 'bills', askedAgain);
