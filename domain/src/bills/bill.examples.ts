import { asha, photoId } from '../leads/lead.examples.js';
import type { BillEvent } from './bill.events.js';

export const billId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8c01';
const imageSha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

type Event<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>;
export const submitted: Event<'BillSubmitted'> = {
  type: 'BillSubmitted',
  data: { type: 'Food', amountPaise: 45_000, spentOn: '2026-11-12', submittedBy: asha.id },
};
export const submittedInFull: Event<'BillSubmitted'> = {
  type: 'BillSubmitted',
  data: {
    ...submitted.data,
    imageFileId: photoId,
    imageSha256,
    note: 'Lunch with Rajesh Patil in Baner',
  },
};
export const approved: Event<'BillApproved'> = { type: 'BillApproved', data: { from: 'Pending' } };
export const rejected: Event<'BillRejected'> = {
  type: 'BillRejected',
  data: { from: 'Pending', reason: 'The picture cannot be read' },
};

export const billErased: Event<'BillErased'> = {
  type: 'BillErased',
  data: { reason: 'asked', askedOn: '2026-11-19' },
};

export const billExamples: { readonly [Type in BillEvent['type']]: Event<Type> } = {
  BillSubmitted: submittedInFull,
  BillApproved: approved,
  BillRejected: rejected,
  BillErased: billErased,
};
