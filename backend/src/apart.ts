import { language } from '#domain/language.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { systemClock } from '#platform/clock.js';
import { finishErasures } from '#platform/command-handling/erasure-watch.js';
import { writeSide } from '#platform/command-handling/write-side.js';
import type { Config } from '#platform/config.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { FollowingReadSide } from '#platform/live/following-read-side.js';
import { openParts } from '#platform/process/open-parts.js';
import { toldTo } from '#platform/process/told-to.js';
import { allProjections } from '#projections/all-projections.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { backendOn } from './backend.js';
import { demoClock } from './demo/demo-clock.js';
import { makeLogger } from './http/logger.js';

const wanted = ['log', 'keys', 'secrets', 'rates', 'socketAdapter', 'jobs', 'store', 'files', 'devInbox', 'geocoder', 'commits'] as const;

/** The doors in a process of their own: views are read where another process writes them, and jobs are left to workers. */
export async function composeBackend(config: Config): Promise<{ readonly app: NestFastifyApplication; stop(): Promise<void> }> {
  const logger = makeLogger(config.logLevel);
  const clock = withJumps(config.production && !config.demo ? systemClock : demoClock);
  const opened = await openParts(config, wanted, { clock, ...toldTo(logger) });
  const stops: (() => Promise<void>)[] = [() => opened.close()];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const write = await writeSide({ language, clock, ...opened });
    const readSide = new FollowingReadSide({
      ...opened,
      projections: allProjections,
      onTrouble: (err) => logger.warn({ err }, 'views are out of reach now'),
    });
    await readSide.start();
    stops.push(() => readSide.stop());

    const watch = new LogWatch({ log: opened.log, clock, onTrouble: (err) => logger.warn({ err }, 'erasures are not seen now') });
    watch.each(finishErasures(write.erase));
    await watch.start();
    stops.push(() => watch.stop());

    const { devInbox } = opened;
    const { app } = await backendOn({ ...{ config, logger, clock, opened, devInbox, write, readSide }, views: readSide.views, webApp: undefined });
    stops.push(() => app.close());
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
