import { Refusal } from '#domain/kernel/refusal.js';
import { fastify, type FastifyRequest } from 'fastify';
import { expect, test } from '@jest/globals';
import type { Caller } from './caller.js';
import { PolicyGuard, checkHasRule } from './policy.guard.js';

const admin = {
  account: { id: 'meera', verified: true },
  membership: { role: 'admin' },
} as unknown as Caller;
const guard = new PolicyGuard(
  {
    load: async () => admin,
    loadForQuery: async () => admin,
    loadForCommand: async () => admin,
  } as never,
  { countAfterAuthentication: async () => {} } as never,
  { now: () => '2026-11-28T09:30:00.000Z' } as never,
);
const ask = (method: string, url: string, headers = {}) =>
  guard
    .authorize({ method, headers, cookies: {}, routeOptions: { url } } as unknown as FastifyRequest)
    .then(
      () => 'passes',
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    );

test.each([
  ['GET', '/api/leads', 'passes'],
  ['GET', '/api/secrets', 'not-allowed'],
  ['HEAD', '/api/secrets', 'not-allowed'],
  ['PUT', '/api/leads', 'not-allowed'],
  ['GET', '/api/docs', 'passes'],
  ['POST', '/api/docs', 'not-allowed'],
  ['POST', '/api/*', 'passes'],
])('%s %s by an admin: %s', async (method, url, answer) =>
  expect(await ask(method, url)).toBe(answer),
);

test('Nest’s guard refuses a request that was not authorized before its body was read', async () => {
  const request = { method: 'GET', headers: {}, cookies: {}, routeOptions: { url: '/api/leads' } };
  const context = { getType: () => 'http', switchToHttp: () => ({ getRequest: () => request }) };
  expect(() => guard.canActivate(context as never)).toThrow('Please sign in.');
  await guard.authorize(request as unknown as FastifyRequest);
  expect(guard.canActivate(context as never)).toBe(true);
});

test.each(['GET /api/leads', 'POST /api/commands/:name', 'POST /api/files'])(
  'refuses %s of a tab of another account',
  async (route) => {
    const [method = '', url = ''] = route.split(' ');
    expect(await ask(method, url, { 'x-account': 'meera' })).toBe('passes');
    expect(await ask(method, url, { 'x-account': 'ravi' })).toMatchObject({
      status: 401,
      code: 'another-account',
    });
  },
);

test.each([
  ['GET', '/api/secrets'],
  ['POST', '/api/openapi.json'],
  ['PUT', '/api/leads'],
] as const)('a route without a rule stops the start: %s %s', (method, url) => {
  const server = fastify();
  server.addHook('onRoute', checkHasRule);
  expect(() => server.route({ method, url, handler: async () => 'open' })).toThrow(
    `${method} ${url} has no row in the policy`,
  );
});
