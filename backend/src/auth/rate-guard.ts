import { type RateLimitName, limitsOfPaths, limitsOfRoutes, rateLimits } from '#domain/limits.js';
import { parseNetwork } from '#platform/common/networks.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Browser } from './sessions/browser.js';
import { hashToken, rateLimitId } from './sessions/sessions.js';
import type { Caller } from './caller.js';
import type { People } from './people/people.js';
import { MAX_COMMAND_BYTES } from '../http/body-limits.js';
import type { Connections } from '../http/load/connections.js';
import { problem } from '../http/problems/problem.js';
import type { RateLimits } from '../http/rate-limits.js';
import type { RequestStep } from '../http/request-steps.js';

/** Limit of sessions known without a look-up. */
const MAX_CACHED_SESSIONS = 20_000;
export const COMMAND_ROW = 'POST /api/commands/:name' satisfies keyof typeof limitsOfRoutes;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request was counted before its caller was known. */
    isCounted: boolean;
  }
}

/**
 * Counts each request: by network where no session is needed, else by account (by session in the
 * sandbox). Above a limit, a request is refused before anything is read or looked up.
 */
export class RateGuard {
  /** Id that limits count by, by the hash of the token of a recently used session. */
  private readonly limitedIds = new LRUCache<string, string>({ max: MAX_CACHED_SESSIONS });

  constructor(
    private readonly limits: RateLimits,
    private readonly people: Pick<People, 'hasVerifiedAdmin'>,
  ) {}

  /**
   * Counts a request before the look-up of its caller, if possible.
   * @returns whether it was counted
   * @throws TooManyRequests
   */
  async countBeforeLookUp(
    name: RateLimitName,
    token: string | undefined,
    network: string,
  ): Promise<boolean> {
    if (rateLimits[name].per === 'network') {
      await this.limits.count(name, network);
      return true;
    }
    if (token === undefined) {
      await this.limits.count('strangers', network);
      return true;
    }
    const limitedId = this.limitedIds.get(hashToken(token));
    if (limitedId === undefined) {
      await this.limits.check('sessions that do not exist', network);
      return false;
    }
    await this.limits.count(name, limitedId);
    return true;
  }

  /**
   * Keeps or drops the id that requests of a token are counted by, and counts an unknown token.
   * @param isCounted whether the request was counted before
   * @throws TooManyRequests
   */
  async countAfterLookUp(
    token: string,
    caller: Caller | undefined,
    { network, isCounted }: { readonly network: string; readonly isCounted: boolean },
  ): Promise<void> {
    if (caller) this.limitedIds.set(hashToken(token), rateLimitId(caller.session));
    else {
      this.limitedIds.delete(hashToken(token));
      if (!isCounted) await this.limits.count('sessions that do not exist', network);
    }
  }

  /**
   * Counts a request whose caller is known.
   * @throws TooManyRequests
   */
  async countAfterAuthentication(
    request: FastifyRequest,
    caller: Caller | undefined,
  ): Promise<void> {
    const token = Browser.sessionToken(request);
    if (token !== undefined)
      await this.countAfterLookUp(token, caller, {
        network: parseNetwork(request.ip),
        isCounted: request.isCounted,
      });
    if (!caller) return;
    if (!request.isCounted)
      await this.limits.count(limitName(request), rateLimitId(caller.session));
    if (requestRow(request) === COMMAND_ROW) await this.countCommand(request, caller);
  }

  /**
   * Counts a command against the hourly and daily limits, because the log stores it for ever.
   * @throws TooManyRequests, Problem
   */
  private async countCommand(
    { ip, headers }: FastifyRequest,
    { session, account, membership }: Caller,
  ): Promise<void> {
    if (session.begunBy === 'demo') {
      await this.limits.count('changes to the sandbox from a network', parseNetwork(ip));
      await this.limits.count('changes to the sandbox', 'all');
    }
    if (!account.verified) await this.limits.count('commands of an unverified account', account.id);
    if (!membership) return this.limits.count('commands without an organization', account.id);
    const { id } = membership.organization;
    const isVerified = account.verified || (await this.people.hasVerifiedAdmin(id));
    const limit = isVerified
      ? 'kilobytes of commands'
      : 'kilobytes of commands of an unverified organization';
    // Without a length the body is chunked and its size unknown, so the largest counts.
    await this.limits.count(
      limit,
      id,
      Math.ceil(Number(headers['content-length'] ?? MAX_COMMAND_BYTES) / 1_024) || 1,
    );
  }
}

/** @throws Error for a route without a row in the table of limits */
export function checkHasLimit({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
  for (const verb of [method].flat())
    if (!findLimit(verb, url)) throw new Error(`${verb} ${url} has no row in the table of limits`);
}

/** Counts each request before a session is looked up. Refusals are answered late. */
export const countRequests =
  (guard: RateGuard, connections: Pick<Connections, 'answerLater'>): RequestStep =>
  async (request, reply) => {
    const [token, network] = [Browser.sessionToken(request), parseNetwork(request.ip)];
    try {
      request.isCounted = await guard.countBeforeLookUp(limitName(request), token, network);
      return undefined;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return new Promise((resolve) =>
        connections.answerLater(request.raw, () => {
          rejectRequest(reply, error);
          resolve('answered');
        }),
      );
    }
  };

/** Answers without error handling, because there may be many. */
const rejectRequest = (reply: FastifyReply, { retryAfterSeconds }: TooManyRequests): void =>
  void reply
    .code(REFUSAL_STATUS)
    .headers(REFUSAL_HEADERS)
    .header('retry-after', String(retryAfterSeconds))
    .send(REFUSAL_BODY);
const { status: REFUSAL_STATUS, body } = problem('too-many-requests');
const REFUSAL_BODY = JSON.stringify(body);
const REFUSAL_HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};

const limitName = ({ method, routeOptions: { url = '' } }: FastifyRequest): RateLimitName =>
  findLimit(method, url) ?? 'strangers';
const findLimit = (method: string, url: string): RateLimitName | undefined =>
  LIMIT_BY_ROW.get(toRow(method, url)) ?? LIMIT_BY_PATH.get(url);
const LIMIT_BY_ROW: ReadonlyMap<string, RateLimitName> = new Map(Object.entries(limitsOfRoutes));
const LIMIT_BY_PATH: ReadonlyMap<string, RateLimitName> = new Map(Object.entries(limitsOfPaths));

const requestRow = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  toRow(method, url);
/** A HEAD is a GET without the body. */
const toRow = (method: string, url: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url}`;
