import { defineAggregate } from '../kernel/aggregate.js';
import { type Context, unreachable } from '../kernel/decider.js';
import { changedFields, isEqual } from '../kernel/equality.js';
import { generatedId } from '../kernel/generated.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { checkNewNumber } from '../kernel/values/phone-number.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse, refuseBeyond } from '../kernel/refusal.js';
import { foldText } from '../kernel/texts/text-folding.js';
import { type Customer, type OpenCustomer, type Project, evolveCustomer } from './customer.js';
import {
  type CustomerCommand,
  checkProjectOrder,
  customerCommands,
  type Invoice,
  type Payment,
} from './customer.commands.js';
import { type CustomerEvent, customerEvents } from './customer.events.js';
import { customerExamples } from './customer.examples.js';

type Data<Type extends CustomerCommand['type']> = MessageNamed<CustomerCommand, Type>['data'];

/** Projects and invoices as first added, by id. Repetitions are compared with them. */
type CustomerState = Customer & {
  readonly added?: Readonly<Record<string, Project | Invoice>> | undefined;
};

export const customerAggregate = defineAggregate({
  category: 'customer',
  commands: customerCommands,
  events: customerEvents,
  examples: customerExamples,
  /** Personal data are erased with the lead's. */
  erasedWith: 'lead',

  initialState: { phase: 'unknown' },
  evolve(customer: CustomerState, event): CustomerState {
    const after = evolveCustomer(customer, event);
    switch (event.type) {
      case 'ProjectAdded':
        return { ...after, added: { ...customer.added, [event.data.projectId]: event.data } };
      case 'InvoiceAdded':
        return { ...after, added: { ...customer.added, [event.data.invoiceId]: event.data } };
      default:
        return { ...after, added: customer.added };
    }
  },

  decide(command, customer, context) {
    if (command.type === 'CreateCustomer') return create(command.data, customer, context);
    if (command.type === 'EraseCustomer')
      return customer.phase === 'erased' ? [] : [{ type: 'CustomerErased', data: {} }];
    if (customer.phase !== 'open' || isErased(customer)) return refuse('customer-not-found');
    switch (command.type) {
      case 'EditCustomer':
        return edit(command.data, customer, context);
      case 'ChangeStage':
        return command.data.stage === customer.stage
          ? []
          : [{ type: 'StageChanged', data: { from: customer.stage, to: command.data.stage } }];
      case 'RecordPayment':
        return recordPayment(command.data, customer, context);
      case 'AddProject':
        return addProject(command.data, customer, context);
      case 'UpdateProject':
        return updateProject(command.data, customer, context);
      case 'AddInvoice':
        return addInvoice(command.data, customer, context);
      case 'ChangeInvoiceStatus':
        return changeInvoiceStatus(command.data, customer);
      case 'OverridePaymentStatus':
        return command.data.status === customer.overridden
          ? []
          : [{ type: 'PaymentStatusOverridden', data: statusOnly(command.data) }];
      default:
        return unreachable(command);
    }
  },
  existing: (command, customer) =>
    customer.phase === 'open' ? findExistingValues(command, customer) : undefined,
});

/**
 * Current values of the project that is updated, or first values of the project that is added
 * again.
 */
function findExistingValues(
  { type, data }: CustomerCommand,
  { projects, added }: CustomerState & OpenCustomer,
): object | undefined {
  switch (type) {
    case 'AddProject':
      return added?.[data.projectId];
    case 'UpdateProject':
      return projects.find(({ projectId }) => projectId === data.projectId);
    default:
      return undefined;
  }
}

/**
 * Creates the customer of a lead, once: a later conversion only adds its payment. A repetition
 * changes nothing; the same id with other content is refused.
 */
function create(
  { customerId: _, payment, projectValuePaise, ...details }: Data<'CreateCustomer'>,
  customer: Customer,
  { randomness }: Context,
): CustomerEvent[] {
  if (customer.phase === 'open')
    return payment && !isErased(customer)
      ? addConversionPayment(payment, customer, randomness)
      : [];
  if (customer.phase === 'erased') return [];
  const stage = payment ? 'Paid' : 'In Progress';
  const created: CustomerEvent = {
    type: 'CustomerCreated',
    data: { ...details, stage, ...(projectValuePaise !== undefined && { projectValuePaise }) },
  };
  return payment ? [created, paymentRecorded(payment)] : [created];
}

/**
 * Adds the payment of a conversion. If its id is taken, it gets a new one, because the lead has
 * accepted the payment already.
 */
function addConversionPayment(
  payment: Payment,
  customer: OpenCustomer,
  randomness: string,
): CustomerEvent[] {
  const recordedPayment = findPayment(payment, customer);
  if (!recordedPayment) return [paymentRecorded(payment)];
  return isEqual(recordedPayment, payment)
    ? []
    : [paymentRecorded({ ...payment, paymentId: generatedId(randomness) })];
}

function edit(
  { customerId: _, ...wanted }: Data<'EditCustomer'>,
  { details, projectValuePaise }: OpenCustomer,
  { today }: Context,
): CustomerEvent[] {
  const changes = changedFields(wanted, { ...details, projectValuePaise });
  checkNewNumber(changes.phone, 'phone');
  customerCommands.EditCustomer.check(changes, today);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'CustomerEdited', data: { changes } }];
}

function recordPayment(
  { customerId: _, ...payment }: Data<'RecordPayment'>,
  customer: OpenCustomer,
  { today }: Context,
): CustomerEvent[] {
  const recordedPayment = findPayment(payment, customer);
  if (recordedPayment) return isEqual(recordedPayment, payment) ? [] : refuse('payment-exists');
  customerCommands.RecordPayment.check(payment, today);
  refuseBeyond(
    quantities.paymentsOfCustomer,
    customer.payments.length + 1,
    'too-many-payments',
    'amountPaise',
  );
  return [paymentRecorded(payment)];
}

const paymentRecorded = (payment: Payment): CustomerEvent => ({
  type: 'PaymentRecorded',
  data: payment,
});
const findPayment = ({ paymentId }: Payment, { payments }: OpenCustomer): Payment | undefined =>
  payments.find((each) => each.paymentId === paymentId);

function addProject(
  { customerId: _, ...project }: Data<'AddProject'>,
  { projects, added }: CustomerState & OpenCustomer,
  { today }: Context,
): CustomerEvent[] {
  const firstAdded = added?.[project.projectId];
  if (firstAdded) return isEqual(firstAdded, project) ? [] : refuse('project-exists');
  customerCommands.AddProject.check(project, today);
  refuseBeyond(quantities.projectsOfCustomer, projects.length + 1, 'too-many-projects', 'name');
  return [{ type: 'ProjectAdded', data: project }];
}

function updateProject(
  { customerId: _, projectId, ...wanted }: Data<'UpdateProject'>,
  { projects }: OpenCustomer,
  { today }: Context,
): CustomerEvent[] {
  const project = projects.find((each) => each.projectId === projectId);
  if (!project) return refuse('project-not-found', 'projectId');
  const changes = changedFields(wanted, project);
  customerCommands.UpdateProject.check(changes, today);
  checkProjectOrder({ startsOn: project.startsOn, endsOn: project.endsOn, ...changes });
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'ProjectUpdated', data: { projectId, changes } }];
}

function addInvoice(
  { customerId: _, ...invoice }: Data<'AddInvoice'>,
  { invoices, added }: CustomerState & OpenCustomer,
  { today }: Context,
): CustomerEvent[] {
  const firstAdded = added?.[invoice.invoiceId];
  if (firstAdded) return isEqual(firstAdded, invoice) ? [] : refuse('invoice-exists');
  if (invoices.some(({ number }) => invoiceNumberKey(number) === invoiceNumberKey(invoice.number)))
    return refuse('invoice-number-taken', 'number');
  customerCommands.AddInvoice.check(invoice, today);
  refuseBeyond(quantities.invoicesOfCustomer, invoices.length + 1, 'too-many-invoices', 'number');
  return [{ type: 'InvoiceAdded', data: invoice }];
}

/** Invoice numbers are compared without white space. */
const invoiceNumberKey = (number: string): string => foldText(number).replaceAll(' ', '');

function changeInvoiceStatus(
  { invoiceId, status }: Data<'ChangeInvoiceStatus'>,
  { invoices }: OpenCustomer,
): CustomerEvent[] {
  const invoice = invoices.find((each) => each.invoiceId === invoiceId);
  if (!invoice) return refuse('invoice-not-found', 'invoiceId');
  return invoice.status === status
    ? []
    : [{ type: 'InvoiceStatusChanged', data: { invoiceId, from: invoice.status, to: status } }];
}

/** An erased customer reads with an empty number. */
const isErased = ({ details }: OpenCustomer): boolean => details.phone === '';

const statusOnly = ({ status }: Data<'OverridePaymentStatus'>) =>
  status === undefined ? {} : { status };
