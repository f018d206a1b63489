import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { type DoorRule, policy } from '#domain/policy.js';
import type { FastifyInstance } from 'fastify';
import { Browser } from '../sessions/browser.js';
import { type AccountCard, type People, graceEndsAt } from '../sessions/people.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Caller } from './caller.js';
import { problem } from './problem.js';

/** What describes the doors is no door: no row in the policy, no session. In OpenAPI the open ones say `security: []`. */
const descriptions: ReadonlySet<string> = new Set(['/api/openapi.json', '/api/docs', '/api/docs/:file']);
const unknownPaths = ['/api', '/api/*'] as const;
/** All that an account may do whose days of grace are over, until it verifies its number. */
const withoutVerification: ReadonlySet<string> = new Set(['GET /api/me', 'POST /api/auth/send-code']);

const rules: Readonly<Record<string, DoorRule>> = { ...policy.queries, ...policy.doors };

export type Callers = { of(sessionToken: string | undefined): Promise<Caller | undefined> };

/** A session counts while its account lives; one that a sign-up began, only until the number is verified. */
export const callersFrom = (sessions: Sessions, people: People): Callers => ({
  async of(token) {
    const session = await sessions.find(token);
    if (!session) return undefined;
    const [account, membership] = await Promise.all([people.account(session.accountId), people.membership(session.accountId)]);
    if (!account || (session.begunBy === 'sign-up' && account.verified)) return undefined;
    return { session, account, membership };
  },
});

/**
 * Before a route is looked at and before a body is read: who asks, and may they ever? Every path under `/api`, known or
 * not, needs a session unless the policy opens it to anyone. The route's own pattern decides, so that no other spelling
 * of a path gets past; a route without a row in the policy stops the process at its start.
 */
export function addGate(server: FastifyInstance, callers: Callers, now: () => string): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('refusal', undefined);
  server.addHook('onRoute', ({ url, method }) => {
    for (const verb of [method].flat())
      if (url.startsWith('/api') && !isDescription(url) && !unknownPaths.some((path) => path === url) && !(rowOf(verb, url) in rules))
        throw new Error(`${verb} ${url} has no row in the policy`);
  });
  for (const path of unknownPaths)
    server.all(path, () => {
      throw problem('unknown-path');
    });
  server.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (!route.startsWith('/api') || isDescription(route)) return;
    const row = rowOf(request.method, route);
    const rule = rules[row];
    const caller = await callers.of(Browser.sessionToken(request));
    request.caller = caller;
    if (rule === 'anyone') return;
    if (!caller) throw problem('signed-out');
    if (!caller.account.verified && !isInGrace(caller.account, now()) && !withoutVerification.has(row)) refuse('verification-needed');
    if (rule && !mayEver(rule, caller.membership?.role)) refuse(caller.membership ? 'not-allowed' : 'organization-needed');
  });
}

/** Verified, or not yet asked to be. */
export const isInGrace = (account: AccountCard, now: string): boolean => account.verified || graceEndsAt(account) > now;

/** A HEAD is a GET whose answer nobody reads. */
const rowOf = (method: string, route: string): string => `${method === 'HEAD' ? 'GET' : method} ${route}`;
const isDescription = (route: string): boolean => descriptions.has(route);
