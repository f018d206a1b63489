import { domain } from '#domain/aggregates.js';
import type { Config } from '#platform/common/config/config.js';
import { metricsOf, serveHealth } from '#platform/process/health-server.js';
import { PartsHealth, canServe, inTime } from '#platform/process/parts-health.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import { type Running, runModules } from '#platform/process/run-process.js';
import { type Health, ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { ProjectionsModule } from './projections.module.js';

/** A host that is further behind than this is not doing its work. */
const longestLagSeconds = 30;

/**
 * The views in a process of their own: folds them while it has the lease, else stands by, and publishes to the backends what it has
 * committed. It is ready when its views are filled, or another host does the work.
 */
export async function composeProjections(config: Config, { onProgress }: { readonly onProgress?: Progress } = {}): Promise<Running> {
  const platform = await PlatformModule.open(config, { parts: ['log', 'keys', 'store', 'commits'], domain });
  const { app, stop } = await runModules(platform, [ProjectionsModule.forRoot(config, { onProgress })]);
  const [host, parts] = [app.get(ProjectionHost), app.get(PartsHealth)];
  const health = () => inTime(host.health());
  const registry = metricsOf({
    projection_lag_seconds: { help: 'Age of the oldest event that is in no view yet', value: async () => (await health())?.lagSeconds },
    parked_streams: { help: 'Streams that a projection cannot fold', value: async () => (await health())?.parked.length },
    projecting: { help: '1 where this process folds, 0 where it stands by', value: async () => ((await health())?.role === 'active' ? 1 : 0) },
  });
  const readiness = async () => {
    const [away, now] = await Promise.all([parts.down(), health()]);
    return { ready: canServe(away) && now !== undefined && doesItsWork(now), ...(isAny(away) && { down: away }), ...(now && { views: shown(now) }) };
  };
  return serveHealth({ stop }, config, { registry, readiness });
}

const doesItsWork = ({ role, lagSeconds, trouble }: Health): boolean =>
  role === 'standing by' || ((role === 'active' || role === 'catching up') && lagSeconds < longestLagSeconds && !trouble);
const isAny = (record: object): boolean => Object.keys(record).length > 0;
const shown = ({ role, position, lagSeconds, rebuilt, parked, trouble }: Health) => ({
  ...{ role, position, lagSeconds, rebuilt },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
