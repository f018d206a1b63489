import type { PerStream } from '#platform/projection-running/projection.js';
import { type CustomerRecord, type CustomersEvent, type OpenCustomerRecord, customerAfter, eventsOfCustomers } from './customer-record.js';

/** A customer with payments, projects and invoices. Who did what is an id; what depends on today is worked out when it is read. */
export type CustomerDetailDocument = OpenCustomerRecord;

export const customerDetail: PerStream<CustomersEvent, CustomerRecord, CustomerDetailDocument> = {
  name: 'customer-detail',
  version: 1,
  events: eventsOfCustomers,
  indexes: [],
  fold: customerAfter,
  documents: (record): Readonly<Record<string, CustomerDetailDocument>> => (record.phase === 'open' ? { '': record } : {}),
};
