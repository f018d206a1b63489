import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { phone } from '../kernel/phone-number.js';
import { type EventDefinitions, type EventsIn, id, instant, line, personal } from '../kernel/schema.js';
import { industries } from './organization.values.js';

const role = z.enum(roles);

/** What an organization tells about itself is no person's, and members are ids only. Who is invited is sealed: they may never come. */
export const organizationEvents = {
  OrganizationFounded: z.object({ name: line, slug: z.string(), inviteCode: z.string() }),
  MemberJoined: z.object({ memberId: id, role, via: z.enum(['founding', 'code', 'invitation']) }),
  /** What somebody asked for at sign-up; admins see it on the Team page. */
  RoleRequested: z.object({ memberId: id, role }),
  OrganizationDetailsChanged: z.object({
    name: line.optional(),
    industry: z.enum(industries).nullable().optional(),
    logoFileId: id.nullable().optional(),
    contactPhone: z.string().nullable().optional(),
    timeZone: z.string().optional(),
    leaderboardOpen: z.boolean().optional(),
  }),
  InviteCodeRotated: z.object({ inviteCode: z.string() }),
  LocationAdded: z.object({ locationId: id, name: line, city: line, address: line.optional() }),
  LocationRemoved: z.object({ locationId: id }),
  /** Who has verified that number and joins before it expires gets the role. */
  MemberInvited: z.object({
    invitationId: id,
    name: personal(line),
    phone: personal(phone),
    role,
    locationId: id.optional(),
    expiresAt: instant,
  }),
  InvitationCancelled: z.object({ invitationId: id }),
  InvitationAccepted: z.object({ invitationId: id, memberId: id, locationId: id.optional() }),
  /** `adminUntil`: when an admin ceased to be one, here and below. For a day nobody decides on what that admin would have had to. */
  MemberRoleChanged: z.object({ memberId: id, from: role, to: role, adminUntil: instant.optional() }),
  MemberRemoved: z.object({ memberId: id, leadsTo: id, adminUntil: instant.optional() }),
  MemberLeft: z.object({ memberId: id, leadsTo: id, adminUntil: instant.optional() }),
} as const satisfies EventDefinitions;

export type OrganizationEvent = EventsIn<typeof organizationEvents>;
