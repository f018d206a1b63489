import { type AuditLink, evolveAuditLinks } from '../audit/audit-link.js';
import { unreachable } from '../kernel/decider.js';
import type { Organization, Role } from '../kernel/policy.js';
import type { OrganizationEvent } from './organization.events.js';
import { type Invitation, evolveInvitations } from './invitation.js';
import { applyChanges } from '../kernel/equality.js';
import {
  type QuotationSettings,
  firstQuotationSettings,
} from '../quotations/quotation-settings.js';
import type { Industry } from './organization.values.js';

export type Location = {
  readonly locationId: string;
  readonly name: string;
  readonly city: string;
  readonly address?: string;
};

/** Details that admins can change. */
export type OrganizationDetails = {
  readonly name: string;
  readonly industry?: Industry | null;
  readonly logoFileId?: string | null;
  readonly contactPhone?: string | null;
  readonly timeZone: string;
  readonly leaderboardOpen: boolean;
};

export type OrganizationState =
  | { readonly phase: 'unknown' }
  | {
      readonly phase: 'founded';
      readonly slug: string;
      readonly inviteCode: string;
      /** Former codes that links of pending invitations may contain. */
      readonly formerCodes: readonly string[];
      readonly details: OrganizationDetails;
      readonly quotationSettings: QuotationSettings;
      readonly locations: readonly Location[];
      /** In joining order. */
      readonly members: ReadonlyMap<string, Role>;
      /** Ids of members whom an admin removed, and who have not joined again. */
      readonly removed: ReadonlySet<string>;
      /** Ids of members who left by themselves, and have not joined again. */
      readonly left: ReadonlySet<string>;
      readonly invitations: readonly Invitation[];
      /** State of every invitation ever sent, by its id. */
      readonly invited: ReadonlyMap<string, 'known' | 'erased'>;
      /** Members by the invitation that they accepted. */
      readonly acceptances: ReadonlyMap<string, string>;
      /** Times at which members, also departed ones, lost the admin role. */
      readonly formerAdmins: ReadonlyMap<string, string>;
      /** Links of auditors, with those that have ended. */
      readonly auditLinks: readonly AuditLink[];
    };

export type FoundedOrganization = Extract<OrganizationState, { phase: 'founded' }>;

/** Initial time zone, by which the organization's days are counted on all devices. */
export const firstTimeZone = 'Asia/Kolkata';

export function evolveOrganization(
  organization: OrganizationState,
  event: OrganizationEvent,
): OrganizationState {
  if (event.type === 'OrganizationFounded') {
    const { name, slug, inviteCode } = event.data;
    const details = { name, timeZone: firstTimeZone, leaderboardOpen: false };
    return {
      phase: 'founded',
      slug,
      inviteCode,
      formerCodes: [],
      details,
      quotationSettings: firstQuotationSettings,
      locations: [],
      members: new Map(),
      removed: new Set(),
      left: new Set(),
      invitations: [],
      invited: new Map(),
      acceptances: new Map(),
      formerAdmins: new Map(),
      auditLinks: [],
    };
  }
  if (organization.phase !== 'founded') return organization;
  switch (event.type) {
    case 'MemberJoined': {
      const { memberId, role } = event.data;
      const withoutJoined = (ids: ReadonlySet<string>) =>
        new Set([...ids].filter((id) => id !== memberId));
      return {
        ...organization,
        members: new Map([...withoutMember(organization.members, memberId), [memberId, role]]),
        removed: withoutJoined(organization.removed),
        left: withoutJoined(organization.left),
      };
    }
    case 'MemberRoleChanged':
      return {
        ...organization,
        members: new Map(organization.members).set(event.data.memberId, event.data.to),
        formerAdmins: addFormerAdmin(organization, event.data),
      };
    case 'MemberRemoved': {
      const { memberId } = event.data;
      return {
        ...organization,
        members: withoutMember(organization.members, memberId),
        removed: new Set([...organization.removed, memberId]),
        formerAdmins: addFormerAdmin(organization, event.data),
      };
    }
    case 'MemberLeft':
      return {
        ...organization,
        members: withoutMember(organization.members, event.data.memberId),
        left: new Set([...organization.left, event.data.memberId]),
        formerAdmins: addFormerAdmin(organization, event.data),
      };
    case 'OrganizationDetailsChanged':
      return { ...organization, details: { ...organization.details, ...event.data } };
    case 'QuotationSettingsChanged':
      return {
        ...organization,
        quotationSettings: applyChanges<QuotationSettings>(
          organization.quotationSettings,
          event.data,
        ),
      };
    case 'InviteCodeRotated': {
      const { inviteCode } = event.data;
      const formerCodes = [...organization.formerCodes, organization.inviteCode].filter(
        (code) => code !== inviteCode,
      );
      return {
        ...organization,
        inviteCode,
        formerCodes: codesInLinks(formerCodes, organization.invitations),
      };
    }
    case 'LocationAdded':
      return { ...organization, locations: [...organization.locations, event.data] };
    case 'LocationRemoved':
      return {
        ...organization,
        locations: organization.locations.filter(
          ({ locationId }) => locationId !== event.data.locationId,
        ),
      };
    case 'MemberInvited':
    case 'InvitationCancelled':
    case 'InvitationAccepted':
    case 'InvitationErased': {
      const invitations = evolveInvitations(organization.invitations, event, {});
      const others = invitations.filter(
        ({ invitationId }) => invitationId !== event.data.invitationId,
      );
      const { acceptances } = organization;
      return {
        ...organization,
        invitations,
        invited: new Map(organization.invited).set(
          event.data.invitationId,
          event.type === 'InvitationErased' ? 'erased' : 'known',
        ),
        acceptances:
          event.type === 'InvitationAccepted'
            ? new Map(acceptances).set(event.data.invitationId, event.data.memberId)
            : acceptances,
        formerCodes: codesInLinks(organization.formerCodes, others),
      };
    }
    case 'AuditLinkCreated':
    case 'AuditLinkRevoked':
      return {
        ...organization,
        auditLinks: evolveAuditLinks(organization.auditLinks, event),
      };
    case 'RoleRequested':
      return organization;
    default:
      return unreachable(event);
  }
}

/** Former codes; none without a pending invitation. Ignores expiry, which depends on the time. */
const codesInLinks = (
  formerCodes: readonly string[],
  invitations: readonly Invitation[],
): readonly string[] => (invitations.some(({ status }) => status === 'pending') ? formerCodes : []);

const addFormerAdmin = (
  { formerAdmins: before }: FoundedOrganization,
  { memberId, adminUntil }: { readonly memberId: string; readonly adminUntil?: string | undefined },
): ReadonlyMap<string, string> =>
  adminUntil === undefined ? before : new Map(before).set(memberId, adminUntil);

const withoutMember = (members: ReadonlyMap<string, Role>, memberId: string) =>
  new Map([...members].filter(([id]) => id !== memberId));

/** Organization as quotations see it. */
export type QuotingOrganization = Organization & {
  readonly name: string;
  readonly contactPhone?: string | null;
  readonly logoFileId?: string | null;
  readonly quotationSettings: QuotationSettings;
};

/** Organization for other rules, with the ids of its locations; undefined unless it is founded. */
export function toOrganization(
  id: string,
  organization: OrganizationState,
): (QuotingOrganization & { readonly locations: ReadonlySet<string> }) | undefined {
  if (organization.phase !== 'founded') return undefined;
  const { details, members, locations, formerAdmins, quotationSettings, removed, left } =
    organization;
  const { name, timeZone, leaderboardOpen, contactPhone, logoFileId } = details;
  return {
    id,
    name,
    timeZone,
    members,
    formerAdmins,
    formerMembers: new Set([...removed, ...left]),
    leaderboardOpen,
    ...(contactPhone != null && { contactPhone }),
    ...(logoFileId != null && { logoFileId }),
    quotationSettings,
    locations: new Set(locations.map(({ locationId }) => locationId)),
  };
}
