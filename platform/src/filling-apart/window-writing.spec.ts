import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { Checkpoint, Commit } from '../read-store/read-store.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { folders } from '../testing/folders.js';
import { WindowWriting } from './window-writing.js';

const folder = folders();
const lamps = { name: 'lamps@1.1', indexes: [{ equal: ['organizationId'], sort: ['name'] }] } as const;
const at = (position: number): Checkpoint => ({
  ...{ log: 'log', position: String(position).padStart(20, '0'), eventId: '', stream: 's', revision: 0, epoch: 0 },
});
const json = (lamp: number, name: string) => JSON.stringify({ organizationId: 'org', name: `${name} ${lamp}` });
const all = Array.from({ length: 23 }, (_, lamp) => lamp);

function window(to: number, documents: Commit['documents'], expected?: number): Commit {
  const sums = documents.map(({ id }) => ({ collection: lamps.name, key: `org_${id}`, amounts: { written: 1 } }));
  return { line: 'filling', expected: expected === undefined ? undefined : at(expected), checkpoint: at(to), documents, sums, changes: [] };
}

test('a window that is written part by part is there whole, and what is asked for meanwhile is answered as the window leaves it', async () => {
  const store = new ReadStoreOnSqlite(join(folder(), 'views.sqlite'));
  await store.ensure([lamps]);
  const answers: Promise<ReadonlyMap<string, string>>[] = [];
  let parts = 0;
  const windows = new WindowWriting(
    {
      get: (...asked) => store.get(...asked),
      commit: async (part) => {
        await store.commit(part);
        parts++;
        answers.push(windows.get(lamps.name, ['lamp-0', 'lamp-20', 'lamp-22', 'nobody']));
      },
    },
    5,
  );
  const first = all.map((lamp) => ({ collection: lamps.name, id: `lamp-${lamp}`, json: json(lamp, 'Lamp'), before: null }));
  await windows.commit(window(1, first));
  const second = [
    ...all.slice(0, 21).map((lamp) => ({ collection: lamps.name, id: `lamp-${lamp}`, json: json(lamp, 'Lantern'), before: json(lamp, 'Lamp') })),
    { collection: lamps.name, id: 'lamp-22', json: undefined, before: json(22, 'Lamp') },
  ];
  const before = parts;
  await windows.commit(window(2, second, 1));

  expect([before, parts]).toEqual([10, 20]);
  const [earlier, later] = [(name: string) => [...[0, 20].map((lamp) => [`lamp-${lamp}`, json(lamp, name)])], await Promise.all(answers)];
  for (const [index, found] of later.entries())
    expect([...found].sort()).toEqual(index < 10 ? [...earlier('Lamp'), ['lamp-22', json(22, 'Lamp')]].sort() : earlier('Lantern').sort());
  const { items } = await store.find(lamps.name, { filter: { organizationId: 'org' }, sort: ['name'], limit: 50 });
  expect(items).toHaveLength(22);
  expect(await store.sums(lamps.name, ['org_lamp-0', 'org_lamp-22', 'org_lamp-21'])).toEqual(
    new Map([
      ['org_lamp-0', { written: 2 }],
      ['org_lamp-22', { written: 2 }],
      ['org_lamp-21', { written: 1 }],
    ]),
  );
  expect(await store.checkpoint('filling')).toEqual(at(2));
  await store.close();
});

test('what comes with the end of a window comes with its last part, and a window without documents moves the checkpoint', async () => {
  const told: Commit[] = [];
  const windows = new WindowWriting({ get: () => Promise.resolve(new Map()), commit: async (part) => void told.push(part) }, 2);
  const documents = all.slice(0, 3).map((lamp) => ({ collection: lamps.name, id: `lamp-${lamp}`, json: json(lamp, 'Lamp'), before: null }));
  const joins = { line: 'filling', live: { lamps: lamps.name } };
  await windows.commit({ ...window(1, documents), joins });
  await windows.commit(window(2, [], 1));
  expect(told.map((part) => [part.expected, part.documents.length, part.sums.length, part.joins])).toEqual([
    [undefined, 2, 0, undefined],
    [at(1), 1, 0, undefined],
    [at(1), 0, 2, undefined],
    [at(1), 0, 1, joins],
    [at(1), 0, 0, undefined],
  ]);
});

test('a window that fails is not answered from afterwards', async () => {
  const windows = new WindowWriting({
    get: () => Promise.resolve(new Map([['lamp-0', 'as it was']])),
    commit: () => Promise.reject(new Error('the disk is full')),
  });
  await expect(windows.commit(window(1, [{ collection: lamps.name, id: 'lamp-0', json: '{}', before: null }]))).rejects.toThrow('the disk is full');
  expect(await windows.get(lamps.name, ['lamp-0'])).toEqual(new Map([['lamp-0', 'as it was']]));
});
