import { lastDays, weekDays } from '#domain/visits/leaderboard.js';
import { unansweredDays } from '#domain/visits/needs-help.js';

/** Links of figures to lists with the same days and members. */
const daysOf = (day: string, last = day): string => `from=${day}&to=${last}`;
/** Filter by member; empty if the list shows no other members. */
const ofLeads = (memberId?: string): string =>
  memberId === undefined ? '' : `&assignedTo=${memberId}`;
const ofVisits = (memberId?: string): string =>
  memberId === undefined ? '' : `&member=${memberId}`;
const firstOf = (today: string): string => lastDays(today)[0] ?? today;

export const leadsOn = (day: string): string => `/leads?${daysOf(day)}`;
export const visitsOn = (day: string): string => `/visits?tab=completed&${daysOf(day)}`;
export const quotedOn = (day: string): string => `/leads?${daysOf(day)}&dayOf=quoted`;
export const convertedOn = (day: string): string => `/leads?${daysOf(day)}&dayOf=converted`;
export const leadsOfMember = (memberId: string, today: string): string =>
  `/leads?assignedTo=${memberId}&${daysOf(firstOf(today), today)}`;
export const visitsOfMember = (memberId: string, today: string): string =>
  `/visits?tab=completed&member=${memberId}&${daysOf(firstOf(today), today)}`;
export const overdueOf = (memberId: string): string => `${overdue}&member=${memberId}`;
/** Address of new leads without contact for two days. */
export function unanswered(today: string): string {
  const captured = unansweredDays(today);
  return `/leads?status=New&${daysOf(captured[0] ?? today, captured.at(-1) ?? today)}`;
}
const weekOf = (today: string): string => daysOf(lastDays(today, weekDays)[0] ?? today, today);
export const allLeads = (of?: string): string =>
  of === undefined ? '/leads' : `/leads?assignedTo=${of}`;
export const allVisits = (of?: string): string => `/visits?tab=completed${ofVisits(of)}`;
export const leadsOfWeek = (today: string, of?: string): string =>
  `/leads?${weekOf(today)}${ofLeads(of)}`;
export const visitsOfWeek = (today: string, of?: string): string =>
  `/visits?tab=completed&${weekOf(today)}${ofVisits(of)}`;
/** Address of the organization's new customers of the week. */
export const customersOfWeek = (today: string): string => `/customers?${weekOf(today)}`;
export const leadsInStatus = (status: string, of?: string): string =>
  `/leads?status=${status}${ofLeads(of)}`;
export const dueNow = (of?: string): string => `/followups?group=due${ofVisits(of)}`;
const overdue = '/followups?group=overdue';
/** Page of a member, for who sees everybody's work. */
export const memberPage = (memberId: string): string => `/team/${memberId}`;
