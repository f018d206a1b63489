import type { MessageNamed } from '#domain/kernel/message.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { FoundedOrganization, OrganizationState } from '#domain/organizations/organization.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { Injectable } from '@nestjs/common';
import { StreamHistory } from '../stream-history.js';

export type Departure = RecordedEvent<MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>>;

/** An organization as it stood at a position of the log. */
type PastOrganization = {
  /** Undefined before it was founded. */
  readonly organization: FoundedOrganization | undefined;
  /** The member's last departure up to then; undefined if there was none. */
  departureOf(memberId: string): Departure | undefined;
};

@Injectable()
export class OrganizationHistory {
  constructor(private readonly streams: StreamHistory) {}

  /** @param position of the last event that counts */
  async upTo(organizationId: string, position: Position): Promise<PastOrganization> {
    const { evolve, initialState } = organizationAggregate;
    const past = await this.streams.events<OrganizationEvent>(organizationAggregate, `organization-${organizationId}`, position);
    const state = past.reduce<OrganizationState>(evolve, initialState);
    return {
      organization: state.phase === 'founded' ? state : undefined,
      departureOf: (memberId) => past.filter(isDeparture).findLast(({ data }) => data.memberId === memberId),
    };
  }
}

const isDeparture = (event: RecordedEvent<OrganizationEvent>): event is Departure => event.type === 'MemberRemoved' || event.type === 'MemberLeft';
