import type { MessageNamed } from '#domain/kernel/message.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { FoundedOrganization, OrganizationState } from '#domain/organizations/organization.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { Injectable } from '@nestjs/common';
import { StreamHistory } from './stream-history.js';

export type Departure = RecordedEvent<MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>>;

/** Everything that happened in an organization, asked as of positions of the log. */
class PastOrganization {
  private readonly departures: readonly Departure[];

  constructor(private readonly events: readonly RecordedEvent<OrganizationEvent>[]) {
    this.departures = events.filter(isDeparture);
  }

  /** Undefined before it was founded. */
  at(position: Position): FoundedOrganization | undefined {
    const past = this.events.filter((event) => event.position <= position);
    const state = past.reduce<OrganizationState>(organizationAggregate.evolve, organizationAggregate.initialState);
    return state.phase === 'founded' ? state : undefined;
  }

  /** The member's last departure up to a position. */
  departureOf(memberId: string, upTo: Position): Departure | undefined {
    return this.departures.findLast(({ data, position }) => data.memberId === memberId && position <= upTo);
  }

  /** Follows the heir through later departures: the heir of the last one keeps what the first has left. */
  lastInLine(departure: Departure): Departure {
    const next = this.departures.find(({ data, position }) => data.memberId === departure.data.leadsTo && position > departure.position);
    return next ? this.lastInLine(next) : departure;
  }
}

@Injectable()
export class OrganizationHistory {
  constructor(private readonly streams: StreamHistory) {}

  async of(organizationId: string): Promise<PastOrganization> {
    return new PastOrganization(await this.streams.events<OrganizationEvent>(organizationAggregate, `organization-${organizationId}`));
  }
}

const isDeparture = (event: RecordedEvent<OrganizationEvent>): event is Departure => event.type === 'MemberRemoved' || event.type === 'MemberLeft';
