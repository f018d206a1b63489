import { language } from '#domain/language.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { systemClock } from '#platform/clock.js';
import type { Config } from '#platform/config.js';
import { openApart } from '#platform/process/open-apart.js';
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
  const { opened, write, readSide, closes, stop } = await openApart({ config, wanted, clock, logger, language, projections: allProjections });
  try {
    const { devInbox } = opened;
    const { app } = await backendOn({ ...{ config, logger, clock, opened, devInbox, write, readSide }, views: readSide.views, webApp: undefined });
    closes(() => app.close());
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
