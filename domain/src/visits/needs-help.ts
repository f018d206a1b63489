import { dayAfter } from '../kernel/values/days.js';
import { mostLeadDays } from '../leads/lead.values.js';
import { lastDays } from './leaderboard.js';

/** A lead that nobody has contacted for so many days is unanswered. */
const unansweredAfterDays = 2;

/**
 * The days on which what is unanswered today was captured, as far back as leads are listed by days.
 */
export const unansweredDays = (today: string): readonly string[] =>
  lastDays(dayAfter(today, -unansweredAfterDays), mostLeadDays);
