import { type RateLimitName, limitsOfPaths, limitsOfRoutes, rateLimits } from '#domain/limits.js';
import { networkOf } from '#platform/common/network-of.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Browser } from './browser.js';
import { hashOf, limitedIdOf } from './sessions.js';
import type { Caller } from './caller.js';
import type { People } from './people.js';
import { largestBody } from '../http/body-limits.js';
import type { Connections } from '../http/connections.js';
import { problem } from '../http/problem.js';
import type { RateLimits } from '../http/rate-limits.js';
import type { RequestStep } from '../http/request-steps.js';

/** So many sessions are known without a look-up. */
const mostSessions = 20_000;
export const commandRow = 'POST /api/commands/:name' satisfies keyof typeof limitsOfRoutes;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it was counted before it was known who asks. */
    isCounted: boolean;
  }
}

/**
 * Counts each request: by the network where no session is needed, by the account elsewhere (by the
 * session in the sandbox). Who has used up a limit is refused before anything is read or looked up.
 */
export class RateGuard {
  /** The ids that limits count by, by the hashes of sessions' tokens, as they were found lately. */
  private readonly limitedIds = new LRUCache<string, string>({ max: mostSessions });

  constructor(
    private readonly limits: RateLimits,
    private readonly people: Pick<People, 'hasVerifiedAdmin'>,
  ) {}

  /**
   * Before it is known who asks. Answers whether it is counted by that.
   * @throws TooManyRequests
   */
  async beforeLookUp(
    name: RateLimitName,
    token: string | undefined,
    network: string,
  ): Promise<boolean> {
    const isOpen = rateLimits[name].per === 'network';
    const limitedId =
      isOpen || token === undefined ? undefined : this.limitedIds.get(hashOf(token));
    if (!isOpen && token !== undefined && limitedId === undefined) {
      await this.limits.check('sessions that do not exist', network);
      return false;
    }
    await this.limits.count(
      isOpen || limitedId !== undefined ? name : 'strangers',
      limitedId ?? network,
    );
    return true;
  }

  /**
   * The token was looked up. @param isCounted whether that was counted already @throws
   * TooManyRequests
   */
  async afterLookUp(
    token: string,
    caller: Caller | undefined,
    network: string,
    isCounted: boolean,
  ): Promise<void> {
    if (caller) this.limitedIds.set(hashOf(token), limitedIdOf(caller.session));
    else {
      this.limitedIds.delete(hashOf(token));
      if (!isCounted) await this.limits.count('sessions that do not exist', network);
    }
  }

  /** Counts a request whose caller is known. @throws TooManyRequests */
  async afterAuthentication(request: FastifyRequest, caller: Caller | undefined): Promise<void> {
    const token = Browser.sessionToken(request);
    if (token !== undefined)
      await this.afterLookUp(token, caller, networkOf(request.ip), request.isCounted);
    if (!caller) return;
    if (!request.isCounted) await this.limits.count(limitOf(request), limitedIdOf(caller.session));
    if (rowOf(request) === commandRow) await this.countCommand(request, caller);
  }

  /**
   * Limits of a day or an hour, on what the log would keep for ever. @throws TooManyRequests,
   * Problem
   */
  private async countCommand(
    { ip, headers }: FastifyRequest,
    { session, account, membership }: Caller,
  ): Promise<void> {
    if (session.begunBy === 'demo') {
      await this.limits.count('changes to the sandbox from a network', networkOf(ip));
      await this.limits.count('changes to the sandbox', 'all');
    }
    if (!account.verified) await this.limits.count('commands of an unverified account', account.id);
    if (!membership) return this.limits.count('commands without an organization', account.id);
    const { id } = membership.organization;
    const isVerified = account.verified || (await this.people.hasVerifiedAdmin(id));
    const limit = isVerified
      ? 'kilobytes of commands'
      : 'kilobytes of commands of an unverified organization';
    // Without a length the body comes in chunks, of which nobody knows how many.
    await this.limits.count(
      limit,
      id,
      Math.ceil(Number(headers['content-length'] ?? largestBody) / 1_024) || 1,
    );
  }
}

/** @throws Error for a route without a row in the table of limits */
export function checkHasLimit({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
  for (const verb of [method].flat())
    if (!limitFor(verb, url)) throw new Error(`${verb} ${url} has no row in the table of limits`);
}

/** Counts each request before a session is looked up. Refusals are answered late. */
export const countRequests =
  (guard: RateGuard, connections: Pick<Connections, 'answerLater'>): RequestStep =>
  async (request, reply) => {
    const [token, network] = [Browser.sessionToken(request), networkOf(request.ip)];
    try {
      request.isCounted = await guard.beforeLookUp(limitOf(request), token, network);
      return undefined;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return new Promise((resolve) =>
        connections.answerLater(request.raw, () => {
          refuse(reply, error);
          resolve('answered');
        }),
      );
    }
  };

/** Without the ways of an error: there are many of them when it matters. */
const refuse = (reply: FastifyReply, { retryAfterSeconds }: TooManyRequests): void =>
  void reply
    .code(status)
    .headers(headers)
    .header('retry-after', String(retryAfterSeconds))
    .send(refused);
const { status, body } = problem('too-many-requests');
const refused = JSON.stringify(body);
const headers = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};

const limitOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): RateLimitName =>
  limitFor(method, url) ?? 'strangers';
const limitFor = (method: string, url: string): RateLimitName | undefined =>
  routes.get(rowFor(method, url)) ?? paths.get(url);
const routes: ReadonlyMap<string, RateLimitName> = new Map(Object.entries(limitsOfRoutes));
const paths: ReadonlyMap<string, RateLimitName> = new Map(Object.entries(limitsOfPaths));

const rowOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  rowFor(method, url);
/** A HEAD is a GET without the body of its answer. */
const rowFor = (method: string, url: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url}`;
