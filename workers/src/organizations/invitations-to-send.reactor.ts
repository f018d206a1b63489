import type { MessageNamed } from '#domain/kernel/message.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

const { MemberInvited } = organizationEvents;

/** Who is invited gets the invitation by WhatsApp. */
export const invitationsToSend: Reactor<MessageNamed<OrganizationEvent, 'MemberInvited'>> = {
  name: 'invitations-to-send',
  events: { MemberInvited },
  react({ stream, data: { invitationId }, metadata: { actorId: by } }) {
    const { id: organizationId } = subjectOf(stream);
    return {
      jobs: [{ name: 'send-invitation', id: `send-invitation-${organizationId}-${invitationId}`, data: { organizationId, invitationId, by } }],
    };
  },
};
