import { type Context, type Decider, unreachable } from '../kernel/decider.js';
import { differing, same } from '../kernel/equality.js';
import type { MessageNamed } from '../kernel/message.js';
import { refuse } from '../kernel/refusal.js';
import { type Customer, type OpenCustomer, type Project, evolveCustomer } from './customer.js';
import type { CustomerCommand, Payment } from './customer.commands.js';
import { type CustomerEvent, customerEvents } from './customer.events.js';

type Data<Type extends CustomerCommand['type']> = MessageNamed<CustomerCommand, Type>['data'];

export const customerDecider: Decider<Customer, CustomerCommand, CustomerEvent> = {
  category: 'customer',
  scope: 'organization',
  idIn: ({ customerId }) => customerId,
  events: customerEvents,
  notFound: 'customer-not-found',
  /** Everybody's in the organization. */
  ownerOf: () => undefined,
  holds: () => [],

  initialState: { phase: 'unknown' },
  evolve: evolveCustomer,

  decide(command, customer, context) {
    if (command.type === 'CreateCustomer') return create(command.data, customer);
    if (customer.phase !== 'open' || isErased(customer)) return refuse(customerDecider.notFound);
    switch (command.type) {
      case 'EditCustomer':
        return edit(command.data, customer);
      case 'ChangeStage':
        return command.data.stage === customer.stage ? [] : [{ type: 'StageChanged', data: { from: customer.stage, to: command.data.stage } }];
      case 'RecordPayment':
        return recordPayment(command.data, customer, context);
      case 'AddProject':
        return addProject(command.data, customer);
      case 'UpdateProject':
        return updateProject(command.data, customer);
      case 'AddInvoice':
        return addInvoice(command.data, customer);
      case 'ChangeInvoiceStatus':
        return changeInvoiceStatus(command.data, customer);
      case 'OverridePaymentStatus':
        return command.data.status === customer.overridden ? [] : [{ type: 'PaymentStatusOverridden', data: statusOnly(command.data) }];
      default:
        return unreachable(command);
    }
  },
};

/**
 * A lead has one customer for ever: converted once more, it only brings its payment. In all that is added, the same thing sent
 * twice is nothing new; under the id of something else it is refused, so that nobody believes what was not recorded.
 */
function create({ customerId: _, payment, projectValuePaise, ...details }: Data<'CreateCustomer'>, customer: Customer): CustomerEvent[] {
  if (customer.phase === 'open') return payment && !isErased(customer) && !paymentOf(payment, customer) ? [paid(payment)] : [];
  const stage = payment ? 'Paid' : 'In Progress';
  const created: CustomerEvent = {
    type: 'CustomerCreated',
    data: { ...details, stage, ...(projectValuePaise !== undefined && { projectValuePaise }) },
  };
  return payment ? [created, paid(payment)] : [created];
}

function edit({ customerId: _, ...wanted }: Data<'EditCustomer'>, { details, projectValuePaise }: OpenCustomer): CustomerEvent[] {
  const changes = differing(wanted, { ...details, projectValuePaise });
  return Object.keys(changes).length === 0 ? [] : [{ type: 'CustomerEdited', data: { changes } }];
}

function recordPayment({ customerId: _, ...payment }: Data<'RecordPayment'>, customer: OpenCustomer, { today }: Context): CustomerEvent[] {
  if (payment.paidOn > today) return refuse('payment-in-the-future', 'paidOn');
  const known = paymentOf(payment, customer);
  if (known) return same(known, payment) ? [] : refuse('payment-exists');
  return [paid(payment)];
}

const paid = (payment: Payment): CustomerEvent => ({ type: 'PaymentRecorded', data: payment });
const paymentOf = ({ paymentId }: Payment, { payments }: OpenCustomer): Payment | undefined =>
  payments.find((known) => known.paymentId === paymentId);

function addProject({ customerId: _, ...project }: Data<'AddProject'>, { projects }: OpenCustomer): CustomerEvent[] {
  const known = projects.find(({ projectId }) => projectId === project.projectId);
  if (known) return same(known, project) ? [] : refuse('project-exists');
  inOrder(project);
  return [{ type: 'ProjectAdded', data: project }];
}

function updateProject({ customerId: _, projectId, ...wanted }: Data<'UpdateProject'>, { projects }: OpenCustomer): CustomerEvent[] {
  const project = projects.find((known) => known.projectId === projectId);
  if (!project) return refuse('project-not-found');
  const changes = differing(wanted, project);
  inOrder({ startsOn: project.startsOn, endsOn: project.endsOn, ...changes });
  return Object.keys(changes).length === 0 ? [] : [{ type: 'ProjectUpdated', data: { projectId, changes } }];
}

/** @throws Refusal where it would end before it starts */
function inOrder({ startsOn, endsOn }: { readonly [Day in keyof Pick<Project, 'startsOn' | 'endsOn'>]?: string | null | undefined }): void {
  if (startsOn && endsOn && endsOn < startsOn) refuse('project-ends-before-it-starts', 'endsOn');
}

function addInvoice({ customerId: _, ...invoice }: Data<'AddInvoice'>, { invoices }: OpenCustomer): CustomerEvent[] {
  const known = invoices.find(({ invoiceId }) => invoiceId === invoice.invoiceId);
  // where it stands may have changed since
  if (known) return same({ ...known, status: invoice.status }, invoice) ? [] : refuse('invoice-exists');
  if (invoices.some(({ number }) => number.toLowerCase() === invoice.number.toLowerCase())) return refuse('invoice-number-taken', 'number');
  if (invoice.dueOn !== undefined && invoice.dueOn < invoice.issuedOn) return refuse('invoice-due-before-it-is-issued', 'dueOn');
  return [{ type: 'InvoiceAdded', data: invoice }];
}

function changeInvoiceStatus({ invoiceId, status }: Data<'ChangeInvoiceStatus'>, { invoices }: OpenCustomer): CustomerEvent[] {
  const invoice = invoices.find((known) => known.invoiceId === invoiceId);
  if (!invoice) return refuse('invoice-not-found');
  return invoice.status === status ? [] : [{ type: 'InvoiceStatusChanged', data: { invoiceId, from: invoice.status, to: status } }];
}

/** Nobody is there whose number can be read no more: it was erased with the lead. */
const isErased = ({ details }: OpenCustomer): boolean => details.phone === '';

const statusOnly = ({ status }: Data<'OverridePaymentStatus'>) => (status === undefined ? {} : { status });
