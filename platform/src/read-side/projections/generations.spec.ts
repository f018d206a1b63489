import { describe, expect, test, beforeEach } from '@jest/globals';
import { ViewNotReady } from '../read-store/views.js';
import { Unavailable } from '../../common/unavailable.js';
import { waitUntil } from '../../testing/read-side-for-specs.js';
import type { Projection } from './projection.js';
import {
  storeWithHooks,
  bulbs,
  diary,
  append,
  openHost,
  lamps,
  log,
  made,
  lampsVersion2,
  createLogWithBatches,
  rebuildViews,
  recorded,
  readViews,
  store,
  switched,
  useAnotherLog,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

describe('a new version', () => {
  beforeEach(() => append('lamp-org_1', made(), switched()));

  test('is built beside the old one, takes over, and the old one is deleted', async () => {
    const old = openHost({ projections: [lamps, diary] });
    await old.start();
    await old.stop();
    const projected: number[] = [];
    const host = openHost({ projections: [lampsVersion2, diary] });
    expect(host.views.isReady([lampsVersion2])).toBe(false);
    await host.start((events) => projected.push(events));
    expect(projected).toEqual([2]);
    expect(await store.readCurrentCollections()).toEqual({
      lamps: 'lamps@2.1',
      diary: 'diary@1.1',
    });
    expect((await store.listCollections()).toSorted()).toEqual(['diary@1.1', 'lamps@2.1']);
    expect(await host.views.getOne(lampsVersion2, 'org', '1')).toMatchObject({ on: true });
    await expect(host.views.getOne(lamps, 'org', '1')).rejects.toThrow(ViewNotReady);
  });

  test('resumes after an interruption', async () => {
    await append('lamp-org_2', made());
    for (let lot = 0; lot < 2; lot++)
      await append(
        'lamp-org_2',
        ...Array.from({ length: 200 }, (_, times) => switched((lot + times) % 3 === 0)),
      );
    let commits = 0;
    const projected: number[] = [];
    const cutOff = openHost({
      log: createLogWithBatches(200),
      store: storeWithHooks(() => {
        commits++;
        if (commits === 4) throw new Unavailable('cut off');
      }),
    });
    await cutOff.start((events) => projected.push(events));
    expect(projected).toEqual([200, 200, 203]);
    expect(await readViews(cutOff)).toEqual(await rebuildViews());
  });

  test('a generation is rebuilt while events arrive, and reaches the current one', async () => {
    for (let lamp = 0; lamp < 1_000; lamp++)
      await append(`lamp-org_${lamp + 2}`, made(String(lamp)));
    const old = openHost({ log: createLogWithBatches(200) });
    await old.start();
    await old.stop();
    let appendedCount = 0;
    const renewed = [lampsVersion2, { ...bulbs, version: 2 }, diary];
    const host = openHost({ log: createLogWithBatches(200), projections: renewed });
    await host.start(() => {
      if (appendedCount < 5) void append(`lamp-org_${appendedCount++}`, switched());
    });
    await host.waitFor(await log.readLastPosition(), 5_000);
    expect(appendedCount).toBe(5);
    expect(await store.readCurrentCollections()).toEqual({
      lamps: 'lamps@2.1',
      bulbs: 'bulbs@2.1',
      diary: 'diary@1.1',
    });
    await host.waitFor((await append('lamp-org_1', switched(false))).position, 5_000);
    expect(await readViews(host, renewed)).toEqual(await rebuildViews(renewed));
  });
});

test('views of an early build, whose checkpoint lacks parked streams, are rebuilt', async () => {
  await append('lamp-org_1', made());
  const old = openHost();
  await old.start();
  await old.stop();
  const { parked: _, ...checkpoint } = (await store.readCheckpoint('current'))!;
  await store.commit({
    track: 'current',
    expected: await store.readCheckpoint('current'),
    checkpoint,
    documents: [],
    sums: [],
    changes: [],
  });
  const host = openHost();
  await host.start();
  expect(await store.readCurrentCollections()).toMatchObject({ lamps: 'lamps@1.2' });
  expect(await readViews(host)).toEqual(await rebuildViews());
});

describe('a view that another build did not project', () => {
  const runBuild = async (projections?: readonly Projection[]) => {
    const host = openHost(projections && { projections });
    await host.start();
    await host.stop();
    return host;
  };

  test('is built again, because it has missed events', async () => {
    await append('lamp-org_1', made(), switched());
    await runBuild();
    await append('lamp-org_1', switched());
    await append('lamp-org_2', made(), switched());
    await runBuild([lamps, diary]);
    expect(await readViews(await runBuild())).toEqual(await rebuildViews());
  });

  test('is built again after an upgrade that ended before its new version was built', async () => {
    const former = [lamps, diary];
    await append('lamp-org_1', made(), switched());
    await runBuild(former);
    const upgraded = openHost({
      projections: [lampsVersion2, diary],
      store: storeWithHooks(({ track }) => {
        if (track !== 'current') throw new Unavailable('nothing can be built now');
      }),
    });
    const starting = upgraded.start();
    const { position } = await append('lamp-org_1', switched(false));
    await waitUntil(async () => (await store.readCheckpoint('current'))?.position === position);
    await upgraded.stop();
    await starting;
    expect(await readViews(await runBuild(former), former)).toEqual(await rebuildViews(former));
  });
});

describe('another log under the same views', () => {
  const foldOnce = async () => {
    const host = openHost();
    await host.start();
    await host.stop();
  };

  test('that was restored from a backup is projected from the beginning', async () => {
    await append('lamp-org_1', made('Old'), switched());
    await append('lamp-org_2', made('Lost'));
    await foldOnce();
    const begunAt = (await store.readCheckpoint('current'))!.begunAt!;
    recorded.splice(2);
    await append('lamp-org_3', made('New'));
    const host = openHost();
    await host.start();
    // Browsers drop their copies of earlier views.
    expect((await store.readCheckpoint('current'))!.begunAt! > begunAt).toBe(true);
    expect(await readViews(host)).toEqual(await rebuildViews());
    expect(await host.views.getOne(lamps, 'org', '2')).toBeUndefined();
    expect(await store.readCurrentCollections()).toMatchObject({ lamps: 'lamps@1.2' });
  });

  test('that is shorter is projected from the beginning', async () => {
    await append('lamp-org_1', made('Old'));
    await append('lamp-org_2', made('Lost'));
    await foldOnce();
    recorded.splice(1);
    const host = openHost();
    await host.start();
    expect(await readViews(host)).toEqual(await rebuildViews());
  });

  test('with another identity is projected from the beginning', async () => {
    await append('lamp-org_1', made('Old'));
    await foldOnce();
    useAnotherLog([...recorded]);
    const host = openHost();
    await host.start();
    expect(await readViews(host)).toEqual(await rebuildViews());
    expect((await store.readCheckpoint('current'))!.log).toBe(await log.readIdentity());
  });
});

test('a rebuilt view is current before the former one is deleted, and the publisher is notified', async () => {
  await append('lamp-org_1', made());
  const old = openHost({ projections: [lamps, diary] });
  await old.start();
  await old.stop();
  const { begunAt } = (await store.readCheckpoint('current'))!;
  const host = openHost({ projections: [lampsVersion2, diary] });
  await host.start();
  expect(await store.readCheckpoint('current')).toMatchObject({ begunAt });
  const { position } = await host.health();
  expect(host.notifications).toEqual([position]);
  expect(await store.readCurrentCollections()).toEqual({ lamps: 'lamps@2.1', diary: 'diary@1.1' });
  expect(await store.listCollections()).not.toContain('lamps@1.1');
});
