import { dayAfter, wallClockIn } from '#domain/kernel/values/days.js';
import { type RaiseAlert, createRaiseAlert } from './alert-command.js';

export type DueFollowUp = {
  readonly leadId: string;
  readonly followUpId: string;
  readonly dueOn: string;
  readonly assignedTo: string;
};

const MORNING_TIME = '08:00';
/**
 * Days after which an overdue follow-up raises no alert: either its member was notified in time, or
 * no worker ran for days.
 */
const MAX_DAYS_LATE = 7;

/** Today in the organization, from eight in the morning until midnight. */
export function findDayFromMorning(timeZone: string, now: string): string | undefined {
  const [today = '', time = ''] = wallClockIn(timeZone, now).split(' ');
  return time >= MORNING_TIME ? today : undefined;
}

/** Due days of the follow-ups that raise alerts on a day. */
export const dueDaysOn = (today: string) => ({ from: dayAfter(today, -MAX_DAYS_LATE), to: today });

/** Alert of a due or overdue follow-up. The round and the reactor give it the same id. */
export function createDueAlert(
  { leadId, followUpId, dueOn, assignedTo: memberId }: DueFollowUp,
  today: string,
): RaiseAlert {
  const isOverdue = dueOn < today;
  return createRaiseAlert({
    memberId,
    about: { kind: isOverdue ? 'follow-up-overdue' : 'follow-up-due', leadId, followUpId, dueOn },
    source: followUpId,
    distinction: `${leadId} ${dueOn}`,
    on: isOverdue ? dayAfter(dueOn, 1) : dueOn,
  });
}
