import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { keyStoreContract } from '#platform/sealing/key-store/key-store.contract.js';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { KeysMissing } from '#platform/sealing/key-store/key-store.js';
import { connectToNewDatabases } from './programs/mongod.js';

const { connect } = await connectToNewDatabases();
const databaseNames = new WeakMap<object, string>();

async function open(database = `keys-${randomUUID().slice(0, 8)}`) {
  const store = await KeyStoreOnMongo.open(await connect(database));
  databaseNames.set(store, database);
  return store;
}

keyStoreContract(open, async (store) => {
  await store.close();
  return open(databaseNames.get(store));
});

test('if several first starts happen at once, one creates the secrets, and all share them', async () => {
  const stores = await Promise.all(Array.from({ length: 6 }, () => open('raced')));
  const secrets = await Promise.all(stores.map((store) => store.readSecrets()));
  for (const each of secrets) expect(each).toEqual(secrets[0]);
});

test('if two logs claim the keys at once, one log gets them', async () => {
  const [firstStore, secondStore] = [await open('claimed'), await open('claimed')];
  const outcomes = await Promise.allSettled([
    firstStore.bindToLog('log-1', { hasEvents: false }),
    secondStore.bindToLog('log-2', { hasEvents: false }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toBeInstanceOf(
    KeysMissing,
  );
});

test('a key is destroyed once, even by several at once', async () => {
  const store = await open();
  const key = await store.store();
  await Promise.all(
    ['event-1', 'event-2', 'event-3'].map((event) => store.destroy([key.id, 'never made'], event)),
  );
  const destroyed = await store.get([key.id, 'never made']);
  await store.destroy([key.id, 'never made'], 'event-4');
  expect(await store.get([key.id, 'never made'])).toEqual(destroyed);
});

test('the keys have their own database', async () => {
  const mongo = await connect('apart');
  await KeyStoreOnMongo.open(mongo);
  expect(mongo.part('keys').db.databaseName).toBe('apart_keys');
  expect(
    (await mongo.part('keys').db.listCollections().toArray()).map(({ name }) => name),
  ).toContain('store');
});
