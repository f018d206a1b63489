import { ReadSideForSpecs, positionOf, waitUntil } from '#platform/testing/read-side-for-specs.js';
import { createReadStores } from '#platform/testing/read-stores.js';
import type { Change } from '#platform/read-side/read-store/read-store.js';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { ChangeFeed, type CommittedChanges } from './change-feed.js';

const listening = new Map([['org', 1]]);
const stores = createReadStores();
let side: ReadSideForSpecs;
let notified: CommittedChanges[];
let ending: AbortController;
let following: Promise<void>;

beforeEach(async () => {
  side = new ReadSideForSpecs(stores.open());
  await side.start();
  [notified, ending] = [[], new AbortController()];
  const { watched: store, projections, readLane } = side;
  const notify = (committed: CommittedChanges) => void notified.push(committed);
  following = new ChangeFeed({ store, projections }).notifyCommits(
    { readLane, listening, notify, onTrouble: () => void side.troubles++ },
    ending.signal,
  );
});
afterEach(async () => {
  ending.abort();
  await following;
  await side.stop();
});
afterAll(stores.remove);

test('a commit of another process notifies listeners with the document, and resolves waiting queries at once', async () => {
  const change = await side.commit('1', undefined, { assignedTo: 'asha' });
  const waiting = side.readLane.waitFor('0001', 2_000);
  side.publish(change);
  expect(await waiting).toBe(true);
  expect(side.readLane.position).toBe('0001');
  await waitUntil(() => notified.length === 1);
  expect(notified).toEqual([
    { position: '0001', changes: [{ ...change, json: '{"assignedTo":"asha"}' }] },
  ]);
});

test('a change whose document has changed again is notified in its current state, so that no audience sees a reassigned record', async () => {
  const first = await side.commit('1', undefined, { assignedTo: 'asha' });
  const second = await side.commit('1', 'asha', { assignedTo: 'ravi' });
  side.publish(first);
  side.publish(second);
  await waitUntil(() => notified.flatMap(({ changes }) => changes).length === 2);
  for (const { after } of notified.flatMap(({ changes }) => changes)) expect(after).toBe('ravi');
});

test('a removed document is notified as removed', async () => {
  await side.commit('1', undefined, { assignedTo: 'asha' });
  side.publish(await side.commit('1', 'asha', undefined));
  await waitUntil(() => notified.length === 1);
  expect(notified[0]!.changes.at(-1)).toMatchObject({
    before: 'asha',
    after: undefined,
    json: undefined,
  });
});

test('documents are read once per batch of changes, and not for organizations without listeners', async () => {
  const changes: Change[] = [];
  for (let id = 1; id <= 100; id++)
    changes.push(await side.commit(String(id), undefined, { assignedTo: 'asha' }));
  for (const change of changes) side.publish(change);
  await waitUntil(() => notified.flatMap((each) => each.changes).length === 100);
  expect(side.reads).toBeLessThan(5);
  side.reads = 0;
  side.publish(await side.commit('1', undefined, { assignedTo: 'asha' }, 'other'));
  side.publish(await side.commit('last', undefined, { assignedTo: 'asha' }));
  await waitUntil(() => notified.at(-1)!.changes.at(-1)!.id === 'last');
  expect(side.reads).toBeLessThanOrEqual(1);
});

test('all changes of a large commit are notified together', async () => {
  const expected = await side.store.readCheckpoint('current');
  const changesAt = (revision: number, count: number) =>
    Array.from({ length: count }, (_, id) => ({
      organizationId: 'org',
      view: 'leads',
      id: `${revision}-${id}`,
      revision,
      before: 'asha',
      after: undefined,
      position: positionOf(revision),
    }));
  const changes = [...changesAt(1, 700), ...changesAt(2, 2_300), ...changesAt(3, 2)];
  side.position = 3;
  await side.store.commit({
    track: 'current',
    expected,
    checkpoint: side.checkpoint(),
    documents: [],
    sums: [],
    changes,
  });
  side.commits.publish(positionOf(3));
  await waitUntil(() => notified.at(-1)?.position === positionOf(3));
  expect(notified.flatMap((each) => each.changes).map(({ id }) => id)).toEqual(
    changes.map(({ id }) => id),
  );
  for (const revision of [1, 2, 3])
    expect(
      notified.filter((each) => each.changes.some((change) => change.revision === revision)),
    ).toHaveLength(1);
});

test('without hints, waiting queries resolve soon, and listeners are notified a little later', async () => {
  await side.commit('1', undefined, { assignedTo: 'asha' });
  expect(await side.readLane.waitFor('0001', 1_000)).toBe(true);
  await waitUntil(() => notified.length === 1);
  expect(notified).toMatchObject([
    { position: '0001', changes: [{ id: '1', json: '{"assignedTo":"asha"}' }] },
  ]);
});

test('changes between two hints are notified with the later one, including those without a hint', async () => {
  await side.commit('without-hint', undefined, { assignedTo: 'asha' });
  side.publish(await side.commit('with-hint', undefined, { assignedTo: 'asha' }));
  await waitUntil(() => notified.length === 1);
  expect(notified).toMatchObject([
    {
      position: '0002',
      changes: [{ id: 'without-hint' }, { id: 'with-hint', json: '{"assignedTo":"asha"}' }],
    },
  ]);
});

test('a commit without changed documents does not stop later notifications', async () => {
  side.commits.publish('0000');
  side.publish(await side.commit('1', undefined, { assignedTo: 'asha' }));
  await waitUntil(() => notified.length === 1);
});

test('changes missed while the read store was unavailable are notified after its return', async () => {
  const change = await side.commit('1', undefined, { assignedTo: 'asha' });
  side.isUnavailable = true;
  side.publish(change);
  await waitUntil(() => side.troubles > 0);
  expect(notified).toEqual([]);
  side.isUnavailable = false;
  await waitUntil(() => notified.length === 1);
  expect(notified).toMatchObject([
    { position: '0001', changes: [{ id: '1', json: '{"assignedTo":"asha"}' }] },
  ]);
});
