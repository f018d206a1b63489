import type { AccountContext } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import { checkErasure, toErasureRequest } from '../kernel/values/erasure.js';
import type { Account } from '../kernel/policy.js';
import { quantities } from '../kernel/values/quantities.js';
import { refuse, refuseBeyond } from '../kernel/refusal.js';
import { type Invitation, computeExpiry, isSentWithinDay, statusAt } from './invitation.js';
import type { OrganizationCommandData } from './organization.commands.js';
import type { OrganizationEvent } from './organization.events.js';
import type { FoundedOrganization } from './organization.js';

/** Invites a number. Limits pending invitations to one per number, and invitations per day. */
export function invite(
  data: OrganizationCommandData<'InviteMember'>,
  { invitations }: FoundedOrganization,
  { account, memberAccounts = [], now }: AccountContext,
): OrganizationEvent[] {
  if (!account.verified) return refuse('verification-needed');
  const existing = invitations.find(({ invitationId }) => invitationId === data.invitationId);
  if (existing) {
    const { expiresAt: _, status: __, ...sentData } = existing;
    return isEqual(sentData, data) ? [] : refuse('invitation-exists');
  }
  if (memberAccounts.some(({ phone }) => phone === data.phone))
    return refuse('invited-member', 'phone');
  if (
    invitations.some((invitation) => invitation.phone === data.phone && isPending(invitation, now))
  )
    return refuse('invitation-pending', 'phone');
  // Counts cancelled ones too, because each sent a message.
  const sentWithinDay = invitations.filter((invitation) => isSentWithinDay(invitation, now));
  refuseBeyond(
    quantities.invitationsInADay,
    sentWithinDay.length + 1,
    'too-many-invitations',
    'phone',
  );
  const sentToNumber = sentWithinDay.filter(({ phone }) => phone === data.phone);
  refuseBeyond(
    quantities.invitationsOfNumberInADay,
    sentToNumber.length + 1,
    'number-invited-often',
    'phone',
  );
  return [{ type: 'MemberInvited', data: { ...data, expiresAt: computeExpiry(now) } }];
}

export function cancelInvitation(
  { invitationId }: OrganizationCommandData<'CancelInvitation'>,
  { invitations }: FoundedOrganization,
): OrganizationEvent[] {
  const invitation =
    invitations.find((each) => each.invitationId === invitationId) ??
    refuse('invitation-not-found', 'invitationId');
  if (invitation.status === 'accepted') return refuse('invitation-accepted', 'invitationId');
  return invitation.status === 'cancelled'
    ? []
    : [{ type: 'InvitationCancelled', data: { invitationId } }];
}

/** Erases an invitation in any state, also one that was dropped from the list. */
export function eraseInvitation(
  { invitationId, ...request }: OrganizationCommandData<'EraseInvitation'>,
  { invitations, invited }: FoundedOrganization,
  { now, today }: AccountContext,
): OrganizationEvent[] {
  const state = invited.get(invitationId) ?? refuse('invitation-not-found', 'invitationId');
  if (state === 'erased') return [];
  checkErasure(request, today);
  const isOpen = invitations.some(
    (invitation) => invitation.invitationId === invitationId && isPending(invitation, now),
  );
  return [
    ...(isOpen ? [{ type: 'InvitationCancelled', data: { invitationId } } as const] : []),
    { type: 'InvitationErased', data: { invitationId, ...toErasureRequest(request) } },
  ];
}

export const isPending = (invitation: Invitation, now: string): boolean =>
  statusAt(now, invitation) === 'pending';

/** Pending invitation of the account's verified number. */
export const findPendingInvitation = (
  { phone }: Account,
  { invitations }: FoundedOrganization,
  now: string,
): Invitation | undefined =>
  phone === undefined
    ? undefined
    : invitations.find((invitation) => invitation.phone === phone && isPending(invitation, now));
