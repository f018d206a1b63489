import { domain } from '#domain/aggregates.js';
import type { Config } from '#platform/common/config/config.js';
import { HealthModule, areFresh } from '#platform/process/health.module.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import { listenForHealth, runModules } from '#platform/process/run-modules.js';
import type { Running } from '#platform/process/run-process.js';
import { ProjectionHosts } from '#platform/read-side/projections/projection-hosts.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { allProjections } from './all-projections.js';
import { ProjectionsModule } from './projections.module.js';

/**
 * Composes the projections as a separate process. It projects while it has the lease, else stands
 * by, and publishes commits to the backends. It is ready once the views of its build are complete.
 */
export async function composeProjections(
  config: Config,
  { onProgress }: { readonly onProgress?: Progress } = {},
): Promise<Running> {
  const platform = await PlatformModule.open(config, {
    parts: ['log', 'keys', 'stores', 'commits'],
    domain,
    views: allProjections,
  });
  const projections = ProjectionsModule.forRoot(config, { onProgress });
  const health = HealthModule.forRoot({
    imports: [projections],
    views: ProjectionHosts,
    // A stand-by is ready when the views are built, even if the active host is behind the log.
    isReady: ({ views }) =>
      views !== undefined &&
      (views.lanes ?? [views]).every((lane) => lane.role === 'standing by' || areFresh(lane)),
  });
  return listenForHealth(await runModules(platform, [projections, health]), config);
}
