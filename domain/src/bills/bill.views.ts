import { z } from 'zod';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { billStatuses, billTypes } from './bill.values.js';

const status = z.enum(billStatuses);
const type = z.enum(billTypes);

/** Card of `GET /api/bills`. */
export const billItem = z.strictObject({
  billId: z.string(),
  type,
  amountPaise: sum,
  spentOn: day,
  note: z.string().optional(),
  imageFileId: z.string().optional(),
  /** SHA-256 of the chosen picture, by which the device finds a bill with it offline. */
  imageSha256: z.string().optional(),
  submittedBy: personRef,
  submittedAt: instant,
  status,
  /** Member who made the latest decision. */
  decidedBy: personRef.optional(),
  decidedAt: instant.optional(),
  reason: z.string().optional(),
  /** Note, reasons and picture were erased. */
  isErased: z.literal(true).optional(),
  revision: count,
});
export type BillItem = Answer<typeof billItem>;
/** Counts by status, within the other filters. */
const billCounts = z.record(status, count);
export type BillCounts = Answer<typeof billCounts>;
/** Sums in paise, by status. */
const billAmounts = z.record(status, sum);
export type BillAmounts = Answer<typeof billAmounts>;
/**
 * `paise`: sums of the counted bills, missing in a search. `month`: sums of the current month, set
 * if all bills are one member's.
 */
export const billList = listOf(billItem, {
  counts: billCounts,
  paise: billAmounts.optional(),
  month: z.strictObject({ month: z.string(), paise: billAmounts }).optional(),
});
export type BillList = Answer<typeof billList>;

/** Step of a bill's history. `from` is missing in the first step. */
const billStep = z.strictObject({
  at: instant,
  by: personRef,
  from: status.optional(),
  to: status,
  reason: z.string().optional(),
});
export type BillStep = Answer<typeof billStep>;

/** `GET /api/bills/<id>` */
export const billDetail = billItem.extend({
  /** Oldest first. */
  history: z.array(billStep),
  /** Notice that the bill is not up to date, because its stream is parked. */
  trouble: z.string().optional(),
});
export type BillDetail = Answer<typeof billDetail>;

/**
 * `GET /api/similar-bill`: a bill of the same member with the same picture, or the same type,
 * amount and date.
 */
export const similarBill = z.strictObject({
  bill: billItem.pick({ billId: true, type: true, amountPaise: true, spentOn: true }).optional(),
});
export type SimilarBill = NonNullable<Answer<typeof similarBill>['bill']>;

/** `GET /api/bills/<id>/same-picture`: the organization's bills whose pictures are byte-equal. */
export const samePicture = z.strictObject({
  bills: z.array(
    billItem.pick({
      billId: true,
      type: true,
      amountPaise: true,
      spentOn: true,
      submittedBy: true,
    }),
  ),
});
export type SamePicture = Answer<typeof samePicture>;

/** `GET /api/bill-totals`: bills by month of the expense. */
export const billTotals = z.strictObject({
  month: z.string(),
  byType: z.array(z.strictObject({ type, paise: billAmounts })),
  /** Highest sum first. */
  byMember: z.array(z.strictObject({ member: personRef, paise: billAmounts })),
  /** Undecided bills of all months. */
  pending: z.strictObject({ bills: count, paise: sum }),
  /** Bills first decided in this month. The average is missing if there are none. */
  decided: z.strictObject({ bills: count, averageSeconds: count.optional() }),
});
export type BillTotals = Answer<typeof billTotals>;
