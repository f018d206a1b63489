import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { StreamHistory } from '../stream-history.js';

type Accepted = MessageNamed<OrganizationEvent, 'InvitationAccepted'>;

const { InvitationAccepted } = organizationEvents;

/** Assigns the location of an accepted invitation, unless the member has chosen one since. */
@EventReactor()
export class LocationsOfInvited implements Reactor<Accepted> {
  readonly name = 'locations-of-invited';
  readonly events = { InvitationAccepted };

  constructor(private readonly streams: StreamHistory) {}

  async react({
    stream,
    position,
    data: { invitationId, memberId, locationId },
  }: RecordedEvent<Accepted>): Promise<Reaction> {
    if (locationId === undefined) return {};
    const accountStream = `account-${memberId}`;
    const account = await this.streams.loadState(accountAggregate, accountStream, position);
    const choicesBefore = account.phase === 'open' ? account.locationChoices : 0;
    const command = {
      type: 'AssignLocation' as const,
      data: { accountId: memberId, invitationId, locationId, choicesBefore },
    };
    return {
      commands: [
        {
          command,
          actorId: memberId,
          organizationId: parseStream(stream).id,
          to: accountStream,
        },
      ],
    };
  }
}
