import { language } from '#domain/language.js';
import { type AlarmClock, systemClock } from '#platform/clock.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { finishErasures } from '#platform/command-handling/erasure-watch.js';
import { writeSide } from '#platform/command-handling/write-side.js';
import type { Config } from '#platform/config.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { openParts } from '#platform/process/open-parts.js';
import { toldTo } from '#platform/process/told-to.js';
import type { ProjectionHost } from '#platform/projection-running/projection-host.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { projecting } from '#projections/projecting.js';
import { startWorkers } from '#workers/composition.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { backendOn } from './backend.js';
import { demoClock } from './demo/demo-clock.js';
import { type Logger, makeLogger } from './http/logger.js';
import type { Parts } from './parts.js';

type Options = {
  readonly clock?: AlarmClock;
  readonly logger?: Logger;
  /** How many events have been folded, while views are filled before the door opens. */
  readonly onProgress?: (folded: number) => void;
  /** Where the web app was built. */
  readonly webApp?: string;
  /** Where the dev inbox says what it has got; the terminal, if it is left out. */
  readonly print?: (line: string) => void;
};

/** The product in one process: backend, projections and workers on the same parts. */
export type Fieldtrace = {
  readonly app: NestFastifyApplication;
  readonly parts: Parts;
  /** Finishes what is under way, then gives everything back. */
  stop(): Promise<void>;
};

const everything = [
  'log',
  'keys',
  'secrets',
  'rates',
  'socketAdapter',
  'jobs',
  'store',
  'files',
  'messages',
  'devInbox',
  'geocoder',
  'commits',
] as const;

/**
 * Opens everything the configuration names, fills the views, and makes the door; `app.listen` opens it.
 * @throws Unavailable if another process has the data, or a server is out of reach
 * @throws KeysMissing if the keys are not those of this log
 */
export async function compose(
  config: Config,
  {
    clock: given = config.production && !config.demo ? systemClock : demoClock,
    logger = makeLogger(config.logLevel),
    onProgress,
    webApp,
    print,
  }: Options = {},
): Promise<Fieldtrace> {
  const clock = withJumps(given);
  const opened = await openParts(config, everything, { ...{ clock, print }, ...toldTo(logger) });
  const { messages, devInbox } = opened;
  const watch = new LogWatch({ log: opened.log, clock, onTrouble: (err) => logger.warn({ err }, 'erasures are not seen now') });
  let host: ProjectionHost | undefined;
  try {
    const write = await writeSide({ language, clock, ...opened });
    const readSide = (host = projecting({ ...opened, ...write, logger, memory: config.memoryMegabytes }));
    // Backends beside this one hear of it too.
    if (config.servers.redis !== undefined) readSide.onCommitted((committed) => opened.commits.publish(committed));
    await readSide.start(onProgress);
    // Where another process folds, this one sees erasures only so.
    watch.each(finishErasures(write.erase));
    await watch.start();
    const { app, parts } = await backendOn({ ...{ config, logger, clock, opened, devInbox, write, readSide, webApp }, views: readSide.views });
    const workers = startWorkers({ ...parts, ...write, messages, clock, leadList });
    return {
      app,
      parts,
      async stop() {
        await app.close();
        await workers.stop();
        await watch.stop();
        await readSide.stop();
        await opened.close();
      },
    };
  } catch (error) {
    await watch.stop();
    await host?.stop();
    await opened.close();
    throw error;
  }
}
