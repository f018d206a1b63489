import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { KeyValueStoreOnMongo } from '#platform/storage/key-value-store/key-value-store-on-mongo.js';
import { NotarizedLog } from '#platform/testing/notary/notary-for-specs.js';
import { expect, test } from '@jest/globals';
import { connectToNewDatabases } from './programs/mongod.js';

const { connect } = await connectToNewDatabases();

test('tiles, records and keys are kept in MongoDB, and damaged tiles are named', async () => {
  const mongo = await connect();
  const log = new EventLogInMemory();
  const open = async () =>
    new NotarizedLog(
      log,
      await KeyStoreOnMongo.open(mongo),
      await KeyValueStoreOnMongo.open(mongo, new ClockInMemory()),
    );
  const notarizedLog = await open();
  for (let stream = 0; stream < 300; stream++) await notarizedLog.append(`count-${stream}`, 2);
  const { size } = await notarizedLog.notary.coverNow();
  await notarizedLog.append('count-7', 1);
  const reopenedLog = await open();
  const proof = await reopenedLog.notary.proveRecord('count-7', 2);
  expect(proof.checkpoint.size).toBeGreaterThan(size);
  expect(await reopenedLog.notary.check()).toEqual([]);

  const tile = (await reopenedLog.secrets.get<{ hashes: string }>('notary log tiles', '0/0'))!;
  const value = {
    ...tile.value,
    hashes: tile.value.hashes.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')),
  };
  await reopenedLog.secrets.put('notary log tiles', '0/0', value, { expected: tile.version });
  expect(await reopenedLog.notary.check()).toEqual([
    { part: 'tile', tree: 'log', level: 0, index: 0, because: 'changed' },
  ]);
});
