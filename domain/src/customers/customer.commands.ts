import {
  customerStages,
  paymentStatuses,
  projectStatuses,
  invoiceStatuses,
} from './customer.values.js';
import { paymentMethods } from '../kernel/values/payment.values.js';
import { z } from 'zod';
import { checkMoneyDay, checkWorkDays, refuseBefore } from '../kernel/values/day-rules.js';
import { gstNumber } from '../kernel/values/gst-number.js';
import { editedPhone } from '../kernel/values/phone-number.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  day,
  id,
  instant,
  line,
  optionalLine,
  optionalText,
  paise,
  personal,
  required,
  text,
} from '../kernel/schema.js';
import { leadDetails } from '../leads/lead.commands.js';

/** Contact details of a customer, copied from the lead at its conversion and editable since. */
export const customerDetails = leadDetails.pick({
  firstName: true,
  lastName: true,
  phone: true,
  city: true,
  landmark: true,
  siteName: true,
});
/**
 * Billing details and start of work. `companyName` and `gstNumber` are personal, because a company
 * may be one person.
 */
const billing = z.object({
  companyName: personal(line).optional(),
  billingAddress: personal(text).optional(),
  gstNumber: personal(gstNumber).optional(),
  projectStartsOn: day.optional(),
  notes: personal(text).optional(),
});
export type CustomerDetails = z.output<typeof customerDetails> & z.output<typeof billing>;

const positiveAmount = paise.min(1, 'Please enter a valid amount');
export const payment = z.object({
  paymentId: id,
  amountPaise: positiveAmount,
  paidOn: day,
  method: z.enum(paymentMethods, 'Choose a payment method'),
  reference: personal(line).optional(),
  notes: personal(text).optional(),
});
export type Payment = z.output<typeof payment>;

export const projectDetails = z.object({
  name: personal(required('Project name is required')),
  description: personal(text).optional(),
  status: z.enum(projectStatuses, 'Choose a status'),
  startsOn: day.optional(),
  endsOn: day.optional(),
  estimatedCompletionOn: day.optional(),
  progressPercent: z
    .int('Enter a whole number from 0 to 100')
    .min(0, 'Enter a whole number from 0 to 100')
    .max(100, 'Enter a whole number from 0 to 100'),
  assignedTo: id.optional(),
});
export type ProjectDetails = z.output<typeof projectDetails>;
/** Changes to a project. Null removes an optional field. */
export const projectChanges = projectDetails.partial().extend({
  description: projectDetails.shape.description.nullable(),
  startsOn: projectDetails.shape.startsOn.nullable(),
  endsOn: projectDetails.shape.endsOn.nullable(),
  estimatedCompletionOn: projectDetails.shape.estimatedCompletionOn.nullable(),
  assignedTo: projectDetails.shape.assignedTo.nullable(),
});

export const invoice = z.object({
  invoiceId: id,
  number: personal(required('Invoice number is required', 60)),
  issuedOn: day,
  dueOn: day.optional(),
  amountPaise: positiveAmount,
  status: z.enum(invoiceStatuses, 'Choose a status'),
});
export type Invoice = z.output<typeof invoice>;

/** Changes to a customer. Null removes an optional field, in the command and in the event. */
export const customerChanges = customerDetails.partial().extend({
  phone: personal(editedPhone).optional(),
  landmark: customerDetails.shape.landmark.nullable(),
  siteName: customerDetails.shape.siteName.nullable(),
  companyName: billing.shape.companyName.nullable(),
  billingAddress: billing.shape.billingAddress.nullable(),
  gstNumber: billing.shape.gstNumber.nullable(),
  projectStartsOn: billing.shape.projectStartsOn.nullable(),
  notes: billing.shape.notes.nullable(),
  projectValuePaise: paise.nullish(),
});

type ProjectDays = {
  readonly startsOn?: string | null | undefined;
  readonly endsOn?: string | null | undefined;
  readonly estimatedCompletionOn?: string | null | undefined;
};
/** @throws Refusal */
export const checkProjectOrder = ({ startsOn, endsOn }: ProjectDays): void =>
  refuseBefore(startsOn, endsOn, 'project-ends-before-it-starts', 'endsOn');
function checkProject(days: ProjectDays, today: string): void {
  checkWorkDays(today, days, ['startsOn', 'endsOn', 'estimatedCompletionOn']);
  checkProjectOrder(days);
}

/** Customers belong to the whole organization. */
export const customerCommands = {
  /** Sent for each conversion of the lead; later ones only add their payment. */
  CreateCustomer: {
    may: 'internal',
    data: z.strictObject({
      customerId: id,
      ...customerDetails.shape,
      projectValuePaise: paise.optional(),
      payment: payment.optional(),
      convertedAt: instant,
      convertedOn: day,
    }),
  },
  /** Allowed before the customer exists; a later creation then finds the erasure. */
  EraseCustomer: { may: 'internal', data: z.strictObject({ customerId: id }) },
  EditCustomer: {
    may: 'member',
    data: z.strictObject({ customerId: id, ...customerChanges.shape }),
    check: (edited: { projectStartsOn?: string | null | undefined }, today) =>
      checkWorkDays(today, edited, ['projectStartsOn']),
  },
  ChangeStage: {
    may: 'member',
    data: z.strictObject({ customerId: id, stage: z.enum(customerStages, 'Choose a stage') }),
  },
  RecordPayment: {
    may: 'member',
    data: z.strictObject({
      customerId: id,
      ...payment.shape,
      reference: optionalLine,
      notes: optionalText,
    }),
    check: ({ paidOn }: { paidOn?: string }, today) =>
      checkMoneyDay(today, paidOn, 'payment-in-the-future', 'paidOn'),
  },
  AddProject: {
    may: 'member',
    data: z.strictObject({
      customerId: id,
      projectId: id,
      ...projectDetails.shape,
      description: optionalText,
      status: projectDetails.shape.status.default('Planning'),
      progressPercent: projectDetails.shape.progressPercent.default(0),
    }),
    check: checkProject,
    refersTo: { assignedTo: 'member' },
  },
  UpdateProject: {
    may: 'member',
    data: z.strictObject({ customerId: id, projectId: id, ...projectChanges.shape }),
    check: checkProject,
    refersTo: { assignedTo: 'member' },
  },
  AddInvoice: {
    may: 'member',
    data: z.strictObject({
      customerId: id,
      ...invoice.shape,
      status: invoice.shape.status.default('Sent'),
    }),
    check: (days: { issuedOn?: string; dueOn?: string | undefined }, today) => {
      checkWorkDays(today, days, ['issuedOn', 'dueOn']);
      refuseBefore(days.issuedOn, days.dueOn, 'invoice-due-before-it-is-issued', 'dueOn');
    },
  },
  ChangeInvoiceStatus: {
    may: 'member',
    data: z.strictObject({ customerId: id, invoiceId: id, status: invoice.shape.status }),
  },
  /** Without a status, the payment status is derived again. */
  OverridePaymentStatus: {
    may: ['admin', 'finance'],
    data: z.strictObject({ customerId: id, status: z.enum(paymentStatuses).optional() }),
  },
} as const satisfies CommandDefinitions;

export type CustomerCommand = CommandsIn<typeof customerCommands>;
