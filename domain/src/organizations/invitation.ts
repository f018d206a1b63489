import { unreachable } from '../kernel/decider.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import type { Role } from '../kernel/policy.js';
import type { OrganizationEvent } from './organization.events.js';
import type { InvitationStatus } from './organization.values.js';

export type Invitation = {
  readonly invitationId: string;
  readonly name: string;
  readonly phone: string;
  readonly role: Role;
  readonly locationId?: string;
  readonly expiresAt: string;
  /** Recorded status, without the expiry; `statusAt` adds that. */
  readonly status: Exclude<InvitationStatus, 'expired'>;
};
export type InvitationEvent = MessageNamed<
  OrganizationEvent,
  'MemberInvited' | 'InvitationCancelled' | 'InvitationAccepted' | 'InvitationErased'
>;

const DAY_MS = 24 * 60 * 60_000;
const VALID_DAYS = 7;
const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY_MS).toISOString();

export const computeExpiry = (invitedAt: string): string => daysAfter(invitedAt, VALID_DAYS);

export const statusAt = (
  now: string,
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** Whether it was sent less than a day ago. */
export const isSentWithinDay = ({ expiresAt }: Invitation, now: string): boolean =>
  expiresAt > daysAfter(now, VALID_DAYS - 1);

/**
 * Evolves invitations. A new one drops expired ones, so that the list stays short.
 * @param more fields that a reader adds to a new invitation
 */
export function evolveInvitations<More extends object>(
  invitations: readonly (Invitation & More)[],
  event: InvitationEvent,
  more: More,
): readonly (Invitation & More)[] {
  const withStatus = (status: Invitation['status']) =>
    invitations.map((invitation) =>
      invitation.invitationId === event.data.invitationId ? { ...invitation, status } : invitation,
    );
  switch (event.type) {
    case 'MemberInvited': {
      const sentAt = daysAfter(event.data.expiresAt, -VALID_DAYS);
      return [
        ...invitations.filter(({ expiresAt }) => expiresAt > sentAt),
        { ...event.data, status: 'pending', ...more },
      ];
    }
    case 'InvitationCancelled':
      return withStatus('cancelled');
    case 'InvitationAccepted':
      return withStatus('accepted');
    case 'InvitationErased':
      return invitations.map((invitation) =>
        invitation.invitationId === event.data.invitationId
          ? { ...invitation, name: '', phone: '' }
          : invitation,
      );
    default:
      return unreachable(event);
  }
}

/**
 * Sign-up link whose parameters prefill the form. The role in it has no effect: the invitation of
 * the verified number gives the role.
 */
export function signUpLink(
  origin: string,
  {
    inviteCode,
    phone,
    role,
    name,
  }: Pick<Invitation, 'phone' | 'role' | 'name'> & { inviteCode: string },
) {
  return `${origin}/signup?${new URLSearchParams({ invite: inviteCode, phone, role, name }).toString()}`;
}

/** Link for a team's chat. Whoever signs up with it joins as sales. */
export const teamLink = (origin: string, inviteCode: string): string =>
  `${origin}/signup?${new URLSearchParams({ invite: inviteCode }).toString()}`;
