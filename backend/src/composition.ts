import { domain } from '#domain/aggregates.js';
import { type Clock, systemClock } from '#platform/common/clock.js';
import type { Config } from '#platform/common/config/config.js';
import { createLogger } from '#platform/process/logger.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { allProjections } from '#projections/all-projections.js';
import { ProjectionsModule, RunningProjections } from '#projections/projections.module.js';
import { FallbackProjectionsModule } from '#projections/fallback-projections.js';
import { WorkersModule } from '#workers/workers.module.js';
import { type App, createApp } from './app.js';
import { demoClock } from './demo/demo-clock.js';

type Options = {
  readonly clock?: Clock;
  readonly logger?: ReturnType<typeof createLogger>;
  readonly onProgress?: Progress;
  /** Whether the process projects the views. */
  readonly projects?: boolean;
  /** Folder of the built web app. */
  readonly webApp?: string;
  /** Prints messages of the dev inbox; the terminal by default. */
  readonly print?: (line: string) => void;
};

/** The product in one process: backend, projections and workers share their parts. */
export type Fieldtrace = App & {
  /** Resolves when the views have caught up, or another process projects them. */
  readonly caughtUp: Promise<void>;
};

/** Platform parts that a backend opens. */
const parts = [
  'log',
  'keys',
  'secrets',
  'rates',
  'redis',
  'jobs',
  'stores',
  'files',
  'devInbox',
  'commits',
] as const;

const clockFor = ({ production, demo }: Config): Clock =>
  production && !demo ? systemClock : demoClock;

/**
 * Opens the configured parts and creates the endpoints; `app.listen` opens them. Does not wait for
 * the views: until they have caught up, answers are marked stale.
 * @throws Unavailable if another process has the data, or a server is unavailable
 * @throws KeysMissing if the keys do not belong to the log
 */
export async function compose(
  config: Config,
  {
    clock = clockFor(config),
    logger = createLogger(config.logLevel),
    onProgress,
    projects = true,
    webApp,
    print,
  }: Options = {},
): Promise<Fieldtrace> {
  const platform = await PlatformModule.open(config, {
    parts: [...parts, 'messages'],
    domain,
    views: allProjections,
    readsViews: true,
    clock,
    logger,
    print,
  });
  const projections = projects ? [ProjectionsModule.forRoot(config, { onProgress })] : [];
  const { app, stop } = await createApp(config, platform, [...projections, WorkersModule], {
    logger,
    webApp,
  });
  return {
    app,
    stop,
    caughtUp: projects ? app.get(RunningProjections).caughtUp : Promise.resolve(),
  };
}

/** Backend as a separate process: others run the jobs, and write the views while they run. */
export async function composeBackend(config: Config): Promise<App> {
  const logger = createLogger(config.logLevel);
  const platform = await PlatformModule.open(config, {
    parts,
    domain,
    views: allProjections,
    readsViews: true,
    clock: clockFor(config),
    logger,
  });
  return createApp(config, platform, [FallbackProjectionsModule], { logger });
}
