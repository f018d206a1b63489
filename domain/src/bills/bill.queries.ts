import { z } from 'zod';
import { type QueryDefinitions, after, filter, query, search, valueNames } from '../kernel/query.js';
import { id } from '../kernel/schema.js';
import { billDetails } from './bill.commands.js';
import { billRanges, billStatuses, billTypes } from './bill.values.js';
import type { BillDetail, BillList, BillTotals, SimilarBill } from './bill.views.js';

const { amountPaise, imageSha256, spentOn } = billDetails.shape;
const filters = {
  status: filter(z.enum(billStatuses)),
  type: filter(z.enum(billTypes)),
  range: filter(z.enum(billRanges)),
  member: filter(id),
  q: search,
  typeNames: valueNames(billTypes),
};
const billListParams = z.strictObject({ ...filters, after });
export type BillListParams = z.output<typeof billListParams>;

const month = filter(z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Enter a month'));
const billExportParams = z.strictObject({ ...filters, month });
export type BillExportParams = z.output<typeof billExportParams>;

const similarBillParams = z.strictObject({ type: z.enum(billTypes), amountPaise: z.coerce.number().pipe(amountPaise), spentOn, imageSha256 });
export type SimilarBillParams = z.output<typeof similarBillParams>;

const billTotalsParams = z.strictObject({ month });
export type BillTotalsParams = z.output<typeof billTotalsParams>;

export const billQueries = {
  ListBills: query<BillList>()('/api/bills', 'own', billListParams),
  GetBill: query<BillDetail>()('/api/bills/:billId', 'own'),
  /** Among the asker's own. */
  FindSimilarBill: query<{ readonly bill?: SimilarBill }>()('/api/similar-bill', 'member', similarBillParams),
  GetBillTotals: query<BillTotals>()('/api/bill-totals', ['admin', 'finance'], billTotalsParams),
  /** Answered as CSV. */
  ExportBills: query<string>()('/api/bills.csv', ['admin', 'finance'], billExportParams),
} as const satisfies QueryDefinitions;
