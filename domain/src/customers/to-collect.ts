import type { Invoice } from './customer.commands.js';
import type { PaymentStatus } from './customer.values.js';

/** Rest of the project value to collect, in paise; nothing from a customer who is Paid. */
export const paiseToCollect = ({
  paymentStatus,
  projectValuePaise,
  paidPaise,
}: {
  readonly paymentStatus: PaymentStatus;
  readonly projectValuePaise: number;
  readonly paidPaise: number;
}): number => (paymentStatus === 'Paid' ? 0 : Math.max(0, projectValuePaise - paidPaise));

/** Whether an invoice was sent, is unpaid and its due day has passed. */
export const isOverdue = (
  { status, dueOn }: Pick<Invoice, 'status' | 'dueOn'>,
  today: string,
): boolean => status === 'Sent' && dueOn !== undefined && dueOn < today;

/**
 * Amount of the overdue invoices, in paise. Payments name no invoice, so it is at most what is left
 * to collect.
 */
export const overduePaise = (
  customer: Parameters<typeof paiseToCollect>[0] & {
    readonly invoices: readonly Pick<Invoice, 'status' | 'dueOn' | 'amountPaise'>[];
  },
  today: string,
): number =>
  Math.min(
    paiseToCollect(customer),
    customer.invoices
      .filter((invoice) => isOverdue(invoice, today))
      .reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  );
