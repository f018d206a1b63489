import { sumPayments, computeProjectValue } from '#domain/customers/customer.js';
import {
  type CustomerDetail,
  type CustomerItem,
  customerDetail,
  customerItem,
} from '#domain/customers/customer.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { type PersonRef, pickShownFields } from '#domain/kernel/views.js';
import type { Clock } from '#platform/common/clock.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { CustomerDetailDocument } from '#projections/customers/customer-detail.projection.js';
import {
  type CustomerDocument,
  FIRST_DAY,
  OPEN_PAYMENTS,
} from '#projections/customers/customer-list.projection.js';
import type { CustomerPart } from '#projections/customers/customer-parts.projection.js';
import {
  type OrganizationDocument,
  organizationView,
} from '#projections/organizations/organization.projection.js';
import type { PersonNames } from '../auth/people/names.js';
import type { LookupPresenter, Presenter } from '../auth/presenting.js';
import { loadOwners } from './customer-owners.js';

export function toCustomerItem(
  customer: CustomerDocument,
  today: string,
  owner: PersonRef | undefined,
): CustomerItem {
  const { payment, unpaidSince } = customer;
  const isOverdue = payment !== 'Paid' && unpaidSince < today;
  const paymentStatus = isOverdue ? 'Overdue' : payment === OPEN_PAYMENTS ? 'Pending' : payment;
  return {
    ...pickShownFields(customerItem, customer),
    leadId: customer.customerId,
    ...(owner && { owner }),
    paymentStatus,
    // A status that was set by hand has no known day.
    ...(isOverdue && unpaidSince !== FIRST_DAY && { overdueSince: unpaidSince }),
  };
}

/** Shows customers with their payment status of today, by the organization's time zone. */
export const createCustomerPresenter = (
  views: Views,
  names: PersonNames,
  clock: Clock,
): LookupPresenter<CustomerDocument, CustomerItem> => ({
  async rows(documents, { organizationId }) {
    const organization = await views.getOne<OrganizationDocument>(
      organizationView,
      '',
      organizationId,
    );
    if (!organization) return documents.map(() => undefined);
    const today = dayIn(organization.timeZone, clock.now());
    const ownerOf = await loadOwners(views, names, organizationId, documents);
    return documents.map((document) => toCustomerItem(document, today, ownerOf(document)));
  },
});

export type CustomerWithParts = {
  readonly customer: CustomerDetailDocument;
  readonly parts: readonly CustomerPart[];
};

/** Details that depend neither on today nor on the asker. */
export const customerDetailPresenter: Presenter<
  CustomerWithParts,
  Omit<CustomerDetail, 'paymentStatus' | 'daysSinceStart' | 'hasLead'>
> = {
  people: ({ parts }) =>
    parts.flatMap((part) => (part.kind === 'project' ? (part.project.assignedTo ?? []) : part.by)),
  show({ customer, parts }, person) {
    const {
      customerId,
      details,
      stage,
      projectValuePaise,
      progressPercent,
      overridden,
      convertedAt,
      revision,
    } = customer;
    // Parts are recorded oldest first and shown newest first.
    const newestFirst = parts.toReversed();
    return {
      customerId,
      leadId: customerId,
      ...pickShownFields(customerDetail, details),
      name: `${details.firstName} ${details.lastName}`.trim(),
      stage,
      projectValuePaise: computeProjectValue(customer),
      valueGiven: projectValuePaise !== undefined,
      paidPaise: sumPayments(customer),
      progressPercent,
      ...(overridden && { overridden }),
      convertedAt,
      revision,
      payments: newestFirst
        .flatMap((part) =>
          part.kind === 'payment' ? { ...part.payment, by: person(part.by) } : [],
        )
        .sort(byDayNewestFirst(({ paidOn }) => paidOn)),
      projects: newestFirst.flatMap((part) => {
        if (part.kind !== 'project') return [];
        const { assignedTo, ...project } = part.project;
        return { ...project, ...(assignedTo && { assignedTo: person(assignedTo) }) };
      }),
      invoices: newestFirst
        .flatMap((part) =>
          part.kind === 'invoice' ? { ...part.invoice, by: person(part.by) } : [],
        )
        .sort(byDayNewestFirst(({ issuedOn }) => issuedOn)),
    };
  },
};

/** Sorts by day, newest first; the sort is stable within a day. */
const byDayNewestFirst =
  <Thing>(day: (thing: Thing) => string) =>
  (one: Thing, other: Thing): number =>
    day(one) < day(other) ? 1 : day(one) > day(other) ? -1 : 0;
