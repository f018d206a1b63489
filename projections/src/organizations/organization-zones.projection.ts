import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import { firstTimeZone } from '#domain/organizations/organization.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type OrganizationZone = {
  /** Empty: timers list all organizations together. */
  readonly organizationId: '';
  readonly id: string;
  readonly timeZone: string;
};

const { OrganizationFounded, OrganizationDetailsChanged } = organizationEvents;

/** Time zones of all organizations. No endpoint uses this view. */
export const organizationZones: PerStream<
  MessageNamed<OrganizationEvent, 'OrganizationFounded' | 'OrganizationDetailsChanged'>,
  OrganizationZone
> = {
  name: 'organization-zones',
  version: 1,
  events: { OrganizationFounded, OrganizationDetailsChanged },
  indexes: [{ equal: ['organizationId'], sort: ['id'] }],
  silent: true,
  fold(before, event) {
    const zone = before ?? {
      organizationId: '',
      id: parseStream(event.stream).id,
      timeZone: firstTimeZone,
    };
    if (event.type === 'OrganizationFounded') return zone;
    return { ...zone, timeZone: event.data.timeZone ?? zone.timeZone };
  },
};
