import {
  type Customer,
  type OpenCustomer,
  evolveCustomer,
  paidBy,
} from '#domain/customers/customer.js';
import { type CustomerEvent, customerEvents } from '#domain/customers/customer.events.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';

/** A customer's personal data is the lead's, whose stream has the same id: it is erased there. */
export type CustomersEvent = CustomerEvent | MessageNamed<LeadEvent, 'PersonalDataErased'>;
export const eventsOfCustomers = {
  ...customerEvents,
  PersonalDataErased: leadEvents.PersonalDataErased,
};

/** State of a customer, folded by the rules of the domain. Its id is the lead's. */
export type OpenCustomerRecord = Pick<
  OpenCustomer,
  'phase' | 'details' | 'projectValuePaise' | 'stage' | 'overridden'
> & {
  readonly customerId: string;
  readonly organizationId: string;
  readonly convertedAt: string;
  /** The organization's day of the conversion. */
  readonly convertedOn: string;
  readonly revision: number;
  /** All that was paid, as one payment. */
  readonly payments: readonly Pick<OpenCustomer['payments'][number], 'amountPaise'>[];
  readonly projects: readonly Pick<
    OpenCustomer['projects'][number],
    'projectId' | 'progressPercent'
  >[];
  readonly invoices: readonly Pick<
    OpenCustomer['invoices'][number],
    'invoiceId' | 'status' | 'dueOn'
  >[];
};
/** An erased customer is shown nowhere, whatever is recorded afterwards. */
export type CustomerRecord = OpenCustomerRecord | { readonly phase: 'erased' };
export const growingOfCustomers = ['projects', 'invoices'];

export function customerAfter(
  record: CustomerRecord | undefined,
  event: RecordedEvent<CustomersEvent>,
): CustomerRecord | undefined {
  if (isErasure(event) || record?.phase === 'erased') return { phase: 'erased' };
  const { at, on, organizationId } = event.metadata;
  // The rules ask no more of a payment, a project or an invoice than what is kept of it.
  const after = evolveCustomer(
    (record ?? { phase: 'unknown' }) as Customer,
    withoutWords(event as CustomerEvent) as CustomerEvent,
  );
  if (after.phase !== 'open') return undefined;
  const { payments } = after;
  const said = event.type === 'CustomerCreated' ? event.data : undefined;
  return {
    ...after,
    payments: payments.length > 1 ? [{ amountPaise: paidBy(after) }] : payments,
    customerId: subjectOf(event.stream).id,
    organizationId,
    convertedAt: record?.convertedAt ?? said?.convertedAt ?? at,
    convertedOn: record?.convertedOn ?? said?.convertedOn ?? on,
    revision: event.revision,
  };
}

/** Parts are shown by a view of their own; here they are counted. */
function withoutWords(event: CustomerEvent): { readonly type: string; readonly data: object } {
  switch (event.type) {
    case 'PaymentRecorded':
      return { type: event.type, data: { amountPaise: event.data.amountPaise } };
    case 'ProjectAdded': {
      const { projectId, progressPercent } = event.data;
      return { type: event.type, data: { projectId, progressPercent } };
    }
    case 'ProjectUpdated': {
      const { projectId, changes } = event.data;
      const { progressPercent } = changes;
      return {
        type: event.type,
        data: { projectId, changes: progressPercent === undefined ? {} : { progressPercent } },
      };
    }
    case 'InvoiceAdded': {
      const { invoiceId, status, dueOn } = event.data;
      return {
        type: event.type,
        data: { invoiceId, status, ...(dueOn !== undefined && { dueOn }) },
      };
    }
    default:
      return event;
  }
}
