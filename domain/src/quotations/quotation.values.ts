import { units } from '../catalogue/catalogue.values.js';

/** Statuses of a quotation. A viewed one was opened by the customer and not decided on. */
export const quotationStatuses = [
  'Draft',
  'Sent',
  'Viewed',
  'Accepted',
  'Rejected',
  'Expired',
] as const;
export type QuotationStatus = (typeof quotationStatuses)[number];
/** Steps of a quotation that are recorded on its lead. */
export const quotationSteps = [...quotationStatuses, 'Discarded'] as const;

/** Units of goods, and of work. */
export const quotationUnits = [...units, 'set', 'watt', 'kilowatt', 'hour', 'day', 'job'] as const;
export type QuotationUnit = (typeof quotationUnits)[number];

export const quotationShareMethods = ['whatsapp', 'link', 'download'] as const;
