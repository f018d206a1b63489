import { afterAll, expect, test } from '@jest/globals';
import { BadConfig } from '#platform/common/config/config.js';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { startReplicaSet, startStandalone } from './programs/mongod.js';

const standalone = await startStandalone();
afterAll(() => standalone.stop());

test('a standalone server is refused with the commands that convert it', async () => {
  const connecting = connectMongo(standalone.url);
  await expect(connecting).rejects.toThrow(BadConfig);
  await expect(connecting).rejects.toThrow(
    /MONGO_URL: .* standalone[^]*mongod --replSet rs0[^]*rs\.initiate\(\)/,
  );
  await expect(connectMongo(standalone.url, { setting: 'KEYS_URL' })).rejects.toThrow('KEYS_URL');
});

test('a replica set that was never initiated is refused with the command for it', async () => {
  const ghost = await startStandalone(['--replSet', 'rs0']);
  await expect(connectMongo(ghost.url)).rejects.toThrow(/never initiated[^]*rs\.initiate\(\)/);
  await ghost.stop();
});

test.each(['nonsense', 'mongodb://', 'http://db.example.com'])(
  'an invalid address is refused: %s',
  async (url) => {
    await expect(connectMongo(url)).rejects.toThrow(BadConfig);
  },
);

test('a server that does not answer is unavailable, which may pass', async () => {
  await expect(connectMongo('mongodb://127.0.0.1:9/fieldtrace')).rejects.toThrow(Unavailable);
});

test('a replica set of one is accepted', async () => {
  const set = await startReplicaSet();
  const mongo = await connectMongo(set.urlOf('ours'));
  expect(
    (['views', 'keys', 'secrets'] as const).map((part) => mongo.part(part).db.databaseName),
  ).toEqual(['ours', 'ours_keys', 'ours_secrets']);
  await mongo.close();
  await set.stop();
});
