import { Config } from '#platform/common/config/config.js';
import { mayReadMetrics } from '#platform/process/metrics-access.js';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../http/problems/problem.js';
import { Metrics } from './metrics.js';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get()
  async read(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!mayReadMetrics(raw, this.config.metricsToken)) throw problem('metrics-closed');
    void reply.type(this.metrics.contentType);
    return this.metrics.text();
  }
}
