import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { commandEndpoint } from '../http/command-name.js';
import { Metrics, recordDuration } from './metrics.js';

let server: FastifyInstance;
let url: string;
let conflicts: number;
let metrics: Metrics;

beforeEach(async () => {
  conflicts = 0;
  server = fastify();
  const registry = new MetricsRegistry();
  metrics = new Metrics(
    registry,
    { conflicts: () => conflicts } as never,
    { counts: () => new Map([['read', 5]] as const) } as never,
    { rejectedCount: 3 } as never,
  );
  server.addHook('onResponse', async (request, reply) => recordDuration(metrics, request, reply));
  server.get('/metrics', () => registry.metrics());
  server.post(commandEndpoint, async (request, reply) =>
    reply.code((request.body as { status: number }).status).send(),
  );
  server.get('/api/leads/:leadId', async () => ({}));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

const ask = async (path: string, body?: object) => {
  const options = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return (await fetch(`${url}${path}`, options)).text();
};
const send = (name: string, status = 200) => ask(`/api/commands/${name}`, { status });
const readMetrics = async () =>
  (await ask('/metrics')).split('\n').filter((line) => !line.startsWith('#'));
const readFigure = async (name: string) =>
  (await readMetrics()).find((line) => line.startsWith(`${name} `))?.split(' ')[1];

test('commands are timed by type and outcome', async () => {
  await send('CreateLead');
  await send('CreateLead');
  await send('CreateLead', 409);
  expect(await readFigure('fieldtrace_command_seconds_count{type="CreateLead",status="200"}')).toBe(
    '2',
  );
  expect(await readFigure('fieldtrace_command_seconds_count{type="CreateLead",status="409"}')).toBe(
    '1',
  );
  expect(
    (await readMetrics()).filter((line) =>
      line.startsWith('fieldtrace_command_seconds_bucket{le="0.1",type="CreateLead"'),
    ),
  ).toHaveLength(2);
});

test('refused requests are counted', async () =>
  expect(await readFigure('fieldtrace_turned_away_total')).toBe('3'));

test('made-up values are no labels, neither command names nor addresses', async () => {
  await send('Kamla-Devi-9876543210', 404);
  await ask('/api/leads/0190a6c2?q=Kamla');
  const everything = (await readMetrics()).join('\n');
  expect(everything).not.toMatch(/Kamla|0190a6c2/);
  expect(everything).toContain('type="unknown",status="404"');
  expect(everything).toContain('route="/api/leads/:leadId",status="200"');
});

test('conflicts and reported deliveries are counted', async () => {
  conflicts = 3;
  expect(await readFigure('fieldtrace_conflicts_total')).toBe('3');
  expect(await readFigure('fieldtrace_messages_total{state="read"}')).toBe('5');
});

test('answers to members are counted by organization; beyond a thousand, together', async () => {
  for (let number = 1; number <= 1_002; number++) {
    metrics.countOrganizationAnswer(`o${number}`, 200);
    metrics.countOrganizationAnswer(`o${number}`, 503);
  }
  metrics.countOrganizationAnswer('o1', 201);
  const count = (organization: string, status: string) =>
    readFigure(
      `fieldtrace_organization_answers_total{organization="${organization}",status="${status}"}`,
    );
  expect(await count('o1', '2xx')).toBe('2');
  expect(await count('o1000', '5xx')).toBe('1');
  expect(await count('o1001', '5xx')).toBeUndefined();
  expect(await count('others', '5xx')).toBe('2');
});
