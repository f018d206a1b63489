import { customerStages, paymentStatuses, invoiceStatuses } from './customer.values.js';
import { z } from 'zod';
import { type EventDefinitions, type EventsIn, day, id, instant, paise } from '../kernel/schema.js';
import {
  customerChanges,
  customerDetails,
  invoice,
  payment,
  projectChanges,
  projectDetails,
} from './customer.commands.js';

const stage = z.enum(customerStages);
const invoiceStatus = z.enum(invoiceStatuses);

/** The stream names the customer, whose id is the lead's. */
export const customerEvents = {
  /**
   * Without a project value the payments stand for it. `convertedAt` is when the member converted
   * the lead, `convertedOn` the organization's day of it; older events lack them, and stand for the
   * time and day at which they were recorded.
   */
  CustomerCreated: z.object({
    ...customerDetails.shape,
    stage,
    projectValuePaise: paise.optional(),
    convertedAt: instant.optional(),
    convertedOn: day.optional(),
  }),
  CustomerEdited: z.object({ changes: customerChanges }),
  StageChanged: z.object({ from: stage, to: stage }),
  PaymentRecorded: payment,
  ProjectAdded: z.object({ projectId: id, ...projectDetails.shape }),
  ProjectUpdated: z.object({ projectId: id, changes: projectChanges }),
  InvoiceAdded: invoice,
  InvoiceStatusChanged: z.object({ invoiceId: id, from: invoiceStatus, to: invoiceStatus }),
  /** The lead was erased. A command that read the stream before it may not append any more. */
  CustomerErased: z.object({}),
  PaymentStatusOverridden: z.object({ status: z.enum(paymentStatuses).optional() }),
} as const satisfies EventDefinitions;

export type CustomerEvent = EventsIn<typeof customerEvents>;
