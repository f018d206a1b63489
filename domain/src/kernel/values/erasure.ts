import { z } from 'zod';
import { day } from '../schema.js';
import { checkMoneyDay } from './day-rules.js';
import { erasureReasons } from './erasure.values.js';

/** Request on which a person is erased, without any text. */
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

/** Request of a command, without the ids of its record. */
export const requestOf = ({
  reason,
  askedOn,
}: z.output<typeof erasureEvent>): z.output<typeof erasureEvent> => ({
  ...(reason !== undefined && { reason }),
  ...(askedOn !== undefined && { askedOn }),
});
