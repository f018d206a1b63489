import { language } from '#domain/language.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { systemClock } from '#platform/clock.js';
import { finishErasures } from '#platform/command-handling/erasure-watch.js';
import { writeSide } from '#platform/command-handling/write-side.js';
import type { Config } from '#platform/config.js';
import { LogWatch } from '#platform/event-log/log-watch.js';
import { FollowingReadSide } from '#platform/live/following-read-side.js';
import { Challenges } from '#platform/one-time-codes/challenges.js';
import { openHealthDoor } from '#platform/process/health-door.js';
import { makeLogger } from '#platform/process/logger.js';
import { openParts } from '#platform/process/open-parts.js';
import { canServe, partsHealth } from '#platform/process/parts-health.js';
import { metricsOf } from '#platform/process/process-metrics.js';
import { type Running, listening } from '#platform/process/run-process.js';
import { toldTo } from '#platform/process/told-to.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { startWorkers } from './composition.js';

const wanted = ['log', 'keys', 'secrets', 'store', 'jobs', 'files', 'messages', 'commits'] as const;

/** Reactors and jobs in a process of their own, beside others of their kind: what two of them do has one effect. */
export async function composeWorkers(config: Config): Promise<Running> {
  const logger = makeLogger(config.logLevel);
  const clock = withJumps(systemClock);
  const opened = await openParts(config, wanted, { clock, ...toldTo(logger) });
  const stops: (() => Promise<void>)[] = [() => opened.close()];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const write = await writeSide({ language, clock, ...opened });
    const readSide = new FollowingReadSide({
      ...opened,
      projections: [leadList],
      onTrouble: (err) => logger.warn({ err }, 'views are out of reach now'),
    });
    await readSide.start();
    stops.push(() => readSide.stop());

    const watch = new LogWatch({ log: opened.log, clock, onTrouble: (err) => logger.warn({ err }, 'erasures are not seen now') });
    watch.each(finishErasures(write.erase));
    await watch.start();
    stops.push(() => watch.stop());

    const challenges = new Challenges(opened.secrets, write.hmacKey, clock.now);
    const workers = startWorkers({ ...opened, ...write, ...{ challenges, clock, logger, leadList, readSide }, views: readSide.views });
    stops.push(() => workers.stop());

    const down = partsHealth(opened);
    const registry = metricsOf({ jobs: { help: 'Jobs by state', byState: () => opened.jobs.depth().catch(() => undefined) } });
    const readiness = async () => {
      const away = await down();
      // Jobs are all that it is for: unlike a backend it is of no use without them.
      return { ready: canServe(away) && !('jobs' in away), ...(Object.keys(away).length > 0 && { down: away }) };
    };
    const door = await listening(() => openHealthDoor({ ...config, registry, readiness }), config);
    stops.push(() => door.close());
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
