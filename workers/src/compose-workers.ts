import { domain } from '#domain/aggregates.js';
import type { Config } from '#platform/common/config/config.js';
import { HealthModule } from '#platform/process/health.module.js';
import { PlatformModule } from '#platform/process/platform.module.js';
import { listenForHealth, runModules } from '#platform/process/run-modules.js';
import type { Running } from '#platform/process/run-process.js';
import { allProjections } from '#projections/all-projections.js';
import { WorkersModule } from './workers.module.js';

const PARTS = ['log', 'keys', 'secrets', 'stores', 'jobs', 'files', 'messages', 'commits'] as const;

/**
 * Composes the workers as a separate process. Several may run, because repeated work has no second
 * effect.
 */
export async function composeWorkers(config: Config): Promise<Running> {
  const platform = await PlatformModule.open(config, {
    parts: PARTS,
    domain,
    views: allProjections,
    readsViews: true,
  });
  const modules = [
    WorkersModule,
    // Unlike a backend, this process is not ready without the job queue.
    HealthModule.forRoot({ isReady: ({ down }) => !('jobs' in down) }),
  ];
  return listenForHealth(await runModules(platform, modules), config);
}
