import { language } from '#domain/language.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { systemClock } from '#platform/clock.js';
import type { Config } from '#platform/config.js';
import { Challenges } from '#platform/one-time-codes/challenges.js';
import { openHealthDoor } from '#platform/process/health-door.js';
import { makeLogger } from '#platform/process/logger.js';
import { openApart } from '#platform/process/open-apart.js';
import { canServe, partsHealth } from '#platform/process/parts-health.js';
import { metricsOf } from '#platform/process/process-metrics.js';
import { type Running, listening } from '#platform/process/run-process.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { startWorkers } from './composition.js';

const wanted = ['log', 'keys', 'secrets', 'store', 'jobs', 'files', 'messages', 'commits'] as const;

/** Reactors and jobs in a process of their own, beside others of their kind: what two of them do has one effect. */
export async function composeWorkers(config: Config): Promise<Running> {
  const logger = makeLogger(config.logLevel);
  const clock = withJumps(systemClock);
  const { opened, write, readSide, closes, stop } = await openApart({ config, wanted, clock, logger, language, projections: [leadList] });
  try {
    const challenges = new Challenges(opened.secrets, write.hmacKey, clock.now);
    const workers = startWorkers({ ...opened, ...write, ...{ challenges, clock, logger, leadList, readSide }, views: readSide.views });
    closes(() => workers.stop());

    const down = partsHealth(opened);
    const registry = metricsOf({ jobs: { help: 'Jobs by state', byState: () => opened.jobs.depth().catch(() => undefined) } });
    const readiness = async () => {
      const away = await down();
      // Jobs are all that it is for: unlike a backend it is of no use without them.
      return { ready: canServe(away) && !('jobs' in away), ...(Object.keys(away).length > 0 && { down: away }) };
    };
    const door = await listening(() => openHealthDoor({ ...config, registry, readiness }), config);
    closes(() => door.close());
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
