import type { CustomerStage } from '#domain/customers/customer.values.js';
import {
  averageProgress,
  sumPayments,
  computePaymentStatus,
  unpaidSince,
  computeProjectValue,
} from '#domain/customers/customer.js';
import { paiseToCollect } from '#domain/customers/to-collect.js';
import type { PerStream, SumContribution } from '#platform/read-side/projections/projection.js';
import {
  type CustomerRecord,
  type CustomerViewEvent,
  type OpenCustomerRecord,
  foldCustomer,
  customerViewEvents,
  CUSTOMER_GROWING_LISTS,
} from './customer-record.js';

/** Payment state of an unpaid customer: Pending, or Overdue after `unpaidSince`. */
export const OPEN_PAYMENTS = 'Open';
/** Days before and after all others, for a payment status set by hand. */
export const FIRST_DAY = '0000-01-01';
const LATEST_DAY = '9999-12-31';

export type CustomerDocument = {
  readonly customerId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
  readonly companyName?: string;
  readonly stage: CustomerStage;
  readonly payment: 'Paid' | 'Partial' | typeof OPEN_PAYMENTS;
  /** A customer who is not Paid is Overdue when this day is before today. */
  readonly unpaidSince: string;
  readonly projectValuePaise: number;
  readonly paidPaise: number;
  readonly toCollectPaise: number;
  readonly progressPercent: number;
  readonly convertedAt: string;
  readonly convertedOn: string;
  readonly revision: number;
};

export const CUSTOMER_ORDERS = {
  newest: ['-convertedOn', '-convertedAt'],
  byDueDay: ['unpaidSince', '-convertedAt'],
  byAmount: ['-toCollectPaise', '-convertedAt'],
} as const;

/** Sum key of all customers; amounts by stage. */
export const CUSTOMER_COUNT_KEY = 'everyone';
/** Sum key of the customers of a day in the organization; amounts by stage. */
export const customerDayKey = (day: string) => `on/${day}`;

/** Sum key of unpaid money in paise; amounts by the day since when it is unpaid. */
export const TO_COLLECT_KEY = 'to-collect';

/** Unpaid money and its overdue part, from amounts by the day since when they are unpaid. */
export function summarizeUnpaid(
  byDay: Readonly<Record<string, number>>,
  today: string,
): { readonly paise: number; readonly overduePaise: number } {
  let [paise, overduePaise] = [0, 0];
  for (const [day, amount] of Object.entries(byDay)) {
    paise += amount;
    if (day < today) overduePaise += amount;
  }
  return { paise, overduePaise };
}

/** Customers by stage and payment, searchable. */
export const customerList: PerStream<CustomerViewEvent, CustomerRecord, CustomerDocument> = {
  name: 'customer-list',
  version: 8,
  events: customerViewEvents,
  indexes: Object.values(CUSTOMER_ORDERS).map((sort) => ({ equal: ['organizationId'], sort })),
  filters: ['stage', 'payment', 'unpaidSince', 'toCollectPaise'],
  search: ['name', 'phone', 'city', 'siteName', 'companyName'],
  sharesRecords: true,
  growingLists: CUSTOMER_GROWING_LISTS,
  fold: foldCustomer,
  documents: (record): Readonly<Record<string, CustomerDocument>> =>
    record.phase === 'open' ? { '': toDocument(record) } : {},
  counts: (record) =>
    record.phase === 'open'
      ? [
          ...[CUSTOMER_COUNT_KEY, customerDayKey(record.convertedOn)].map((key) => ({
            key,
            amounts: { [record.stage]: 1 },
          })),
          ...sumToCollect(toDocument(record)),
        ]
      : [],
};

const sumToCollect = ({
  unpaidSince: since,
  toCollectPaise,
}: CustomerDocument): readonly SumContribution[] =>
  toCollectPaise === 0 ? [] : [{ key: TO_COLLECT_KEY, amounts: { [since]: toCollectPaise } }];

/** Day since when a customer is unpaid, by its status if that was set by hand. */
function dayUnpaidSince(record: OpenCustomerRecord): string {
  if (record.overridden === undefined) return unpaidSince(record) ?? LATEST_DAY;
  return record.overridden === 'Overdue' ? FIRST_DAY : LATEST_DAY;
}

function toDocument(record: OpenCustomerRecord): CustomerDocument {
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
  // The day passed here does not matter: the part that depends on it is stored in `unpaidSince`.
  const paymentStatus = computePaymentStatus({ ...record, invoices: [] }, FIRST_DAY);
  const [projectValuePaise, paidPaise] = [computeProjectValue(record), sumPayments(record)];
  return {
    customerId,
    organizationId,
    name: `${firstName} ${lastName}`.trim(),
    phone,
    city,
    siteName,
    companyName,
    stage,
    payment:
      paymentStatus === 'Paid' || paymentStatus === 'Partial' ? paymentStatus : OPEN_PAYMENTS,
    unpaidSince: dayUnpaidSince(record),
    projectValuePaise,
    paidPaise,
    toCollectPaise: paiseToCollect({ paymentStatus, projectValuePaise, paidPaise }),
    progressPercent: averageProgress(projects),
    convertedAt,
    convertedOn,
    revision,
  };
}
