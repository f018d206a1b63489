import type { BillDetail, BillItem } from '#domain/bills/bill.views.js';
import type { BillDocument } from '#projections/bills/bill-list.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const billItem: Presenter<BillDocument, BillItem> = {
  people: ({ submittedBy, decidedBy }) => (decidedBy ? [submittedBy, decidedBy] : [submittedBy]),
  show: ({ organizationId: _, history: __, submittedBy, decidedBy, ...bill }, person) => ({
    ...bill,
    submittedBy: person(submittedBy),
    ...(decidedBy && { decidedBy: person(decidedBy) }),
  }),
};

export const billDetail: Presenter<BillDocument, BillDetail> = {
  people: ({ submittedBy, history }) => [submittedBy, ...history.map(({ by }) => by)],
  show: (bill, person) => ({ ...billItem.show(bill, person), history: bill.history.map(({ by, ...step }) => ({ ...step, by: person(by) })) }),
};
