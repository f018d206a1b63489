import type { PastClock } from '#domain/kernel/query.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { Clock, addMilliseconds, pause } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { organizationOf } from '#platform/event-log/subject.js';
import { Logger } from '#platform/process/logger.js';
import { type PastScope, PastStores } from '#platform/read-side/past/past-stores.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { join } from 'node:path';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { type Past, PastProjections } from './past-details.js';
import { PastQueries } from './past-queries.js';

/** A past day of an organization, by one of its two clocks. */
export type PastDay = { readonly day: string; readonly clock: PastClock };

const HOUR_MS = 60 * 60_000;
/** Difference between the clocks of two servers that is thought of. */
const MAX_SKEW_MS = HOUR_MS;

/** Views as of the ends of past days. */
@Injectable()
export class PastDays implements OnModuleInit, OnApplicationShutdown {
  private readonly stores: PastStores;
  private readonly watch: LogWatch;

  constructor(
    private readonly log: EventLog,
    sealing: Sealing,
    queries: PastQueries,
    projections: PastProjections,
    clock: Clock,
    config: Config,
    logger: Logger,
  ) {
    this.stores = new PastStores({
      ...{ log, reader: sealing, folder: join(config.dataDir, 'past') },
      projections: projections.all.filter(({ name }) => queries.views.includes(name)),
    });
    this.watch = new LogWatch({
      ...{ log, clock },
      listener: (events) => this.removeErased(events),
      onTrouble: (err) => logger.warn({ err }, 'views of past days may be old now'),
    });
  }

  /**
   * Asks a query as of the end of a day.
   * @throws PastNotReady while the views of the day are being made
   */
  async query<Answer>(
    { organizationId, timeZone }: Asker,
    pastDay: PastDay,
    ask: (past: Past) => Promise<Answer>,
  ): Promise<Answer> {
    const end = startOf(dayAfter(pastDay.day, 1), timeZone);
    const now = () => addMilliseconds(end, -1);
    const scope = await this.scopeOf(organizationId, pastDay, end);
    return this.stores.query(scope, (views) =>
      ask({ views, names: new PersonNames(views), clock: { now, pause } }),
    );
  }

  async onModuleInit(): Promise<void> {
    await this.watch.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop();
    await this.stores.close();
  }

  private async scopeOf(
    organizationId: string,
    { day, clock }: PastDay,
    end: string,
  ): Promise<PastScope> {
    const own = `organization-${organizationId}`;
    const accounts = await this.accountsOf(own);
    const isOwn = ({ stream }: RecordedEvent) =>
      stream === own || organizationOf(stream) === organizationId || accounts.has(stream);
    const isInTime = ({ metadata: { at, on } }: RecordedEvent) =>
      clock === 'recorded' ? at < end : on <= day;
    const overAfter = addMilliseconds(end, MAX_SKEW_MS);
    return {
      key: `${organizationId} ${clock} ${end}`,
      includes: (event) => isInTime(event) && isOwn(event),
      isOver: ({ metadata: { at } }) => clock === 'recorded' && at > overAfter,
    };
  }

  /** Streams of the accounts that ever were members. */
  private async accountsOf(organizationStream: string): Promise<ReadonlySet<string>> {
    const events = await this.log.read(organizationStream);
    return new Set(
      events.flatMap(({ type, data }) =>
        type === 'MemberJoined' ? `account-${(data as { memberId: string }).memberId}` : [],
      ),
    );
  }

  private async removeErased(events: readonly RecordedEvent[]): Promise<void> {
    const erased = events.filter(isErasure).map(({ stream }) => organizationOf(stream));
    for (const organizationId of new Set(erased)) await this.stores.remove(`${organizationId} `);
  }
}

/** First instant of a day in a time zone. */
function startOf(day: string, timeZone: string): string {
  const midnight = `${day}T00:00:00.000Z`;
  // Time zones are at most 14 hours ahead and 12 behind.
  let [before, after] = [
    Date.parse(midnight) - 14 * HOUR_MS - 1,
    Date.parse(midnight) + 12 * HOUR_MS,
  ];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after).toISOString();
}
