import {
  type Invitation,
  type InvitationEvent,
  evolveInvitations,
} from '#domain/organizations/invitation.js';
import { organizationEvents } from '#domain/organizations/organization.events.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

type SentInvitation = Invitation & { readonly invitedBy: string; readonly invitedAt: string };
type Invitations = {
  readonly organizationId: string;
  readonly invitations: readonly SentInvitation[];
};

/** Invitation as recorded; queries add whether it has expired. */
export type InvitationDocument = SentInvitation & { readonly organizationId: string };

const { MemberInvited, InvitationCancelled, InvitationAccepted, InvitationErased } =
  organizationEvents;
const events = { MemberInvited, InvitationCancelled, InvitationAccepted, InvitationErased };

/**
 * Invitations of an organization, with sender and status. An expired one (seven days) is dropped
 * when the next is sent.
 */
export const invitations: PerStream<InvitationEvent, Invitations, InvitationDocument> = {
  name: 'invitations',
  version: 1,
  events,
  indexes: [{ equal: ['organizationId'], sort: ['-invitedAt'] }],
  fold(before, event) {
    const { organizationId, invitations: current } = before ?? {
      organizationId: parseStream(event.stream).id,
      invitations: [],
    };
    const { actorId: invitedBy, at: invitedAt } = event.metadata;
    return {
      organizationId,
      invitations: evolveInvitations(current, event, { invitedBy, invitedAt }),
    };
  },
  documents: ({ organizationId, invitations: current }) =>
    Object.fromEntries(
      current.map((invitation) => [invitation.invitationId, { organizationId, ...invitation }]),
    ),
};
