import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { ListRule } from '../lib/records/list-data.js';
import {
  declareRule,
  matches,
  type ListParams,
  listRule,
  newestFirst,
} from '../lib/records/list-rules.js';
import { declareCopy } from '../lib/records/record-copies.js';

/**
 * Rule by which this device updates a list of customers. Undefined if only the server can filter or
 * sort it: by an overdue or pending payment, by days, or by amount.
 */
function customerRule({ stage, payment, from, to, sort }: ListParams): ListRule | undefined {
  const isServerPayment = payment === 'Overdue' || payment === 'Pending';
  if (isServerPayment || from || to || sort) return undefined;
  const isCounted = (customer: CustomerItem): boolean => matches(payment, customer.paymentStatus);
  return listRule<CustomerItem>({
    belongs: (customer) => isCounted(customer) && matches(stage, customer.stage),
    compare: (one, other) => newestFirst(one.convertedAt, other.convertedAt),
    tabOf: (customer) => customer.stage,
    counts: isCounted,
  });
}

/**
 * Declares order, filters and copies of customers. A customer whose lead is deleted or not visible
 * has no owner.
 */
export function declareCustomerRecords(): void {
  declareRule('customers', customerRule);
  declareCopy<CustomerItem, LeadItem>({
    source: 'lead',
    into: 'customer',
    hasCopyOf: ({ leadId }, id) => leadId === id,
    withCopy({ owner: _, ...customer }, lead) {
      return lead ? { ...customer, owner: lead.assignedTo } : customer;
    },
  });
}
