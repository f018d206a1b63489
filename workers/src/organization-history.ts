import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import type { FoundedOrganization, OrganizationState } from '#domain/organizations/organization.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog, type Position, type RecordedEvent } from '#platform/event-log/event-log.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { Logger } from '#platform/process/logger.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { StreamHistory, stateAfter } from './stream-history.js';

export type Departure = RecordedEvent<
  MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>
>;

/** History of an organization, read as of positions. */
class PastOrganization {
  private readonly departures: readonly Departure[];

  constructor(private readonly events: readonly RecordedEvent<OrganizationEvent>[]) {
    this.departures = events.filter(isDeparture);
  }

  /** State as of a position; undefined before the founding. */
  asOf(position: Position): FoundedOrganization | undefined {
    const past = this.events.filter((event) => event.position <= position);
    const state: OrganizationState = stateAfter(organizationAggregate, past);
    return state.phase === 'founded' ? state : undefined;
  }

  /** Last departure of the member up to a position. */
  findDeparture(memberId: string, upTo: Position): Departure | undefined {
    return this.departures.findLast(
      ({ data, position }) => data.memberId === memberId && position <= upTo,
    );
  }

  /** Follows the heir through later departures, and returns the last departure. */
  findFinalDeparture(departure: Departure): Departure {
    const next = this.departures.find(
      ({ data, position }) =>
        data.memberId === departure.data.leadsTo && position > departure.position,
    );
    return next ? this.findFinalDeparture(next) : departure;
  }
}

const MAX_CACHED_ORGANIZATIONS = 1_000;

/** Organizations as of positions, cached for all reactors until a new event arrives. */
@Injectable()
export class OrganizationHistory implements OnModuleInit, OnApplicationShutdown {
  private readonly cache = new LRUCache<string, Promise<PastOrganization>>({
    max: MAX_CACHED_ORGANIZATIONS,
  });
  private readonly watch: LogWatch;

  constructor(
    private readonly streams: StreamHistory,
    log: EventLog,
    clock: Clock,
    logger: Logger,
  ) {
    this.watch = new LogWatch({
      log,
      clock,
      listener: (events) => events.forEach(({ stream }) => this.cache.delete(stream)),
      onTrouble: (err) => logger.warn({ err }, 'organizations are not cached now'),
    });
  }

  /** @param upTo position that must be included; later events may be missing */
  async load(organizationId: string, upTo: Position): Promise<PastOrganization> {
    const stream = `organization-${organizationId}`;
    const { reached } = this.watch;
    if (reached === undefined || reached < upTo) return this.read(stream);
    const cached = this.cache.get(stream);
    if (cached) return cached;
    const reading = this.read(stream);
    this.cache.set(stream, reading);
    reading.catch(() => this.cache.delete(stream));
    return reading;
  }

  private async read(stream: string): Promise<PastOrganization> {
    return new PastOrganization(
      await this.streams.loadEvents<OrganizationEvent>(organizationAggregate, stream),
    );
  }

  async onModuleInit(): Promise<void> {
    await this.watch.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop();
  }
}

const isDeparture = (event: RecordedEvent<OrganizationEvent>): event is Departure =>
  event.type === 'MemberRemoved' || event.type === 'MemberLeft';
