import { type BillDetail, type BillItem, billItem } from '#domain/bills/bill.views.js';
import { pickShownFields } from '#domain/kernel/views.js';
import type { BillDocument } from '#projections/bills/bill-list.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const billPresenter: Presenter<BillDocument, BillItem> = {
  people: ({ submittedBy, decidedBy }) => (decidedBy ? [submittedBy, decidedBy] : [submittedBy]),
  show(document, person) {
    const { submittedBy, decidedBy, ...bill } = pickShownFields(billItem, document);
    return {
      ...bill,
      submittedBy: person(submittedBy),
      ...(decidedBy && { decidedBy: person(decidedBy) }),
    };
  },
};

export const billDetailPresenter: Presenter<BillDocument, BillDetail> = {
  people: ({ submittedBy, history }) => [submittedBy, ...history.map(({ by }) => by)],
  show: (bill, person) => ({
    ...billPresenter.show(bill, person),
    history: bill.history.map(({ by, ...step }) => ({ ...step, by: person(by) })),
  }),
};
