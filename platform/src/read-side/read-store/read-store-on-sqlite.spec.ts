import Database from 'libsql';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pause } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { ReadStoreOnSqlite, builtViewsPath, draftOfBuiltViews } from './read-store-on-sqlite.js';
import { readStoreContract } from './read-store.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'views-'));
afterAll(() => rmSync(folder, { recursive: true }));
let fileCount = 0;

readStoreContract(async () => {
  let now = Date.parse('2026-11-21T09:30:00.000Z');
  const store = new ReadStoreOnSqlite(join(folder, `${fileCount++}.sqlite`), () => now);
  return { store, advanceClock: (milliseconds) => void (now += milliseconds) };
});

const checkpoint = (position: string) => ({
  log: 'log',
  position,
  eventId: '',
  stream: '',
  revision: 0,
  epoch: 0,
});
const people = {
  name: 'people@1.1',
  indexes: [{ equal: ['organizationId'], sort: ['name'] }],
  search: ['name'],
};
const named = (name: string | undefined) => [
  {
    collection: people.name,
    id: 'org_1',
    json: name && JSON.stringify({ organizationId: 'org', name }),
  },
];

test('documents, checkpoint and current generation survive reopening, and nobody has the lease', async () => {
  const path = join(folder, 'again.sqlite');
  const first = new ReadStoreOnSqlite(path);
  await first.ensure([people]);
  await first.setCurrentCollections({ people: people.name });
  await first.acquireLease('who was killed', 60_000);
  await first.commit({
    track: 'current',
    expected: undefined,
    checkpoint: { ...checkpoint('1'), epoch: 1 },
    documents: named('Asha'),
    sums: [],
    changes: [],
  });
  await first.close();

  const again = new ReadStoreOnSqlite(path);
  await again.ensure([people]);
  expect(await again.readCurrentCollections()).toEqual({ people: people.name });
  expect(await again.readCheckpoint('current')).toEqual({ ...checkpoint('1'), epoch: 1 });
  expect(
    (
      await again.find(people.name, {
        filter: { organizationId: 'org' },
        sort: ['name'],
        limit: 1,
        search: ['sha'],
      })
    ).items,
  ).toHaveLength(1);
  expect(await again.acquireLease('who came after', 60_000)).toEqual({ epoch: 1 });
  await again.close();
});

test.each([
  ['is overwritten by another', 'Ravi'],
  ['is removed with its document', undefined],
])('no byte of a name that %s remains in the file', async (_, next) => {
  const path = join(folder, `erased-${String(next)}.sqlite`);
  const store = new ReadStoreOnSqlite(path);
  const name = 'Zqxjkvwp';
  await store.ensure([people]);
  await store.commit({
    track: 'current',
    expected: undefined,
    checkpoint: checkpoint('1'),
    documents: named(name),
    sums: [],
    changes: [],
  });
  await store.commit({
    track: 'current',
    expected: checkpoint('1'),
    checkpoint: checkpoint('2'),
    documents: named(next),
    sums: [],
    changes: [],
  });
  await store.close();
  const file = readFileSync(path).toString('latin1');
  for (const trace of [name, name.toLowerCase()]) expect(file).not.toContain(trace);
});

test('views of another format are rebuilt', async () => {
  const path = join(folder, 'older.sqlite');
  const older = new SqliteFile(path, {
    schema: 'CREATE TABLE collections (name TEXT PRIMARY KEY, declared TEXT NOT NULL)',
  });
  older.writer('INSERT INTO collections VALUES (?, ?)')(people.name, JSON.stringify(people));
  older.close();
  const store = new ReadStoreOnSqlite(path);
  expect(await store.listCollections()).toEqual([]);
  await store.close();
});

test('rebuilt views that could not be closed completely do not take over, and the existing ones stay', async () => {
  const path = join(folder, 'half.sqlite');
  const store = new ReadStoreOnSqlite(path);
  await store.ensure([people]);
  await store.setCurrentCollections({ people: people.name });
  const next = new ReadStoreOnSqlite(store.rebuildTarget.path);
  await next.ensure([people]);
  // A second connection keeps the write-ahead log from being emptied, as a full disk does.
  const other = new SqliteFile(store.rebuildTarget.path, { schema: '' });
  await next.close();
  await expect(store.rebuildTarget.takeOver()).rejects.toThrow(Unavailable);
  expect(await store.readCurrentCollections()).toEqual({ people: people.name });
  other.close();
  await store.close();
});

/** Views, with others that were built beside them for the set `next`. */
async function createWithBuiltViews(name: string) {
  const path = join(folder, name);
  const store = new ReadStoreOnSqlite(path);
  await store.ensure([people]);
  const built = new ReadStoreOnSqlite(builtViewsPath(path, 'next'));
  await built.ensure([people]);
  await built.setCurrentCollections({ people: people.name });
  await built.close();
  const listBuiltFiles = () =>
    readdirSync(folder).filter((file) => file.startsWith(`${name}.for-`));
  return { path, store, listBuiltFiles };
}

test('built views wait for a reader of the existing ones, and then take over', async () => {
  const { path, store, listBuiltFiles } = await createWithBuiltViews('read.sqlite');
  const reader = new Database(path);
  reader.exec('SELECT count(*) FROM state');
  const adopting = store.adoptBuilt('next', async () => true);
  await pause(150);
  expect(await store.readCurrentCollections()).toEqual({});
  reader.close();
  await adopting;
  expect(await store.readCurrentCollections()).toEqual({ people: people.name });
  expect(listBuiltFiles()).toEqual([]);
  await store.close();
});

test('unusable built views are removed, and the existing ones stay', async () => {
  const { path, store, listBuiltFiles } = await createWithBuiltViews('unusable.sqlite');
  await expect(store.adoptBuilt('next', async () => false)).rejects.toThrow(/erased/);
  writeFileSync(builtViewsPath(path, 'next'), 'x'.repeat(10_000));
  await expect(store.adoptBuilt('next', async () => true)).rejects.toThrow(Unavailable);
  expect(await store.readCurrentCollections()).toEqual({});
  expect(listBuiltFiles()).toEqual([]);
  await store.close();
});

test('an erasure removes built views, and no draft of a build', async () => {
  const { path, store, listBuiltFiles } = await createWithBuiltViews('erasing.sqlite');
  writeFileSync(draftOfBuiltViews(path, 'next'), 'of a build');
  const commit = { track: 'live', documents: [], sums: [], changes: [] };
  await store.commit({ ...commit, expected: undefined, checkpoint: checkpoint('1') });
  expect(listBuiltFiles()).toHaveLength(2);
  const [expected, erased] = [checkpoint('1'), checkpoint('2')];
  await store.commit({ ...commit, expected, checkpoint: erased, erases: true });
  expect(listBuiltFiles()).toEqual(['erasing.sqlite.for-next.unfinished']);
  await store.close();
});

test('a damaged file is reported as deletable, and then everything is rebuilt', async () => {
  const path = join(folder, 'damaged.sqlite');
  writeFileSync(path, 'x'.repeat(10_000));
  expect(() => new ReadStoreOnSqlite(path)).toThrow(/damaged.*delete it/);
  rmSync(path);
  const store = new ReadStoreOnSqlite(path);
  expect(await store.listCollections()).toEqual([]);
  await store.close();
});
