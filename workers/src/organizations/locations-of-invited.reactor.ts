import type { MessageNamed } from '#domain/kernel/message.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

const { InvitationAccepted } = organizationEvents;

/** A member who came by an invitation works from the location that it named. */
export const locationsOfInvited: Reactor<MessageNamed<OrganizationEvent, 'InvitationAccepted'>> = {
  name: 'locations-of-invited',
  events: { InvitationAccepted },
  react({ stream, data: { memberId, locationId } }) {
    if (locationId === undefined) return {};
    const command = { type: 'AssignLocation', data: { accountId: memberId, locationId } };
    return { commands: [{ command, actorId: memberId, organizationId: subjectOf(stream).id, to: `account-${memberId}` }] };
  },
};
