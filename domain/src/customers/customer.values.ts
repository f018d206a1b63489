export const customerStages = ['Paid', 'In Progress', 'In Follow-up', 'Completed'] as const;
export type CustomerStage = (typeof customerStages)[number];
export const paymentStatuses = ['Paid', 'Partial', 'Pending', 'Overdue'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const projectStatuses = [
  'Planning',
  'In Progress',
  'On Hold',
  'Completed',
  'Cancelled',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];
export const invoiceStatuses = ['Draft', 'Sent', 'Paid', 'Cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Orders of a list: the largest unpaid amount first. */
export const customerSorts = ['to-collect'] as const;
