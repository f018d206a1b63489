import { expect, test } from '@jest/globals';
import { Lanes, ReadStores } from '../read-store/lanes.js';
import { ViewsInLanes } from '../read-store/views-in-lanes.js';
import type { Views } from '../read-store/views.js';
import {
  around,
  broken,
  happens,
  hostOn,
  lamps,
  log,
  made,
  store,
  stores,
  switched,
  useLampViews,
} from '../../testing/lamp-views.js';
import { LaneShare } from './lane-share.js';

useLampViews();
const organizations = Array.from({ length: 12 }, (_, number) => `org${number}`);

/** Lanes of accounts and of two halves of the organizations; the store of the last is given. */
async function openLanes(last = store) {
  const lanes = new ReadStores([stores.open(), stores.open(), last]);
  const hosts = lanes.all.map((own) =>
    hostOn({ store: own, isInLane: (stream) => lanes.ofStream(stream) === own }),
  );
  return { lanes, hosts, views: new ViewsInLanes(new Lanes(hosts.map((host) => host.views))) };
}

const shown = (views: Views) =>
  Promise.all(
    organizations.map(async (organizationId) => [
      (await views.find(lamps, organizationId, { sort: ['name'], limit: 100 })).documents,
      [...(await views.sums(lamps, organizationId, ['everyone', 'asha']))],
    ]),
  );

async function history(): Promise<string> {
  for (const organization of organizations) {
    for (const id of ['1', '2', '3']) await happens(`lamp-${organization}_${id}`, made(id));
    await happens(`lamp-${organization}_1`, switched());
    await happens(`lamp-${organization}_2`, broken);
  }
  return log.head();
}

test('lanes together show what one lane shows, and each organization is in one of them', async () => {
  const head = await history();
  const { lanes, hosts, views } = await openLanes();
  await Promise.all(hosts.map((host) => host.start()));
  const later = await happens('lamp-org7_9', made('later'));
  for (const host of hosts) expect(await host.waitFor(later.position, 5_000)).toBe(true);
  expect(later.position > head).toBe(true);

  const alone = hostOn({ store: stores.open() });
  await alone.start();
  expect(await shown(views)).toEqual(await shown(alone.views));
  const ids = await Promise.all(
    lanes.all.map(async (each) => each.ids((await each.current())['lamps']!, '', 1_000)),
  );
  expect(ids.map(({ length }) => length > 0)).toEqual([false, true, true]);
  for (const [number, own] of ids.entries())
    for (const id of own) expect(lanes.of(id.split('_')[0]!)).toBe(lanes.all[number]);
});

test('a lane that stands still delays no other lane', async () => {
  await history();
  let isStanding = false;
  const slow = around(() => {
    if (isStanding) throw new Error('the last lane stands still');
  });
  const { lanes, hosts, views } = await openLanes(slow);
  await Promise.all(hosts.map((host) => host.start()));
  isStanding = true;
  const [late, prompt] = [slow, lanes.all[1]].map((lane) =>
    organizations.find((organization) => lanes.of(organization) === lane)!,
  );
  const first = await happens(`lamp-${late}_9`, made('late'));
  const second = await happens(`lamp-${prompt}_9`, made('prompt'));
  expect(await hosts[1]!.waitFor(second.position, 5_000)).toBe(true);
  expect(await views.json(lamps, prompt!, '9')).toContain('prompt');
  expect(await hosts[2]!.waitFor(first.position, 100)).toBe(false);
  isStanding = false;
  expect(await hosts[2]!.waitFor(first.position, 5_000)).toBe(true);
});

test('a process gives a lane to one that has two fewer, and not two in a row', () => {
  const share = new LaneShare();
  for (let lane = 0; lane < 4; lane++) share.taken();
  expect([undefined, 3].map((waiting) => share.isGivenTo(waiting))).toEqual([false, false]);
  expect([0, 0].map((waiting) => share.isGivenTo(waiting))).toEqual([true, false]);
});
