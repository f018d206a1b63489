import type { CustomerStage, InvoiceStatus, PaymentStatus, ProjectStatus } from '#domain/customers/customer.commands.js';
import type { Tone } from '../ui/tone.js';

const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>): Key[] => Object.keys(words) as Key[];

const stageNames: Readonly<Record<CustomerStage, true>> = { Paid: true, 'In Progress': true, 'In Follow-up': true, Completed: true };
export const stages = keysOf(stageNames);

export const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  Paid: 'pay-paid',
  Partial: 'pay-partial',
  Pending: 'pay-pending',
  Overdue: 'pay-overdue',
};
export const paymentStatuses = keysOf(paymentTones);

const projectNames: Readonly<Record<ProjectStatus, true>> = {
  Planning: true,
  'In Progress': true,
  'On Hold': true,
  Completed: true,
  Cancelled: true,
};
export const projectStatuses = keysOf(projectNames);

/** Paid and Sent are styled specially; others neutral. */
export const invoiceTones: Readonly<Record<InvoiceStatus, Tone>> = { Draft: 'neutral', Sent: 'quote-sent', Paid: 'pay-paid', Cancelled: 'neutral' };
export const invoiceStatuses = keysOf(invoiceTones);
