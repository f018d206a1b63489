import type { CustomerStage, PaymentStatus } from './customer.values.js';
import { unreachable } from '../kernel/decider.js';
import { applyChanges } from '../kernel/equality.js';
import type { CustomerDetails, Invoice, Payment, ProjectDetails } from './customer.commands.js';
import type { CustomerEvent } from './customer.events.js';

export type Project = ProjectDetails & { readonly projectId: string };

export type Customer = { readonly phase: 'unknown' | 'erased' } | OpenCustomer;
export type OpenCustomer = {
  readonly phase: 'open';
  readonly details: CustomerDetails;
  /** Undefined until entered. */
  readonly projectValuePaise: number | undefined;
  readonly stage: CustomerStage;
  readonly payments: readonly Payment[];
  readonly projects: readonly Project[];
  readonly invoices: readonly Invoice[];
  /** Payment status set by an admin or finance. */
  readonly overridden: PaymentStatus | undefined;
};

export function evolveCustomer(customer: Customer, event: CustomerEvent): Customer {
  if (event.type === 'CustomerErased' || customer.phase === 'erased') return { phase: 'erased' };
  if (event.type === 'CustomerCreated') {
    const { stage, projectValuePaise, convertedAt: _, convertedOn: __, ...details } = event.data;
    return {
      phase: 'open',
      details,
      projectValuePaise,
      stage,
      payments: [],
      projects: [],
      invoices: [],
      overridden: undefined,
    };
  }
  return customer.phase === 'open' ? applyToOpen(customer, event) : customer;
}

function applyToOpen(
  customer: OpenCustomer,
  event: Exclude<CustomerEvent, { type: 'CustomerCreated' | 'CustomerErased' }>,
): OpenCustomer {
  switch (event.type) {
    case 'CustomerEdited': {
      const { projectValuePaise: newValuePaise, ...changes } = event.data.changes;
      const projectValuePaise =
        newValuePaise === undefined ? customer.projectValuePaise : (newValuePaise ?? undefined);
      return { ...customer, projectValuePaise, details: applyChanges(customer.details, changes) };
    }
    case 'StageChanged':
      return { ...customer, stage: event.data.to };
    case 'PaymentRecorded':
      return { ...customer, payments: [...customer.payments, event.data] };
    case 'ProjectAdded':
      return { ...customer, projects: [...customer.projects, event.data] };
    case 'ProjectUpdated': {
      const { projectId, changes } = event.data;
      return {
        ...customer,
        projects: customer.projects.map((project) =>
          project.projectId === projectId ? applyChanges(project, changes) : project,
        ),
      };
    }
    case 'InvoiceAdded':
      return { ...customer, invoices: [...customer.invoices, event.data] };
    case 'InvoiceStatusChanged': {
      const { invoiceId, to: status } = event.data;
      return {
        ...customer,
        invoices: customer.invoices.map((invoice) =>
          invoice.invoiceId === invoiceId ? { ...invoice, status } : invoice,
        ),
      };
    }
    case 'PaymentStatusOverridden':
      return { ...customer, overridden: event.data.status };
    default:
      return unreachable(event);
  }
}

/** Fields of a customer from which the sum of payments is computed. */
type WithPayments = { readonly payments: readonly Pick<Payment, 'amountPaise'>[] };
type WithInvoices = { readonly invoices: readonly Pick<Invoice, 'status' | 'dueOn'>[] };

/** Sum of payments in paise. */
export const sumPayments = ({ payments }: WithPayments): number =>
  payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Project value; without one, the sum of payments. */
export const computeProjectValue = (
  customer: WithPayments & Pick<OpenCustomer, 'projectValuePaise'>,
): number => customer.projectValuePaise ?? sumPayments(customer);

/** Earliest due day of an unpaid invoice; readers compare it with today. */
export const unpaidSince = ({ invoices }: WithInvoices): string | undefined =>
  invoices
    .flatMap(({ status, dueOn }) => (status === 'Sent' && dueOn !== undefined ? [dueOn] : []))
    .sort()[0];

/**
 * Payment status: Paid at the project value, Overdue after the due day of an unpaid invoice,
 * Partial with payments, else Pending. A status set by hand wins.
 */
export function computePaymentStatus(
  customer: WithPayments & WithInvoices & Pick<OpenCustomer, 'projectValuePaise' | 'overridden'>,
  today: string,
): PaymentStatus {
  if (customer.overridden) return customer.overridden;
  const { projectValuePaise } = customer;
  const paidPaise = sumPayments(customer);
  const dueOn = unpaidSince(customer);
  const hasPaidAll = projectValuePaise !== undefined && paidPaise >= projectValuePaise;
  if (paidPaise > 0 && hasPaidAll) return 'Paid';
  if (dueOn !== undefined && dueOn < today) return 'Overdue';
  return paidPaise > 0 ? 'Partial' : 'Pending';
}

/** Rounded average progress; 0 without projects. */
export const averageProgress = (projects: readonly Pick<Project, 'progressPercent'>[]): number =>
  projects.length === 0
    ? 0
    : Math.round(
        projects.reduce((sum, { progressPercent }) => sum + progressPercent, 0) / projects.length,
      );
