import type { Invoice, Payment } from '#domain/customers/customer.commands.js';
import type { Project } from '#domain/customers/customer.js';
import { applyChanges } from '#domain/kernel/equality.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { type CustomersEvent, eventsOfCustomers } from './customer-record.js';

/**
 * A payment, a project or an invoice of a customer. Who recorded a payment or added an invoice is
 * an id.
 */
export type CustomerPart = {
  readonly organizationId: string;
  readonly customerId: string;
  /** In the order in which they were recorded. */
  readonly number: number;
} & (
  | { readonly kind: 'payment'; readonly payment: Payment; readonly by: string }
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'invoice'; readonly invoice: Invoice; readonly by: string }
);
type Parts = { readonly phase: 'open' | 'erased'; readonly parts: readonly CustomerPart[] };

/**
 * Payments, projects and invoices, a document each, because a customer may have hundreds. Silent:
 * the customer's detail changes along with them and is notified.
 */
export const customerParts: PerStream<CustomersEvent, Parts, CustomerPart> = {
  name: 'customer-parts',
  version: 1,
  events: eventsOfCustomers,
  indexes: [{ equal: ['organizationId', 'customerId'], sort: ['number'] }],
  silent: true,
  growingLists: ['parts'],
  fold(before, event) {
    if (isErasure(event) || before?.phase === 'erased') return { phase: 'erased', parts: [] };
    const { organizationId, actorId: by } = event.metadata;
    const parts = before?.parts ?? [];
    const place = { organizationId, customerId: subjectOf(event.stream).id, number: parts.length };
    const open = (changed: readonly CustomerPart[]): Parts => ({ phase: 'open', parts: changed });
    switch (event.type) {
      case 'PaymentRecorded':
        return open([...parts, { ...place, kind: 'payment', payment: event.data, by }]);
      case 'ProjectAdded':
        return open([...parts, { ...place, kind: 'project', project: event.data }]);
      case 'ProjectUpdated': {
        const { projectId, changes } = event.data;
        const changed = (part: CustomerPart) =>
          part.kind === 'project' && part.project.projectId === projectId
            ? { ...part, project: applyChanges(part.project, changes) }
            : part;
        return open(parts.map(changed));
      }
      case 'InvoiceAdded':
        return open([...parts, { ...place, kind: 'invoice', invoice: event.data, by }]);
      case 'InvoiceStatusChanged': {
        const { invoiceId, to: status } = event.data;
        const changed = (part: CustomerPart) =>
          part.kind === 'invoice' && part.invoice.invoiceId === invoiceId
            ? { ...part, invoice: { ...part.invoice, status } }
            : part;
        return open(parts.map(changed));
      }
      default:
        return before;
    }
  },
  documents: ({ parts }) => Object.fromEntries(parts.map((part) => [part.number, part])),
};
