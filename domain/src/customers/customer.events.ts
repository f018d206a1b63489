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

/** The stream is named by the customer, whose id is the lead's. */
export const customerEvents = {
  /**
   * Without a project value, the sum of payments counts. Older events lack `convertedAt` and
   * `convertedOn`: their own time and day count.
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
  /** The lead was erased. Commands that read the stream before can no longer append. */
  CustomerErased: z.object({}),
  PaymentStatusOverridden: z.object({ status: z.enum(paymentStatuses).optional() }),
} as const satisfies EventDefinitions;

export type CustomerEvent = EventsIn<typeof customerEvents>;
