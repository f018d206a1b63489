import { expect, test } from '@jest/globals';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { readStoreContract } from '#platform/read-side/read-store/read-store.contract.js';
import {
  InvalidQuery,
  type Commit,
  NoSuchCollection,
} from '#platform/read-side/read-store/read-store.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { connectToNewDatabases } from './programs/mongod.js';

const { connect } = await connectToNewDatabases();

const openStore = async () => {
  let clockAheadMs = 0;
  const store = await ReadStoreOnMongo.open(await connect(), { clockAheadMs: () => clockAheadMs });
  return { store, advanceClock: (milliseconds: number) => void (clockAheadMs += milliseconds) };
};
readStoreContract(openStore);

const people = (generation = 1) => ({
  name: `people@1.${generation}`,
  indexes: [{ equal: ['organizationId'], sort: ['name'] }],
  filters: ['city'],
  search: ['name'],
  hasSums: true,
});
const json = JSON.stringify({ organizationId: 'org', city: 'Pune', name: 'Asha' });
const checkpointAt = (position: string) => ({
  log: 'log',
  position,
  eventId: '',
  stream: '',
  revision: 0,
  epoch: 0,
});
const commitOf = (parts: Partial<Commit>): Commit => ({
  track: 'current',
  expected: undefined,
  checkpoint: checkpointAt('1'),
  documents: [],
  sums: [],
  changes: [],
  ...parts,
});
const page = { filter: { organizationId: 'org' }, sort: ['name'], limit: 5 };

async function openWithMongo() {
  const mongo = await connect();
  return { mongo, db: mongo.part('views').db, store: await ReadStoreOnMongo.open(mongo) };
}

test('a missing index is created at the start; a different one is refused', async () => {
  const { db, store } = await openWithMongo();
  await store.ensure([people()]);
  const declared = 'organizationId/name';
  const readIndexNames = async () =>
    (await db.collection('people@1.1').indexes()).map(({ name }) => name);
  expect(await readIndexNames()).toEqual(['_id_', declared]);
  await db.collection('people@1.1').dropIndex(declared);
  await store.ensure([people()]);
  expect(await readIndexNames()).toEqual(['_id_', declared]);
  await db.collection('people@1.1').dropIndex(declared);
  await db.collection('people@1.1').createIndex({ json: 1 }, { name: declared });
  await expect(store.ensure([people()])).rejects.toThrow('IndexKeySpecsConflict');
});

test('a half-created or half-dropped collection counts as missing, and is created again', async () => {
  const { db, store } = await openWithMongo();
  await db.collection<{ _id: string }>('people@1.1').insertOne({ _id: 'left over' });
  await store.ensure([people()]);
  expect(await db.collection('people@1.1').countDocuments()).toBe(0);
});

test('searches without results do not reread the declaration, and a collection dropped meanwhile is never read as empty', async () => {
  const { mongo, db, store } = await openWithMongo();
  const reader = await ReadStoreOnMongo.open(mongo);
  await store.ensure([people()]);
  await store.commit(commitOf({ documents: [{ collection: 'people@1.1', id: 'org_1', json }] }));
  const emptyPage = { ...page, filter: { organizationId: 'another' } };
  await db.command({ profile: 2 });
  const startedAt = performance.now();
  for (let times = 0; times < 20; times++)
    expect((await reader.find('people@1.1', emptyPage)).items).toEqual([]);
  const halfSeconds = Math.ceil((performance.now() - startedAt) / 500);
  await db.command({ profile: 0 });
  const declarationReads = {
    op: 'query',
    'command.find': 'state',
    'command.filter._id.$in': 'collection people@1.1',
  };
  expect(
    await db.collection('system.profile').countDocuments(declarationReads),
  ).toBeLessThanOrEqual(halfSeconds);
  expect(
    await db
      .collection('system.profile')
      .countDocuments({ op: 'query', 'command.find': 'people@1.1' }),
  ).toBe(20);

  const secondReader = await ReadStoreOnMongo.open(mongo);
  await secondReader.find('people@1.1', emptyPage);
  let isDropped = false;
  const dropping = store.drop(['people@1.1']).then(() => (isDropped = true));
  const answers: unknown[] = [];
  while (!isDropped)
    answers.push(
      await secondReader.find('people@1.1', page).then(({ items }) => items.length, Object),
    );
  await dropping;
  expect(answers.filter((answer) => answer !== 1 && !(answer instanceof NoSuchCollection))).toEqual(
    [],
  );
  await expect(secondReader.find('people@1.1', page)).rejects.toThrow(NoSuchCollection);
});

test('a process that reads a dropped collection is told so, and its views continue with the new one', async () => {
  const { mongo, store } = await openWithMongo();
  const reader = await ReadStoreOnMongo.open(mongo);
  const views = new Views(reader);
  const view = { name: 'people', version: 1 };
  const fillGeneration = async (generation: number, name: string) => {
    const { name: collection } = people(generation);
    await store.ensure([people(generation)]);
    const expected = await store.readCheckpoint('current');
    const documents = [{ collection, id: 'org_1', json: json.replace('Asha', name) }];
    const sums = [{ collection, key: 'org_all', amounts: { people: generation } }];
    await store.commit(
      commitOf({
        expected,
        checkpoint: checkpointAt(String(generation)),
        documents,
        sums,
        promotes: { track: 'rebuild', current: { people: collection } },
      }),
    );
  };
  await fillGeneration(1, 'Asha');
  expect(await views.getOne(view, 'org', '1')).toMatchObject({ name: 'Asha' });
  await fillGeneration(2, 'Ravi');
  await store.drop(['people@1.1']);
  await expect(reader.find('people@1.1', page)).rejects.toThrow(NoSuchCollection);
  await expect(reader.readSums('people@1.1', ['org_all'])).rejects.toThrow(NoSuchCollection);
  await expect(
    reader.commit(
      commitOf({
        expected: checkpointAt('2'),
        documents: [{ collection: 'people@1.1', id: 'org_1', json }],
      }),
    ),
  ).rejects.toThrow(NoSuchCollection);
  expect((await views.find(view, 'org', { sort: ['name'], limit: 5 })).documents).toHaveLength(1);
  expect(await views.getOne(view, 'org', '1')).toMatchObject({ name: 'Ravi' });
  expect((await views.getSums(view, 'org', ['all'])).get('all')).toEqual({ people: 2 });
});

test('a value that looks like an operator is a value, or is refused', async () => {
  const { store } = await openWithMongo();
  await store.ensure([people()]);
  await store.commit(commitOf({ documents: [{ collection: 'people@1.1', id: 'org_1', json }] }));
  const operator = { $gt: '' } as unknown as string;
  expect((await store.get('people@1.1', [operator])).size).toBe(0);
  expect(
    (await store.find('people@1.1', { ...page, filter: { organizationId: operator } })).items,
  ).toEqual([]);
  await expect(
    store.find('people@1.1', {
      ...page,
      filter: { organizationId: 'org', city: { in: [operator] } },
    }),
  ).rejects.toThrow(InvalidQuery);
  await expect(
    store.find('people@1.1', { ...page, filter: { organizationId: 'org', city: operator } }),
  ).rejects.toThrow(InvalidQuery);
  expect(
    await store.countEach(
      'people@1.1',
      { filter: { organizationId: 'org' }, search: ['a.*', '$where'] },
      'city',
    ),
  ).toEqual({});
  expect(await store.acquireLease('$holder', 1_000)).toEqual({ epoch: 1 });
  expect(await store.acquireLease('$value.holder', 1_000)).toBeUndefined();
});

test('two builds have sets of views of their own, and an unused one is dropped whole', async () => {
  const mongo = await connect();
  let clockAheadMs = 0;
  const open = (set?: string) =>
    ReadStoreOnMongo.open(mongo, { set, clockAheadMs: () => clockAheadMs });
  const [storeOfNoSet, oldStore, nextStore] = [await open(), await open('old'), await open('next')];
  for (const store of [storeOfNoSet, oldStore, nextStore]) {
    expect(await store.acquireLease('one host of each', 1_000)).toBeDefined();
    await store.ensure([people()]);
  }
  const oldCommit = { documents: [{ collection: 'people@1.1', id: 'org_1', json }] };
  await oldStore.commit(commitOf({ ...oldCommit, checkpoint: { ...checkpointAt('7'), epoch: 1 } }));
  await nextStore.commit(commitOf({ checkpoint: { ...checkpointAt('3'), epoch: 1 } }));
  expect((await oldStore.get('people@1.1', ['org_1'])).size).toBe(1);
  expect((await nextStore.get('people@1.1', ['org_1'])).size).toBe(0);
  expect((await nextStore.readCheckpointsOfOtherSets()).map(({ position }) => position)).toEqual([
    '7',
  ]);

  await nextStore.dropUnusedSets(60_000);
  await oldStore.acquireLease('one host of each', 1_000);
  expect(await oldStore.readLeaseFreeMs()).toBe(0);
  clockAheadMs = 30_000;
  expect(await oldStore.readLeaseFreeMs()).toBeGreaterThan(25_000);
  await oldStore.acquireLease('one host of each', 1_000);
  clockAheadMs = 65_000;
  await nextStore.dropUnusedSets(60_000);
  expect((await oldStore.get('people@1.1', ['org_1'])).size).toBe(1);
  expect(await storeOfNoSet.listCollections()).toEqual([]);
  clockAheadMs = 100_000;
  await nextStore.dropUnusedSets(60_000);
  const names = (await mongo.part('views').db.listCollections().toArray()).map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith('next.'))).toEqual([]);
  expect(await nextStore.listCollections()).toEqual(['people@1.1']);
});

test('the holder of a lease learns who waits for it, and forgets who was killed in time', async () => {
  const { store, advanceClock } = await openStore();
  await store.acquireLease('kept', 10_000, 2);
  expect(await store.acquireLease('killed', 10_000, 2)).toBeUndefined();
  expect(await store.acquireLease('kept', 10_000, 2)).toMatchObject({ waiting: 2 });
  advanceClock(5_001);
  expect(await store.acquireLease('kept', 10_000, 2)).not.toHaveProperty('waiting');
});
