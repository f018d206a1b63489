import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { join } from 'node:path';
import { Deliveries, type DeliveryState, deliveryStates } from './deliveries.js';

const createFolder = folders();
const at = '2026-11-21T09:30:00.000Z';

function open() {
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  return { clock, secrets, deliveries: new Deliveries(secrets, clock) };
}

test('in any order and with repetitions, the report of the latest state wins', async () => {
  const { deliveries, secrets } = open();
  let number = 0;
  const reports = fc.array(fc.constantFrom(...deliveryStates), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(reports, async (states: readonly DeliveryState[]) => {
      const id = `message-${number++}`;
      await Promise.all(states.map((state) => deliveries.record(id, { state, at })));
      const best = Math.max(...states.map((state) => deliveryStates.indexOf(state)));
      expect((await deliveries.find(id))?.state).toBe(deliveryStates[best]);
    }),
    { numRuns: 50 },
  );
  await secrets.close();
});

test('a repeated report is recorded and counted once', async () => {
  const { deliveries, secrets } = open();
  const failed = { state: 'failed', at, code: 131_026 } as const;
  expect([await deliveries.record('1', failed), await deliveries.record('1', failed)]).toEqual([
    true,
    false,
  ]);
  expect(await deliveries.find('1')).toEqual(failed);
  expect(deliveries.counts().get('failed')).toBe(1);
  await secrets.close();
});

test('deliveries are forgotten after a week', async () => {
  const { clock, deliveries, secrets } = open();
  await deliveries.record('1', { state: 'read', at });
  await clock.pause(8 * 24 * 60 * 60_000);
  expect(await deliveries.find('1')).toBeUndefined();
  await secrets.close();
});
