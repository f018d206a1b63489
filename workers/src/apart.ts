import { domain } from '#domain/aggregates.js';
import type { Config } from '#platform/common/config/config.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { createRegistry, serveHealth } from '#platform/process/health-server.js';
import { PartsHealth, canServe } from '#platform/process/parts-health.js';
import { PlatformModule, ReadSideModule } from '#platform/process/platform.module.js';
import { type Running, runModules } from '#platform/process/run-process.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { organizationZones } from '#projections/organizations/organization-zones.projection.js';
import { WorkersModule } from './workers.module.js';

const PARTS = ['log', 'keys', 'secrets', 'store', 'jobs', 'files', 'messages', 'commits'] as const;

/** Workers as a separate process. Several may run: what two of them do has one effect. */
export async function composeWorkers(config: Config): Promise<Running> {
  const platform = PlatformModule.forRoot(config, { parts: PARTS, domain });
  const { app, stop } = await runModules(platform, [
    ReadSideModule.forRoot([leadList, followUps, organizationZones]),
    WorkersModule,
  ]);
  const [health, reactors, jobs] = [
    app.get(PartsHealth),
    app.get(ReactorsHealth),
    app.get<JobQueue>(JobQueue),
  ];
  const registry = createRegistry({
    jobs: { help: 'Jobs by state', value: () => jobs.depth().catch(() => undefined) },
    reactors_standing: {
      help: 'Reactors that stand still',
      value: async () => reactors.standing.size,
    },
    parked_effects: {
      help: 'Events whose effects failed and are tried again apart',
      value: async () => reactors.parkedCount,
    },
  });
  const readiness = async () => {
    const outages = await health.getOutages();
    // Jobs are this process's purpose, so it is not ready without them, unlike a backend.
    return {
      ready: canServe(outages) && !('jobs' in outages),
      ...(Object.keys(outages).length > 0 && { down: outages }),
      reactors: reactors.snapshot(),
    };
  };
  return serveHealth({ stop }, config, { registry, readiness });
}
