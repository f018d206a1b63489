import type { Invoice, Payment } from '#domain/customers/customer.commands.js';
import type { Project } from '#domain/customers/customer.js';
import { applyChanges } from '#domain/kernel/equality.js';
import { parseStream } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { type CustomerViewEvent, customerViewEvents } from './customer-record.js';

/** Payment, project or invoice of a customer. The member who recorded it is an id. */
export type CustomerPart = {
  readonly organizationId: string;
  readonly customerId: string;
  /** Index in the order of recording. */
  readonly number: number;
} & (
  | { readonly kind: 'payment'; readonly payment: Payment; readonly by: string }
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'invoice'; readonly invoice: Invoice; readonly by: string }
);
type PartList = readonly (CustomerPart | undefined)[];
type Parts = { readonly phase: 'open' | 'erased'; readonly parts: PartList };

/**
 * Payments, projects and invoices as documents of their own, because a customer may have hundreds.
 * Silent: the customer's detail changes with them and notifies.
 */
export const customerParts: PerStream<CustomerViewEvent, Parts, CustomerPart> = {
  name: 'customer-parts',
  version: 1,
  events: customerViewEvents,
  indexes: [{ equal: ['organizationId', 'customerId'], sort: ['number'] }],
  silent: true,
  sharesRecords: true,
  growingLists: ['parts'],
  appendingEvents: [
    'CustomerEdited',
    'StageChanged',
    'PaymentStatusOverridden',
    'PaymentRecorded',
    'ProjectAdded',
    'InvoiceAdded',
  ],
  fold(before, event) {
    if (isErasure(event) || before?.phase === 'erased') return { phase: 'erased', parts: [] };
    const { organizationId, actorId: by } = event.metadata;
    const parts = before?.parts ?? [];
    const common = {
      organizationId,
      customerId: parseStream(event.stream).id,
      number: parts.length,
    };
    const withParts = (changed: PartList): Parts => ({
      phase: 'open',
      parts: changed,
    });
    switch (event.type) {
      case 'PaymentRecorded':
        return withParts([...parts, { ...common, kind: 'payment', payment: event.data, by }]);
      case 'ProjectAdded':
        return withParts([...parts, { ...common, kind: 'project', project: event.data }]);
      case 'ProjectUpdated': {
        const { projectId, changes } = event.data;
        const applyUpdate = (part: CustomerPart | undefined) =>
          part?.kind === 'project' && part.project.projectId === projectId
            ? { ...part, project: applyChanges(part.project, changes) }
            : part;
        return withParts(parts.map(applyUpdate));
      }
      case 'InvoiceAdded':
        return withParts([...parts, { ...common, kind: 'invoice', invoice: event.data, by }]);
      case 'InvoiceStatusChanged': {
        const { invoiceId, to: status } = event.data;
        const applyUpdate = (part: CustomerPart | undefined) =>
          part?.kind === 'invoice' && part.invoice.invoiceId === invoiceId
            ? { ...part, invoice: { ...part.invoice, status } }
            : part;
        return withParts(parts.map(applyUpdate));
      }
      default:
        return before;
    }
  },
  documents: ({ parts }) =>
    Object.fromEntries(parts.flatMap((part) => (part ? [[part.number, part]] : []))),
};
