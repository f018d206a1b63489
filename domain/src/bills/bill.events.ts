import { z } from 'zod';
import { erasureEvent } from '../kernel/values/erasure.js';
import { type EventDefinitions, type EventsIn, id, personal, text } from '../kernel/schema.js';
import { billDetails } from './bill.commands.js';
import { billStatuses } from './bill.values.js';

const from = z.enum(billStatuses);

/** Each change of a decision is a new event. */
export const billEvents = {
  BillSubmitted: z.object({ ...billDetails.shape, submittedBy: id }),
  BillApproved: z.object({ from }),
  BillRejected: z.object({ from, reason: personal(text) }),
  BillErased: erasureEvent,
} as const satisfies EventDefinitions;

export type BillEvent = EventsIn<typeof billEvents>;
