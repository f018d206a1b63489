import type { PastClock } from '#domain/kernel/query.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { Clock, addMilliseconds, pause } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { BEFORE_ALL, EventLog, type Position } from '#platform/event-log/event-log.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { Logger } from '#platform/process/logger.js';
import { pastFolderIn } from '#platform/read-side/past/past-folder.js';
import { PastStores } from '#platform/read-side/past/past-stores.js';
import { isInLog } from '#platform/read-side/projections/checkpoints.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { LIVE_TRACK } from '#platform/read-side/read-store/read-store.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Eraser, finishErasures } from '#platform/write-side/erasing.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { type Past, PastProjections } from './past-details.js';

/** A past day of an organization, by one of its two clocks. */
export type PastDay = {
  readonly day: string;
  readonly clock: PastClock;
  /** Names of the views that the query reads. */
  readonly views: readonly string[];
};

const HOUR_MS = 60 * 60_000;

/** Resolved by name, because the build bundles this module into another folder. */
const workerEntry = () => new URL(import.meta.resolve('#projections/past-worker.js'));

/** Views as of the ends of past days. */
@Injectable()
export class PastDays implements OnModuleInit, OnApplicationShutdown {
  private readonly stores: PastStores;
  private readonly watch: LogWatch;
  /** Whether every erasure before the watch's start is complete. */
  private areOldErasuresComplete = false;

  constructor(
    private readonly log: EventLog,
    private readonly views: ReadStores,
    { erase }: Eraser,
    sealing: Sealing,
    projections: PastProjections,
    private readonly clock: Clock,
    config: Config,
    logger: Logger,
  ) {
    const files = logAndKeyFiles(config);
    this.stores = new PastStores({
      log,
      reader: sealing,
      folder: pastFolderIn(config.dataDir),
      projections: projections.all,
      heardTo: () => (this.areOldErasuresComplete ? this.watch.reached! : BEFORE_ALL),
      worker: files && { entry: workerEntry, files },
    });
    const finishAll = finishErasures(erase);
    this.watch = new LogWatch({
      log,
      clock,
      listener: async (events) => {
        await this.stores.removeErased(events);
        await finishAll(events);
        // A store may have been filled before the keys were destroyed.
        await this.stores.removeErased(events);
      },
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
    const { day, clock, views } = pastDay;
    const endOfDay = () => addMilliseconds(startOfDay(dayAfter(day, 1), timeZone), -1);
    const accounts = await this.findAccountStreams(organizationId);
    const yesterday = dayAfter(dayIn(timeZone, this.clock.now()), -1);
    const scope = { organizationId, timeZone, clock, accounts, views, yesterday };
    return this.stores.query(scope, day, (past) =>
      ask({ views: past, names: new PersonNames(past), clock: { now: endOfDay, pause } }),
    );
  }

  async onModuleInit(): Promise<void> {
    const after = await this.readViewsPosition();
    this.areOldErasuresComplete = after !== undefined;
    await this.watch.start(after);
    void this.stores.adopt();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop();
    await this.stores.close();
  }

  /** Position of the views, up to which keys of erasures are destroyed; undefined without views. */
  private async readViewsPosition(): Promise<Position | undefined> {
    if ((await this.log.readLastPosition()) === BEFORE_ALL) return BEFORE_ALL;
    const positions: Position[] = [];
    for (const store of this.views.all) {
      const checkpoint = await store.readCheckpoint(LIVE_TRACK);
      const { position = BEFORE_ALL } = checkpoint ?? {};
      if (position === BEFORE_ALL || !(await isInLog(this.log, checkpoint))) return undefined;
      positions.push(position);
    }
    return positions.toSorted()[0];
  }

  /** Streams of the accounts that ever were members. */
  private async findAccountStreams(organizationId: string): Promise<readonly string[]> {
    const events = await this.log.read(`organization-${organizationId}`);
    return [
      ...new Set(
        events.flatMap(({ type, data }) =>
          type === 'MemberJoined' ? `account-${(data as { memberId: string }).memberId}` : [],
        ),
      ),
    ];
  }
}

/** First instant of a day in a time zone, found by bisection. */
function startOfDay(day: string, timeZone: string): string {
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
