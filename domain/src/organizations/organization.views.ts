import type { Role } from '../kernel/policy.js';
import type { PersonRef } from '../kernel/views.js';
import type { Location, OrganizationDetails } from './organization.js';
import type { InvitationStatus } from './organization.values.js';

/** `GET /api/organization`. Locations in the order of their names. */
export type OrganizationShown = OrganizationDetails & { readonly locations: readonly Location[]; readonly revision: number };

/** `GET /api/team`, for pickers too. Numbers and requested roles are for admins. */
export type TeamMember = {
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly phone?: string;
  readonly requestedRole?: Role;
};
export type Team = { readonly members: readonly TeamMember[] };

/** `GET /api/team/invitations`: those of the last days, newest first, whatever has become of them. */
export type InvitationItem = {
  readonly invitationId: string;
  readonly name: string;
  readonly phone: string;
  readonly role: Role;
  readonly locationId?: string;
  readonly status: InvitationStatus;
  readonly invitedBy: PersonRef;
  readonly invitedAt: string;
  readonly expiresAt: string;
};
export type Invitations = { readonly items: readonly InvitationItem[] };
