import cookies from '@fastify/cookie';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { join } from 'node:path';
import { Browser } from './browser.js';
import { runInOrder } from '../../http/request-steps.js';
import { readHostCookies, renewCookies } from './host-cookies.js';
import { Sessions } from './sessions.js';

const createFolder = folders();

test('a session of an earlier build survives lost and late answers while its cookie is renamed', async () => {
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const sessions = new Sessions(secrets, clock);
  const config = { publicUrl: 'https://crm.example.com' };
  const server = fastify();
  await server.register(cookies);
  server.addHook(
    'onRequest',
    runInOrder([readHostCookies(config), renewCookies(config, sessions)]),
  );
  server.get(
    '/',
    async (request) => (await sessions.find(Browser.sessionToken(request)))?.accountId ?? 'nobody',
  );
  const token = await sessions.start('asha', 'code');
  const url = await server.listen();
  const ask = async (name: string) => {
    const answer = await fetch(url, { headers: { cookie: `${name}fieldtrace_session=${token}` } });
    return { accountId: await answer.text(), cookies: answer.headers.getSetCookie() };
  };

  expect((await ask('')).accountId).toBe('asha');
  const again = await ask('');
  expect(again.accountId).toBe('asha');
  expect(again.cookies).toContainEqual(
    expect.stringMatching(`^__Host-fieldtrace_session=${token}; Max-Age=31536000;`),
  );
  await clock.pause(24 * 60 * 60_000);
  expect((await ask('')).accountId).toBe('nobody');
  expect((await ask('__Host-')).accountId).toBe('asha');
  await server.close();
  await secrets.close();
});
