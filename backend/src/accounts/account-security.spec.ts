import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/sessions/passwords.js';
import { SessionEndings } from '../auth/sessions/session-endings.js';
import { Sessions } from '../auth/sessions/sessions.js';
import { AccountSecurity } from './account-security.js';

const createFolder = folders();

test('a crash after a password is set leaves no session and no trusted browser from before', async () => {
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const sessions = new Sessions(secrets, clock);
  const trust = await sessions.addTrust('asha');
  await sessions.start('asha', 'code', { trust });

  class CrashingAfterSet extends Passwords {
    override async set(...parameters: Parameters<Passwords['set']>): Promise<never> {
      await super.set(...parameters);
      throw new Error('crashed');
    }
  }
  const passwords = new CrashingAfterSet(secrets, clock);
  const endings = new SessionEndings(sessions);
  const security = new AccountSecurity(
    passwords,
    sessions,
    endings,
    { send: async () => undefined } as never,
    { count: async () => undefined } as never,
  );
  const caller = {
    account: { id: 'asha', phone: '+919820000001' },
    session: { id: 'one', accountId: 'asha', begunBy: 'code' },
  };

  await expect(security.setPassword(caller as unknown as Caller, '', 'Kolhapur-7')).rejects.toThrow(
    'crashed',
  );
  expect(await passwords.findVersion('asha')).toBeGreaterThan(0);
  expect(await sessions.listByAccount('asha')).toEqual([]);
  expect(await sessions.findTrust([trust], 'asha')).toBeUndefined();
  await secrets.close();
});
