import type { MessageNamed } from '#domain/kernel/message.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

type Accepted = MessageNamed<OrganizationEvent, 'InvitationAccepted'>;

const { InvitationAccepted } = organizationEvents;

/** A member who came by an invitation works from the location that it named. */
@EventReactor()
export class LocationsOfInvited implements Reactor<Accepted> {
  readonly name = 'locations-of-invited';
  readonly events = { InvitationAccepted };

  react({ stream, data: { memberId, locationId } }: RecordedEvent<Accepted>): Reaction {
    if (locationId === undefined) return {};
    const sent = { actorId: memberId, organizationId: subjectOf(stream).id, to: `account-${memberId}` };
    return { commands: [{ command: { type: 'AssignLocation', data: { accountId: memberId, locationId } }, ...sent }] };
  }
}
