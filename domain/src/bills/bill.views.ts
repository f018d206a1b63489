import type { List, PersonRef } from '../kernel/views.js';
import type { BillStatus, BillType } from './bill.values.js';

/** One card of `GET /api/bills`. */
export type BillItem = {
  readonly billId: string;
  readonly type: BillType;
  readonly amountPaise: number;
  readonly spentOn: string;
  readonly note?: string;
  readonly imageFileId?: string;
  /** Of the picture as it was chosen: the device of who submitted it knows the same one again without a network. */
  readonly imageSha256?: string;
  readonly submittedBy: PersonRef;
  readonly submittedAt: string;
  readonly status: BillStatus;
  /** Of the decision that holds. */
  readonly decidedBy?: PersonRef;
  readonly decidedAt?: string;
  readonly reason?: string;
  readonly revision: number;
};
/** How many there are of each status, found by the same type, days, member and search. */
export type BillCounts = Readonly<Record<BillStatus, number>>;
export type BillList = List<BillItem> & { readonly counts: BillCounts };

/** One step of a bill's history. The first one has no status before it. */
export type BillStep = {
  readonly at: string;
  readonly by: PersonRef;
  readonly from?: BillStatus;
  readonly to: BillStatus;
  readonly reason?: string;
};

/** `GET /api/bills/<id>` */
export type BillDetail = BillItem & {
  /** Oldest first. */
  readonly history: readonly BillStep[];
  /** That it could not be brought up to date, in words. */
  readonly trouble?: string;
};

/** A bill of the same member with the same picture, or with the same type, amount and date. */
export type SimilarBill = Pick<BillItem, 'billId' | 'type' | 'amountPaise' | 'spentOn'>;

/** What the bills of a month come to, by their status. */
export type BillAmounts = Readonly<Record<BillStatus, number>>;

/** `GET /api/bill-totals`: bills by the month in which the money was spent. */
export type BillTotals = {
  readonly month: string;
  readonly byType: readonly { readonly type: BillType; readonly paise: BillAmounts }[];
  /** Highest sum first. */
  readonly byMember: readonly { readonly member: PersonRef; readonly paise: BillAmounts }[];
  /** All that wait for a decision, of whatever month. */
  readonly pending: { readonly bills: number; readonly paise: number };
  /** Bills whose first decision was made in this month; without one there is no average. */
  readonly decided: { readonly bills: number; readonly averageSeconds?: number };
};
