import { type Organization, type Role, otherAdminThan } from '../kernel/policy.js';

const aDay = 24 * 60 * 60_000;

/** An admin decides on an own bill only without another admin. */
export const isForAnotherAdmin = (
  submittedBy: string,
  memberId: string,
  members: Iterable<readonly [string, Role]>,
): boolean => submittedBy === memberId && otherAdminThan(memberId, members) !== undefined;

/**
 * Whether another admin was demoted within a day: nobody may demote others to decide on an own
 * bill.
 */
export const hadOtherAdmin = (
  memberId: string,
  { formerAdmins = new Map() }: Organization,
  now: string,
): boolean =>
  [...formerAdmins].some(
    ([id, until]) => id !== memberId && Date.parse(now) - Date.parse(until) < aDay,
  );
