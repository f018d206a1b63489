import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { PerStream, Projection } from '../read-side/projections/projection.js';
import type { Checkpoint, Change, ReadStore } from '../read-side/read-store/read-store.js';
import { readStores } from '../testing/read-stores.js';
import { Unavailable } from '../common/unavailable.js';
import { ChangePublisherInProcess } from './change-publisher.js';
import { type Committed, ReadSide } from './read-side.js';

type Lead = { assignedTo: string };
const leads = {
  name: 'leads',
  version: 1,
  events: {},
  indexes: [],
  fold: (lead) => lead,
  audience: ({ assignedTo }) => assignedTo,
} satisfies PerStream<never, Lead>;
const projections = [leads] as unknown as readonly Projection[];
const listening = new Map([['org', 1]]);

const stores = readStores();
let store: ReadStore;
let commits: ChangePublisherInProcess;
let readSide: ReadSide;
let position: number;
let notified: Committed[];
let reads: number;
let isAway: boolean;
let troubles: number;
/** How far views have to come to have all of the log. */
let head: string;
let answersOfLog: Promise<void> | undefined;

beforeEach(async () => {
  store = stores.open();
  commits = new ChangePublisherInProcess();
  [position, notified, reads, isAway, troubles, head, answersOfLog] = [0, [], 0, false, 0, '0000', undefined];
  await store.ensure([{ name: 'leads@1.1', indexes: [] }]);
  const joins = { line: 'rebuild', live: { leads: 'leads@1.1' } };
  await store.commit({ line: 'live', expected: undefined, checkpoint: checkpoint(), documents: [], sums: [], changes: [], joins });
  readSide = new ReadSide({
    ...{ store: watched(), projections, commits },
    log: { readAll: eventsAfter } satisfies Pick<EventLog, 'readAll'>,
    onTrouble: () => void troubles++,
  });
  await readSide.start();
  readSide.onCommitted((committed) => notified.push(committed), listening);
});
afterEach(async () => {
  await readSide.stop();
  await store.close();
});
afterAll(stores.remove);

const oldEvent = { metadata: { at: '2026-01-01T00:00:00.000Z' } } as RecordedEvent;
async function eventsAfter(after: string): Promise<readonly RecordedEvent[]> {
  await answersOfLog;
  return after < head ? [oldEvent] : [];
}
/** The store as the process sees it that follows. */
function watched(): ReadStore {
  return new Proxy(store, {
    get(target, name: keyof ReadStore) {
      const method = (target[name] as (...given: unknown[]) => unknown).bind(target);
      return (...given: unknown[]) => {
        if (isAway) return Promise.reject(new Unavailable('away'));
        if (name === 'get') reads++;
        return method(...given);
      };
    },
  });
}
const checkpoint = (log = 'log'): Checkpoint => ({ log, position: place(position), eventId: '', stream: '', revision: position, epoch: 0 });
const place = (number: number) => String(number).padStart(4, '0');
const goLive = (collection: string) => store.setLive({ leads: collection });

/** As the host commits it. */
async function commit(id: string, before: string | undefined, document: Lead | undefined, organizationId = 'org'): Promise<Change> {
  const expected = await store.checkpoint('live');
  position++;
  const after = document?.assignedTo;
  const change = { organizationId, view: 'leads', id, revision: position, before, after, position: place(position) };
  await store.commit({
    ...{ line: 'live', expected, checkpoint: checkpoint(), sums: [], changes: [change] },
    documents: [{ collection: 'leads@1.1', id: `${organizationId}_${id}`, json: document && JSON.stringify(document) }],
  });
  return change;
}
const publish = (change: Change) => commits.publish(change.position);
const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
};

test('what was committed elsewhere is notified here, with the document, and whoever waits for it goes on at once', async () => {
  const change = await commit('1', undefined, { assignedTo: 'asha' });
  const waiting = readSide.waitFor('0001', 2_000);
  publish(change);
  expect(await waiting).toBe(true);
  expect(readSide.position()).toBe('0001');
  await until(() => notified.length === 1);
  expect(notified).toEqual([{ position: '0001', changes: [{ ...change, json: '{"assignedTo":"asha"}' }] }]);
});

test('a change whose document has moved on is notified as it is now, so that nobody sees what has become another’s', async () => {
  const first = await commit('1', undefined, { assignedTo: 'asha' });
  const second = await commit('1', 'asha', { assignedTo: 'ravi' });
  publish(first);
  publish(second);
  await until(() => notified.flatMap(({ changes }) => changes).length === 2);
  for (const { after } of notified.flatMap(({ changes }) => changes)) expect(after).toBe('ravi');
});

test('a document that is gone is notified as gone', async () => {
  await commit('1', undefined, { assignedTo: 'asha' });
  publish(await commit('1', 'asha', undefined));
  await until(() => notified.length === 1);
  expect(notified[0]!.changes.at(-1)).toMatchObject({ before: 'asha', after: undefined, json: undefined });
});

test('documents are read once for all that came meanwhile, and not at all for organizations that nobody here listens for', async () => {
  const changes: Change[] = [];
  for (let id = 1; id <= 100; id++) changes.push(await commit(String(id), undefined, { assignedTo: 'asha' }));
  for (const change of changes) publish(change);
  await until(() => notified.flatMap((each) => each.changes).length === 100);
  expect(reads).toBeLessThan(5);
  reads = 0;
  publish(await commit('1', undefined, { assignedTo: 'asha' }, 'other'));
  publish(await commit('last', undefined, { assignedTo: 'asha' }));
  await until(() => notified.at(-1)!.changes.at(-1)!.id === 'last');
  expect(reads).toBeLessThanOrEqual(1);
});

test('however much one commit changed, all of it is notified, each commit whole', async () => {
  const expected = await store.checkpoint('live');
  const at = (revision: number, count: number) =>
    Array.from({ length: count }, (_, id) => ({
      ...{ organizationId: 'org', view: 'leads', id: `${revision}-${id}`, revision, before: 'asha', after: undefined, position: place(revision) },
    }));
  const changes = [...at(1, 700), ...at(2, 2_300), ...at(3, 2)];
  position = 3;
  await store.commit({ line: 'live', expected, checkpoint: checkpoint(), documents: [], sums: [], changes });
  commits.publish(place(3));
  await until(() => notified.at(-1)?.position === place(3));
  expect(notified.flatMap((each) => each.changes).map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
  for (const revision of [1, 2, 3]) expect(notified.filter((each) => each.changes.some((change) => change.revision === revision))).toHaveLength(1);
});

test('without any news, whoever waits goes on soon, and listeners are notified a little later', async () => {
  await commit('1', undefined, { assignedTo: 'asha' });
  expect(await readSide.waitFor('0001', 1_000)).toBe(true);
  await until(() => notified.length === 1);
  expect(notified).toMatchObject([{ position: '0001', changes: [{ id: '1', json: '{"assignedTo":"asha"}' }] }]);
});

test('what was lost between two news is notified with the later one, and so is what news says nothing of', async () => {
  await commit('lost', undefined, { assignedTo: 'asha' });
  publish(await commit('heard', undefined, { assignedTo: 'asha' }));
  await until(() => notified.length === 1);
  expect(notified).toMatchObject([{ position: '0002', changes: [{ id: 'lost' }, { id: 'heard', json: '{"assignedTo":"asha"}' }] }]);
});

test('a commit that changes no document is no gap, and what comes after it is notified', async () => {
  commits.publish('0000');
  publish(await commit('1', undefined, { assignedTo: 'asha' }));
  await until(() => notified.length === 1);
});

test('what could not be notified while the read store was away is notified when it is back', async () => {
  const change = await commit('1', undefined, { assignedTo: 'asha' });
  isAway = true;
  publish(change);
  await until(() => troubles > 0);
  expect(notified).toEqual([]);
  isAway = false;
  await until(() => notified.length === 1);
  expect(notified).toMatchObject([{ position: '0001', changes: [{ id: '1', json: '{"assignedTo":"asha"}' }] }]);
});

test('however many come to wait, one after the other, none of them puts off the look', async () => {
  const coming = setInterval(() => void readSide.waitFor('0002', 500), 2);
  try {
    await commit('1', undefined, { assignedTo: 'asha' });
    expect(await readSide.waitFor('0001', 2_000)).toBe(true);
  } finally {
    clearInterval(coming);
  }
});

test('a position that does not come is waited for no longer than was said', async () => expect(await readSide.waitFor('0009', 20)).toBe(false));

test('another generation of a view is read as soon as it is live', async () => {
  await store.ensure([{ name: 'leads@1.2', indexes: [] }]);
  await goLive('leads@1.2');
  await store.drop(['leads@1.1']);
  commits.publish('0000');
  await until(() =>
    readSide.views.get(leads, 'org', ['1']).then(
      () => true,
      () => false,
    ),
  );
});

test('it is ready when every view that it reads is live', async () => {
  expect(await readSide.health()).toMatchObject({ role: 'standing by', position: '0000', lagSeconds: 0, parked: [] });
  await store.ensure([{ name: 'leads@2.1', indexes: [] }]);
  await goLive('leads@2.1');
  await until(async () => (await readSide.health()).role === 'rebuilding');
});

test('another log begins again at its own position', async () => {
  publish(await commit('1', undefined, { assignedTo: 'asha' }));
  const expected = await store.checkpoint('live');
  position = 0;
  await store.commit({ line: 'live', expected, checkpoint: checkpoint('another'), documents: [], sums: [], changes: [] });
  await until(() => readSide.position() === '0000');
});

test('views that have caught up are stale no longer with the news of it, also where it comes while it is being looked', async () => {
  await readSide.stop();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  try {
    head = '0002';
    await readSide.start(); // From now on it looks after news only.
    expect(readSide.isStale()).toBe(true);
    let answer = (): void => {};
    answersOfLog = new Promise((resolve) => (answer = resolve));
    publish(await commit('1', undefined, { assignedTo: 'asha' }));
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    publish(await commit('2', undefined, { assignedTo: 'asha' }));
    answer();
    while (readSide.isStale()) await nextTurn();
  } finally {
    jest.useRealTimers();
  }
});

test('while the read store is away that is its trouble, notified once; then it goes on', async () => {
  isAway = true;
  await until(() => troubles > 0);
  await commit('1', undefined, { assignedTo: 'asha' });
  expect(await readSide.waitFor('0001', 120)).toBe(false);
  expect(troubles).toBe(1);
  isAway = false;
  expect(await readSide.waitFor('0001', 2_000)).toBe(true);
  expect((await readSide.health()).trouble).toBeUndefined();
});
