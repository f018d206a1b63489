import { z } from 'zod';
import { type QueryDefinitions, after, filter, query, search } from '../kernel/query.js';
import { customerStages, paymentStatuses } from './customer.values.js';
import type { CustomerDetail, CustomerList } from './customer.views.js';

const customerListParams = z.strictObject({
  stage: filter(z.enum(customerStages)),
  payment: filter(z.enum(paymentStatuses)),
  q: search,
  after,
});
export type CustomerListParams = z.output<typeof customerListParams>;

/** All of the organization's, for every member. */
export const customerQueries = {
  ListCustomers: query<CustomerList>()('/api/customers', 'member', customerListParams),
  GetCustomer: query<CustomerDetail>()('/api/customers/:customerId', 'member'),
} as const satisfies QueryDefinitions;
