import { z } from 'zod';
import { auditLinkEvents } from '../audit/audit-link.commands.js';
import { roles } from '../kernel/policy.js';
import { erasureRequest } from '../kernel/values/erasure.js';
import { phone } from '../kernel/values/phone-number.js';
import {
  type EventDefinitions,
  type EventsIn,
  id,
  instant,
  line,
  personal,
  sealedApart,
} from '../kernel/schema.js';
import { quotationSettingsChanges } from '../quotations/quotation-settings.js';
import { industries } from './organization.values.js';

const role = z.enum(roles);

/**
 * Events of an organization. Its details are not personal, and members are ids. The name and number
 * of an invited person are sealed, because they may never join.
 */
export const organizationEvents = {
  OrganizationFounded: z.object({ name: line, slug: z.string(), inviteCode: z.string() }),
  MemberJoined: z.object({ memberId: id, role, via: z.enum(['founding', 'code', 'invitation']) }),
  /** Role that a member requested at sign-up. Admins see it on the Team page. */
  RoleRequested: z.object({ memberId: id, role }),
  OrganizationDetailsChanged: z.object({
    name: line.optional(),
    industry: z.enum(industries).nullable().optional(),
    logoFileId: id.nullable().optional(),
    contactPhone: z.string().nullable().optional(),
    timeZone: z.string().optional(),
    leaderboardOpen: z.boolean().optional(),
  }),
  QuotationSettingsChanged: quotationSettingsChanges,
  InviteCodeRotated: z.object({ inviteCode: z.string() }),
  LocationAdded: z.object({ locationId: id, name: line, city: line, address: line.optional() }),
  LocationRemoved: z.object({ locationId: id }),
  /** The role goes to the account that has verified the number and joins before `expiresAt`. */
  MemberInvited: sealedApart(
    z.object({
      invitationId: id,
      name: personal(line),
      phone: personal(phone),
      role,
      locationId: id.optional(),
      expiresAt: instant,
    }),
  ),
  /** Erases name and number of an invitation, and nothing else of the organization. */
  InvitationErased: z.object({ invitationId: id, ...erasureRequest }),
  InvitationCancelled: z.object({ invitationId: id }),
  InvitationAccepted: z.object({ invitationId: id, memberId: id, locationId: id.optional() }),
  /**
   * `adminUntil`: end of the admin role, here and in the events below. For one more day this admin
   * counts as another admin, so that nobody decides on their own bills meanwhile.
   */
  MemberRoleChanged: z.object({
    memberId: id,
    from: role,
    to: role,
    adminUntil: instant.optional(),
  }),
  MemberRemoved: z.object({ memberId: id, leadsTo: id, adminUntil: instant.optional() }),
  MemberLeft: z.object({ memberId: id, leadsTo: id, adminUntil: instant.optional() }),
  ...auditLinkEvents,
} as const satisfies EventDefinitions;

export type OrganizationEvent = EventsIn<typeof organizationEvents>;
