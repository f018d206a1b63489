import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { isLoopback, networkOf } from '#platform/common/network-of.js';
import { Logger } from '#platform/process/logger.js';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Callers } from '../../auth/callers.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Browser } from '../../auth/browser.js';
import { People } from '../../auth/people.js';
import { Sessions } from '../../auth/sessions.js';
import { Demo, DemoIsThere } from './fill.js';
import { sharmaSolar } from './sharma-solar.js';

/** One organization for all who watch: what they write there, others see, so they come as a rep who can undo little. */
const sandbox = { leads: 80, seed: 777 } as const;

/** Watch Demo: where the server allows it, a look around with sample data and without a number. */
@Controller('demo')
export class WatchDemoController {
  private filled: Promise<string> | undefined;

  constructor(
    private readonly demo: Demo,
    private readonly callers: Callers,
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Filled as soon as the server listens. */
  begin(): void {
    this.ready().catch((err: unknown) => this.logger.error({ err }, 'the demo is not filled'));
  }

  @Get()
  async enter(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    // A member who is signed in stays so: a link on another site signs no member out.
    if (!(await this.callers.of(Browser.sessionToken(request)))) {
      const network = networkOf(request.ip);
      if (!isLoopback(network)) await this.limits.count('demo visits', network);
      const accountId = await this.ready();
      Browser.of(request, reply, this.config).signIn(await this.sessions.begin(accountId, 'demo'));
    }
    return reply.redirect('/dashboard', 303);
  }

  private ready(): Promise<string> {
    return (this.filled ??= this.fill().catch((error: unknown) => {
      this.filled = undefined;
      throw error;
    }));
  }

  /** Answers the rep whose eyes one looks through. */
  private async fill(): Promise<string> {
    const [, rep] = sharmaSolar({ ...sandbox, leads: 1, endsAt: this.clock.now() }).people;
    try {
      await this.demo.fill({ ...sandbox, onProgress: () => {} });
    } catch (error) {
      if (!(error instanceof DemoIsThere)) throw error;
    }
    const accountId = await this.people.accountWith(rep!.phone);
    if (accountId === undefined) throw new Error('The demo has no rep');
    return accountId;
  }
}
