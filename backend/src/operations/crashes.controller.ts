import { type CrashForm, crashForm } from '#domain/kernel/crash.forms.js';
import { Logger } from '#platform/process/logger.js';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { rateLimitId } from '../auth/sessions/sessions.js';
import { RateLimits } from '../http/rate-limits.js';
import { Form } from '../http/schema.pipe.js';
import { Metrics } from './metrics.js';

/** Crash reports of the web app, from people with and without a session. */
@Controller()
export class CrashesController {
  constructor(
    private readonly metrics: Metrics,
    private readonly limits: RateLimits,
    private readonly logger: Logger,
  ) {}

  /** @throws TooManyRequests */
  @Post('api/crashes')
  @HttpCode(204)
  async report(
    @Req() { caller }: FastifyRequest,
    @Form(crashForm) crash: CrashForm,
  ): Promise<void> {
    if (caller) await this.limits.count('crash reports of a member', rateLimitId(caller.session));
    this.metrics.countCrash();
    this.logger.warn({ crash }, 'a screen crashed in a browser');
  }
}
