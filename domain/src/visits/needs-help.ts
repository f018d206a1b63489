import { dayAfter } from '../kernel/values/days.js';
import { mostLeadDays } from '../leads/lead.values.js';
import { lastDays } from './leaderboard.js';

/** Days without contact after which a lead is unanswered. */
const unansweredAfterDays = 2;

/** Capture days of the leads that are unanswered today, within the days that lists cover. */
export const unansweredDays = (today: string): readonly string[] =>
  lastDays(dayAfter(today, -unansweredAfterDays), mostLeadDays);
