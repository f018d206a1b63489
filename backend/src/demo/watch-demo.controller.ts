import { DEFAULT_TIME_ZONE, dayIn } from '#domain/kernel/values/days.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { isLoopback, parseNetwork } from '#platform/common/networks.js';
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
import { Demo, DemoExists } from './fill.js';
import { unassignedNumbers } from './numbers.js';

/** Size of the sandbox. All visitors share one organization as a rep, who can undo little. */
const LEADS = 80;
/** First seed of sandboxes; `npm run demo` uses smaller seeds. */
const FIRST_SEED = 1_000;
/** Changes or deletions of visitors after which the sandbox is filled again on the same day. */
const MAX_CHANGES = 100;
const MAX_DELETIONS = 3;
/** Fillings per day, so that visitors cannot grow the log by deleting. */
const MAX_FILLINGS = 10;

/** Whether the next visitor gets new sample data. */
export function needsFilling(
  { filledOn, fillings, changes, deletions }: Sandbox,
  today: string,
): boolean {
  if (filledOn !== today) return true;
  return fillings < MAX_FILLINGS && (changes >= MAX_CHANGES || deletions >= MAX_DELETIONS);
}

/** Watch Demo: signs visitors in to sample data without a number, if the server allows it. */
@Controller('demo')
export class WatchDemoController {
  private filling: Promise<string> | undefined;

  constructor(
    private readonly demo: Demo,
    private readonly callers: Callers,
    private readonly sessions: Sessions,
    private readonly sandboxUse: SandboxUse,
    private readonly secrets: KeyValueStore,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Fills the sandbox as soon as the server listens. */
  begin(): void {
    this.ensureFilled().catch((err: unknown) =>
      this.logger.error({ err }, 'the demo is not filled'),
    );
  }

  /** Links from elsewhere and prefetches open the landing page, whose button signs in. */
  @Get()
  redirectToLandingPage(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect('/', 303);
  }

  @Post()
  async enter(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    // Keeps the session of a signed-in member, because a foreign link must not sign anybody out.
    if (!(await this.callers.load(Browser.sessionToken(request)))) {
      const network = parseNetwork(request.ip);
      if (!isLoopback(network)) await this.limits.count('demo visits', network);
      const accountId = await this.ensureFilled();
      const browser = Browser.from(request, reply, this.config);
      browser.signIn(
        await this.sessions.start(accountId, 'demo', { isHostOnly: browser.isHostOnly }),
      );
    }
    return reply.redirect('/dashboard', 303);
  }

  /** @returns account of the rep in a filled sandbox */
  private async ensureFilled(): Promise<string> {
    const sandbox = await this.sandboxUse.readCurrent();
    if (sandbox && !needsFilling(sandbox, this.today())) return sandbox.accountId;
    return (this.filling ??= this.fillOnce().finally(() => (this.filling = undefined)));
  }

  /** Fills the sandbox in one process; the others wait for it. */
  private fillOnce(): Promise<string> {
    return withDistributedMutex(
      { secrets: this.secrets, clock: this.clock },
      'sandbox',
      async () => {
        const current = await this.sandboxUse.readCurrent();
        if (current && !needsFilling(current, this.today())) return current.accountId;
        const filledOn = this.today();
        const { seed, accountId } = await this.fillFrom(current ? current.seed + 1 : FIRST_SEED);
        const fillings = current?.filledOn === filledOn ? current.fillings + 1 : 1;
        await this.sandboxUse.set({
          accountId,
          seed,
          filledOn,
          fillings,
          changes: 0,
          deletions: 0,
        });
        return accountId;
      },
    );
  }

  /** Fills the sandbox from this seed, or from the next one that no earlier process began with. */
  private async fillFrom(seed: number): Promise<Pick<Sandbox, 'seed' | 'accountId'>> {
    try {
      const { people } = await this.demo.fill({
        leads: LEADS,
        seed,
        numbers: unassignedNumbers,
        onProgress: () => {},
      });
      return { seed, accountId: people[1]!.id };
    } catch (error) {
      if (error instanceof DemoExists) return this.fillFrom(seed + 1);
      throw error;
    }
  }

  private today(): string {
    return dayIn(DEFAULT_TIME_ZONE, this.clock.now());
  }
}
