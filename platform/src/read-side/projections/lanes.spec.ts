import { expect, test } from '@jest/globals';
import { pause } from '../../common/clock.js';
import { Signal } from '../../common/signal.js';
import { Lanes, ReadStores } from '../read-store/lanes.js';
import type { Collection, IndexTime } from '../read-store/read-store.js';
import { ViewsInLanes } from '../read-store/views-in-lanes.js';
import type { Views } from '../read-store/views.js';
import {
  storeWithHooks,
  broken,
  append,
  openHost,
  lamps,
  log,
  made,
  store,
  stores,
  switched,
  useAnotherLog,
  useLampViews,
} from '../../testing/lamp-views.js';
import { LaneShare } from './lane-share.js';

useLampViews();
const organizations = Array.from({ length: 12 }, (_, number) => `org${number}`);

/**
 * Lanes of accounts and of two halves of the organizations. `last` is the store of the last lane.
 */
const openLanes = (last = store) =>
  openHostsOn(new ReadStores([stores.open(), stores.open(), last]));

function openHostsOn(lanes: ReadStores) {
  const hosts = lanes.all.map((lane) =>
    openHost({
      store: lane,
      isInLane: (stream) => lanes.findLaneOfStream(stream) === lane,
      firstStore: lane === lanes.first ? undefined : lanes.first,
    }),
  );
  return { lanes, hosts, views: new ViewsInLanes(new Lanes(hosts.map((host) => host.views))) };
}

const readShown = (views: Views) =>
  Promise.all(
    organizations.map(async (organizationId) => [
      (await views.find(lamps, organizationId, { sort: ['name'], limit: 100 })).documents,
      [...(await views.getSums(lamps, organizationId, ['everyone', 'asha']))],
    ]),
  );

async function appendHistory(): Promise<string> {
  for (const organization of organizations) {
    for (const id of ['1', '2', '3']) await append(`lamp-${organization}_${id}`, made(id));
    await append(`lamp-${organization}_1`, switched());
    await append(`lamp-${organization}_2`, broken);
  }
  return log.readLastPosition();
}

test('lanes together show what one lane shows, and each organization is in one of them', async () => {
  const head = await appendHistory();
  const { lanes, hosts, views } = openLanes();
  await Promise.all(hosts.map((host) => host.start()));
  const later = await append('lamp-org7_9', made('later'));
  for (const host of hosts) expect(await host.waitFor(later.position, 5_000)).toBe(true);
  expect(later.position > head).toBe(true);

  const alone = openHost({ store: stores.open() });
  await alone.start();
  expect(await readShown(views)).toEqual(await readShown(alone.views));
  const ids = await Promise.all(
    lanes.all.map(async (each) =>
      each.readIds((await each.readCurrentCollections())['lamps']!, '', 1_000),
    ),
  );
  expect(ids.map(({ length }) => length > 0)).toEqual([false, true, true]);
  for (const [number, idsOfLane] of ids.entries())
    for (const id of idsOfLane) expect(lanes.findLane(id.split('_')[0]!)).toBe(lanes.all[number]);
});

test('a lane that stands still delays no other lane', async () => {
  await appendHistory();
  let isStalled = false;
  const slow = storeWithHooks(() => {
    if (isStalled) throw new Error('the last lane stands still');
  });
  const { lanes, hosts, views } = openLanes(slow);
  await Promise.all(hosts.map((host) => host.start()));
  isStalled = true;
  const [late, prompt] = [slow, lanes.all[1]].map((lane) =>
    organizations.find((organization) => lanes.findLane(organization) === lane)!,
  );
  const first = await append(`lamp-${late}_9`, made('late'));
  const second = await append(`lamp-${prompt}_9`, made('prompt'));
  expect(await hosts[1]!.waitFor(second.position, 5_000)).toBe(true);
  expect(await views.getJson(lamps, prompt!, '9')).toContain('prompt');
  expect(await hosts[2]!.waitFor(first.position, 100)).toBe(false);
  isStalled = false;
  expect(await hosts[2]!.waitFor(first.position, 5_000)).toBe(true);
});

test('a process gives a lane away to one that holds two fewer, and not two lanes in a row', () => {
  const share = new LaneShare();
  for (let lane = 0; lane < 4; lane++) share.addLease();
  expect(share.tryGiveTo(undefined)).toBe(false);
  expect(share.tryGiveTo(3)).toBe(false);
  expect(share.tryGiveTo(0)).toBe(true);
  expect(share.tryGiveTo(0)).toBe(false);
});

test('all lanes begin at the time of the first lane, and at another time after a restore', async () => {
  await appendHistory();
  const first = openLanes();
  const begin = async ({ hosts, lanes }: typeof first) => {
    const others = hosts.slice(1).map((host) => host.start());
    await pause(20);
    await Promise.all([hosts[0]!.start(), ...others]);
    const checkpoints = await Promise.all(lanes.all.map((lane) => lane.readCheckpoint('current')));
    return [...new Set(checkpoints.map((checkpoint) => checkpoint!.begunAt!))];
  };
  const begun = await begin(first);
  expect(begun).toEqual([expect.any(String)]);
  await Promise.all(first.hosts.map((host) => host.stop()));

  useAnotherLog([]);
  await appendHistory();
  const restored = await begin(openHostsOn(first.lanes));
  expect(restored).toEqual([expect.any(String)]);
  expect(restored[0]! > begun[0]!).toBe(true);
});

/** Store that keeps building indexes after a rebuild, until the test ends. */
function createStoreWithSlowIndexes() {
  const leases: number[] = [];
  const building = new Signal();
  const slow = new Proxy(store, {
    get(target, name) {
      if (name === 'ensure')
        return async (collections: readonly Collection[], indexTime?: IndexTime) => {
          if (indexTime === 'later' || collections.length === 0)
            return target.ensure(collections, indexTime);
          building.notify();
          return new Promise(() => {});
        };
      if (name === 'acquireLease')
        return async (holder: string, milliseconds: number) => {
          leases.push(milliseconds);
          const lease = await target.acquireLease(holder, milliseconds);
          return lease && { ...lease, waiting: 0 };
        };
      return (Reflect.get(target, name) as () => unknown).bind(target);
    },
  });
  return { slow, leases, building };
}

test('a host that is stopped while indexes are built releases its lease', async () => {
  await appendHistory();
  const { slow, leases, building } = createStoreWithSlowIndexes();
  const host = openHost({ store: slow });
  void host.start();
  await building.waitSince(0, AbortSignal.timeout(5_000));
  await host.stop();
  expect(leases.at(-1)).toBe(0);
});

test('a lane is given away while indexes are built, and not renewed', async () => {
  await appendHistory();
  const { slow, leases, building } = createStoreWithSlowIndexes();
  const share = new LaneShare();
  const host = openHost({ store: slow, share, leaseMilliseconds: 300 });
  void host.start();
  await building.waitSince(0, AbortSignal.timeout(5_000));
  // Only now does the process hold enough leases to give one away.
  const countBefore = leases.length;
  for (let lane = 0; lane < 4; lane++) share.addLease();
  while (leases.at(-1) !== 0) await pause(10);
  expect(share.leaseCount).toBe(4);
  expect(leases.slice(countBefore).filter((milliseconds) => milliseconds > 0).length).toBeLessThan(
    3,
  );
});
