import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { ListRule } from '../lib/records/list-data.js';
import {
  declareRule,
  fits,
  type ListParams,
  listRule,
  newestFirst,
} from '../lib/records/list-rules.js';

/**
 * Overdue and pending customers stand in the order of a day that no row shows; a range is of days
 * in the organization's time zone.
 */
function customerRule({ stage, payment, from, to }: ListParams): ListRule | undefined {
  if (payment === 'Overdue' || payment === 'Pending' || from || to) return undefined;
  const counts = (customer: CustomerItem): boolean => fits(payment, customer.paymentStatus);
  return listRule<CustomerItem>({
    belongs: (customer) => counts(customer) && fits(stage, customer.stage),
    compare: (one, other) => newestFirst(one.convertedAt, other.convertedAt),
    tabOf: (customer) => customer.stage,
    counts,
  });
}

/** Declares the order and the filters of customers. */
export const declareCustomerRecords = (): void => declareRule('customers', customerRule);
