import { Unavailable } from '#platform/common/unavailable.js';
import { readConfig } from '#platform/common/config/config.js';
import { expect, jest, test } from '@jest/globals';
import { createLogger } from '#platform/process/logger.js';
import { pino } from 'pino';
import { problem } from './problems/problem.js';
import { runInOrder } from './request-steps.js';
import { createServer, readableUrl, refuseOtherTypes } from './server.js';

async function fetchOwnAddress(env: Readonly<Record<string, string>>): Promise<string> {
  const { server } = await createServer(readConfig(env), createLogger('silent'));
  server.get('/who', async ({ ip }) => ip);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const body = await (
    await fetch(`${address}/who`, { headers: { 'x-forwarded-for': '127.0.0.9, 198.51.100.7' } })
  ).text();
  await server.close();
  return body;
}

test('behind a proxy the client address is the one that the proxy saw', async () =>
  expect(await fetchOwnAddress({ TRUST_PROXY: '1' })).toBe('198.51.100.7'));
test('without a proxy the client address is the connection’s', async () =>
  expect(await fetchOwnAddress({})).toBe('127.0.0.1'));

test.each([
  ['/api/leads/%zz?q=%zz', '/api/leads/%25zz?q=%zz'],
  ['/api/%ff', '/api/%25ff'],
  ['/api/a%20b?q=%', '/api/a%20b?q=%'],
])('a path that cannot be decoded is read literally: %s', (url, readable) =>
  expect(readableUrl(url)).toBe(readable),
);

test.each([
  ['/api/commands/LeaveOrganization', 'text/plain', 415],
  ['/api/commands/LeaveOrganization', 'multipart/form-data; boundary=x', 415],
  ['/api/commands/LeaveOrganization', 'application/offset+octet-stream', 415],
  ['/api/commands/LeaveOrganization', 'Application/JSON; charset=utf-8', 400], // An empty text is not JSON.
  ['/api/commands/LeaveOrganization', undefined, 200],
  ['/api/files', 'multipart/form-data; boundary=x', 200],
  ['/api/files', 'application/offset+octet-stream', 415],
  ['/api/uploads/one', 'application/offset+octet-stream', 200],
])('%s without a body, declared as %s, is answered %d', async (url, type, status) => {
  const { server } = await createServer(readConfig({}), createLogger('silent'));
  server.addHook('onRequest', runInOrder([refuseOtherTypes]));
  for (const path of ['/api/commands/:name', '/api/files', '/api/uploads/:fileId'])
    server.post(path, async () => 'done');
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}${url}`, {
    method: 'POST',
    headers: type === undefined ? {} : { 'content-type': type },
  });
  await answer.text();
  expect(answer.status).toBe(status);
  await server.close();
});

test('a refusal for a limit is logged without a stack, a failure with its stack', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { server } = await createServer(readConfig({}), logger);
  server.get('/limited', async () => Promise.reject(problem('overloaded')));
  server.get('/failing', async () => Promise.reject(new Error('broken')));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const fetchStatus = async (path: string) => {
    const answer = await fetch(`${address}${path}`);
    await answer.text();
    return answer.status;
  };
  expect([await fetchStatus('/limited'), await fetchStatus('/failing')]).toEqual([503, 500]);
  const [limited, failing] = lines.map(
    (line) =>
      JSON.parse(line) as { level: number; msg: string; code?: string; err?: { stack: string } },
  );
  expect(limited).toMatchObject({
    level: 40,
    msg: 'refused for a limit',
    code: 'overloaded',
    route: '/limited',
  });
  expect([limited!.err, failing!.err!.stack]).toEqual([
    undefined,
    expect.stringContaining('broken'),
  ]);
  await server.close();
});

test('an outage that refuses many requests is logged once per second', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { server } = await createServer(readConfig({}), logger);
  server.get('/:part', async ({ params }) =>
    Promise.reject(new Unavailable(`No ${(params as { part: string }).part}`)),
  );
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1e9);
  for (const part of ['log', 'log', 'keys', 'log'])
    await (await fetch(`${address}/${part}`)).text();
  clock.mockReturnValue(1e9 + 1_000);
  await (await fetch(`${address}/log`)).text();
  clock.mockRestore();
  await server.close();
  expect(lines.map((line) => (JSON.parse(line) as { err: Error }).err.message)).toEqual([
    'No log',
    'No keys',
    'No log',
  ]);
});

test.each([
  ['/api/docs/bundle.js', null],
  ['/api/openapi.json', null],
  ['/api/leads', 'br'],
])('%s is sent to a client that reads brotli with the encoding %s', async (path, encoding) => {
  const { server } = await createServer(readConfig({}), createLogger('silent'));
  for (const route of ['/api/docs/:file', '/api/openapi.json', '/api/leads'])
    server.get(route, (_, reply) => reply.type('text/plain').send('Baner '.repeat(500)));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}${path}`, { headers: { 'accept-encoding': 'br' } });
  await answer.text();
  await server.close();
  expect(answer.headers.get('content-encoding')).toBe(encoding);
});
