import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { keyValueStoreContract } from '#platform/storage/key-value-store/key-value-store.contract.js';
import { KeyValueStoreOnMongo } from '#platform/storage/key-value-store/key-value-store-on-mongo.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { until } from '../acceptance/product/until.js';
import { connectToNewDatabases } from './programs/mongod.js';

/** The server sweeps expired records each second, instead of each minute. */
const { connect } = await connectToNewDatabases({ ttlMonitorSleepSecs: '1' });
const databaseNames = new WeakMap<object, string>();

async function open(clock: ClockInMemory, database = `secrets-${randomUUID().slice(0, 8)}`) {
  const store = await KeyValueStoreOnMongo.open(await connect(database), clock);
  databaseNames.set(store, database);
  return store;
}

keyValueStoreContract(open, async (store, clock) => {
  await store.close();
  return open(clock, databaseNames.get(store));
});

test('expired records are deleted by the server, whatever the store’s clock', async () => {
  const mongo = await connect('swept');
  const clock = new ClockInMemory();
  const store = await KeyValueStoreOnMongo.open(mongo, clock);
  const anHourAgo = new Date(Date.parse(clock.now()) - 3_600_000).toISOString();
  await store.put('challenge', 'old', 1, { expected: 0, expiresAt: anHourAgo });
  await store.put('challenge', 'young', 1, { expected: 0, expiresAt: clock.now() });
  await store.put('challenge', 'endless', 1, { expected: 0 });
  await store.count('codes', 'ended', -3_600);
  await store.count('codes', 'counted', 60);
  const readStoredIds = async () =>
    (
      await mongo.part('secrets').db.collection<{ _id: { id: string } }>('secrets').find().toArray()
    ).map(({ _id: { id } }) => id);
  await until(async () => (await readStoredIds()).length === 3);
  expect(await readStoredIds()).toEqual(['young', 'endless', 'counted']);
  expect(await store.get('challenge', 'young')).toBeUndefined();
});

test('an id that looks like a query is an id', async () => {
  const store = await open(new ClockInMemory());
  await store.put('session', 's', { owner: 'a' }, { expected: 0 });
  const queryLikeId = { $gt: '' } as unknown as string;
  expect(await store.get('session', queryLikeId)).toBeUndefined();
  await expect(store.findByOwner('session', queryLikeId)).resolves.toEqual([]);
  await store.remove('session', queryLikeId);
  expect(await store.get('session', 's')).toBeDefined();
});
