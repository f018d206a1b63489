import { accountContext, locationId } from '../accounts/account.examples.js';
import type { AccountContext } from '../kernel/decider.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { asha, meera, organization, ravi, stranger } from '../leads/lead.examples.js';
import type { OrganizationEvent } from './organization.events.js';

export const organizationId = organization.id;

/**
 * Context of an account that acts. Its number, and that of an admin, are verified unless a test
 * says otherwise.
 */
export const actingAs = (
  id: string,
  more: Partial<AccountContext['account']> = {},
  { isOrganizationVerified = true }: { readonly isOrganizationVerified?: boolean } = {},
): AccountContext => ({
  ...accountContext,
  account: { id, verified: true, requestedRole: undefined, ...more },
  isOrganizationVerified,
});

export const founded: OrganizationEvent = {
  type: 'OrganizationFounded',
  data: { name: 'Sharma Solar', slug: 'sharmasolar400000', inviteCode: 'KP9N5Z7V' },
};
const joined = (
  memberId: string,
  role: 'admin' | 'sales',
  via: 'founding' | 'code',
): OrganizationEvent => ({
  type: 'MemberJoined',
  data: { memberId, role, via },
});
export const meeraFounds: OrganizationEvent = joined(meera.id, 'admin', 'founding');
export const ashaJoins: OrganizationEvent = joined(asha.id, 'sales', 'code');
export const raviJoins: OrganizationEvent = joined(ravi.id, 'sales', 'code');
export const ashaAsksForDesigner: OrganizationEvent = {
  type: 'RoleRequested',
  data: { memberId: asha.id, role: 'designer' },
};
export const ashaIsPromoted: OrganizationEvent = {
  type: 'MemberRoleChanged',
  data: { memberId: asha.id, from: 'sales', to: 'admin' },
};
export const raviIsRemoved: OrganizationEvent = {
  type: 'MemberRemoved',
  data: { memberId: ravi.id, leadsTo: meera.id },
};
export const raviLeaves: OrganizationEvent = {
  type: 'MemberLeft',
  data: { memberId: ravi.id, leadsTo: meera.id },
};
export const rotated: OrganizationEvent = {
  type: 'InviteCodeRotated',
  data: { inviteCode: 'ZZ00AA11' },
};
export const locationAdded: OrganizationEvent = {
  type: 'LocationAdded',
  data: { locationId, name: 'Baner store', city: 'Pune', address: '12 Baner Road' },
};
export const locationRemoved: OrganizationEvent = { type: 'LocationRemoved', data: { locationId } };

/** Invitation of a number that no member has. */
export const deepaIsInvited: MessageNamed<OrganizationEvent, 'MemberInvited'> = {
  type: 'MemberInvited',
  data: {
    invitationId: '0190a6c2-0000-7000-8000-0000000000c1',
    name: 'Deepa Nair',
    phone: '+919822041736',
    role: 'finance',
    locationId,
    expiresAt: '2026-11-28T09:30:00.000Z',
  },
};
export const invitationErased: OrganizationEvent = {
  type: 'InvitationErased',
  data: {
    invitationId: deepaIsInvited.data.invitationId,
    reason: 'asked',
    askedOn: '2026-11-19',
  },
};
export const invitationCancelled: OrganizationEvent = {
  type: 'InvitationCancelled',
  data: { invitationId: deepaIsInvited.data.invitationId },
};
export const invitationAccepted: OrganizationEvent = {
  type: 'InvitationAccepted',
  data: { invitationId: deepaIsInvited.data.invitationId, memberId: stranger, locationId },
};

export const quotationSettingsChanged: MessageNamed<OrganizationEvent, 'QuotationSettingsChanged'> =
  {
    type: 'QuotationSettingsChanged',
    data: {
      legalName: 'Sharma Solar Private Limited',
      address: '12 Baner Road, Pune 411045',
      state: '27',
      gstRegistration: 'regular',
      gstin: '27AAPFU0939F1ZV',
      hsnDigits: '4',
      pricesIncludeGst: true,
      roundsOff: true,
      validityDays: 15,
      terms: 'Half of the price in advance.\nDelivery within two weeks.',
      bankHolder: 'Sharma Solar Private Limited',
      bankAccountNumber: '50200012345678',
      bankIfsc: 'HDFC0000123',
      upiId: 'sharmasolar@hdfcbank',
      upiKind: 'merchant',
      upiCategory: '5211',
      advanceBasisPoints: 1_000,
      numberPrefix: 'Q',
    },
  };

const linkId = '0190a6c2-0000-7000-8000-0000000000d1';
export const auditLinkCreated: MessageNamed<OrganizationEvent, 'AuditLinkCreated'> = {
  type: 'AuditLinkCreated',
  data: {
    linkId,
    tokenSha256: 'a'.repeat(64),
    createdBy: meera.id,
    from: '2026-04-01',
    to: '2026-09-30',
    expiresOn: '2026-12-31',
  },
};
export const auditLinkRevoked: OrganizationEvent = { type: 'AuditLinkRevoked', data: { linkId } };

/** Example of each event with every optional field: the stored form of the current version. */
export const organizationExamples = {
  OrganizationFounded: founded,
  MemberJoined: ashaJoins,
  RoleRequested: ashaAsksForDesigner,
  OrganizationDetailsChanged: {
    type: 'OrganizationDetailsChanged',
    data: {
      name: 'Sharma Solar and Sons',
      industry: 'Construction',
      logoFileId: null,
      contactPhone: '+919800000000',
      timeZone: 'Asia/Kolkata',
      leaderboardOpen: true,
    },
  },
  QuotationSettingsChanged: quotationSettingsChanged,
  InviteCodeRotated: rotated,
  LocationAdded: locationAdded,
  LocationRemoved: locationRemoved,
  MemberInvited: deepaIsInvited,
  InvitationCancelled: invitationCancelled,
  InvitationAccepted: invitationAccepted,
  InvitationErased: invitationErased,
  MemberRoleChanged: ashaIsPromoted,
  MemberRemoved: raviIsRemoved,
  MemberLeft: raviLeaves,
  AuditLinkCreated: auditLinkCreated,
  AuditLinkRevoked: auditLinkRevoked,
} satisfies Record<OrganizationEvent['type'], OrganizationEvent>;
