import { domain } from '#domain/aggregates.js';
import type { Config } from '#platform/common/config/config.js';
import { createRegistry, serveHealth } from '#platform/process/health-server.js';
import { PartsHealth, canServe, answerInTime } from '#platform/process/parts-health.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import { type Running, runModules } from '#platform/process/run-process.js';
import { areFresh, summarizeViews } from '#platform/process/views-health.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { ProjectionsModule } from './projections.module.js';

/**
 * Projections as a separate process: projects while it has the lease, else stands by, and publishes
 * commits to the backends. Ready when its views are filled, or when it stands by.
 */
export async function composeProjections(
  config: Config,
  { onProgress }: { readonly onProgress?: Progress } = {},
): Promise<Running> {
  const platform = PlatformModule.forRoot(config, {
    parts: ['log', 'keys', 'store', 'commits'],
    domain,
  });
  const { app, stop } = await runModules(platform, [
    ProjectionsModule.forRoot(config, { onProgress }),
  ]);
  const [host, parts] = [app.get(ProjectionHost), app.get(PartsHealth)];
  const health = () => answerInTime(host.health());
  const registry = createRegistry({
    projection_lag_seconds: {
      help: 'Age of the oldest event that is in no view yet',
      value: async () => (await health())?.lagSeconds,
    },
    parked_streams: {
      help: 'Streams that a projection cannot fold',
      value: async () => (await health())?.parked.length,
    },
    projecting: {
      help: '1 where this process folds, 0 where it stands by',
      value: async () => ((await health())?.role === 'active' ? 1 : 0),
    },
  });
  const readiness = async () => {
    const [outages, viewsHealth] = await Promise.all([parts.getOutages(), health()]);
    // A stand-by is ready, however far the active host has come.
    const ready =
      canServe(outages) &&
      viewsHealth !== undefined &&
      (viewsHealth.role === 'standing by' || areFresh(viewsHealth));
    return {
      ready,
      ...(isAny(outages) && { down: outages }),
      ...(viewsHealth && { views: summarizeViews(viewsHealth) }),
    };
  };
  return serveHealth({ stop }, config, { registry, readiness });
}

const isAny = (record: object): boolean => Object.keys(record).length > 0;
