import { type FoundedOrganization, evolveOrganization, type OrganizationState } from '#domain/organizations/organization.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { EventLog, type Position, type RecordedEvent } from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';

export type Departure = RecordedEvent<MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>>;

/** An organization as its stream stood at a position of the log. */
type PastOrganization = {
  /** Undefined before it was founded. */
  readonly organization: FoundedOrganization | undefined;
  /** The member's last departure up to then; undefined if there was none. */
  departureOf(memberId: string): Departure | undefined;
};

/** Reads organizations of the past, so that a reactor decides the same however late it runs. */
@Injectable()
export class OrganizationHistory {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
  ) {}

  /** @param position of the last event that counts */
  async upTo(organizationId: string, position: Position): Promise<PastOrganization> {
    const stream = await this.sealing.open(await this.log.read(`organization-${organizationId}`));
    const past = stream.filter((event) => event.position <= position).filter(isOrganizations);
    const state = past.reduce<OrganizationState>(evolveOrganization, { phase: 'unknown' });
    return {
      organization: state.phase === 'founded' ? state : undefined,
      departureOf: (memberId) => past.filter(isDeparture).findLast(({ data }) => data.memberId === memberId),
    };
  }
}

const isOrganizations = (event: RecordedEvent): event is RecordedEvent<OrganizationEvent> => Object.hasOwn(organizationEvents, event.type);
const isDeparture = (event: RecordedEvent<OrganizationEvent>): event is Departure => event.type === 'MemberRemoved' || event.type === 'MemberLeft';
