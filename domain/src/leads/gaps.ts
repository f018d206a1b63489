import { dayAfter } from '../kernel/values/days.js';
import { openStatuses } from './lead.values.js';
import type { LeadItem } from './lead.views.js';

/** Days without a word after which a new lead is unanswered. */
const unansweredAfterDays = 2;

/** Latest day of the last word on a lead that is unanswered today. */
export const unansweredUntil = (today: string): string => dayAfter(today, -unansweredAfterDays);

/** Whether a lead is open and has no planned follow-up. */
export const isUndated = ({
  status,
  nextFollowUpOn,
}: Pick<LeadItem, 'status' | 'nextFollowUpOn'>): boolean =>
  nextFollowUpOn === undefined && openStatuses.includes(status);
