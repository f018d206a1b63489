import type { InvoiceStatus, PaymentStatus } from '#domain/customers/customer.values.js';
import type { Tone } from '../ui/tone.js';

export const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  Paid: 'pay-paid',
  Partial: 'pay-partial',
  Pending: 'pay-pending',
  Overdue: 'pay-overdue',
};

/** Paid and Sent are styled specially; others neutral. */
export const invoiceTones: Readonly<Record<InvoiceStatus, Tone>> = { Draft: 'neutral', Sent: 'quote-sent', Paid: 'pay-paid', Cancelled: 'neutral' };
