import { z } from 'zod';
import { type QueryDefinitions, after, filter, query, rows, search } from '../kernel/query.js';
import { day, id } from '../kernel/schema.js';
import { quotationStatuses } from './quotation.values.js';
import {
  quotationDetail,
  quotationHistory,
  quotationList,
  quotationSettingsShown,
} from './quotation.views.js';

const quotationListParams = z.strictObject({
  status: filter(z.enum(quotationStatuses)),
  member: filter(id),
  from: filter(day),
  to: filter(day),
  q: search,
  after,
  rows,
});
export type QuotationListParams = z.output<typeof quotationListParams>;
const historyParams = z.strictObject({ after });

export const quotationQueries = {
  ListQuotations: query('/api/quotations', 'own', quotationList, quotationListParams),
  GetQuotation: query('/api/quotations/:quotationId', 'own', quotationDetail),
  GetQuotationHistory: query(
    '/api/quotations/:quotationId/history',
    'own',
    quotationHistory,
    historyParams,
  ),
  GetQuotationSettings: query('/api/quotation-settings', 'member', quotationSettingsShown),
} as const satisfies QueryDefinitions;
