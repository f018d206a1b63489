import type { FastifyInstance } from 'fastify';
import { DemoIsThere, fillDemo } from '../demo/fill.js';
import { sharmaSolar } from '../demo/sharma-solar.js';
import type { Callers } from '../http/gate.js';
import { countAgainst, isLoopback } from '../http/rate-limits.js';
import type { Parts } from '../parts.js';
import { Browser } from './browser.js';

/** One organization for all who watch: what they write there, others see, so they come as a rep who can undo little. */
const sandbox = { leads: 80, seed: 777 } as const;
const visits = { kind: 'demo-visits', most: 20, seconds: 3_600 } as const;

/** Watch Demo (decisions): where the server allows it, a look around with sample data and without a number. Filled as soon as the door is open. */
export function addWatchDemo(server: FastifyInstance, parts: Parts, callers: Callers): void {
  const { people, sessions, rates, clock, config } = parts;
  let filled: Promise<string> | undefined;
  const ready = () =>
    (filled ??= fill().catch((error: unknown) => {
      filled = undefined;
      throw error;
    }));
  server.addHook('onListen', async () => {
    ready().catch((err: unknown) => parts.logger.error({ err }, 'the demo is not filled'));
  });

  server.get('/demo', async (request, reply) => {
    // Whoever is somebody here stays who they are: a link on another site signs nobody out.
    if (!(await callers.of(Browser.sessionToken(request)))) {
      if (!isLoopback(request.ip)) await countAgainst(rates, visits, request.ip);
      const accountId = await ready();
      new Browser(request, reply, config.publicUrl?.startsWith('https:') === true).signIn(await sessions.begin(accountId, 'trust'));
    }
    return reply.redirect('/dashboard', 303);
  });

  /** Answers the rep whose eyes one looks through. */
  async function fill(): Promise<string> {
    const [, rep] = sharmaSolar({ ...sandbox, leads: 1, endsAt: clock.now() }).people;
    try {
      await fillDemo(parts, { ...sandbox, onProgress: () => {} });
    } catch (error) {
      if (!(error instanceof DemoIsThere)) throw error;
    }
    const accountId = await people.accountWith(rep!.phone);
    if (accountId === undefined) throw new Error('The demo has no rep');
    return accountId;
  }
}
