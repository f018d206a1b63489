import { DEFAULT_TIME_ZONE, dayIn } from '#domain/kernel/values/days.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { isLoopback, networkOf } from '#platform/common/network-of.js';
import { Logger } from '#platform/process/logger.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { withDistributedMutex } from '#platform/storage/key-value-store/distributed-mutex.js';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Callers } from '../auth/callers.js';
import { RateLimits } from '../http/rate-limits.js';
import { Browser } from '../auth/sessions/browser.js';
import { type Sandbox, SandboxUse } from '../auth/sessions/sandbox-use.js';
import { Sessions } from '../auth/sessions/sessions.js';
import { Demo, DemoIsThere } from './fill.js';
import { nobodysNumbers } from './numbers.js';

/** All visitors share one organization and come as a rep, who can undo little. */
const leads = 80;
/** Seeds of `npm run demo` are smaller. */
const firstSeed = 1_000;
/**
 * The sandbox is filled anew each day, and during it after so many changes or deletions by
 * visitors.
 */
const mostChanges = 100;
const mostDeletions = 3;
/** A visitor cannot fill the log by deleting: the rest of the day stays as it is. */
const mostFillings = 10;

/** Watch Demo: where the server allows it, a look around with sample data and without a number. */
@Controller('demo')
export class WatchDemoController {
  private filling: Promise<string> | undefined;

  constructor(
    private readonly demo: Demo,
    private readonly callers: Callers,
    private readonly sessions: Sessions,
    private readonly use: SandboxUse,
    private readonly secrets: KeyValueStore,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Filled as soon as the server listens. */
  begin(): void {
    this.ready().catch((err: unknown) => this.logger.error({ err }, 'the demo is not filled'));
  }

  /** A link from elsewhere, or a prefetch: signs nobody in. The landing page has the button. */
  @Get()
  show(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect('/', 303);
  }

  @Post()
  async enter(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    // A member who is signed in stays so: a link on another site signs no member out.
    if (!(await this.callers.load(Browser.sessionToken(request)))) {
      const network = networkOf(request.ip);
      if (!isLoopback(network)) await this.limits.count('demo visits', network);
      const accountId = await this.ready();
      const browser = Browser.from(request, reply, this.config);
      browser.signIn(
        await this.sessions.start(accountId, 'demo', { isHostOnly: browser.isHostOnly }),
      );
    }
    return reply.redirect('/dashboard', 303);
  }

  /** @returns the account of the rep whose eyes one looks through */
  private async ready(): Promise<string> {
    const sandbox = await this.use.current();
    if (sandbox && !this.isWorn(sandbox)) return sandbox.accountId;
    return (this.filling ??= this.fill().finally(() => (this.filling = undefined)));
  }

  private isWorn({ filledOn, fillings, changes, deletions }: Sandbox): boolean {
    if (filledOn !== this.today()) return true;
    return fillings < mostFillings && (changes >= mostChanges || deletions >= mostDeletions);
  }

  /** Filled by a single process, for which the others wait. */
  private fill(): Promise<string> {
    return withDistributedMutex(
      { secrets: this.secrets, clock: this.clock },
      'sandbox',
      async () => {
        const before = await this.use.current();
        if (before && !this.isWorn(before)) return before.accountId;
        const filledOn = this.today();
        const { seed, accountId } = await this.filledFrom(before ? before.seed + 1 : firstSeed);
        const fillings = before?.filledOn === filledOn ? before.fillings + 1 : 1;
        await this.use.set({ accountId, seed, filledOn, fillings, changes: 0, deletions: 0 });
        return accountId;
      },
    );
  }

  /** With the first seed that was not begun before, by a process that ended in between. */
  private async filledFrom(seed: number): Promise<Pick<Sandbox, 'seed' | 'accountId'>> {
    try {
      const { people } = await this.demo.fill({
        leads,
        seed,
        numbers: nobodysNumbers,
        onProgress: () => {},
      });
      return { seed, accountId: people[1]!.id };
    } catch (error) {
      if (error instanceof DemoIsThere) return this.filledFrom(seed + 1);
      throw error;
    }
  }

  private today(): string {
    return dayIn(DEFAULT_TIME_ZONE, this.clock.now());
  }
}
