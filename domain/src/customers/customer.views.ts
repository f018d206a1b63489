import type { CustomerStage, PaymentStatus } from './customer.values.js';
import type { List, PersonRef } from '../kernel/views.js';
import type { Invoice, Payment, ProjectDetails } from './customer.commands.js';

/** One row of `GET /api/customers`. */
export type CustomerItem = {
  readonly customerId: string;
  readonly leadId: string;
  readonly name: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
  readonly companyName?: string;
  readonly stage: CustomerStage;
  readonly paymentStatus: PaymentStatus;
  readonly projectValuePaise: number;
  readonly paidPaise: number;
  /** Rounded average of its projects'; none, no progress. */
  readonly progressPercent: number;
  readonly convertedAt: string;
  readonly revision: number;
};
export type CustomerList = List<CustomerItem>;

/** `GET /api/customers/<id>` */
export type CustomerDetail = CustomerItem & {
  readonly firstName: string;
  readonly lastName: string;
  readonly landmark?: string;
  readonly billingAddress?: string;
  readonly gstNumber?: string;
  /** Whether its lead is there, and one that the asker may see. */
  readonly hasLead: boolean;
  /** From this day days are counted; without it from the conversion. */
  readonly projectStartsOn?: string;
  readonly notes?: string;
  /** Whether somebody said what the project is worth; else it is what was paid. */
  readonly valueGiven: boolean;
  /** Set by hand, not derived. */
  readonly overridden?: PaymentStatus;
  readonly daysSinceStart: number;
  /** That it could not be brought up to date, in words. */
  readonly trouble?: string;
  /** Newest first. */
  readonly payments: readonly (Payment & { readonly by: PersonRef })[];
  readonly projects: readonly (Omit<ProjectDetails, 'assignedTo'> & { readonly projectId: string; readonly assignedTo?: PersonRef })[];
  readonly invoices: readonly (Invoice & { readonly by: PersonRef })[];
};
