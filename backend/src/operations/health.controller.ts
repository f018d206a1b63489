import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { PartsHealth, canServe, inTime } from '#platform/process/parts-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import type { Health } from '#platform/read-side/projections/projection-host.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Further behind than this, a backend is not ready: what it answered would be old. */
const longestLagSeconds = 30;

/**
 * Whether the process lives, and whether it can be sent to people. What goes on without a part is no reason to be taken out of service:
 * then it is ready, and says what is down.
 */
@Controller()
export class HealthController {
  constructor(
    private readonly parts: PartsHealth,
    private readonly readSide: ReadSide,
    private readonly jobs: JobQueue,
    private readonly reactors: ReactorsHealth,
  ) {}

  @Get('healthz')
  alive() {
    return { status: 'alive' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const [away, health] = await Promise.all([this.parts.down(), inTime(this.readSide.health())]);
    const ready = canServe(away) && health !== undefined && isFresh(health);
    void reply.code(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : 'not ready',
      ...(Object.keys(away).length > 0 && { down: away }),
      ...(health && { views: viewsOf(health) }),
      reactors: this.reactors.now(),
      ...(!('jobs' in away) && { jobs: await inTime(this.jobs.depth()) }),
    };
  }
}

const isFresh = ({ role, lagSeconds, trouble }: Health): boolean =>
  (role === 'active' || role === 'catching up' || role === 'standing by') && lagSeconds < longestLagSeconds && !trouble;

const viewsOf = ({ role, position, lagSeconds, rebuilt, parked, trouble }: Health) => ({
  ...{ role, position, lagSeconds, rebuilt },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
