import { type Organization, type Role, findOtherAdmin } from '../kernel/policy.js';

const DAY_MS = 24 * 60 * 60_000;

/** Whether an admin's own bill needs the decision of another admin. */
export const isForAnotherAdmin = (
  submittedBy: string,
  memberId: string,
  members: Iterable<readonly [string, Role]>,
): boolean => submittedBy === memberId && findOtherAdmin(memberId, members) !== undefined;

/**
 * Whether another member was an admin within the last day. Demoting the other admins must not allow
 * a decision on an own bill.
 */
export const hadOtherAdmin = (
  memberId: string,
  { formerAdmins = new Map() }: Organization,
  now: string,
): boolean =>
  [...formerAdmins].some(
    ([id, adminUntil]) => id !== memberId && Date.parse(now) - Date.parse(adminUntil) < DAY_MS,
  );
