import { averageProgress } from '#domain/customers/customer.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import {
  type CustomerRecord,
  type CustomersEvent,
  type OpenCustomerRecord,
  customerAfter,
  eventsOfCustomers,
  growingOfCustomers,
} from './customer-record.js';

/**
 * A customer without its parts, which are documents of their own; what depends on today is worked
 * out when it is read.
 */
export type CustomerDetailDocument = Omit<OpenCustomerRecord, 'phase' | 'projects' | 'invoices'> & {
  readonly progressPercent: number;
};

export const customerDetail: PerStream<CustomersEvent, CustomerRecord, CustomerDetailDocument> = {
  name: 'customer-detail',
  version: 3,
  events: eventsOfCustomers,
  indexes: [],
  growingLists: growingOfCustomers,
  fold: customerAfter,
  documents(record): Readonly<Record<string, CustomerDetailDocument>> {
    if (record.phase !== 'open') return {};
    const { phase: _, projects, invoices: __, ...customer } = record;
    return { '': { ...customer, progressPercent: averageProgress(projects) } };
  },
};
