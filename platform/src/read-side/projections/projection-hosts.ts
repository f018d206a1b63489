import type { Health, ProjectionHost } from './projection-host.js';
import type { Progress } from './rebuild.js';

/** Hosts of one process: one for each lane. */
export class ProjectionHosts {
  constructor(readonly all: readonly ProjectionHost[]) {}

  /** Resolves when each host has caught up, or stands by. */
  async start(progress?: Progress): Promise<void> {
    const counts = new Map<ProjectionHost, number>();
    const starting = this.all.map((host) =>
      host.start((count) => {
        counts.set(host, count);
        progress?.(Math.min(...counts.values()));
      }),
    );
    await Promise.all(starting);
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((host) => host.stop()));
  }

  async checkHealth(): Promise<Health> {
    return combineHealth(await Promise.all(this.all.map((host) => host.checkHealth())));
  }
}

/** Roles of lanes, the most urgent for an operator first. */
const ROLES = ['stopped', 'rebuilding', 'catching up', 'active', 'standing by'] as const;

/** Health of all lanes together: the worst of each. */
export function combineHealth(lanes: readonly Health[]): Health {
  const [first] = lanes;
  if (lanes.length === 1) return first!;
  const rebuilt = lanes.flatMap((lane) => lane.rebuilt ?? []);
  return {
    position: lanes.map(({ position }) => position).toSorted()[0]!,
    role: ROLES.find((role) => lanes.some((lane) => lane.role === role))!,
    lagSeconds: Math.max(...lanes.map(({ lagSeconds }) => lagSeconds)),
    parked: lanes.flatMap(({ parked }) => parked),
    trouble: lanes.find(({ trouble }) => trouble)?.trouble,
    ...(rebuilt.length > 0 && { rebuilt: Math.min(...rebuilt) }),
    lanes,
  };
}
