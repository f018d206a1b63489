import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { instant } from '../kernel/schema.js';
import { type Answer, count, personRef } from '../kernel/views.js';
import { industries, invitationStatuses } from './organization.values.js';

/** `GET /api/organization`. Locations are sorted by name. */
export const organizationShown = z.strictObject({
  name: z.string(),
  industry: z.enum(industries).nullish(),
  logoFileId: z.string().nullish(),
  contactPhone: z.string().nullish(),
  timeZone: z.string(),
  leaderboardOpen: z.boolean(),
  locations: z.array(
    z.strictObject({
      locationId: z.string(),
      name: z.string(),
      city: z.string(),
      address: z.string().optional(),
    }),
  ),
  revision: count,
});
export type OrganizationShown = Answer<typeof organizationShown>;

/** Member in `GET /api/team`, for pickers too. Numbers and requested roles are for admins. */
const teamMember = z.strictObject({
  memberId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  joinedAt: instant,
  phone: z.string().optional(),
  requestedRole: z.enum(roles).optional(),
});
export type TeamMember = Answer<typeof teamMember>;
export const team = z.strictObject({ members: z.array(teamMember) });
export type Team = Answer<typeof team>;

/** Item of `GET /api/team/invitations`: recent invitations in any state, newest first. */
export const invitationItem = z.strictObject({
  invitationId: z.string(),
  name: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  locationId: z.string().optional(),
  status: z.enum(invitationStatuses),
  invitedBy: personRef,
  invitedAt: instant,
  expiresAt: instant,
});
export type InvitationItem = Answer<typeof invitationItem>;
export const invitations = z.strictObject({ items: z.array(invitationItem) });
export type Invitations = Answer<typeof invitations>;
