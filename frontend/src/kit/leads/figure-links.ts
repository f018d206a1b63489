import type { LeadGap } from '#domain/leads/lead.values.js';
import { lastDays, WEEK_DAYS } from '#domain/visits/leaderboard.js';
import type { FollowUpGroup } from '#domain/visits/visit.values.js';

// Links of figures to lists with the same days and members.

const daysQuery = (firstDay: string, lastDay = firstDay): string =>
  `from=${firstDay}&to=${lastDay}`;
/** Filter by member; empty without one. */
const leadMemberParam = (memberId?: string): string =>
  memberId === undefined ? '' : `&assignedTo=${memberId}`;
const visitMemberParam = (memberId?: string): string =>
  memberId === undefined ? '' : `&member=${memberId}`;
const firstLeaderboardDay = (today: string): string => lastDays(today)[0] ?? today;

export const leadsAddedOnPath = (firstDay: string, lastDay = firstDay): string =>
  `/leads?${daysQuery(firstDay, lastDay)}`;
export const visitsOnPath = (firstDay: string, lastDay = firstDay): string =>
  `/visits?tab=completed&${daysQuery(firstDay, lastDay)}`;
export const leadsQuotedOnPath = (day: string): string => leadsQuotedPath(day, day);
export const leadsConvertedOnPath = (day: string): string => leadsConvertedPath(day, day);
export const leadsOfMemberPath = (memberId: string, today: string): string =>
  `/leads?assignedTo=${memberId}&${daysQuery(firstLeaderboardDay(today), today)}`;
export const visitsOfMemberPath = (memberId: string, today: string): string =>
  `/visits?tab=completed&member=${memberId}&${daysQuery(firstLeaderboardDay(today), today)}`;
/** Map of a member's visits on a day; of the reader's own without a member. */
export const visitRoutePath = (memberId: string | undefined, day: string): string =>
  `/visits?tab=completed${visitMemberParam(memberId)}&${daysQuery(day)}&view=map`;
export const overdueFollowUpsPath = (memberId: string): string =>
  followUpsPath('overdue', memberId);
/** Address of leads with a gap. */
export const leadsWithGapPath = (gap: LeadGap, memberId?: string): string =>
  `/leads?gap=${gap}${leadMemberParam(memberId)}`;
export const quotedLeadsPath = (memberId?: string): string =>
  `/leads?status=Quoted&sort=quoted${leadMemberParam(memberId)}`;
export const leadsConvertedPath = (from: string, to: string, memberId?: string): string =>
  `/leads?${daysQuery(from, to)}&dayOf=converted${leadMemberParam(memberId)}`;
export const leadsQuotedPath = (from: string, to: string, memberId?: string): string =>
  `/leads?${daysQuery(from, to)}&dayOf=quoted${leadMemberParam(memberId)}`;
export const overdueCustomersPath = '/customers?payment=Overdue';
export const pendingBillsPath = (memberId?: string): string =>
  memberId === undefined ? '/bills' : `/bills?member=${memberId}`;
const weekQuery = (today: string): string =>
  daysQuery(lastDays(today, WEEK_DAYS)[0] ?? today, today);
export const allLeadsPath = (memberId?: string): string =>
  memberId === undefined ? '/leads' : `/leads?assignedTo=${memberId}`;
export const allVisitsPath = (memberId?: string): string =>
  `/visits?tab=completed${visitMemberParam(memberId)}`;
export const leadsOfWeekPath = (today: string, memberId?: string): string =>
  `/leads?${weekQuery(today)}${leadMemberParam(memberId)}`;
export const visitsOfWeekPath = (today: string, memberId?: string): string =>
  `/visits?tab=completed&${weekQuery(today)}${visitMemberParam(memberId)}`;
/** Address of the organization's new customers of the week. */
export const customersOfWeekPath = (today: string): string => `/customers?${weekQuery(today)}`;
export const leadsInStatusPath = (status: string, memberId?: string): string =>
  `/leads?status=${status}${leadMemberParam(memberId)}`;
const followUpsPath = (group: FollowUpGroup, memberId?: string): string =>
  `/followups?group=${group}${visitMemberParam(memberId)}`;
export const dueFollowUpsPath = (memberId?: string): string => followUpsPath('due', memberId);
export const tomorrowFollowUpsPath = (memberId?: string): string =>
  followUpsPath('tomorrow', memberId);
/** Address of a member's page, for members who see everybody's work. */
export const memberPath = (memberId: string): string => `/team/${memberId}`;
