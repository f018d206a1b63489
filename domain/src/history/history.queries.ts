import { z } from 'zod';
import { type QueryDefinitions, after, query } from '../kernel/query.js';
import { auditors } from '../kernel/policy.js';
import { recordHistory, recordState, verification } from './history.views.js';

const historyParams = z.strictObject({ after });
export type HistoryParams = z.output<typeof historyParams>;

/** `at` is the number of an event; the first is 1. */
const stateParams = z.strictObject({
  at: z.coerce.number<string>().pipe(z.int().min(1, 'Enter the number of an event')),
});
export type StateParams = z.output<typeof stateParams>;

export const historyQueries = {
  GetHistory: query('/api/history/:kind/:id', auditors, recordHistory, historyParams),
  /** Reads the stored events again and verifies their hashes. */
  GetVerification: query('/api/history/:kind/:id/verified', auditors, verification),
  GetStateInHistory: query('/api/history/:kind/:id/state', auditors, recordState, stateParams),
} as const satisfies QueryDefinitions;
