import { type Organization, type Role, otherAdminThan } from '../kernel/policy.js';

const aDay = 24 * 60 * 60_000;

/** An admin decides on their own bill only where there is no other admin. */
export const isForAnotherAdmin = (
  submittedBy: string,
  memberId: string,
  members: Iterable<readonly [string, Role]>,
): boolean => submittedBy === memberId && otherAdminThan(memberId, members) !== undefined;

/**
 * Whether another admin ceased to be one within a day: who demotes the other admins for a moment
 * decides on no bill of their own.
 */
export const hadOtherAdmin = (
  memberId: string,
  { formerAdmins = new Map() }: Organization,
  now: string,
): boolean =>
  [...formerAdmins].some(
    ([id, until]) => id !== memberId && Date.parse(now) - Date.parse(until) < aDay,
  );
