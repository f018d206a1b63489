import { z } from 'zod';
import {
  type QueryDefinitions,
  after,
  asOfParams,
  csvText,
  filter,
  query,
  search,
  valueNames,
} from '../kernel/query.js';
import { id } from '../kernel/schema.js';
import { billDetails } from './bill.commands.js';
import { billRanges, billStatuses, billTypes } from './bill.values.js';
import { billDetail, billList, billTotals, samePicture, similarBill } from './bill.views.js';

const { amountPaise, imageSha256, spentOn } = billDetails.shape;
const filters = {
  status: filter(z.enum(billStatuses)),
  type: filter(z.enum(billTypes)),
  range: filter(z.enum(billRanges)),
  member: filter(id),
  q: search,
  typeNames: valueNames(billTypes),
};
const billListParams = z.strictObject({ ...filters, after, ...asOfParams });
export type BillListParams = z.output<typeof billListParams>;

const month = filter(z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Enter a month'));
const billExportParams = z.strictObject({ ...filters, month });
export type BillExportParams = z.output<typeof billExportParams>;

const similarBillParams = z.strictObject({
  type: z.enum(billTypes),
  amountPaise: z.coerce.number<string>().pipe(amountPaise),
  spentOn,
  imageSha256,
});
export type SimilarBillParams = z.output<typeof similarBillParams>;

const billTotalsParams = z.strictObject({ month, ...asOfParams });
export type BillTotalsParams = z.output<typeof billTotalsParams>;

export const billQueries = {
  ListBills: query('/api/bills', 'own', billList, billListParams),
  GetBill: query('/api/bills/:billId', 'own', billDetail),
  /** Searches the member's own bills. */
  FindSimilarBill: query('/api/similar-bill', 'member', similarBill, similarBillParams),
  /** For members who decide on bills or pay them. */
  FindSamePicture: query('/api/bills/:billId/same-picture', ['admin', 'finance'], samePicture),
  GetBillTotals: query('/api/bill-totals', ['admin', 'finance'], billTotals, billTotalsParams),
  ExportBills: query('/api/bills.csv', ['admin', 'finance'], csvText, billExportParams),
} as const satisfies QueryDefinitions;
