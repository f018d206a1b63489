import {
  type Invitation,
  type InvitationEvent,
  evolveInvitations,
} from '#domain/organizations/invitation.js';
import { organizationEvents } from '#domain/organizations/organization.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

type Sent = Invitation & { readonly invitedBy: string; readonly invitedAt: string };
type Invitations = { readonly organizationId: string; readonly invitations: readonly Sent[] };

/** Invitation as recorded. Queries add whether it has expired. */
export type InvitationDocument = Sent & { readonly organizationId: string };

const { MemberInvited, InvitationCancelled, InvitationAccepted } = organizationEvents;
const events = { MemberInvited, InvitationCancelled, InvitationAccepted };

/**
 * Invitations of an organization, with sender and status. An invitation is dropped after its seven
 * days, once the next one is sent.
 */
export const invitations: PerStream<InvitationEvent, Invitations, InvitationDocument> = {
  name: 'invitations',
  version: 1,
  events,
  indexes: [{ equal: ['organizationId'], sort: ['-invitedAt'] }],
  fold(before, event) {
    const { organizationId, invitations: known } = before ?? {
      organizationId: subjectOf(event.stream).id,
      invitations: [],
    };
    const { actorId: invitedBy, at: invitedAt } = event.metadata;
    return {
      organizationId,
      invitations: evolveInvitations(known, event, { invitedBy, invitedAt }),
    };
  },
  documents: ({ organizationId, invitations: known }) =>
    Object.fromEntries(
      known.map((invitation) => [invitation.invitationId, { organizationId, ...invitation }]),
    ),
};
