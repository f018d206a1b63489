import { language } from '#domain/language.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { systemClock } from '#platform/clock.js';
import { readingSide } from '#platform/command-handling/write-side.js';
import type { Config } from '#platform/config.js';
import { openHealthDoor } from '#platform/process/health-door.js';
import { makeLogger } from '#platform/process/logger.js';
import { openParts } from '#platform/process/open-parts.js';
import { canServe, inTime, partsHealth } from '#platform/process/parts-health.js';
import { metricsOf } from '#platform/process/process-metrics.js';
import { type Running, listening } from '#platform/process/run-process.js';
import { toldTo } from '#platform/process/told-to.js';
import type { Health } from '#platform/projection-running/read-side.js';
import { projecting } from './projecting.js';

/** A host that is further behind than this is not doing its work. */
const longestLagSeconds = 30;

/**
 * The views in a process of their own: folds them while it has the lease, else stands by, and tells the backends what it has
 * committed. The door that says how it is opens first, because filling views may take long.
 */
export async function composeProjections(config: Config, { onProgress }: { readonly onProgress?: (folded: number) => void } = {}): Promise<Running> {
  const logger = makeLogger(config.logLevel);
  const opened = await openParts(config, ['log', 'keys', 'store', 'commits'], { clock: withJumps(systemClock), ...toldTo(logger) });
  try {
    const host = projecting({ ...opened, ...readingSide({ language, ...opened }), logger, memory: config.memoryMegabytes });
    host.onCommitted((committed) => opened.commits.publish(committed));
    const down = partsHealth(opened);
    const health = () => inTime(host.health()).catch(() => undefined);
    const registry = metricsOf({
      projection_lag_seconds: { help: 'Age of the oldest event that is in no view yet', value: async () => (await health())?.lagSeconds },
      parked_streams: { help: 'Streams that a projection cannot fold', value: async () => (await health())?.parked.length },
      projecting: { help: '1 where this process folds, 0 where it stands by', value: async () => ((await health())?.role === 'active' ? 1 : 0) },
    });
    const readiness = async () => {
      const [away, now] = await Promise.all([down(), health()]);
      return { ready: canServe(away) && now !== undefined && doesItsWork(now), ...(isAny(away) && { down: away }), ...(now && { views: told(now) }) };
    };
    const door = await listening(() => openHealthDoor({ ...config, registry, readiness }), config);
    // Not waited for: it is ready when its views are filled, or another host does the work.
    const started = host.start(onProgress);
    return {
      async stop() {
        await door.close();
        await host.stop();
        await started;
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const doesItsWork = ({ role, lagSeconds, trouble }: Health): boolean =>
  role === 'standing by' || (role === 'active' && lagSeconds < longestLagSeconds && !trouble);
const isAny = (record: object): boolean => Object.keys(record).length > 0;
const told = ({ role, position, lagSeconds, parked, trouble }: Health) => ({
  ...{ role, position, lagSeconds },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
