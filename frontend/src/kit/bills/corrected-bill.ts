import type { BillItem } from '#domain/bills/bill.views.js';

/** Router state of a new bill that replaces a rejected one. */
export interface CorrectedBill {
  readonly rejected: Pick<BillItem, 'billId' | 'type' | 'amountPaise' | 'spentOn' | 'note'>;
}

/** State of a correction: everything but the picture, because a receipt is submitted once. */
export const correctionOf = ({
  billId,
  type,
  amountPaise,
  spentOn,
  note,
}: CorrectedBill['rejected']): CorrectedBill => ({
  rejected: { billId, type, amountPaise, spentOn, note },
});
