import { dayAfter, wallClockIn } from '#domain/kernel/days.js';
import { type RaiseAlert, raiseAlert } from './alert-command.js';

export type DueFollowUp = {
  readonly leadId: string;
  readonly followUpId: string;
  readonly dueOn: string;
  readonly assignedTo: string;
};

const morning = '08:00';
/**
 * Days after which an overdue follow-up raises no alert. Its member was notified in time, or no
 * worker ran for days.
 */
const mostDaysLate = 7;
/** The day of an organization, from eight in its morning until its midnight. */
export function dayFromMorning(timeZone: string, now: string): string | undefined {
  const [today = '', time = ''] = wallClockIn(timeZone, now).split(' ');
  return time >= morning ? today : undefined;
}

/** The due days of the follow-ups of which members are notified on a day. */
export const dueDaysOn = (today: string) => ({ from: dayAfter(today, -mostDaysLate), to: today });

/** That it is due, or overdue: the same alert, whoever finds out and however often. */
export function dueAlert(
  { leadId, followUpId, dueOn, assignedTo: memberId }: DueFollowUp,
  today: string,
): RaiseAlert {
  const isOverdue = dueOn < today;
  return raiseAlert({
    memberId,
    about: { kind: isOverdue ? 'follow-up-overdue' : 'follow-up-due', leadId, followUpId, dueOn },
    source: followUpId,
    distinction: `${leadId} ${dueOn}`,
    on: isOverdue ? dayAfter(dueOn, 1) : dueOn,
  });
}
