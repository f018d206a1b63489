import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  InvalidQuery,
  NoSuchCollection,
  CheckpointMoved,
  DocumentTooLarge,
  type Checkpoint,
  type Collection,
  type Commit,
  type Change,
  type Page,
  type ReadStore,
  MAX_DOCUMENT_BYTES,
} from './read-store.js';
import { COMMITS_PER_READ, MAX_TRIMMED_COMMITS } from './feed.js';

const leads: Collection = {
  name: 'leads@1.1',
  indexes: [
    { equal: ['organizationId'], sort: ['-createdAt'] },
    { equal: ['organizationId', 'assignedTo'], sort: ['-createdAt'] },
    { equal: ['organizationId'], sort: ['dueOn', '-createdAt'] },
    { equal: ['organizationId'], sort: ['-paise'] },
    { equal: ['organizationId'], sort: ['paise'] },
  ],
  filters: ['status', 'paise'],
  search: ['name', 'phone', 'city'],
  hasSums: true,
};
const records: Collection = { name: 'leads@1.1/records', indexes: [] };

type Lead = {
  status?: string;
  assignedTo?: string;
  createdAt?: string;
  dueOn?: string;
  paise?: number;
  name?: string;
  phone?: string;
  city?: string;
};

const checkpoint = (number: number, epoch = 0): Checkpoint => ({
  log: 'a-log',
  position: String(number).padStart(4, '0'),
  eventId: `event-${number}`,
  stream: 'lead-org_1',
  revision: number,
  epoch,
});

/** Contract of every read store. `advanceClock` advances the clock that the store reads. */
export function readStoreContract(
  open: () => Promise<{ store: ReadStore; advanceClock: (milliseconds: number) => void }>,
): void {
  let store: ReadStore;
  let advanceClock: (milliseconds: number) => void;
  let commitCount: number;

  beforeEach(async () => {
    ({ store, advanceClock } = await open());
    commitCount = 0;
    await store.ensure([leads, records]);
  });
  afterEach(() => store.close());

  const commit = async (parts: Partial<Commit>) => {
    const track = parts.track ?? 'current';
    const expected = await store.readCheckpoint(track);
    await store.commit({
      track,
      expected,
      checkpoint: checkpoint(++commitCount),
      documents: [],
      sums: [],
      changes: [],
      ...parts,
    });
  };
  const put = (documents: Readonly<Record<string, Lead | undefined>>, organizationId = 'org') =>
    commit({
      documents: Object.entries(documents).map(([id, lead]) => ({
        collection: leads.name,
        id: `${organizationId}_${id}`,
        json:
          lead &&
          JSON.stringify({
            status: 'New',
            createdAt: '2026-11-21T09:00:00.000Z',
            ...lead,
            organizationId,
          }),
      })),
    });
  const page = (more: Partial<Page> = {}): Page => ({
    filter: { organizationId: 'org' },
    sort: ['-createdAt'],
    limit: 12,
    ...more,
  });
  const find = async (more: Partial<Page> = {}) =>
    (await store.find(leads.name, page(more))).items.map(({ id }) => id.replace('org_', ''));
  const findAll = async (query: Page) => {
    const found: string[] = [];
    let after: string | undefined;
    for (;;) {
      const { items, next } = await store.find(leads.name, { ...query, after });
      found.push(...items.map(({ id }) => id.replace('org_', '')));
      if (!next) return found;
      after = next;
    }
  };

  describe('documents', () => {
    test('are read as they were written, until they are removed', async () => {
      await commit({ documents: [{ collection: records.name, id: 'a', json: '{"b": 1}' }] });
      expect([...(await store.get(records.name, ['a', 'none']))]).toEqual([['a', '{"b": 1}']]);
      await commit({ documents: [{ collection: records.name, id: 'a', json: undefined }] });
      expect((await store.get(records.name, ['a'])).size).toBe(0);
    });

    test('are listed by id, from any id on', async () => {
      const documents = ['b', 'ä', 'c', 'a', 'B'].map((id) => ({
        collection: records.name,
        id,
        json: '{}',
      }));
      await commit({ documents });
      expect(await store.readIds(records.name, '', 9)).toEqual(['B', 'a', 'b', 'c', 'ä']);
      expect(await store.readIds(records.name, 'a', 2)).toEqual(['b', 'c']);
      expect(await store.readIds(records.name, 'ä', 2)).toEqual([]);
      await expect(store.readIds('none@1.1', '', 1)).rejects.toThrow(NoSuchCollection);
    });

    test('of one commit may be many, and later versions replace earlier ones', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 130 }, (_, index) => [`lead-${index}`, { status: 'New' }]),
      );
      await put(many);
      await put({ 'lead-7': { status: 'Lost' }, 'lead-8': undefined });
      expect(await find({ filter: { organizationId: 'org', status: 'Lost' } })).toEqual(['lead-7']);
      expect(await findAll(page({ limit: 50 }))).toHaveLength(129);
    });

    test('of a dropped collection are gone, and it can be created again', async () => {
      await put({ a: {} });
      await store.drop([leads.name]);
      expect(await store.listCollections()).toEqual([records.name]);
      await store.ensure([leads]);
      expect(await find()).toEqual([]);
    });

    test('stay if an equal collection is ensured again; another shape under its name is refused', async () => {
      await put({ a: {} });
      await store.ensure([leads]);
      expect(await find()).toEqual(['a']);
      await expect(store.ensure([{ ...leads, indexes: [] }])).rejects.toThrow('new version');
    });
  });

  describe('pages', () => {
    const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;

    test('have the requested order, and contain only one organization', async () => {
      await put({
        a: { createdAt: at(1) },
        b: { createdAt: at(2), status: 'Lost' },
        c: { createdAt: at(3) },
      });
      await put({ a: { createdAt: at(4) } }, 'other');
      expect(await find()).toEqual(['c', 'b', 'a']);
      expect(await find({ filter: { organizationId: 'org', status: 'New' } })).toEqual(['c', 'a']);
      expect(
        await find({ filter: { organizationId: 'org', status: { in: ['Lost', 'Lost'] } } }),
      ).toEqual(['b']);
      expect(await find({ filter: { organizationId: 'nobody' } })).toEqual([]);
    });

    test('show the latest writes, even right after a query', async () => {
      await put({ a: { name: 'Asha' }, b: { name: 'Ravi' } });
      const readNames = async () =>
        (await store.find(leads.name, page())).items.map(
          ({ json }) => (JSON.parse(json) as Lead).name,
        );
      expect((await readNames()).toSorted()).toEqual(['Asha', 'Ravi']);
      expect((await store.get(leads.name, ['org_a'])).get('org_a')).toContain('Asha');
      await put({ a: { name: 'Meera' }, b: undefined });
      expect(await readNames()).toEqual(['Meera']);
      expect((await store.get(leads.name, ['org_a'])).get('org_a')).toContain('Meera');
      expect((await store.get(leads.name, ['org_b'])).size).toBe(0);
    });

    test('show nothing of a commit that was rolled back', async () => {
      await put({ a: { name: 'Asha' } });
      expect(await find()).toEqual(['a']);
      await expect(
        store.commit({
          track: 'current',
          expected: await store.readCheckpoint('current'),
          checkpoint: checkpoint(99),
          documents: [
            { collection: leads.name, id: 'org_a', json: undefined },
            { collection: 'nothing@1.1', id: 'org_a', json: '{}' },
          ],
          sums: [],
          changes: [],
        }),
      ).rejects.toThrow();
      expect(await find()).toEqual(['a']);
    });

    test('continue after the last row, even between equals, until there is no next page', async () => {
      await put(
        Object.fromEntries(
          Array.from({ length: 25 }, (_, index) => [
            `lead-${10 + index}`,
            { createdAt: at(index % 3), status: index % 2 ? 'New' : 'Lost' },
          ]),
        ),
      );
      const all = await findAll(page({ limit: 100 }));
      for (const limit of [1, 4, 5, 24, 25]) expect(await findAll(page({ limit }))).toEqual(all);
      expect(all).toHaveLength(25);
    });

    test('end with documents without the field, in both directions', async () => {
      await put({
        a: { dueOn: '2026-11-23', paise: 5 },
        b: { createdAt: at(1) },
        c: { dueOn: '2026-11-22', paise: -3 },
        d: { createdAt: at(2), paise: 1_000_000_000_000 },
      });
      expect(await findAll(page({ sort: ['dueOn', '-createdAt'], limit: 1 }))).toEqual([
        'c',
        'a',
        'd',
        'b',
      ]);
      expect(await findAll(page({ sort: ['paise'], limit: 1 }))).toEqual(['c', 'a', 'd', 'b']);
      expect(await findAll(page({ sort: ['-paise'], limit: 1 }))).toEqual(['d', 'a', 'c', 'b']);
    });

    test('of a range include both its ends, and no document without the field', async () => {
      await put({
        a: { dueOn: '2026-11-21' },
        b: { dueOn: '2026-11-22' },
        c: { dueOn: '2026-11-23' },
        d: {},
      });
      const dueBetween = (from?: string, to?: string) =>
        findAll(
          page({
            filter: { organizationId: 'org', dueOn: { from, to } },
            sort: ['dueOn', '-createdAt'],
            limit: 1,
          }),
        );
      expect(await dueBetween('2026-11-21', '2026-11-22')).toEqual(['a', 'b']);
      expect(await dueBetween(undefined, '2026-11-22')).toEqual(['a', 'b']);
      expect(await dueBetween('2026-11-22')).toEqual(['b', 'c']);
      const created = page({
        filter: {
          organizationId: 'org',
          createdAt: { from: '2026-11-21', to: '2026-11-21T09:00:00.000Z' },
        },
      });
      expect(await findAll(created)).toHaveLength(4);
    });

    test.each<[string, string[], string[]]>([
      ['rising', ['paise'], ['b', 'c']],
      ['falling', ['-paise'], ['c', 'b']],
    ])(
      'of a range have the same content, whether the order is %s or the opposite',
      async (_, sort, found) => {
        await put({
          a: { paise: 1 },
          b: { paise: 2 },
          c: { paise: 3, name: 'Rajesh' },
          d: { paise: 4 },
          e: {},
        });
        const filter = { organizationId: 'org', paise: { from: 2, to: 3 } };
        for (const limit of [1, 5])
          expect(await findAll(page({ filter, sort, limit }))).toEqual(found);
        expect(await find({ filter, sort, search: ['rajesh'] })).toEqual(['c']);
        expect(await store.countEach(leads.name, { filter }, 'status')).toEqual({ New: 2 });
      },
    );

    test('of two ranges contain their intersection, page by page, counted and summed', async () => {
      await put({
        a: { createdAt: at(1), paise: 1 },
        b: { createdAt: at(2), paise: 2, status: 'Lost' },
        c: { createdAt: at(3), paise: 3 },
        d: { createdAt: at(4), paise: 9 },
        e: { createdAt: at(5), paise: 2 },
        f: { createdAt: at(3) },
      });
      const filter = {
        organizationId: 'org',
        createdAt: { from: at(2), to: at(4) },
        paise: { from: 2, to: 8 },
      };
      for (const limit of [1, 5])
        expect(await findAll(page({ filter, limit }))).toEqual(['c', 'b']);
      expect(await store.countEach(leads.name, { filter }, 'status')).toEqual({ New: 1, Lost: 1 });
      expect(
        await store.sumEach(
          leads.name,
          { filter: { organizationId: 'org', createdAt: filter.createdAt } },
          'status',
          'paise',
        ),
      ).toEqual({
        New: 12,
        Lost: 2,
      });
      await expect(store.sumEach(leads.name, { filter }, 'status', 'city')).rejects.toThrow(
        InvalidQuery,
      );
    });

    test('continue although the end of a range changed, as at midnight, and the values of a term', async () => {
      await put({
        a: { dueOn: '2026-11-21', name: 'Rao' },
        b: { dueOn: '2026-11-22', name: 'Rao' },
        c: { dueOn: '2026-11-23', name: 'Rao' },
      });
      const dueUntil = (to: string, values: string[]) =>
        page({
          filter: { organizationId: 'org', dueOn: { to } },
          sort: ['dueOn', '-createdAt'],
          limit: 1,
          search: [{ text: 'rao', or: [{ field: 'assignedTo', values }] }],
        });
      const { next } = await store.find(leads.name, dueUntil('2026-11-22', ['asha']));
      expect(
        await find({ ...dueUntil('2026-11-23', ['asha', 'ravi']), limit: 5, after: next! }),
      ).toEqual(['b', 'c']);
    });

    test('without possible values are empty, with count 0', async () => {
      await put({ a: { name: 'Rajesh', assignedTo: 'asha' } });
      const filter = { organizationId: 'org', status: { in: [] } };
      expect(await store.find(leads.name, page({ filter }))).toEqual({ items: [] });
      expect(
        await store.find(leads.name, page({ filter: { ...filter, assignedTo: 'asha' } })),
      ).toEqual({ items: [] });
      expect(await store.find(leads.name, page({ filter, search: ['rajesh'] }))).toEqual({
        items: [],
      });
      for (const search of [[], ['rajesh']]) {
        expect(await store.countEach(leads.name, { filter, search }, 'status')).toEqual({});
      }
    });

    test('of a range may be searched', async () => {
      await put({
        a: { dueOn: '2026-11-21', name: 'Rajesh' },
        b: { dueOn: '2026-11-22', name: 'Suresh' },
        c: { dueOn: '2026-11-23', name: 'Rajesh' },
      });
      const found = page({
        filter: { organizationId: 'org', dueOn: { from: '2026-11-22' } },
        sort: ['dueOn', '-createdAt'],
        search: ['rajesh'],
        limit: 1,
      });
      expect(await findAll(found)).toEqual(['c']);
    });

    test.each([
      ['forged', () => 'bm90IGEgY3Vyc29y'],
      ['empty', () => ''],
      [
        'of another query',
        async () =>
          (
            await store.find(
              leads.name,
              page({ filter: { organizationId: 'org', status: 'New' }, limit: 1 }),
            )
          ).next!,
      ],
    ])('are refused if the cursor is %s', async (_, cursor) => {
      await put({ a: {}, b: {} });
      await expect(store.find(leads.name, page({ after: await cursor() }))).rejects.toThrow(
        InvalidQuery,
      );
    });

    test.each<[string, Partial<Page>]>([
      ['order', { sort: ['name'] }],
      ['field', { filter: { organizationId: 'org', city: 'Pune' } }],
      [
        'range on a field that no index sorts by',
        { filter: { organizationId: 'org', status: { from: 'a' } } },
      ],
    ])('are refused for an undeclared %s', async (_, query) => {
      await expect(store.find(leads.name, page(query))).rejects.toThrow(InvalidQuery);
    });
  });

  describe('searches', () => {
    beforeEach(async () => {
      await put({
        a: { name: 'Rajesh Patil', phone: '+919876543210', city: 'Pune' },
        b: { name: 'ÉLODIE Rao', phone: '+919812345678', city: 'Nashik', status: 'Lost' },
        c: { name: 'Li', city: 'Ulhasnagar "East" 100%' },
      });
      await put({ a: { name: 'Rajesh Patil', city: 'Pune' } }, 'other');
    });

    test.each<[string[], string[]]>([
      [['ajes'], ['a']],
      [['élodie'], ['b']],
      [['98'], ['a', 'b']],
      [['6543', 'pun'], ['a']],
      [['6543', 'nashik'], []],
      [['l'], ['a', 'b', 'c']],
      [['li'], ['c']],
      [['ik'], ['b']],
      [['zz'], []],
      [['t"'], ['c']],
      [['100%'], ['c']],
      [['%'], ['c']],
      [['___'], []],
      [['patil\n+91'], []],
      [['rajesh patil'], ['a']],
      [['+919876543210'], ['a']],
      [['919876543211'], []],
      [['east" 100%', 'ulhas'], ['c']],
      [['.*'], []],
    ])('for %j find %j', async (search, found) => {
      expect((await find({ search })).sort()).toEqual(found);
      const counts = Object.values(
        await store.countEach(leads.name, { filter: { organizationId: 'org' }, search }, 'status'),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(found.length);
    });

    test('respect the filter, find changed texts by their new words only, and find no removed ones', async () => {
      expect(
        await find({ search: ['98'], filter: { organizationId: 'org', status: 'Lost' } }),
      ).toEqual(['b']);
      await put({ a: { name: 'Suresh' }, b: undefined });
      expect(await find({ search: ['rajesh'] })).toEqual([]);
      expect(await find({ search: ['nag'] })).toEqual(['c']);
      expect(await find({ search: ['suresh'] })).toEqual(['a']);
    });

    test('match a term, or a value instead', async () => {
      await put({
        d: { name: 'Rao', assignedTo: 'asha' },
        e: { name: 'Patil', assignedTo: 'asha', status: 'Lost' },
      });
      const textOrAsha = (text: string) => ({
        text,
        or: [{ field: 'assignedTo', values: ['asha', 'nobody'] }],
      });
      expect((await find({ search: [textOrAsha('patil')] })).sort()).toEqual(['a', 'd', 'e']);
      expect(await find({ search: [textOrAsha('zz'), 'rao'] })).toEqual(['d']);
      expect(
        await find({ search: [{ text: 'élodie', or: [{ field: 'assignedTo', values: [] }] }] }),
      ).toEqual(['b']);
      const filter = { organizationId: 'org' };
      expect(
        await store.countEach(leads.name, { filter, search: [textOrAsha('patil')] }, 'status'),
      ).toEqual({ New: 2, Lost: 1 });
      await expect(
        find({ search: [{ text: 'a', or: [{ field: 'city', values: ['Pune'] }] }] }),
      ).rejects.toThrow(InvalidQuery);
    });

    test('match a value of one field, or of another', async () => {
      await put({
        d: { name: 'Rao', assignedTo: 'asha' },
        e: { name: 'Patil', assignedTo: 'asha', status: 'Lost' },
      });
      const ashaOrLost = (text: string) => ({
        text,
        or: [
          { field: 'assignedTo', values: ['asha'] },
          { field: 'status', values: ['Lost'] },
        ],
      });
      expect((await find({ search: [ashaOrLost('zz')] })).sort()).toEqual(['b', 'd', 'e']);
      expect((await find({ search: [ashaOrLost('li'), 'rao'] })).sort()).toEqual(['b', 'd']);
      const filter = { organizationId: 'org' };
      expect(
        await store.countEach(leads.name, { filter, search: [ashaOrLost('li')] }, 'status'),
      ).toEqual({ New: 2, Lost: 2 });
    });

    test('are counted by each value of a field', async () => {
      await put({ d: { name: 'Asha Rao', status: 'Lost' } });
      const countByStatus = (search: string[], filter = {}) =>
        store.countEach(
          leads.name,
          { filter: { organizationId: 'org', ...filter }, search },
          'status',
        );
      expect(await countByStatus(['ra'])).toEqual({ New: 1, Lost: 2 });
      expect(await countByStatus(['ra'], { status: 'Lost' })).toEqual({ Lost: 2 });
      expect(await countByStatus(['zz'])).toEqual({});
      expect(
        await store.countEach(leads.name, { filter: { organizationId: 'nobody' } }, 'status'),
      ).toEqual({});
      await expect(
        store.countEach(leads.name, { filter: { organizationId: 'org' } }, 'city'),
      ).rejects.toThrow(InvalidQuery);
    });

    test('are counted and paged, however many match', async () => {
      await put(
        Object.fromEntries(
          Array.from({ length: 2_500 }, (_, index) => [
            `many-${index}`,
            { name: 'Common Name', paise: index },
          ]),
        ),
      );
      const filter = { organizationId: 'org' };
      expect(
        await store.countEach(leads.name, { filter, search: ['common', 'name'] }, 'status'),
      ).toEqual({ New: 2_500 });
      const first = await store.find(
        leads.name,
        page({ search: ['mmo'], sort: ['-paise'], limit: 2 }),
      );
      expect(first.items.map(({ id }) => id)).toEqual(['org_many-2499', 'org_many-2498']);
      const second = await store.find(
        leads.name,
        page({ search: ['mmo'], sort: ['-paise'], limit: 2, after: first.next }),
      );
      expect(second.items.map(({ id }) => id)).toEqual(['org_many-2497', 'org_many-2496']);
    });
  });

  test('sums are the totals of their additions', async () => {
    const add = (amounts: Record<string, number>) =>
      commit({ sums: [{ collection: leads.name, key: 'org_everyone', amounts }] });
    await add({ New: 2, Lost: 1 });
    await add({ New: -1, Lost: -1 });
    expect([...(await store.readSums(leads.name, ['org_everyone', 'org_nobody']))]).toEqual([
      ['org_everyone', { New: 1 }],
    ]);
  });

  test('keys of sums may contain any characters', async () => {
    const amounts = {
      'a.b': 1,
      a: 2,
      $c: 3,
      '%24c': 4,
      '': 5,
      '0': 6,
      '\u20b9 "paid"': 1_000_000_000_000,
    };
    await commit({ sums: [{ collection: leads.name, key: 'org_odd', amounts }] });
    await commit({
      sums: [{ collection: leads.name, key: 'org_odd', amounts: { 'a.b': -1, $c: 1 } }],
    });
    const { 'a.b': _, ...remaining } = amounts;
    expect((await store.readSums(leads.name, ['org_odd'])).get('org_odd')).toEqual({
      ...remaining,
      $c: 4,
    });
    await commit({
      sums: [
        {
          collection: leads.name,
          key: 'org_odd',
          amounts: Object.fromEntries(
            Object.entries({ ...remaining, $c: 4 }).map(([name, amount]) => [name, -amount]),
          ),
        },
      ],
    });
    expect((await store.readSums(leads.name, ['org_odd'])).size).toBe(0);
  });

  describe('commits', () => {
    test('that compete for one checkpoint are refused except one, which is written completely', async () => {
      const rivals = [1, 2, 3, 4, 5].map((rival) => ({
        expected: undefined,
        checkpoint: checkpoint(rival),
        documents: [{ collection: records.name, id: 'a', json: String(rival) }],
        sums: [{ collection: leads.name, key: 'org_rivals', amounts: { [`rival ${rival}`]: 1 } }],
      }));
      const outcomes = await Promise.allSettled(rivals.map((rival) => commit(rival)));
      const winners = outcomes.flatMap(({ status }, index) =>
        status === 'fulfilled' ? [index + 1] : [],
      );
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(CheckpointMoved);
      expect((await store.get(records.name, ['a'])).get('a')).toBe(String(winners[0]));
      expect((await store.readSums(leads.name, ['org_rivals'])).get('org_rivals')).toEqual({
        [`rival ${winners[0]}`]: 1,
      });
      expect(await store.readCheckpoint('current')).toEqual(checkpoint(winners[0]!));
    });

    test('keep the last of several versions of a document', async () => {
      const write = (id: string, ...jsons: (string | undefined)[]) =>
        jsons.map((json) => ({ collection: records.name, id, json }));
      await commit({
        documents: [
          ...write('a', '1', undefined, '3'),
          ...write('b', '1', undefined),
          ...write('c', undefined, '2'),
        ],
      });
      expect([...(await store.get(records.name, ['a', 'b', 'c']))].sort()).toEqual([
        ['a', '3'],
        ['c', '2'],
      ]);
    });

    test('are all or nothing', async () => {
      const documents = [
        { collection: records.name, id: 'a', json: '{}' },
        { collection: 'unknown@1.1', id: 'a', json: '{}' },
      ];
      await expect(commit({ documents })).rejects.toThrow('unknown@1.1');
      expect((await store.get(records.name, ['a'])).size).toBe(0);
      expect(await store.readCheckpoint('current')).toBeUndefined();
    });

    test('with a document that is too large are refused completely, before anything is written', async () => {
      const text = (bytes: number) =>
        JSON.stringify('₹'.repeat((bytes - 2) / 3) + 'x'.repeat((bytes - 2) % 3));
      const write = (id: string, json: string) => ({ collection: records.name, id, json });
      await commit({ documents: [write('a', text(MAX_DOCUMENT_BYTES))] });
      await expect(
        commit({ documents: [write('b', '{}'), write('a', text(MAX_DOCUMENT_BYTES + 1))] }),
      ).rejects.toThrow(DocumentTooLarge);
      expect(
        [...(await store.get(records.name, ['a', 'b']))].map(([id, json]) => [
          id,
          Buffer.byteLength(json),
        ]),
      ).toEqual([['a', MAX_DOCUMENT_BYTES]]);
      expect(await store.readCheckpoint('current')).toEqual(checkpoint(1));
    });

    test('of many large documents are read completely', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e'];
      for (const id of ids)
        await commit({
          documents: [
            {
              collection: records.name,
              id,
              json: JSON.stringify(id.repeat(MAX_DOCUMENT_BYTES - 2)),
            },
          ],
        });
      expect(
        [...(await store.get(records.name, ids))].map(([id, json]) => [id, json.length]).sort(),
      ).toEqual(ids.map((id) => [id, MAX_DOCUMENT_BYTES]));
    });

    test('with an outdated checkpoint are refused, per track', async () => {
      await commit({});
      await commit({ track: 'rebuild' });
      await expect(commit({ expected: undefined })).rejects.toThrow(CheckpointMoved);
      await expect(commit({ expected: { ...checkpoint(1), eventId: 'another' } })).rejects.toThrow(
        CheckpointMoved,
      );
      expect(await store.readCheckpoint('current')).toEqual(checkpoint(1));
      expect(await store.readCheckpoint('rebuild')).toEqual(checkpoint(2));
    });

    test('of a host that lost the lease are refused', async () => {
      const frozen = await store.acquireLease('one', 1_000);
      advanceClock(1_001);
      await store.acquireLease('two', 1_000);
      await expect(commit({ checkpoint: checkpoint(1, frozen!.epoch) })).rejects.toThrow(
        CheckpointMoved,
      );
    });

    test('that add a rebuilt generation make it current and remove its checkpoint', async () => {
      await commit({ track: 'rebuild' });
      await commit({ promotes: { track: 'rebuild', current: { leads: leads.name } } });
      expect(await store.readCurrentCollections()).toEqual({ leads: leads.name });
      expect(await store.readCheckpoint('rebuild')).toBeUndefined();
    });
  });

  test('the lease has one holder, who may renew it; after its end the next one has a later epoch', async () => {
    const first = await store.acquireLease('one', 1_000);
    expect(await store.acquireLease('two', 1_000)).toBeUndefined();
    advanceClock(900);
    expect(await store.acquireLease('one', 1_000)).toEqual(first);
    advanceClock(900);
    expect(await store.acquireLease('two', 1_000)).toBeUndefined();
    advanceClock(1_001);
    expect(await store.acquireLease('one', 1_000)).toEqual(first);
    advanceClock(1_001);
    expect((await store.acquireLease('two', 1_000))!.epoch).toBeGreaterThan(first!.epoch);
    expect(await store.acquireLease('one', 1_000)).toBeUndefined();
  });

  test('of hosts that request the lease at once one gets it', async () => {
    const leases = await Promise.all(
      ['one', 'two', 'three', 'four'].map((holder) => store.acquireLease(holder, 1_000)),
    );
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  describe('the feed', () => {
    const change = (number: number, organizationId = 'org'): Change => ({
      organizationId,
      view: 'leads',
      id: String(number),
      revision: 0,
      before: undefined,
      after: 'asha',
      position: checkpoint(number).position,
    });
    const promoteTrack = () =>
      commit({ promotes: { track: 'rebuild', current: { leads: leads.name } } });
    const readChangedIds = async (after: number) =>
      (await store.readChangesAfter('org', checkpoint(after).position, 100))?.map(({ id }) => id);

    test('is not available before a track has been promoted', async () => {
      expect(await store.readChangesAfter('org', '', 10)).toBeUndefined();
      await commit({});
      expect(await readChangedIds(1)).toBeUndefined();
    });

    test('contains the changes after a position, of one organization, as written', async () => {
      await promoteTrack();
      await commit({
        changes: [
          change(2),
          { ...change(2), room: 'lead:2', after: undefined },
          change(2, 'other'),
        ],
      });
      await commit({ changes: [change(3)] });
      expect(await store.readChangesAfter('org', checkpoint(1).position, 100)).toEqual([
        change(2),
        { ...change(2), room: 'lead:2', after: undefined },
        change(3),
      ]);
      expect(await readChangedIds(2)).toEqual(['3']);
      expect(await readChangedIds(3)).toEqual([]);
      expect(await store.readChangesAfter('org', checkpoint(1).position, 1)).toHaveLength(2);
      expect(await store.readCommitsAfter(checkpoint(1).position, 10)).toEqual({
        organizations: new Set(['org', 'other']),
        until: undefined,
      });
      expect(await store.readCommitsAfter(checkpoint(2).position, 10)).toEqual({
        organizations: new Set(['org']),
        until: undefined,
      });
      expect(await store.readCommitsAfter(checkpoint(1).position, 1)).toMatchObject({
        until: checkpoint(2).position,
      });
    });

    test('contains whole commits, even after a position inside one', async () => {
      await promoteTrack();
      await commit({ checkpoint: checkpoint(2) });
      await commit({ checkpoint: checkpoint(5), changes: [change(3), change(4), change(5)] });
      for (const from of [2, 3, 4]) expect(await readChangedIds(from)).toEqual(['3', '4', '5']);
      expect(await readChangedIds(5)).toEqual([]);
    });

    test('is limited to the requested size plus the rest of its last commits', async () => {
      await promoteTrack();
      const commits = 3 * COMMITS_PER_READ;
      for (let number = 2; number < 2 + commits; number++)
        await commit({ changes: [change(number), change(number)] });
      const readFirst = (limit: number) =>
        store.readChangesAfter('org', checkpoint(1).position, limit);
      expect(await readFirst(1)).toHaveLength(2);
      expect(await readFirst(2 * COMMITS_PER_READ + 1)).toHaveLength(2 * COMMITS_PER_READ + 2);
      expect((await readFirst(10_000))!.map(({ id }) => Number(id))).toEqual(
        Array.from({ length: 2 * commits }, (_, index) => 2 + Math.floor(index / 2)),
      );
    });

    test('does not reach before its beginning, nor beyond the checkpoint', async () => {
      await promoteTrack();
      await commit({ changes: [change(2)] });
      expect(await readChangedIds(0)).toBeUndefined();
      expect(await readChangedIds(9)).toBeUndefined();
    });

    test('expires after ten minutes, and then answers undefined', async () => {
      await promoteTrack();
      await commit({ changes: [change(2)] });
      advanceClock(10 * 60_000 + 1);
      await commit({ changes: [change(3)] });
      expect(await readChangedIds(1)).toBeUndefined();
      expect(await readChangedIds(2)).toEqual(['3']);
    });

    test('removes some expired changes with each commit, and then answers undefined', async () => {
      await promoteTrack();
      for (let number = 2; number <= MAX_TRIMMED_COMMITS + 3; number++)
        await commit({ changes: [change(number)] });
      advanceClock(10 * 60_000 + 1);
      await commit({ changes: [change(MAX_TRIMMED_COMMITS + 4)] });
      expect(await readChangedIds(MAX_TRIMMED_COMMITS)).toBeUndefined();
      expect(await readChangedIds(MAX_TRIMMED_COMMITS + 1)).toHaveLength(3);
      await commit({ changes: [change(MAX_TRIMMED_COMMITS + 5)] });
      expect(await readChangedIds(MAX_TRIMMED_COMMITS + 2)).toBeUndefined();
      expect(await readChangedIds(MAX_TRIMMED_COMMITS + 3)).toHaveLength(2);
    });

    test('keeps changes at an unchanged position until they are announced', async () => {
      await promoteTrack();
      await commit({ changes: [change(2)] });
      for (let repairs = 0; repairs < 2 * COMMITS_PER_READ; repairs++)
        await commit({ checkpoint: checkpoint(2), changes: [change(2)] });
      expect(await readChangedIds(2)).toHaveLength(2 * COMMITS_PER_READ);
      advanceClock(10 * 60_000 + 1);
      await commit({ checkpoint: checkpoint(3), changes: [change(3)] });
      expect(await readChangedIds(2)).toHaveLength(2 * COMMITS_PER_READ + 1);
      await commit({ checkpoint: checkpoint(4), changes: [change(4)] });
      expect(await readChangedIds(2)).toBeUndefined();
      expect(await readChangedIds(3)).toEqual(['4']);
    });

    test('keeps its beginning although a clock was ahead', async () => {
      const [minute, hour] = [60_000, 60 * 60_000];
      await promoteTrack();
      advanceClock(hour);
      await commit({ changes: [change(2)] });
      advanceClock(-hour);
      await commit({ changes: [change(3)] });
      advanceClock(11 * minute);
      await commit({ changes: [change(4)] });
      expect(await readChangedIds(2)).toEqual(['3', '4']);
      advanceClock(hour);
      await commit({ changes: [change(5)] });
      expect(await readChangedIds(3)).toBeUndefined();
      expect(await readChangedIds(4)).toEqual(['5']);
    });

    test('starts over when another track is promoted', async () => {
      await promoteTrack();
      await commit({ changes: [change(2)] });
      await promoteTrack();
      expect(await readChangedIds(2)).toBeUndefined();
      expect(await readChangedIds(3)).toEqual([]);
    });

    test('does not reach back before the promotion of a track when older commits expire', async () => {
      await promoteTrack();
      await commit({ changes: [change(2)] });
      await promoteTrack();
      advanceClock(10 * 60_000 + 1);
      await commit({ changes: [change(4)] });
      expect(await readChangedIds(2)).toBeUndefined();
      expect(await readChangedIds(3)).toEqual(['4']);
    });
  });
}
