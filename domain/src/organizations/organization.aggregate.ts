import { changeAuditLinks, isOpenLink } from '../audit/audit-link.js';
import { defineAggregate } from '../kernel/aggregate.js';
import { type AccountContext, type UniqueValue, unreachable } from '../kernel/decider.js';
import { applyChanges, changedFields, isEqual } from '../kernel/equality.js';
import { generatedCode } from '../kernel/generated.js';
import { checkNewNumber } from '../kernel/values/phone-number.js';
import { type Account, type Role, findOtherAdmin } from '../kernel/policy.js';
import {
  type QuotationSettingsChanges,
  checkQuotationSettings,
} from '../quotations/quotation-settings.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse, refuseBeyond } from '../kernel/refusal.js';
import {
  type OrganizationCommandData as Data,
  organizationCommands,
} from './organization.commands.js';
import { type OrganizationEvent, organizationEvents } from './organization.events.js';
import type { Invitation } from './invitation.js';
import {
  findPendingInvitation,
  cancelInvitation,
  eraseInvitation,
  invite,
  isPending,
} from './inviting.js';
import {
  type FoundedOrganization,
  type OrganizationState,
  evolveOrganization,
} from './organization.js';
import { organizationExamples } from './organization.examples.js';

export const organizationAggregate = defineAggregate({
  category: 'organization',
  scope: 'global',
  commands: organizationCommands,
  events: organizationEvents,
  examples: organizationExamples,
  /**
   * Stream of the founded organization, else of the sender's own. Joiners have none; the claim of
   * their code names the stream.
   */
  streamId: (data, sender) =>
    'organizationId' in data ? data.organizationId : (sender.organizationId ?? ''),

  initialState: { phase: 'unknown' },
  evolve: evolveOrganization,

  decide(command, organization, context: AccountContext) {
    if (command.type === 'FoundOrganization')
      return foundOrganization(command.data, organization, context);
    if (command.type === 'JoinOrganization') return join(command.data, organization, context);
    if (organization.phase !== 'founded') return refuse('organization-not-found');
    if (command.type === 'LeaveOrganization') return leave(organization, context);
    if (command.type === 'CreateAuditLink' || command.type === 'RevokeAuditLink')
      return changeAuditLinks(command, organization, context);
    if (command.type === 'EraseInvitation')
      return eraseInvitation(command.data, organization, context);
    // The role in this stream counts: if two admins remove each other at once, the second is
    // refused.
    if (organization.members.get(context.account.id) !== 'admin') return refuse('not-allowed');
    switch (command.type) {
      case 'ChangeOrganizationDetails':
        return changeDetails(command.data, organization);
      case 'ChangeQuotationSettings':
        return changeQuotationSettings(command.data, organization);
      case 'RotateInviteCode':
        return rotateInviteCode(context);
      case 'AddLocation':
        return addLocation(command.data, organization);
      case 'RemoveLocation':
        return removeLocation(command.data, organization, context);
      case 'InviteMember':
        return invite(command.data, organization, context);
      case 'CancelInvitation':
        return cancelInvitation(command.data, organization);
      case 'ChangeMemberRole':
        return changeRole(command.data, organization, context);
      case 'RemoveMember':
        return removeMember(command.data, organization, context);
      default:
        return unreachable(command);
    }
  },

  existing(command, organization) {
    if (organization.phase !== 'founded') return undefined;
    if (command.type === 'ChangeOrganizationDetails') return organization.details;
    if (command.type === 'InviteMember')
      return organization.invitations.find(
        ({ invitationId }) => invitationId === command.data.invitationId,
      );
    return undefined;
  },
  uniqueValues: (organization, now) =>
    organization.phase === 'founded' ? uniqueValues(organization, now) : [],
});

/**
 * Claims one organization per account, and one per code or slug. Former codes stay claimed while an
 * invitation is pending.
 */
function uniqueValues(
  { slug, inviteCode, formerCodes, members, invitations, auditLinks }: FoundedOrganization,
  now: string,
): UniqueValue[] {
  const linkedCodes = invitations.some((invitation) => isPending(invitation, now))
    ? formerCodes
    : [];
  return [
    {
      kind: 'slug',
      value: slug,
      refusalIfTaken: 'made-up-value-taken',
      field: 'name',
      generated: true,
    },
    ...[inviteCode, ...linkedCodes].map((value): UniqueValue => ({
      kind: 'invite-code',
      value,
      refusalIfTaken: 'made-up-value-taken',
      field: 'inviteCode',
      generated: true,
    })),
    ...auditLinks
      .filter((link) => isOpenLink(link, now.slice(0, 10)))
      .map(({ tokenSha256 }): UniqueValue => ({
        kind: 'audit-link',
        value: tokenSha256,
        refusalIfTaken: 'audit-link-exists',
        field: 'tokenSha256',
      })),
    ...[...members.keys()].map((value): UniqueValue => ({
      kind: 'membership',
      value,
      refusalIfTaken: 'already-a-member',
      field: 'inviteCode',
    })),
  ];
}

function foundOrganization(
  { name }: Data<'FoundOrganization'>,
  organization: OrganizationState,
  { account, now, randomness }: AccountContext,
): OrganizationEvent[] {
  if (organization.phase !== 'unknown') return refuse('organization-exists');
  return [
    {
      type: 'OrganizationFounded',
      data: { name, slug: createSlug(name, now), inviteCode: generatedCode(randomness) },
    },
    { type: 'MemberJoined', data: { memberId: account.id, role: 'admin', via: 'founding' } },
  ];
}

/**
 * Slug: lowercased Latin letters and digits of the name, else those of its script, and the last six
 * digits of the clock.
 */
function createSlug(name: string, now: string): string {
  const plain = name.normalize('NFKC').toLowerCase();
  const letters = plain.replace(/[^a-z0-9]/g, '') || plain.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return letters + String(Date.parse(now)).slice(-6);
}

/**
 * Adds a member. An invitation of the verified number gives its role, even with a former code of
 * its link. Without one, joiners begin with sales and may request another role. A removed member
 * needs an invitation, and an admin must have a verified number.
 */
function join(
  { inviteCode }: Data<'JoinOrganization'>,
  organization: OrganizationState,
  { account, isOrganizationVerified, now }: AccountContext,
): OrganizationEvent[] {
  if (!account.verified) return refuse('verification-needed');
  if (organization.phase !== 'founded') return refuse('invite-code-unknown', 'inviteCode');
  const invitation = findPendingInvitation(account, organization, now);
  // The code may have been rotated after its lookup.
  const isCurrentCode = inviteCode === organization.inviteCode;
  const isCodeOfLink = invitation && organization.formerCodes.includes(inviteCode);
  if (!isCurrentCode && !isCodeOfLink) return refuse('invite-code-unknown', 'inviteCode');
  if (organization.members.has(account.id)) return [];
  if (organization.removed.has(account.id) && !invitation)
    return refuse('member-removed', 'inviteCode');
  if (!isOrganizationVerified) return refuse('organization-unverified', 'inviteCode');
  refuseBeyond(
    quantities.membersOfOrganization,
    organization.members.size + 1,
    'too-many-members',
    'inviteCode',
  );
  if (invitation) return acceptInvitation(account.id, invitation);
  const joined: OrganizationEvent = {
    type: 'MemberJoined',
    data: { memberId: account.id, role: 'sales', via: 'code' },
  };
  if (account.requestedRole === undefined || account.requestedRole === 'sales') return [joined];
  return [
    joined,
    { type: 'RoleRequested', data: { memberId: account.id, role: account.requestedRole } },
  ];
}

function acceptInvitation(
  memberId: string,
  { invitationId, role, locationId }: Invitation,
): OrganizationEvent[] {
  const location = locationId !== undefined && { locationId };
  return [
    { type: 'MemberJoined', data: { memberId, role, via: 'invitation' } },
    { type: 'InvitationAccepted', data: { invitationId, memberId, ...location } },
  ];
}

function changeDetails(
  wanted: Data<'ChangeOrganizationDetails'>,
  { details }: FoundedOrganization,
): OrganizationEvent[] {
  const data = changedFields(wanted, details);
  checkNewNumber(data.contactPhone, 'contactPhone');
  return Object.keys(data).length === 0 ? [] : [{ type: 'OrganizationDetailsChanged', data }];
}

function changeQuotationSettings(
  wanted: Data<'ChangeQuotationSettings'>,
  { quotationSettings }: FoundedOrganization,
): OrganizationEvent[] {
  const data = changedFields(wanted, quotationSettings);
  if (Object.keys(data).length === 0) return [];
  checkQuotationSettings(applyChanges<QuotationSettingsChanges>(quotationSettings, data));
  return [{ type: 'QuotationSettingsChanged', data }];
}

function rotateInviteCode({ account, randomness }: AccountContext): OrganizationEvent[] {
  if (!account.verified) return refuse('verification-needed');
  return [{ type: 'InviteCodeRotated', data: { inviteCode: generatedCode(randomness) } }];
}

function addLocation(
  data: Data<'AddLocation'>,
  { locations }: FoundedOrganization,
): OrganizationEvent[] {
  const existing = locations.find(({ locationId }) => locationId === data.locationId);
  if (existing) return isEqual(existing, data) ? [] : refuse('location-exists');
  refuseBeyond(
    quantities.locationsOfOrganization,
    locations.length + 1,
    'too-many-locations',
    'name',
  );
  return [{ type: 'LocationAdded', data }];
}

function removeLocation(
  { locationId }: Data<'RemoveLocation'>,
  { locations, invitations, acceptances, members }: FoundedOrganization,
  { memberAccounts = [], now }: AccountContext,
): OrganizationEvent[] {
  if (!locations.some((location) => location.locationId === locationId))
    return refuse('location-not-found', 'locationId');
  const isSettled = (invitationId: string) =>
    memberAccounts.some(({ settledInvitations }) => settledInvitations?.has(invitationId));
  const isOfMember = (invitationId: string) => members.has(acceptances.get(invitationId) ?? '');
  /** Whether the member's account has yet to take over the location. */
  const isAwaitingAccount = ({ invitationId, status }: Invitation) =>
    status === 'accepted' && isOfMember(invitationId) && !isSettled(invitationId);
  const openInvitations = invitations.filter(
    (invitation) =>
      invitation.expiresAt > now &&
      (invitation.status === 'pending' || isAwaitingAccount(invitation)),
  );
  const users = [...memberAccounts, ...openInvitations];
  if (users.some((user) => user.locationId === locationId))
    return refuse('location-in-use', 'locationId');
  return [{ type: 'LocationRemoved', data: { locationId } }];
}

/** Changes another member's role. Nobody changes their own, so one admin always remains. */
function changeRole(
  { memberId, role }: Data<'ChangeMemberRole'>,
  organization: FoundedOrganization,
  { account, now }: AccountContext,
): OrganizationEvent[] {
  const from = requireRoleOfAnother(memberId, organization, account);
  if (!account.verified) return refuse('verification-needed');
  return from === role
    ? []
    : [
        {
          type: 'MemberRoleChanged',
          data: { memberId, from, to: role, ...adminUntilField(from, now) },
        },
      ];
}

/**
 * Removes a member. Their leads go to the chosen member, else to the acting admin. Rotates the
 * invite code, which they know.
 */
function removeMember(
  data: Data<'RemoveMember'>,
  organization: FoundedOrganization,
  context: AccountContext,
): OrganizationEvent[] {
  const { account, now } = context;
  const { memberId, leadsTo = account.id } = data;
  const from = requireRoleOfAnother(memberId, organization, account);
  if (leadsTo === memberId || !organization.members.has(leadsTo))
    return refuse('unknown-reference', 'leadsTo');
  return [
    { type: 'MemberRemoved', data: { memberId, leadsTo, ...adminUntilField(from, now) } },
    ...rotateInviteCode(context),
  ];
}

const adminUntilField = (role: Role, now: string) => role === 'admin' && { adminUntil: now };

function requireRoleOfAnother(
  memberId: string,
  { members }: FoundedOrganization,
  account: Account,
): Role {
  if (memberId === account.id) return refuse('not-on-oneself', 'memberId');
  return members.get(memberId) ?? refuse('unknown-reference', 'memberId');
}

/** Leaves the organization. Leads go to the longest-serving admin; the last admin cannot leave. */
function leave(
  { members }: FoundedOrganization,
  { account, now }: AccountContext,
): OrganizationEvent[] {
  const role = members.get(account.id) ?? refuse('organization-not-found');
  const leadsTo = findOtherAdmin(account.id, members) ?? refuse('last-admin');
  return [
    { type: 'MemberLeft', data: { memberId: account.id, leadsTo, ...adminUntilField(role, now) } },
  ];
}
