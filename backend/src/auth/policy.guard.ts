import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { type EndpointRule, policy } from '#domain/policy.js';
import { Clock } from '#platform/common/clock.js';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { Browser } from './sessions/browser.js';
import { readAfterPosition } from './after-position.interceptor.js';
import type { Caller } from './caller.js';
import { Callers, isInGrace } from './callers.js';
import { problem } from '../http/problems/problem.js';
import { UNKNOWN_PATHS } from './unknown-paths.controller.js';
import { RateGuard, COMMAND_ROW } from './rate-guard.js';

/**
 * API descriptions need no session and no row in the policy. OpenAPI marks open endpoints with
 * `security: []`.
 */
const DESCRIPTION_ROUTES: ReadonlySet<string> = new Set([
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/:file',
]);
/** Routes for an account after its grace period, until it verifies a number. */
const ALLOWED_UNVERIFIED: ReadonlySet<string> = new Set([
  'GET /api/me',
  'POST /api/auth/send-code',
  'POST /api/auth/change-number',
]);

const RULE_BY_ROW: Readonly<Record<string, EndpointRule>> = {
  ...policy.queries,
  ...policy.endpoints,
};

/**
 * Checks session and role of a request. Every path under `/api` needs a session unless the policy
 * opens it. The policy is looked up by the route's pattern, so no other spelling of a path evades
 * it. A hook calls this guard before the body is read, because Nest calls guards later
 * (docs/decisions/policy-before-the-body.md).
 */
@Injectable()
export class PolicyGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly rateGuard: RateGuard,
    private readonly clock: Clock,
  ) {}

  /** Checks requests only; the gateway checks sockets at each resume. */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isGuarded(request) && !request.isAuthorized) throw problem('signed-out');
    return true;
  }

  /**
   * Loads the caller and checks the request.
   * @throws Problem, Refusal, TooManyRequests
   */
  async authorize(request: FastifyRequest): Promise<void> {
    if (!isGuarded(request)) return;
    const token = Browser.sessionToken(request);
    request.caller = await this.loadCaller(request, token);
    await this.rateGuard.countAfterAuthentication(request, request.caller);
    this.check(request);
    request.isAuthorized = true;
  }

  private loadCaller(
    request: FastifyRequest,
    token: string | undefined,
  ): Promise<Caller | undefined> {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD')
      return this.callers.loadForQuery(token, readAfterPosition(request));
    return policyRow(method, routePattern(request)) === COMMAND_ROW
      ? this.callers.loadForCommand(token)
      : this.callers.load(token);
  }

  /** @throws Problem, Refusal */
  private check(request: FastifyRequest): void {
    const { method } = request;
    const rule = findRule(method, routePattern(request));
    if (rule === 'anyone') return;
    const { caller } = request;
    if (!caller) throw problem('signed-out');
    if (isFromAnotherAccount(request, caller)) throw problem('another-account');
    if (
      !isInGrace(caller.account, this.clock.now()) &&
      !ALLOWED_UNVERIFIED.has(policyRow(method, routePattern(request)))
    )
      refuse('verification-needed');
    if (!rule) return refuse('not-allowed');
    if (!mayEver(rule, caller.membership?.role))
      refuse(caller.membership ? 'not-allowed' : 'organization-needed');
  }
}

/** @throws Error for a route of the API without a row in the policy */
export function checkHasRule({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
  for (const verb of [method].flat())
    if (url.startsWith('/api') && !findRule(verb, url))
      throw new Error(`${verb} ${url} has no row in the policy`);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the policy was checked, before the body was read. */
    isAuthorized: boolean;
  }
}

/** Whether the tab belongs to an account that its browser has signed out of. */
const isFromAnotherAccount = (
  { headers: { 'x-account': tabsAccountId } }: FastifyRequest,
  { account }: Caller,
): boolean => tabsAccountId !== undefined && tabsAccountId !== account.id;
const routePattern = ({ routeOptions: { url = '' } }: FastifyRequest): string => url;
const isGuarded = (request: FastifyRequest): boolean =>
  routePattern(request).startsWith('/api') && !isDescription(request.method, routePattern(request));
const isDescription = (method: string, route: string): boolean =>
  (method === 'GET' || method === 'HEAD') && DESCRIPTION_ROUTES.has(route);
/** A HEAD is a GET without the body. */
const policyRow = (method: string, route: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${route}`;

/** Rule of a route; undefined refuses everybody. Unknown paths answer 404 to signed-in callers. */
function findRule(method: string, route: string): EndpointRule | undefined {
  if (UNKNOWN_PATHS.some((path) => path === route)) return 'account';
  return isDescription(method, route) ? 'anyone' : RULE_BY_ROW[policyRow(method, route)];
}
