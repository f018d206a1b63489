import { waitUntil } from '#platform/testing/read-side-for-specs.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { commandEndpoint } from '../http/command-name.js';
import { answerProblem } from '../http/problems/problem.filter.js';
import { problem } from '../http/problems/problem.js';
import { logAnswer } from './log-answer.js';

let server: FastifyInstance;
let url: string;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  lines = [];
  server = fastify({
    logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    disableRequestLogging: true,
  });
  server.decorateRequest('problemCode', undefined);
  server.decorateRequest('refusal', undefined);
  server.decorateRequest('caller', undefined);
  server.setErrorHandler(answerProblem);
  server.addHook('onRequest', async (request) => {
    request.caller = { membership: { organization: { id: 'o1' } } } as never;
  });
  server.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  server.post(commandEndpoint, async ({ body }) => {
    if (body) throw new Error('broken');
    return {};
  });
  server.get('/api/leads/:leadId', async () => {
    throw problem('not-found');
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Log lines of a request's answer. */
async function fetchLogged(path: string, method = 'GET', body?: string) {
  const headers = { 'content-type': 'text/plain' };
  await (await fetch(`${url}${path}`, { method, body, headers })).text();
  await waitUntil(() => lines.some(({ msg }) => msg === 'answered'));
  return lines.filter(({ msg }) => msg === 'answered');
}

test('an answer is logged with its organization and command', async () => {
  expect(await fetchLogged('/api/commands/CreateLead', 'POST')).toEqual([
    expect.objectContaining({
      method: 'POST',
      route: commandEndpoint,
      organization: 'o1',
      command: 'CreateLead',
      status: 200,
    }),
  ]);
});

test('a name that is no command is typed text, and stays out of the log', async () => {
  expect(await fetchLogged('/api/commands/Asha-9876543210', 'POST')).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('Asha');
});

test('a refusal is logged with its code, and without the address of the request', async () => {
  expect(await fetchLogged('/api/leads/secret-id?search=Asha')).toEqual([
    expect.objectContaining({ route: '/api/leads/:leadId', status: 404, code: 'not-found' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret-id|Asha/);
});

test('an error is logged with its organization and command', async () => {
  await fetchLogged('/api/commands/CreateLead', 'POST', 'body');
  expect(lines.find(({ msg }) => msg === 'failed')).toMatchObject({
    route: commandEndpoint,
    command: 'CreateLead',
    organization: 'o1',
    method: 'POST',
  });
});
