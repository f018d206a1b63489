import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

type Erased = MessageNamed<AccountEvent, 'AccountErased'>;
const { AccountErased } = accountEvents;

/** Erases the invitations that an erased member had accepted in the organization. */
@EventReactor()
export class InvitationsOfErased implements Reactor<Erased> {
  readonly name = 'invitations-of-erased';
  readonly events = { AccountErased };

  constructor(private readonly log: EventLog) {}

  async react({ stream, metadata, data }: RecordedEvent<Erased>): Promise<Reaction> {
    const { organization: organizationId, ...request } = data;
    const { actorId } = metadata;
    const { id: memberId } = parseStream(stream);
    const to = `organization-${organizationId}`;
    const history = (await this.log.read(to)) as readonly RecordedEvent<OrganizationEvent>[];
    const accepted = history.flatMap((event) =>
      event.type === 'InvitationAccepted' && event.data.memberId === memberId
        ? event.data.invitationId
        : [],
    );
    return {
      commands: [...new Set(accepted)].map((invitationId) => ({
        actorId,
        organizationId,
        to,
        command: { type: 'EraseInvitation', data: { invitationId, ...request } },
      })),
    };
  }
}
