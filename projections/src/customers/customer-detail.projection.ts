import { type CustomerEvent, customerEvents } from '#domain/customers/customer.events.js';
import type { PerStream } from '#platform/projection-running/projection.js';
import { type CustomerRecord, customerAfter } from './customer-record.js';

/** A customer with payments, projects and invoices. Who did what is an id; what depends on today is worked out when it is read. */
export type CustomerDetailDocument = CustomerRecord;

export const customerDetail: PerStream<CustomerEvent, CustomerRecord> = {
  name: 'customer-detail',
  version: 1,
  events: customerEvents,
  indexes: [],
  fold: customerAfter,
};
