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

const aDay = 24 * 60 * 60_000;
const lastsDays = 7;
const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * aDay).toISOString();

export const expiryOf = (invitedAt: string): string => daysAfter(invitedAt, lastsDays);

export const statusAt = (
  now: string,
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** Whether it was sent less than a day ago. */
export const isOfLastDay = ({ expiresAt }: Invitation, now: string): boolean =>
  expiresAt > daysAfter(now, lastsDays - 1);

/**
 * Evolves invitations. A new one drops expired ones, so that the list stays short.
 * @param more fields that a reader adds to a new invitation
 */
export function evolveInvitations<More extends object>(
  invitations: readonly (Invitation & More)[],
  event: InvitationEvent,
  more: More,
): readonly (Invitation & More)[] {
  const becomes = (status: Invitation['status']) =>
    invitations.map((invitation) =>
      invitation.invitationId === event.data.invitationId ? { ...invitation, status } : invitation,
    );
  switch (event.type) {
    case 'MemberInvited': {
      const sentAt = daysAfter(event.data.expiresAt, -lastsDays);
      return [
        ...invitations.filter(({ expiresAt }) => expiresAt > sentAt),
        { ...event.data, status: 'pending', ...more },
      ];
    }
    case 'InvitationCancelled':
      return becomes('cancelled');
    case 'InvitationAccepted':
      return becomes('accepted');
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
 * Sign-up link. Its parameters prefill the form; the role comes from the invitation of the verified
 * number.
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
