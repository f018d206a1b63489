import { z } from 'zod';
import {
  type QueryDefinitions,
  after,
  asOfParams,
  filter,
  query,
  rows,
  search,
} from '../kernel/query.js';
import { day } from '../kernel/schema.js';
import { customerSorts, customerStages, paymentStatuses } from './customer.values.js';
import { customerDetail, customerList } from './customer.views.js';

const customerListParams = z.strictObject({
  stage: filter(z.enum(customerStages)),
  payment: filter(z.enum(paymentStatuses)),
  q: search,
  /** Range of conversion days, inclusive. */
  from: filter(day),
  to: filter(day),
  /** By default the newest first, and Overdue or Pending customers by their due day. */
  sort: filter(z.enum(customerSorts)),
  after,
  rows,
  ...asOfParams,
});
export type CustomerListParams = z.output<typeof customerListParams>;

/** Customers of the organization, for all members. */
export const customerQueries = {
  ListCustomers: query('/api/customers', 'member', customerList, customerListParams),
  GetCustomer: query('/api/customers/:customerId', 'member', customerDetail),
} as const satisfies QueryDefinitions;
