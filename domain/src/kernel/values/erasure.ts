import { z } from 'zod';
import { day } from '../schema.js';
import { checkMoneyDay } from './day-rules.js';
import { erasureReasons } from './erasure.values.js';

/** Reason and day of a request to erase a person. Holds no free text. */
export const erasureRequest = {
  reason: z.enum(erasureReasons, 'Choose why it is erased').optional(),
  /** Day on which the person asked. */
  askedOn: day.optional(),
};

/** Data of an erasure event. */
export const erasureEvent = z.object(erasureRequest);

/** @throws Refusal */
export const checkErasure = ({ askedOn }: { askedOn?: string }, today: string): void =>
  checkMoneyDay(today, askedOn, 'asked-in-the-future', 'askedOn');

/** Reason and day from the data of an erasure command. */
export const toErasureRequest = ({
  reason,
  askedOn,
}: z.output<typeof erasureEvent>): z.output<typeof erasureEvent> => ({
  ...(reason !== undefined && { reason }),
  ...(askedOn !== undefined && { askedOn }),
});
