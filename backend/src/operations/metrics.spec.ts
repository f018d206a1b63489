import type { Health } from '#platform/read-side/projections/projection-host.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { commandEndpoint } from '../api/commands/commands.controller.js';
import { Metrics, recordDuration } from './metrics.js';

let server: FastifyInstance;
let url: string;
let isAway: boolean;
let conflicts: number;
const stream = {
  collection: 'leads@1.1',
  stream: 'lead-org_1',
  position: '7',
  eventId: 'e',
  error: 'TypeError',
};
const health: Health = {
  position: '9',
  role: 'active',
  lagSeconds: 1.5,
  parked: [stream],
  trouble: undefined,
};
const unlessAway = async <Answer>(answer: Answer) => {
  if (isAway) throw new Unavailable('away');
  return answer;
};

beforeEach(async () => {
  [isAway, conflicts] = [false, 0];
  server = fastify();
  const metrics = new Metrics(
    { health: () => unlessAway(health) } as never,
    { depth: () => unlessAway({ waiting: 4, delayed: 3, active: 2, failed: 1 }) } as never,
    { standing: { size: 1 }, parkedCount: 2 } as never,
    { conflicts: () => conflicts } as never,
    { count: 12 } as never,
    { counts: () => new Map([['read', 5]] as const) } as never,
    { rejectedCount: 3 } as never,
  );
  server.addHook('onResponse', async (request, reply) => recordDuration(metrics, request, reply));
  server.get('/metrics', () => metrics.text());
  server.post(commandEndpoint, async (request, reply) =>
    reply.code((request.body as { status: number }).status).send(),
  );
  server.get('/api/leads/:leadId', async () => ({}));
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

const ask = async (path: string, body?: object) => {
  const given = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return (await fetch(`${url}${path}`, given)).text();
};
const send = (name: string, status = 200) => ask(`/api/commands/${name}`, { status });
const told = async () =>
  (await ask('/metrics')).split('\n').filter((line) => !line.startsWith('#'));
const figure = async (name: string) =>
  (await told()).find((line) => line.startsWith(`${name} `))?.split(' ')[1];

test('commands are timed by type and by how they were answered', async () => {
  await send('CreateLead');
  await send('CreateLead');
  await send('CreateLead', 409);
  expect(await figure('fieldtrace_command_seconds_count{type="CreateLead",status="200"}')).toBe(
    '2',
  );
  expect(await figure('fieldtrace_command_seconds_count{type="CreateLead",status="409"}')).toBe(
    '1',
  );
  expect(
    (await told()).filter((line) =>
      line.startsWith('fieldtrace_command_seconds_bucket{le="0.1",type="CreateLead"'),
    ),
  ).toHaveLength(2);
});

test('who was turned away is counted', async () =>
  expect(await figure('fieldtrace_turned_away_total')).toBe('3'));

test('what somebody makes up is no label: not a command’s name, not an address', async () => {
  await send('Kamla-Devi-9876543210', 404);
  await ask('/api/leads/0190a6c2?q=Kamla');
  const everything = (await told()).join('\n');
  expect(everything).not.toMatch(/Kamla|0190a6c2/);
  expect(everything).toContain('type="unknown",status="404"');
  expect(everything).toContain('route="/api/leads/:leadId"');
});

test('what an operator watches is there: lag, parked streams, sockets, jobs, conflicts', async () => {
  conflicts = 3;
  for (const [name, value] of [
    ['projection_lag_seconds', '1.5'],
    ['parked_streams', '1'],
    ['reactors_standing', '1'],
    ['parked_effects', '2'],
    ['sockets', '12'],
    ['jobs{state="waiting"}', '4'],
    ['jobs{state="delayed"}', '3'],
    ['jobs{state="active"}', '2'],
    ['jobs{state="failed"}', '1'],
    ['conflicts_total', '3'],
    ['messages_total{state="read"}', '5'],
  ])
    expect([name, await figure(`fieldtrace_${name}`)]).toEqual([name, value]);
});

test('while a part is away the other figures are told all the same', async () => {
  isAway = true;
  await send('CreateLead');
  expect(await figure('fieldtrace_sockets')).toBe('12');
  expect(await figure('fieldtrace_command_seconds_count{type="CreateLead",status="200"}')).toBe(
    '1',
  );
  expect(await figure('fieldtrace_jobs{state="waiting"}')).toBeUndefined();
});
