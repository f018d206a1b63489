import { parseNetwork } from '#platform/common/networks.js';
import { Config } from '#platform/common/config/config.js';
import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { RateGuard } from '../../auth/rate-guard.js';
import { isKnownHost } from '../../http/known-hosts.js';
import { RateLimits } from '../../http/rate-limits.js';
import { comesFromAnotherSite } from '../../http/same-site.js';
import { Browser } from '../../auth/sessions/browser.js';
import { Sessions, rateLimitId } from '../../auth/sessions/sessions.js';

/**
 * Decides before the upgrade whether a request gets a socket. Refuses with 403: no session cookie,
 * another site, an unknown host, or too many connections. An ended session is refused over the
 * socket, so that the browser learns of it.
 */
@Injectable()
export class SocketGuard {
  constructor(
    private readonly config: Config,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    private readonly rateGuard: RateGuard,
  ) {}

  async admitConnection({ headers, socket }: IncomingMessage): Promise<boolean> {
    const { config, sessions, limits } = this;
    const forwarded = config.trustProxy ? headers['x-forwarded-for'] : undefined;
    const network = parseNetwork(forwarded?.toString() ?? socket.remoteAddress);
    const { token } = Browser.sessionTokenIn(headers.cookie, config);
    const isCounted = await this.rateGuard.countBeforeLookUp('socket connections', token, network);
    if (
      token === undefined ||
      !isKnownHost(headers, config) ||
      comesFromAnotherSite(headers, config.publicUrl)
    )
      return false;
    if (isCounted) return true;
    const session = await sessions.find(token);
    await (session
      ? limits.count('socket connections', rateLimitId(session))
      : limits.count('sessions that do not exist', network));
    return true;
  }
}
