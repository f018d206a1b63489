import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { type EndpointRule, policy } from '#domain/policy.js';
import { Clock } from '#platform/common/clock.js';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { Browser } from './browser.js';
import { afterPosition } from './after-position.interceptor.js';
import type { Caller } from './caller.js';
import { Callers, isInGrace } from './callers.js';
import { problem } from '../http/problem.js';
import { unknownPaths } from './unknown-paths.controller.js';
import { RateGuard, commandRow } from './rate-guard.js';

/**
 * API descriptions: without a row in the policy and without a session. OpenAPI marks open endpoints
 * with `security: []`.
 */
const descriptions: ReadonlySet<string> = new Set([
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/:file',
]);
/**
 * All that an account may do whose days of grace are over, until it verifies its number, or another
 * one.
 */
const withoutVerification: ReadonlySet<string> = new Set([
  'GET /api/me',
  'POST /api/auth/send-code',
  'POST /api/auth/change-number',
]);

const rules: Readonly<Record<string, EndpointRule>> = { ...policy.queries, ...policy.endpoints };

/**
 * Checks the session and the role of a request. Every path under `/api` needs a session unless the
 * policy opens it. The route's pattern decides, so that no spelling of a path gets past. Fastify
 * reads a body before Nest calls guards, so `authorize` is a step before the body is read. As
 * Nest's guard it refuses requests that did not pass that step
 * (docs/decisions/policy-before-the-body.md).
 */
@Injectable()
export class PolicyGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly rateGuard: RateGuard,
    private readonly clock: Clock,
  ) {}

  /** Sockets are asked who they are by the gateway, at each resume. */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isGuarded(request) && !request.isAuthorized) throw problem('signed-out');
    return true;
  }

  /** Looks up who asks. @throws Problem, Refusal, TooManyRequests */
  async authorize(request: FastifyRequest): Promise<void> {
    if (!isGuarded(request)) return;
    const token = Browser.sessionToken(request);
    request.caller = await this.callerOf(request, token);
    await this.rateGuard.afterAuthentication(request, request.caller);
    this.check(request);
    request.isAuthorized = true;
  }

  private callerOf(
    request: FastifyRequest,
    token: string | undefined,
  ): Promise<Caller | undefined> {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD')
      return this.callers.ofQuery(token, afterPosition(request));
    return rowOf(method, routeOf(request)) === commandRow
      ? this.callers.ofCommand(token)
      : this.callers.of(token);
  }

  /** @throws Problem, Refusal */
  private check(request: FastifyRequest): void {
    const { method } = request;
    const rule = ruleOf(method, routeOf(request));
    if (rule === 'anyone') return;
    const { caller } = request;
    if (!caller) throw problem('signed-out');
    if (isOfAnother(request, caller)) throw problem('another-account');
    if (
      !isInGrace(caller.account, this.clock.now()) &&
      !withoutVerification.has(rowOf(method, routeOf(request)))
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
    if (url.startsWith('/api') && !ruleOf(verb, url))
      throw new Error(`${verb} ${url} has no row in the policy`);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the policy was checked, before the body was read. */
    isAuthorized: boolean;
  }
}

/** Whether a tab asks that has not heard yet that its browser signed in to another account. */
const isOfAnother = (
  { headers: { 'x-account': asker } }: FastifyRequest,
  { account }: Caller,
): boolean => asker !== undefined && asker !== account.id;
const routeOf = ({ routeOptions: { url = '' } }: FastifyRequest): string => url;
const isGuarded = (request: FastifyRequest): boolean =>
  routeOf(request).startsWith('/api') && !isDescription(request.method, routeOf(request));
const isDescription = (method: string, route: string): boolean =>
  (method === 'GET' || method === 'HEAD') && descriptions.has(route);
/** A HEAD is a GET without the body of its answer. */
const rowOf = (method: string, route: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${route}`;

/**
 * Undefined: no rule opens the route, so it is refused to everybody. Unknown paths answer 404 to
 * whoever is signed in.
 */
function ruleOf(method: string, route: string): EndpointRule | undefined {
  if (unknownPaths.some((path) => path === route)) return 'account';
  return isDescription(method, route) ? 'anyone' : rules[rowOf(method, route)];
}
