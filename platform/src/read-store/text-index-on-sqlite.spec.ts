import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Column, SqliteFile } from '../embedded/sqlite-file.js';
import { ReadStoreOnSqlite } from './read-store-on-sqlite.js';
import type { Checkpoint, Collection, Commit } from './read-store.js';
import { rowsOfPiece } from './row-set.js';
import { keyOfNumbers } from './text-keys.js';
import { foldedText, searchText } from './search-text.js';
import { TextIndexOnSqlite } from './text-index-on-sqlite.js';

const folder = mkdtempSync(join(tmpdir(), 'texts-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

const leads: Collection = {
  name: 'leads@1.1',
  indexes: [
    { equal: ['organizationId', 'status', 'assignedTo'], sort: ['-createdAt'] },
    { equal: ['organizationId', 'status', 'assignedTo'], sort: ['paise', '-createdAt'] },
  ],
  few: { status: ['New', 'Lost'], assignedTo: ['asha', 'ravi'] },
  search: ['name', 'phone', 'city'],
};
type Lead = { status: string; assignedTo: string; createdAt: string; paise: number; name: string; phone: string; city: string };

const names = ['Rajesh Patil', 'Prajesh Rao', 'Élodie Kulkarni', 'Li', 'पॅनेल दाखवले', '𝒜sha 𝒜', 'Block-A12 Nair', 'Raja Rajeshwari'];
const cities = ['Pune', 'Pimpri-Chinchwad', 'Nashik 422001', ''];
const terms = [
  'raj',
  'rajesh',
  'ajes',
  'patil',
  'élod',
  'li',
  'p',
  'पॅने',
  '𝒜',
  '𝒜sha',
  'block-a',
  'ck-a12',
  '9800',
  '98000',
  '0001',
  '+9198',
  'pimpri-c',
  'nashik',
  '4220',
  'zzz',
  'zzzz',
  'a',
  'rajeshw',
];

/** As a lead is that nobody made up by hand: the same number, the same lead. */
const leadOf = (number: number): Lead => ({
  status: number % 5 === 0 ? 'Lost' : 'New',
  assignedTo: number % 3 === 0 ? 'asha' : 'ravi',
  createdAt: new Date(Date.parse('2026-01-01') + number * 1_000).toISOString(),
  paise: (number * 7_919) % 1_000,
  name: names[(number * 31) % names.length]!,
  phone: `+9198${String(number).padStart(8, '0')}`,
  city: cities[(number * 17) % cities.length]!,
});

function open() {
  const path = join(folder, `${files++}.sqlite`);
  let store = new ReadStoreOnSqlite(path);
  let checkpoint: Checkpoint | undefined;
  const there = new Map<string, Lead>();
  return {
    there,
    get store() {
      return store;
    },
    async ensure() {
      await store.ensure([leads]);
      await store.setLive({ leads: leads.name });
    },
    async put(changed: Readonly<Record<string, Lead | undefined>>) {
      const next = { log: 'log', position: String(Number(checkpoint?.position ?? 0) + 1), eventId: '', stream: '', revision: 0, epoch: 0 };
      const documents: Commit['documents'] = Object.entries(changed).map(([id, lead]) => {
        if (lead) there.set(id, lead);
        else there.delete(id);
        return { collection: leads.name, id: `org_${id}`, json: lead && JSON.stringify({ ...lead, organizationId: 'org' }) };
      });
      await store.commit({ line: 'live', expected: checkpoint, checkpoint: next, documents, sums: [], changes: [] });
      checkpoint = next;
    },
    /** @param meanwhile something is done to its file */
    async again(meanwhile?: (file: SqliteFile) => void) {
      await store.close();
      if (meanwhile) {
        const file = new SqliteFile(path, { schema: '' });
        await file.write(() => meanwhile(file));
        file.close();
      }
      store = new ReadStoreOnSqlite(path);
    },
  };
}

const hasAll = ({ name, phone, city }: Lead, search: readonly string[]) =>
  search.every((term) => searchText([name, phone, city]).includes(foldedText(term)));

/** The same question put to the store and to everything there is, one by one. */
async function agrees({ store, there }: ReturnType<typeof open>, search: readonly string[], filter: Partial<Lead>, sort: readonly string[]) {
  const found = [...there].filter(
    ([, lead]) => hasAll(lead, search) && Object.entries(filter).every(([field, value]) => lead[field as keyof Lead] === value),
  );
  const question = { organizationId: 'org', ...filter };
  const most = 1_000;
  expect(await store.count(leads.name, { filter: question, search }, most)).toBe(Math.min(found.length, most + 1));
  const inOrder = found.sort(([, one], [, other]) =>
    sort[0] === 'paise' && one.paise !== other.paise ? one.paise - other.paise : one.createdAt < other.createdAt ? 1 : -1,
  );
  const pages: string[] = [];
  for (let after: string | undefined, page = 0; page < 3; page++) {
    const { items, next } = await store.find(leads.name, { filter: question, search, sort, limit: 12, after });
    pages.push(...items.map(({ id }) => id.replace('org_', '')));
    if (!next) break;
    after = next;
  }
  expect(pages).toEqual(inOrder.slice(0, pages.length === 36 ? 36 : undefined).map(([id]) => id));
}

test('what was found nowhere is forgotten too, when too much else was asked for', () => {
  let asked = 0;
  const reader: SqliteFile['reader'] = <Row extends readonly Column[]>(sql: string) => ({
    all: () => [],
    first: () => (sql.includes('rows') ? (asked++, [null, null, null] as readonly Column[] as Row) : undefined),
  });
  const names = { table: 't', keys: 'k', zones: 'z', valueColumns: [], fields: [], orderColumns: [] };
  const most = 100_000;
  const ask = new TextIndexOnSqlite(
    names,
    { reader, writer: () => () => 0 },
    () => 0,
    () => 0,
    most,
  );
  for (let key = 0; key < 3_000; key++) ask.having(1, [`key ${key}`]);
  expect(asked).toBe(3_000);
  ask.having(1, ['key 2999']);
  expect(asked).toBe(3_000);
  ask.having(1, ['key 0']);
  expect(asked).toBe(3_001);
});

test('whatever was written, changed and taken away, and however it is asked, the rows found are those that have the terms', async () => {
  const world = open();
  await world.ensure();
  const many = rowsOfPiece * 2 + 300;
  const numbers = Array.from({ length: many }, (_, number) => number);
  for (let from = 0; from < many; from += 2_000)
    await world.put(Object.fromEntries(numbers.slice(from, from + 2_000).map((number) => [`lead-${number}`, leadOf(number)])));

  const question = fc.record({
    search: fc.uniqueArray(fc.constantFrom(...terms), { minLength: 1, maxLength: 2 }),
    filter: fc.constantFrom<Partial<Lead>>({}, { status: 'Lost' }, { assignedTo: 'asha' }, { status: 'New', assignedTo: 'ravi' }),
    sort: fc.constantFrom(['-createdAt'], ['paise', '-createdAt']),
  });
  const number = fc.nat(many + 40);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ ask: question }) },
    { weight: 3, arbitrary: fc.record({ edit: number, as: fc.nat(many) }) },
    { weight: 2, arbitrary: fc.record({ take: number }) },
    { weight: 1, arbitrary: fc.constant({ again: true as const }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const each of steps) {
        if ('ask' in each) await agrees(world, each.ask.search, each.ask.filter, each.ask.sort);
        else if ('edit' in each) {
          const { createdAt } = leadOf(each.edit);
          await world.put({ [`lead-${each.edit}`]: { ...leadOf(each.as), createdAt } });
        } else if ('take' in each) await world.put({ [`lead-${each.take}`]: undefined });
        else await world.again();
      }
    }),
    { numRuns: 25 },
  );
  await world.store.close();
}, 300_000);

test('what was filled while nobody was served is found as soon as it is settled, also where settling was cut off', async () => {
  const world = open();
  await world.store.ensure([leads], 'filling');
  const many = rowsOfPiece + 500;
  await world.put(Object.fromEntries(Array.from({ length: many }, (_, number) => [`lead-${number}`, leadOf(number)])));
  await world.again();
  await world.store.settle([leads.name]);
  await world.store.settle([leads.name]);
  for (const term of terms) await agrees(world, [term], {}, ['-createdAt']);
  await world.store.close();
});

test('of pieces that were written when numbers were not, numbers are found in the texts, and written with the next lead', async () => {
  const world = open();
  await world.ensure();
  const many = rowsOfPiece * 2 + 300;
  await world.put(Object.fromEntries(Array.from({ length: many }, (_, number) => [`lead-${number}`, leadOf(number)])));
  await world.store.settle([leads.name]);
  const numbersOf = `FROM "${leads.name}/keys" WHERE key = ?`;
  await world.again((file) => void file.writer(`DELETE ${numbersOf}`)(keyOfNumbers));
  const asked = async () => {
    for (const term of ['98000', '00012', '98004', '4220', '12345678']) await agrees(world, [term], {}, ['-createdAt']);
  };
  await asked();
  await world.put({ 'lead-7': { ...leadOf(7), phone: '+919812345678' }, one: leadOf(many) });
  await asked();
  let written = 0;
  for (let times = 0; times < 200 && written < 2; times++) {
    await world.put({ [`more-${times}`]: leadOf(many + times) });
    await world.again((file) => ([written] = file.reader<[number]>(`SELECT count(*) ${numbersOf}`).first(keyOfNumbers)!));
  }
  expect(written).toBe(2);
  await asked();
  await world.put({ 'lead-7': leadOf(7), 'lead-5000': undefined, 'lead-12': { ...leadOf(12), phone: '+919812345678' } });
  await asked();
  await world.store.close();
});

test('a commit that was taken back leaves nothing that is found', async () => {
  const world = open();
  await world.ensure();
  await world.put({ a: leadOf(1) });
  await agrees(world, ['98'], {}, ['-createdAt']);
  const checkpoint = { log: 'log', position: '2', eventId: '', stream: '', revision: 0, epoch: 0 };
  const documents = [
    { collection: leads.name, id: 'org_b', json: JSON.stringify({ ...leadOf(2), organizationId: 'org' }) },
    { collection: 'unknown@1.1', id: 'c', json: '{}' },
  ];
  const expected = { ...checkpoint, position: '1' };
  await expect(world.store.commit({ line: 'live', expected, checkpoint, documents, sums: [], changes: [] })).rejects.toThrow('unknown');
  await agrees(world, ['98'], {}, ['-createdAt']);
  await world.put({ b: leadOf(3) });
  await agrees(world, ['98'], {}, ['-createdAt']);
  await world.store.close();
});
