import { z } from 'zod';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { invoice, payment, projectDetails } from './customer.commands.js';
import { customerStages, paymentStatuses } from './customer.values.js';

/** Unpaid money of several customers, and what is overdue of it. */
export const moneyToCollect = z.strictObject({ paise: sum, overduePaise: sum });

/** Row of `GET /api/customers`. */
export const customerItem = z.strictObject({
  customerId: z.string(),
  leadId: z.string(),
  name: z.string(),
  phone: z.string(),
  city: z.string(),
  siteName: z.string().optional(),
  companyName: z.string().optional(),
  /** Member to whom its lead is assigned; missing if the lead is gone. */
  owner: personRef.optional(),
  stage: z.enum(customerStages),
  paymentStatus: z.enum(paymentStatuses),
  /** Due day of the oldest unpaid invoice of an Overdue customer. */
  overdueSince: day.optional(),
  projectValuePaise: sum,
  paidPaise: sum,
  /** Rounded average of its projects; 0 if there are none. */
  progressPercent: count,
  convertedAt: instant,
  revision: count,
});
export type CustomerItem = Answer<typeof customerItem>;
export const customerList = listOf(customerItem, {
  counts: z.record(z.enum([...customerStages, 'All']), count),
  /** Unpaid money of all listed customers, for members who see everything. */
  toCollect: moneyToCollect.optional(),
});
export type CustomerList = Answer<typeof customerList>;

/** `GET /api/customers/<id>` */
export const customerDetail = customerItem.omit({ overdueSince: true, owner: true }).extend({
  firstName: z.string(),
  lastName: z.string(),
  landmark: z.string().optional(),
  billingAddress: z.string().optional(),
  gstNumber: z.string().optional(),
  /** Whether its lead exists and is visible to the member. */
  hasLead: z.boolean(),
  /** First day of the project; by default the day of the conversion. */
  projectStartsOn: day.optional(),
  notes: z.string().optional(),
  /** Whether the value was entered; else it is the sum of payments. */
  valueGiven: z.boolean(),
  /** Set by hand. */
  overridden: z.enum(paymentStatuses).optional(),
  daysSinceStart: count,
  /** Warning that the customer is not up to date. */
  trouble: z.string().optional(),
  /** Newest first. */
  payments: z.array(z.strictObject({ ...payment.shape, by: personRef })),
  projects: z.array(
    z.strictObject({
      projectId: z.string(),
      ...projectDetails.shape,
      assignedTo: personRef.optional(),
    }),
  ),
  invoices: z.array(z.strictObject({ ...invoice.shape, by: personRef })),
});
export type CustomerDetail = Answer<typeof customerDetail>;
