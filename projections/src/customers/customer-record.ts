import { type Customer, type OpenCustomer, evolveCustomer } from '#domain/customers/customer.js';
import type { CustomerEvent } from '#domain/customers/customer.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';

/** What every screen shows of a customer, folded by its own rules. Its id is the lead's. */
export type CustomerRecord = OpenCustomer & {
  readonly customerId: string;
  readonly organizationId: string;
  readonly convertedAt: string;
  readonly revision: number;
  /** Who recorded a payment or added an invoice, by its id. */
  readonly by: Readonly<Record<string, string>>;
};

export function customerAfter(record: CustomerRecord | undefined, event: RecordedEvent<CustomerEvent>): CustomerRecord | undefined {
  const { at, organizationId, actorId } = event.metadata;
  const before: Customer = record ?? { phase: 'unknown' };
  const after = evolveCustomer(before, event);
  if (after.phase !== 'open') return undefined;
  const id = event.type === 'PaymentRecorded' ? event.data.paymentId : event.type === 'InvoiceAdded' ? event.data.invoiceId : undefined;
  return {
    ...after,
    customerId: subjectOf(event.stream).id,
    organizationId,
    convertedAt: record?.convertedAt ?? at,
    revision: event.revision,
    by: { ...record?.by, ...(id !== undefined && { [id]: actorId }) },
  };
}
