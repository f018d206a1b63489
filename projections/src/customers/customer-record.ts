import {
  type Customer,
  type OpenCustomer,
  evolveCustomer,
  sumPayments,
} from '#domain/customers/customer.js';
import { type CustomerEvent, customerEvents } from '#domain/customers/customer.events.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';

/**
 * Events of a customer's view. A customer's personal data is erased on the lead's stream, which has
 * the same id.
 */
export type CustomerViewEvent = CustomerEvent | MessageNamed<LeadEvent, 'PersonalDataErased'>;
export const customerViewEvents = {
  ...customerEvents,
  PersonalDataErased: leadEvents.PersonalDataErased,
};

/** State of a customer, folded by the domain's rules. Its id is the lead's. */
export type OpenCustomerRecord = Pick<
  OpenCustomer,
  'phase' | 'details' | 'projectValuePaise' | 'stage' | 'overridden'
> & {
  readonly customerId: string;
  readonly organizationId: string;
  readonly convertedAt: string;
  /** Day of the conversion in the organization's time zone. */
  readonly convertedOn: string;
  readonly revision: number;
  /** All payments, added up into one. */
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
/** An erased customer has no documents, whatever is recorded afterwards. */
export type CustomerRecord = OpenCustomerRecord | { readonly phase: 'erased' };
export const CUSTOMER_GROWING_LISTS = ['projects', 'invoices'];

export function foldCustomer(
  record: CustomerRecord | undefined,
  event: RecordedEvent<CustomerViewEvent>,
): CustomerRecord | undefined {
  if (isErasure(event) || record?.phase === 'erased') return { phase: 'erased' };
  const { at, on, organizationId } = event.metadata;
  // The rules need only the fields that `stripParts` keeps.
  const evolved = evolveCustomer(
    (record ?? { phase: 'unknown' }) as Customer,
    stripParts(event as CustomerEvent) as CustomerEvent,
  );
  if (evolved.phase !== 'open') return undefined;
  const { payments } = evolved;
  const creation = event.type === 'CustomerCreated' ? event.data : undefined;
  return {
    ...evolved,
    payments: payments.length > 1 ? [{ amountPaise: sumPayments(evolved) }] : payments,
    customerId: parseStream(event.stream).id,
    organizationId,
    convertedAt: record?.convertedAt ?? creation?.convertedAt ?? at,
    convertedOn: record?.convertedOn ?? creation?.convertedOn ?? on,
    revision: event.revision,
  };
}

/** Keeps only the fields that sums need; `customer-parts` shows the rest. */
function stripParts(event: CustomerEvent): { readonly type: string; readonly data: object } {
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
