import type { Role } from '../kernel/policy.js';

/** `GET /api/team`, for pickers too. Requested roles and locations are for those who manage. */
export type TeamMember = {
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly requestedRole?: Role;
};
export type Team = { readonly members: readonly TeamMember[] };
