import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { PartsHealth, canServe, answerInTime } from '#platform/process/parts-health.js';
import { areFresh, summarizeViews } from '#platform/process/views-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * Liveness and readiness. Not ready while answers would be outdated. A missing part that others can
 * do without is only reported.
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
    const [away, health] = await Promise.all([
      this.parts.getOutages(),
      answerInTime(this.readSide.health()),
    ]);
    const ready = canServe(away) && health !== undefined && areFresh(health);
    void reply.code(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : 'not ready',
      ...(Object.keys(away).length > 0 && { down: away }),
      ...(health && { views: summarizeViews(health) }),
      reactors: this.reactors.snapshot(),
      ...(!('jobs' in away) && { jobs: await answerInTime(this.jobs.depth()) }),
    };
  }
}
