import { type Role, otherAdminThan } from '../kernel/policy.js';

/** An admin decides on their own bill only where there is no other admin. */
export const isForAnotherAdmin = (submittedBy: string, memberId: string, members: Iterable<readonly [string, Role]>): boolean =>
  submittedBy === memberId && otherAdminThan(memberId, members) !== undefined;
