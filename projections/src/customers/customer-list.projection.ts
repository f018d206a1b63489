import type { CustomerStage } from '#domain/customers/customer.values.js';
import {
  averageProgress,
  paidBy,
  paymentStatusOf,
  unpaidSince,
  worthOf,
} from '#domain/customers/customer.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import {
  type CustomerRecord,
  type CustomersEvent,
  type OpenCustomerRecord,
  customerAfter,
  eventsOfCustomers,
  growingOfCustomers,
} from './customer-record.js';

/** Nothing was paid: Pending, or Overdue from the day after `unpaidSince`. */
export const openPayments = 'Open';
/** Before every day, and after every day, as what was set by hand is. */
const always = '0000-01-01';
const never = '9999-12-31';

export type CustomerDocument = {
  readonly customerId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
  readonly companyName?: string;
  readonly stage: CustomerStage;
  readonly payment: 'Paid' | 'Partial' | typeof openPayments;
  /** A customer who is not Paid is Overdue when this day is before today. */
  readonly unpaidSince: string;
  readonly projectValuePaise: number;
  readonly paidPaise: number;
  readonly progressPercent: number;
  readonly convertedAt: string;
  readonly convertedOn: string;
  readonly revision: number;
};

export const customerOrders = {
  newest: ['-convertedOn', '-convertedAt'],
  byDueDay: ['unpaidSince', '-convertedAt'],
} as const;

/** How many at each stage, of all that there are. */
export const customerCountKey = 'everyone';
/** How many at each stage, of those that the organization's day brought. */
export const customerDayKey = (day: string) => `on/${day}`;

/** Customers by stage and payment, searchable. */
export const customerList: PerStream<CustomersEvent, CustomerRecord, CustomerDocument> = {
  name: 'customer-list',
  version: 5,
  events: eventsOfCustomers,
  indexes: Object.values(customerOrders).map((sort) => ({ equal: ['organizationId'], sort })),
  filters: ['stage', 'payment'],
  search: ['name', 'phone', 'city', 'siteName', 'companyName'],
  growingLists: growingOfCustomers,
  fold: customerAfter,
  documents: (record): Readonly<Record<string, CustomerDocument>> =>
    record.phase === 'open' ? { '': shown(record) } : {},
  counts: (record) =>
    record.phase === 'open'
      ? [customerCountKey, customerDayKey(record.convertedOn)].map((key) => ({
          key,
          amounts: { [record.stage]: 1 },
        }))
      : [],
};

function shown(record: OpenCustomerRecord): CustomerDocument {
  const {
    customerId,
    organizationId,
    details,
    stage,
    projects,
    convertedAt,
    convertedOn,
    revision,
  } = record;
  const { firstName, lastName, phone, city, siteName, companyName } = details;
  // Any day will do: what depends on the day is kept beside it.
  const status = paymentStatusOf({ ...record, invoices: [] }, always);
  return {
    ...{
      customerId,
      organizationId,
      name: `${firstName} ${lastName}`.trim(),
      phone,
      city,
      siteName,
      companyName,
      stage,
    },
    payment: status === 'Paid' || status === 'Partial' ? status : openPayments,
    unpaidSince:
      record.overridden === undefined
        ? (unpaidSince(record) ?? never)
        : record.overridden === 'Overdue'
          ? always
          : never,
    projectValuePaise: worthOf(record),
    paidPaise: paidBy(record),
    progressPercent: averageProgress(projects),
    convertedAt,
    convertedOn,
    revision,
  };
}
