import { readConfig } from '#platform/common/config/config.js';
import { expect, test } from '@jest/globals';
import { makeLogger } from '#platform/process/logger.js';
import { makeServer, readableUrl } from './server.js';

async function whoAsks(env: Readonly<Record<string, string>>): Promise<string> {
  const { server } = await makeServer(readConfig(env), makeLogger('silent'));
  server.get('/who', async ({ ip }) => ip);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const body = await (await fetch(`${address}/who`, { headers: { 'x-forwarded-for': '127.0.0.9, 198.51.100.7' } })).text();
  await server.close();
  return body;
}

test('behind a proxy it is whom the proxy saw who asks, whatever they say themselves', async () =>
  expect(await whoAsks({ TRUST_PROXY: '1' })).toBe('198.51.100.7'));
test('without one it is who is connected', async () => expect(await whoAsks({})).toBe('127.0.0.1'));

test.each([
  ['/api/leads/%zz?q=%zz', '/api/leads/%25zz?q=%zz'],
  ['/api/%ff', '/api/%25ff'],
  ['/api/a%20b?q=%', '/api/a%20b?q=%'],
])('a path that cannot be decoded is read literally: %s', (url, read) => expect(readableUrl(url)).toBe(read));
