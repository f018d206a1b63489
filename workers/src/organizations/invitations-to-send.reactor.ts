import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

type Invited = MessageNamed<OrganizationEvent, 'MemberInvited'>;

const { MemberInvited } = organizationEvents;

/** Queues the WhatsApp message of each invitation. */
@EventReactor()
export class InvitationsToSend implements Reactor<Invited> {
  readonly name = 'invitations-to-send';
  readonly events = { MemberInvited };

  react({
    stream,
    data: { invitationId },
    metadata: { actorId: by },
  }: RecordedEvent<Invited>): Reaction {
    const { id: organizationId } = parseStream(stream);
    return {
      jobs: [
        {
          name: 'send-invitation',
          id: `send-invitation-${organizationId}-${invitationId}`,
          data: { organizationId, invitationId, by },
        },
      ],
    };
  }
}
