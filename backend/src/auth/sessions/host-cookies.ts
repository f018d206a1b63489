import type { Config } from '#platform/common/config/config.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestStep } from '../../http/request-steps.js';
import { Browser, isSecure } from './browser.js';
import type { Sessions } from './sessions.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether an https request has cookies without the prefix, which an earlier build or another
     * host of the domain has set.
     */
    hasPlainCookies: boolean;
  }
}

/**
 * With https, reads the cookies with `__Host-` names. Runs before all other code that reads
 * cookies.
 */
export const readHostCookies =
  (config: Pick<Config, 'publicUrl'>): RequestStep =>
  (request) => {
    request.hasPlainCookies = isSecure(config) && Browser.readHostCookies(request);
  };

/**
 * Renames the cookies of an earlier build's session, and drops those that another host of the
 * domain set. Runs after the rate limits, because it looks a session up.
 */
export const renewCookies =
  (config: Pick<Config, 'publicUrl'>, sessions: Sessions): RequestStep =>
  (request, reply) =>
    request.hasPlainCookies ? renew(request, reply, config, sessions) : undefined;

async function renew(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  sessions: Sessions,
): Promise<void> {
  const session = await sessions.find(Browser.sessionToken(request));
  if (!session || session.isHostOnly) return Browser.dropCookies(request);
  await sessions.makeHostOnly(session.id);
  Browser.from(request, reply, config).renewCookies();
}
