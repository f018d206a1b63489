import { dayAfter } from '../kernel/days.js';
import { mostLeadDays } from '../leads/lead.values.js';
import { boardDays } from './leaderboard.js';

/** A lead that nobody has contacted for so many days is unanswered. */
const unansweredAfterDays = 2;

/** The days on which what is unanswered today was captured, as far back as leads are listed by days. */
export const unansweredDays = (today: string): readonly string[] => boardDays(dayAfter(today, -unansweredAfterDays), mostLeadDays);

/** `GET /api/needs-help`: whom an admin looks after first, and what lies undone. */
export type NeedsHelp = {
  /** Sales who have made no visit for some days, the longest first; 30 also stands for more. */
  readonly quiet: readonly { readonly memberId: string; readonly name: string; readonly days: number }[];
  /** Leads that are New since two days or longer. */
  readonly unanswered: number;
  readonly overdueByMember: readonly { readonly memberId: string; readonly name: string; readonly overdue: number }[];
};
