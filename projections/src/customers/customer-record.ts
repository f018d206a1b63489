import { type Customer, type OpenCustomer, evolveCustomer } from '#domain/customers/customer.js';
import { type CustomerEvent, customerEvents } from '#domain/customers/customer.events.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';

/** A customer's personal data is the lead's, whose stream has the same id: it is erased there. */
export type CustomersEvent = CustomerEvent | MessageNamed<LeadEvent, 'PersonalDataErased'>;
export const eventsOfCustomers = { ...customerEvents, PersonalDataErased: leadEvents.PersonalDataErased };

/** What every screen shows of a customer, folded by its own rules. Its id is the lead's. */
export type OpenCustomerRecord = OpenCustomer & {
  readonly customerId: string;
  readonly organizationId: string;
  readonly convertedAt: string;
  readonly revision: number;
  /** Who recorded a payment or added an invoice, by its id. */
  readonly by: Readonly<Record<string, string>>;
};
/** Of whom was erased it is known that nothing is shown, whatever is still recorded. */
export type CustomerRecord = OpenCustomerRecord | { readonly phase: 'erased' };

export function customerAfter(record: CustomerRecord | undefined, event: RecordedEvent<CustomersEvent>): CustomerRecord | undefined {
  if (event.type === 'PersonalDataErased' || record?.phase === 'erased') return { phase: 'erased' };
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
