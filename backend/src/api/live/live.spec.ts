import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Projection } from '#platform/read-side/projections/projection.js';
import type { Checkpoint, Change, ReadStore } from '#platform/read-side/read-store/read-store.js';
import { leads } from '#platform/testing/read-side-for-specs.js';
import { createReadStores } from '#platform/testing/read-stores.js';
import { ChangeFeed, ChangeFeeds } from './change-feed.js';
import {
  type Reader,
  type PresentedChange,
  createMessages,
  hasListeners,
  socketRooms,
} from './socket-messages.js';

const pages = { ...leads, name: 'pages', room: () => 'lead:1' };
const team = {
  name: 'team',
  version: 1,
  events: {},
  indexes: [],
  fold: (team: object | undefined) => team,
};
const projections = [leads, pages, team] as unknown as readonly Projection[];

/** Admin or finance member, who sees all records. */
const meera: Reader = {
  organizationId: 'org',
  memberId: 'meera',
  sees: 'everything',
  topics: ['organization:org', 'member:meera'],
};
const asha: Reader = {
  organizationId: 'org',
  memberId: 'asha',
  sees: 'own',
  topics: ['organization:org', 'member:asha'],
};
const ravi: Reader = { ...asha, memberId: 'ravi', topics: ['organization:org', 'member:ravi'] };
const withLeadOpen = (reader: Reader): Reader => ({
  ...reader,
  topics: [...reader.topics, 'lead:1'],
});

const stores = createReadStores();
let store: ReadStore;
let feed: ChangeFeed;
let position = 0;

beforeEach(async () => {
  store = stores.open();
  position = 0;
  feed = new ChangeFeed({ store, projections });
  await store.ensure(['leads@1.1', 'pages@1.1', 'team@1.1'].map((name) => ({ name, indexes: [] })));
  const current = { leads: 'leads@1.1', pages: 'pages@1.1', team: 'team@1.1' };
  await store.commit({
    track: 'current',
    expected: undefined,
    checkpoint: checkpoint(),
    documents: [],
    sums: [],
    changes: [],
    promotes: { track: 'rebuild', current },
  });
});
afterEach(() => store.close());
afterAll(stores.remove);

const checkpoint = (): Checkpoint => ({
  log: 'log',
  position: String(position),
  eventId: '',
  stream: '',
  revision: position,
  epoch: 0,
});

/** Replaces or deletes a document of the view. */
async function commitChange(
  view: string,
  before: string | undefined,
  document: object | undefined,
  overrides: Partial<Change> = {},
) {
  const expected = await store.readCheckpoint('current');
  position++;
  const after = document && ('assignedTo' in document ? String(document.assignedTo) : '');
  const id = overrides.id ?? '1';
  const documents = [
    {
      collection: `${view}@1.1`,
      id: id === 'org' ? 'org' : `org_${id}`,
      json: document && JSON.stringify(document),
    },
  ];
  const change = {
    organizationId: 'org',
    view,
    id,
    revision: position,
    before,
    after,
    position: String(position),
    ...overrides,
  };
  await store.commit({
    track: 'current',
    expected,
    checkpoint: checkpoint(),
    documents,
    sums: [],
    changes: [change],
  });
}
const readNotificationsFor = async (reader: Reader, after = '0') => {
  const resumed = await feed.readMissedChanges(reader, after);
  return 'changes' in resumed
    ? resumed.changes.map(({ view: _, revision: __, ...change }) => change)
    : 'start over';
};

describe('a client that resumes', () => {
  test('receives each missed change once, with the current document', async () => {
    await commitChange('leads', undefined, { assignedTo: 'asha' });
    await commitChange('leads', 'asha', { assignedTo: 'asha', city: 'Pune' });
    expect(await feed.readMissedChanges(asha, '0')).toEqual({
      position: '2',
      changes: [
        { view: 'leads', id: '1', revision: 2, document: { assignedTo: 'asha', city: 'Pune' } },
      ],
    });
    expect(await feed.readMissedChanges(asha, '2')).toEqual({ position: '2', changes: [] });
  });

  test('receives all changes of the organization, or only the member’s own', async () => {
    await commitChange('leads', undefined, { assignedTo: 'asha' });
    expect(await readNotificationsFor(meera)).toHaveLength(1);
    expect(await readNotificationsFor(asha)).toHaveLength(1);
    expect(await readNotificationsFor(ravi)).toEqual([]);
  });

  test('receives a removal for a reassigned record, and its new owner an addition', async () => {
    await commitChange('leads', undefined, { assignedTo: 'asha' });
    await commitChange('leads', 'asha', { assignedTo: 'ravi' });
    expect(await readNotificationsFor(asha, '1')).toEqual([{ id: '1', removed: true }]);
    expect(await readNotificationsFor(ravi, '1')).toEqual([
      { id: '1', document: { assignedTo: 'ravi' } },
    ]);
    expect(await readNotificationsFor(meera, '1')).toEqual([
      { id: '1', document: { assignedTo: 'ravi' } },
    ]);
  });

  test('receives a removal for a deleted record', async () => {
    await commitChange('leads', undefined, { assignedTo: 'asha' });
    await commitChange('leads', 'asha', undefined);
    for (const reader of [asha, meera])
      expect(await readNotificationsFor(reader, '1')).toEqual([{ id: '1', removed: true }]);
    expect(await readNotificationsFor(ravi, '1')).toEqual([]);
  });

  test('receives public changes with any rights', async () => {
    await commitChange('team', undefined, { role: 'sales' }, { id: 'org' });
    for (const reader of [asha, meera])
      expect(await readNotificationsFor(reader)).toEqual([
        { id: 'org', document: { role: 'sales' } },
      ]);
  });

  test('receives changes of an open lead only while it is open, and its removal', async () => {
    await commitChange('pages', undefined, { assignedTo: 'asha' }, { room: 'lead:1' });
    expect(await readNotificationsFor(asha)).toEqual([]);
    expect(await readNotificationsFor(meera)).toEqual([]);
    expect(await readNotificationsFor(withLeadOpen(asha))).toHaveLength(1);
    await commitChange('pages', 'asha', { assignedTo: 'ravi' }, { room: 'lead:1' });
    for (const reader of [asha, withLeadOpen(asha)])
      expect(await readNotificationsFor(reader, '1')).toEqual([{ id: '1', removed: true }]);
  });

  test('receives no document that was reassigned since the change', async () => {
    await commitChange('leads', undefined, { assignedTo: 'asha' });
    const earlierChanges = await store.readChangesAfter('org', '0', 10);
    await commitChange('leads', 'asha', { assignedTo: 'ravi' });
    const lateStore = Object.assign(Object.create(store) as ReadStore, {
      readChangesAfter: async () => earlierChanges,
    });
    for (const method of ['readCheckpoint', 'readCurrentCollections', 'get'] as const)
      Object.assign(lateStore, { [method]: store[method].bind(store) });
    expect(
      await new ChangeFeed({ store: lateStore, projections }).readMissedChanges(asha, '0'),
    ).toMatchObject({
      changes: [],
    });
  });

  test.each([
    ['it names no position', undefined],
    ['it has been away too long', ''],
    ['it comes from another log', '9'],
  ])('starts over when %s', async (_, after) =>
    expect(await feed.readMissedChanges(asha, after)).toEqual({ position: '0', startOver: true }),
  );

  test('receives the lower of two positions, that of its own lane and that of the accounts', async () => {
    await commitChange('leads', 'asha', { assignedTo: 'asha' });
    const behind = { ...feed, readViewsPosition: async () => ({ position: '0' }) } as ChangeFeed;
    const feeds = new ChangeFeeds([behind, feed]);
    const { position: reached } = await feed.readViewsPosition();
    expect(reached > '0').toBe(true);
    expect(await feeds.readViewsPosition('org')).toEqual({ position: '0' });
    expect(await feeds.readMissedChanges(asha, '0')).toMatchObject({
      position: '0',
      changes: [{ id: '1' }],
    });
    expect(await new ChangeFeeds([feed]).readViewsPosition('')).toEqual({ position: reached });
  });

  test('receives the time at which the views were started', async () => {
    const expected = await store.readCheckpoint('current');
    const begunAt = '2026-11-28T00:00:00.000Z';
    await store.commit({
      track: 'current',
      expected,
      checkpoint: { ...checkpoint(), begunAt },
      documents: [],
      sums: [],
      changes: [],
    });
    expect(await feed.readMissedChanges(asha, '0')).toMatchObject({ views: begunAt });
  });

  test('starts over when it missed too much', async () => {
    const expected = await store.readCheckpoint('current');
    position++;
    const many = Array.from({ length: 501 }, (_, id): Change => ({
      organizationId: 'org',
      view: 'leads',
      id: String(id),
      revision: 0,
      before: undefined,
      after: 'asha',
      position: '1',
    }));
    await store.commit({
      track: 'current',
      expected,
      checkpoint: checkpoint(),
      documents: [],
      sums: [],
      changes: many,
    });
    expect(await readNotificationsFor(asha)).toBe('start over');
  });
});

describe('a connected client', () => {
  const change = (
    before: string | undefined,
    after: string | undefined,
    room?: string,
  ): PresentedChange => ({
    organizationId: 'org',
    view: 'leads',
    id: '1',
    revision: 3,
    position: '1',
    before,
    after,
    ...(room && { room }),
    document: after === undefined ? undefined : { a: 1 },
  });
  /** Notifications of a commit that reach a reader's socket. */
  const findReceived = (reader: Reader, ...committed: PresentedChange[]) => {
    const { leaving, messages } = createMessages(committed);
    const rooms = socketRooms(reader);
    // Every notified room must be among those that `hasListeners` checks.
    const notNotified = committed.filter(
      (change) => !hasListeners(change, (room) => rooms.includes(room)),
    );
    expect(createMessages(notNotified).messages.filter(({ to }) => rooms.includes(to))).toEqual([]);
    expect(
      createMessages(notNotified).leaving.filter(({ membersOf }) => rooms.includes(membersOf)),
    ).toEqual([]);
    const joined = rooms.filter(
      (room) => !leaving.some((each) => each.leave === room && rooms.includes(each.membersOf)),
    );
    return messages
      .filter(({ to, except }) => joined.includes(to) && !(except && joined.includes(except)))
      .flatMap((delivery) =>
        delivery.changes.map(({ removed, document }) => (removed ? 'removed' : document)),
      );
  };
  const document = { a: 1 };

  test.each<[string, PresentedChange, unknown[], unknown[], unknown[]]>([
    ['a lead that comes', change(undefined, 'asha'), [document], [document], []],
    ['a lead that changes', change('asha', 'asha'), [document], [document], []],
    [
      'a lead that goes to a colleague',
      change('asha', 'ravi'),
      [document],
      ['removed'],
      [document],
    ],
    ['a lead that is deleted', change('asha', undefined), ['removed'], ['removed'], []],
    ['a change of a public record', change('', ''), [document], [document], [document]],
    [
      'the deletion of a public record',
      change('', undefined),
      ['removed'],
      ['removed'],
      ['removed'],
    ],
    ['a change for those who have the lead open', change(undefined, 'asha', 'lead:1'), [], [], []],
  ])(
    'receives %s once, as far as its rights allow',
    (_, committed, expectedByMeera, expectedByAsha, expectedByRavi) => {
      expect(findReceived(meera, committed)).toEqual(expectedByMeera);
      expect(findReceived(asha, committed)).toEqual(expectedByAsha);
      expect(findReceived(ravi, committed)).toEqual(expectedByRavi);
    },
  );

  test('receives its own version of a document that admins see differently', () => {
    const admin: Reader = { ...meera, isAdmin: true };
    const hidden = { ...change('', ''), forOthers: { document: undefined } };
    expect([admin, meera, asha].map((reader) => findReceived(reader, hidden))).toEqual([
      [document],
      ['removed'],
      ['removed'],
    ]);
    const smaller = { ...change('', ''), forOthers: { document: { b: 2 } } };
    expect([admin, meera, asha].map((reader) => findReceived(reader, smaller))).toEqual([
      [document],
      [{ b: 2 }],
      [{ b: 2 }],
    ]);
    const gone = { ...change('', undefined), forOthers: { document: undefined } };
    expect([admin, meera, asha].map((reader) => findReceived(reader, gone))).toEqual([
      ['removed'],
      ['removed'],
      ['removed'],
    ]);
  });

  test('receives `added` with a record that nobody had before', () => {
    const listAdded = (committed: PresentedChange) =>
      createMessages([committed]).messages.map((message) => message.changes[0]?.added);
    expect(listAdded(change(undefined, 'asha'))).toEqual([true, true]);
    expect(listAdded(change('asha', 'ravi'))).toEqual([undefined, undefined, undefined]);
  });

  test('receives changes of an open lead until it is reassigned', () => {
    expect(findReceived(withLeadOpen(meera), change('asha', 'asha', 'lead:1'))).toEqual([document]);
    expect(findReceived(withLeadOpen(asha), change('asha', 'asha', 'lead:1'))).toEqual([document]);
    const committed = [
      change('asha', 'ravi', 'lead:1'),
      { ...change('', '', 'lead:1'), view: 'timeline' },
    ];
    expect(findReceived(withLeadOpen(meera), ...committed)).toEqual([document, document]);
    expect(findReceived(withLeadOpen(asha), ...committed)).toEqual(['removed']);
  });

  test('joins no room of another member or organization', () =>
    expect(
      socketRooms({ ...asha, topics: ['member:ravi', 'organization:other', 'member:asha'] }),
    ).toEqual(['member:org_asha', 'member:org_asha:own']));
});
