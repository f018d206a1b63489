import { defineAggregate } from '../kernel/aggregate.js';
import { type Context, unreachable } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import { checkErasure, toErasureRequest } from '../kernel/values/erasure.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse, refuseBeyond } from '../kernel/refusal.js';
import { type BillCommand, billCommands } from './bill.commands.js';
import { type BillEvent, billEvents } from './bill.events.js';
import type { BillStatus } from './bill.values.js';
import { billExamples } from './bill.examples.js';
import { hadOtherAdmin, isForAnotherAdmin } from './own-bill.js';

type Submission = MessageNamed<BillEvent, 'BillSubmitted'>['data'];
type KnownBill = {
  readonly phase: 'known';
  readonly submitted: Submission;
  readonly status: BillStatus;
  /** Reason of a rejection; only while the bill is rejected. */
  readonly reason?: string;
  readonly decisions: number;
  /** Note, reasons and picture are erased; nothing is decided any more. */
  readonly isErased?: true;
};
export type Bill = { readonly phase: 'unknown' } | KnownBill;

export const billAggregate = defineAggregate({
  category: 'bill',
  commands: billCommands,
  events: billEvents,
  examples: billExamples,
  initialState: { phase: 'unknown' },

  evolve(bill: Bill, event): Bill {
    if (event.type === 'BillSubmitted')
      return { phase: 'known', submitted: event.data, status: 'Pending', decisions: 0 };
    if (bill.phase === 'unknown') return bill;
    if (event.type === 'BillErased') return { ...bill, isErased: true };
    const decided = {
      phase: 'known',
      submitted: bill.submitted,
      decisions: bill.decisions + 1,
    } as const;
    switch (event.type) {
      case 'BillApproved':
        return { ...decided, status: 'Approved' };
      case 'BillRejected':
        return { ...decided, status: 'Rejected', reason: event.data.reason };
      default:
        return unreachable(event);
    }
  },

  decide(command, bill, context) {
    if (command.type === 'SubmitBill') return submit(command.data, bill, context);
    if (bill.phase === 'unknown') return refuse('bill-not-found');
    checkDecider(bill, context);
    if (command.type === 'EraseBill') return erase(command.data, bill, context);
    if (bill.isErased) return refuse('bill-erased');
    switch (command.type) {
      case 'ApproveBill':
        return bill.status === 'Approved'
          ? []
          : recordDecision(bill, { type: 'BillApproved', data: { from: bill.status } });
      case 'RejectBill':
        return reject(command.data, bill);
      default:
        return unreachable(command);
    }
  },

  /** A receipt is submitted once, even after a rejection. */
  uniqueValues: (bill) =>
    bill.phase === 'known' && bill.submitted.imageFileId !== undefined
      ? [
          {
            kind: 'bill-picture',
            value: bill.submitted.imageFileId,
            refusalIfTaken: 'bill-picture-taken',
            field: 'imageFileId',
          },
        ]
      : [],
  ownerOf: (bill) => (bill.phase === 'unknown' ? undefined : bill.submitted.submittedBy),
  existing: ({ type }, bill) =>
    type === 'SubmitBill' && bill.phase === 'known' ? bill.submitted : undefined,
});

type Data<Type extends BillCommand['type']> = MessageNamed<BillCommand, Type>['data'];

/**
 * Submits a bill. A repetition with equal content changes nothing.
 * @throws Refusal `bill-exists` if the id has other content
 */
function submit(
  { billId: _, imageSha256, ...details }: Data<'SubmitBill'>,
  bill: Bill,
  { member, today }: Context,
): BillEvent[] {
  // The hash is dropped if there is no picture.
  const pictureHash = details.imageFileId !== undefined &&
    imageSha256 !== undefined && { imageSha256 };
  const submitted: Submission = { ...details, ...pictureHash, submittedBy: member.id };
  if (bill.phase === 'known')
    return isEqual(bill.submitted, submitted) ? [] : refuse('bill-exists');
  billCommands.SubmitBill.check(details, today);
  return [{ type: 'BillSubmitted', data: submitted }];
}

/** A new reason is recorded as a further rejection. */
function reject({ reason }: Data<'RejectBill'>, bill: KnownBill): BillEvent[] {
  if (bill.status === 'Rejected' && bill.reason === reason) return [];
  return recordDecision(bill, { type: 'BillRejected', data: { from: bill.status, reason } });
}

/**
 * Erases a decided bill.
 * @throws Refusal `bill-undecided` while it waits, because an erased bill is never decided
 */
function erase(data: Data<'EraseBill'>, bill: KnownBill, { today }: Context): BillEvent[] {
  if (bill.isErased) return [];
  if (bill.status === 'Pending') return refuse('bill-undecided');
  checkErasure(data, today);
  return [{ type: 'BillErased', data: toErasureRequest(data) }];
}

/** @throws Refusal */
function recordDecision({ decisions }: KnownBill, event: BillEvent): BillEvent[] {
  refuseBeyond(quantities.decisionsOfBill, decisions + 1, 'too-many-decisions', 'billId');
  return [event];
}

/** @throws Refusal */
function checkDecider({ submitted }: KnownBill, { member, organization, now }: Context): void {
  if (submitted.submittedBy === member.id && hadOtherAdmin(member.id, organization, now))
    refuse('own-bill-today');
  if (isForAnotherAdmin(submitted.submittedBy, member.id, organization.members)) refuse('own-bill');
}
