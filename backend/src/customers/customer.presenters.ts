import { averageProgress, paidBy, worthOf } from '#domain/customers/customer.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { CustomerDetailDocument } from '#projections/customers/customer-detail.projection.js';
import type { Presenter } from '../sessions/presenting.js';

/** All but what depends on today. */
export const customerDetailShown: Presenter<CustomerDetailDocument, Omit<CustomerDetail, 'paymentStatus' | 'daysSinceStart'>> = {
  people: ({ by, projects }) => [...Object.values(by), ...projects.flatMap(({ assignedTo }) => assignedTo ?? [])],
  show(record, person) {
    const { customerId, details, stage, payments, projects, invoices, projectValuePaise, overridden, by, convertedAt, revision } = record;
    return {
      ...{ customerId, leadId: customerId, ...details, name: `${details.firstName} ${details.lastName}`.trim(), stage },
      projectValuePaise: worthOf(record),
      valueGiven: projectValuePaise !== undefined,
      paidPaise: paidBy(record),
      progressPercent: averageProgress(projects),
      ...(overridden && { overridden }),
      ...{ convertedAt, revision },
      payments: payments
        .map((payment) => ({ ...payment, by: person(by[payment.paymentId]!) }))
        .reverse()
        .sort(newest(({ paidOn }) => paidOn)),
      projects: projects.map(({ assignedTo, ...project }) => ({ ...project, ...(assignedTo && { assignedTo: person(assignedTo) }) })).reverse(),
      invoices: invoices
        .map((invoice) => ({ ...invoice, by: person(by[invoice.invoiceId]!) }))
        .reverse()
        .sort(newest(({ issuedOn }) => issuedOn)),
    };
  },
};

/** Of one day, what was recorded last comes first: they are sorted from the end. */
const newest =
  <Thing>(day: (thing: Thing) => string) =>
  (one: Thing, other: Thing): number =>
    day(one) < day(other) ? 1 : day(one) > day(other) ? -1 : 0;
