import type { LeadGap } from '#domain/leads/lead.values.js';
import { lastDays, WEEK_DAYS } from '#domain/visits/leaderboard.js';

/** Links of figures to lists with the same days and members. */
const daysOf = (day: string, last = day): string => `from=${day}&to=${last}`;
/** Filter by member; empty if the list shows no other members. */
const leadMemberParam = (memberId?: string): string =>
  memberId === undefined ? '' : `&assignedTo=${memberId}`;
const visitMemberParam = (memberId?: string): string =>
  memberId === undefined ? '' : `&member=${memberId}`;
const firstOf = (today: string): string => lastDays(today)[0] ?? today;

export const leadsOn = (day: string): string => `/leads?${daysOf(day)}`;
export const visitsOn = (day: string): string => `/visits?tab=completed&${daysOf(day)}`;
export const quotedOn = (day: string): string => quotedBetween(day, day);
export const convertedOn = (day: string): string => convertedBetween(day, day);
export const leadsOfMember = (memberId: string, today: string): string =>
  `/leads?assignedTo=${memberId}&${daysOf(firstOf(today), today)}`;
export const visitsOfMember = (memberId: string, today: string): string =>
  `/visits?tab=completed&member=${memberId}&${daysOf(firstOf(today), today)}`;
/** Map of a member's visits on a day; of the reader's own without a member. */
export const visitRoute = (memberId: string | undefined, day: string): string =>
  `/visits?tab=completed${visitMemberParam(memberId)}&${daysOf(day)}&view=map`;
export const overdueFollowUps = (memberId: string): string => `${overdue}&member=${memberId}`;
/** Address of leads with a gap. */
export const leadsWithGap = (gap: LeadGap, memberId?: string): string =>
  `/leads?gap=${gap}${leadMemberParam(memberId)}`;
export const quotedLeads = (memberId?: string): string =>
  `/leads?status=Quoted&sort=quoted${leadMemberParam(memberId)}`;
export const convertedBetween = (from: string, to: string, memberId?: string): string =>
  `/leads?${daysOf(from, to)}&dayOf=converted${leadMemberParam(memberId)}`;
export const quotedBetween = (from: string, to: string, memberId?: string): string =>
  `/leads?${daysOf(from, to)}&dayOf=quoted${leadMemberParam(memberId)}`;
export const overdueCustomers = '/customers?payment=Overdue';
export const pendingBills = (memberId?: string): string =>
  memberId === undefined ? '/bills' : `/bills?member=${memberId}`;
const weekOf = (today: string): string => daysOf(lastDays(today, WEEK_DAYS)[0] ?? today, today);
export const allLeads = (memberId?: string): string =>
  memberId === undefined ? '/leads' : `/leads?assignedTo=${memberId}`;
export const allVisits = (memberId?: string): string =>
  `/visits?tab=completed${visitMemberParam(memberId)}`;
export const leadsOfWeek = (today: string, memberId?: string): string =>
  `/leads?${weekOf(today)}${leadMemberParam(memberId)}`;
export const visitsOfWeek = (today: string, memberId?: string): string =>
  `/visits?tab=completed&${weekOf(today)}${visitMemberParam(memberId)}`;
/** Address of the organization's new customers of the week. */
export const customersOfWeek = (today: string): string => `/customers?${weekOf(today)}`;
export const leadsInStatus = (status: string, memberId?: string): string =>
  `/leads?status=${status}${leadMemberParam(memberId)}`;
export const dueNow = (memberId?: string): string =>
  `/followups?group=due${visitMemberParam(memberId)}`;
const overdue = '/followups?group=overdue';
/** Address of a member's page, for members who see everybody's work. */
export const memberPage = (memberId: string): string => `/team/${memberId}`;
