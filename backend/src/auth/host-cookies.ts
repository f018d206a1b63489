import type { Config } from '#platform/common/config/config.js';
import type { FastifyInstance } from 'fastify';
import { Browser, isSecure } from './browser.js';
import type { Sessions } from './sessions.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Over https its cookies have names that any host under the domain can set: an earlier build
     * did, or a neighbour.
     */
    hasPlainCookies: boolean;
  }
}

/** Added before anything reads a cookie. */
export function addHostCookies(server: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  server.decorateRequest('hasPlainCookies', false);
  if (!isSecure(config)) return;
  server.addHook('onRequest', (request, _, next) => {
    request.hasPlainCookies = Browser.readHostCookies(request);
    next();
  });
}

/**
 * Continues a session of an earlier build under the new names; drops cookies that a neighbour under
 * the domain has set. Added after requests were counted, because it looks a session up.
 */
export function addCookieRenewal(
  server: FastifyInstance,
  config: Pick<Config, 'publicUrl'>,
  sessions: Sessions,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!request.hasPlainCookies) return;
    const session = await sessions.find(Browser.sessionToken(request));
    if (!session || session.isHostOnly) return Browser.forgetCookies(request);
    await sessions.makeHostOnly(session.id);
    Browser.of(request, reply, config).renewCookies();
  });
}
