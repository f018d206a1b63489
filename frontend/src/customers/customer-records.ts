import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { ListRule } from '../lib/records/list-data.js';
import {
  declareRule,
  matches,
  type ListParams,
  listRule,
  newestFirst,
} from '../lib/records/list-rules.js';

/**
 * Undefined if only the server can filter or sort: by an overdue or pending payment, by days, or by
 * amount.
 */
function customerRule({ stage, payment, from, to, sort }: ListParams): ListRule | undefined {
  if (payment === 'Overdue' || payment === 'Pending' || from || to || sort) return undefined;
  const counts = (customer: CustomerItem): boolean => matches(payment, customer.paymentStatus);
  return listRule<CustomerItem>({
    belongs: (customer) => counts(customer) && matches(stage, customer.stage),
    compare: (one, other) => newestFirst(one.convertedAt, other.convertedAt),
    tabOf: (customer) => customer.stage,
    counts,
  });
}

export const declareCustomerRecords = (): void => declareRule('customers', customerRule);
