import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReadSideForSpecs, leads, waitUntil } from '../testing/read-side-for-specs.js';
import { createReadStores } from '../testing/read-stores.js';

const stores = createReadStores();
let side: ReadSideForSpecs;

beforeEach(async () => {
  side = new ReadSideForSpecs(stores.open());
  await side.start();
});
afterEach(() => side.stop());
afterAll(stores.remove);

test('consecutive waiters do not postpone the check', async () => {
  const waiters = setInterval(() => void side.readLane.waitFor('0002', 500), 2);
  try {
    await side.commit('1', undefined, { assignedTo: 'asha' });
    expect(await side.readLane.waitFor('0001', 2_000)).toBe(true);
  } finally {
    clearInterval(waiters);
  }
});

test('waiting for a position ends at its timeout', async () =>
  expect(await side.readLane.waitFor('0009', 20)).toBe(false));

test('another generation of a view is read as soon as it is current', async () => {
  await side.store.ensure([{ name: 'leads@1.2', indexes: [] }]);
  await side.makeCurrent('leads@1.2');
  await side.store.drop(['leads@1.1']);
  side.commits.publish('0000');
  await waitUntil(() =>
    side.readLane.views.get(leads, 'org', ['1']).then(
      () => true,
      () => false,
    ),
  );
});

test('a lane is ready when all its views are current', async () => {
  expect(await side.readLane.checkHealth()).toMatchObject({
    role: 'standing by',
    position: '0000',
    lagSeconds: 0,
    parked: [],
  });
  await side.store.ensure([{ name: 'leads@2.1', indexes: [] }]);
  await side.makeCurrent('leads@2.1');
  await waitUntil(async () => (await side.readLane.checkHealth()).role === 'rebuilding');
});

test.each([
  ['another log', { log: 'another' }],
  ['a restored log', { begunAt: '2026-11-28T00:00:00.000Z' }],
])('views of %s begin again at their own position', async (_, other) => {
  side.publish(await side.commit('1', undefined, { assignedTo: 'asha' }));
  const expected = await side.store.readCheckpoint('current');
  side.position = 0;
  await side.store.commit({
    track: 'current',
    expected,
    checkpoint: { ...side.checkpoint(), ...other },
    documents: [],
    sums: [],
    changes: [],
  });
  await waitUntil(() => side.readLane.position === '0000');
});

test('an announcement that views have caught up ends staleness, even during a check', async () => {
  await side.readLane.stop();
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'],
  });
  try {
    side.head = '0002';
    await side.readLane.start(); // Polling is paused, so that only announcements trigger a check.
    expect(side.readLane.isStale()).toBe(true);
    let answer = (): void => {};
    side.logAnswersAfter = new Promise((resolve) => (answer = resolve));
    side.publish(await side.commit('1', undefined, { assignedTo: 'asha' }));
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    side.publish(await side.commit('2', undefined, { assignedTo: 'asha' }));
    answer();
    while (side.readLane.isStale()) await nextTurn();
  } finally {
    jest.useRealTimers();
  }
});

test('an unavailable read store is reported once; then reading continues', async () => {
  side.isUnavailable = true;
  await waitUntil(() => side.troubles > 0);
  await side.commit('1', undefined, { assignedTo: 'asha' });
  expect(await side.readLane.waitFor('0001', 120)).toBe(false);
  expect(side.troubles).toBe(1);
  side.isUnavailable = false;
  expect(await side.readLane.waitFor('0001', 2_000)).toBe(true);
  expect((await side.readLane.checkHealth()).trouble).toBeUndefined();
});
