import { averageProgress } from '#domain/customers/customer.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import {
  type CustomerRecord,
  type CustomerViewEvent,
  type OpenCustomerRecord,
  foldCustomer,
  customerViewEvents,
  CUSTOMER_GROWING_LISTS,
} from './customer-record.js';

/**
 * Customer without its parts, which have documents of their own. Values that depend on today are
 * computed when read.
 */
export type CustomerDetailDocument = Omit<OpenCustomerRecord, 'phase' | 'projects' | 'invoices'> & {
  readonly progressPercent: number;
};

export const customerDetail: PerStream<CustomerViewEvent, CustomerRecord, CustomerDetailDocument> =
  {
    name: 'customer-detail',
    version: 3,
    events: customerViewEvents,
    indexes: [],
    sharesRecords: true,
    growingLists: CUSTOMER_GROWING_LISTS,
    fold: foldCustomer,
    documents(record): Readonly<Record<string, CustomerDetailDocument>> {
      if (record.phase !== 'open') return {};
      const { phase: _, projects, invoices: __, ...customer } = record;
      return { '': { ...customer, progressPercent: averageProgress(projects) } };
    },
  };
