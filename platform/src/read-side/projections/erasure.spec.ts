import { beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '../../event-log/event-log.js';
import { Unavailable } from '../../common/unavailable.js';
import { KeyLost } from '../../sealing/key-store/key-store.js';
import { LIVE_TRACK } from '../read-store/read-store.js';
import type { Projection } from './projection.js';
import type { ProjectionHostOptions } from './projection-host.js';
import { ProjectionProcessor } from './projection-processor.js';
import { Projector } from './projector.js';
import { ProjectingProcess } from '../../testing/processes/projecting-process.js';
import {
  album,
  lampProjections,
  storeWithHooks,
  bulbs,
  diary,
  erased,
  given,
  append,
  openHost,
  lamps,
  log,
  made,
  createLogWithBatches,
  readViews,
  store,
  stores,
  switched,
  switches,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

describe('an erasure on a parked stream', () => {
  const failingOnSwitched = (projection: typeof lamps): typeof lamps => ({
    ...projection,
    fold(lamp, event) {
      if (event.type === 'Switched' && lamp) throw new TypeError('cannot be folded');
      return lamps.fold(lamp, event);
    },
  });
  const failingDiary: typeof diary = {
    ...diary,
    entry(event) {
      if (event.type === 'Switched') throw new TypeError('cannot be folded');
      return diary.entry(event);
    },
  };
  /**
   * `lamps` fails with a shown document; `bulbs` works; the diary fails before it shows anything.
   */
  const poisoned = [failingOnSwitched(lamps), bulbs, failingDiary];
  /** The failing projections in their next version. */
  const nextVersions = (): readonly Projection[] => [
    { ...failingOnSwitched(lamps), version: 2 },
    bulbs,
    { ...failingDiary, version: 2 },
  ];
  const readShown = async (host: ProjectingProcess, views: readonly Projection[] = poisoned) =>
    JSON.stringify(await readViews(host, views));
  const history = [made('Quillfeather'), given('ravi'), switched()];
  const startHost = async (options: Partial<ProjectionHostOptions> = {}) => {
    const host = openHost({ projections: poisoned, ...options });
    await host.start();
    return host;
  };

  test('removes all shown data, and updates the counts', async () => {
    const host = await startHost();
    await host.waitFor((await append('lamp-org_1', ...history)).position, 5_000);
    expect(await readShown(host)).toContain('Quillfeather');
    await host.waitFor((await append('lamp-org_1', erased)).position, 5_000);
    expect(await readShown(host)).not.toContain('Quillfeather');
    expect((await host.views.getSums(lamps, 'org', ['everyone', 'ravi'])).get('everyone')).toEqual(
      {},
    );
    expect((await host.health()).parked).toHaveLength(2);
  });

  test('removes shown data even in the batch that parked the stream, and in rebuilt views', async () => {
    await append('lamp-org_1', ...history, erased);
    const host = await startHost();
    expect(await readShown(host)).not.toContain('Quillfeather');
    await host.stop();
    const renewed = nextVersions();
    expect(await readShown(await startHost({ projections: renewed }), renewed)).not.toContain(
      'Quillfeather',
    );
  });

  test('of the whole stream removes its data from every view that read it', async () => {
    const host = await startHost();
    await append('lamp-org_2', made('Larkspur'), given('ravi'));
    await append('lamp-org_1', ...history);
    const { position } = await append('lamp-org_1', { ...erased, type: 'StreamErased' as never });
    await host.waitFor(position, 5_000);
    const remaining = await readShown(host);
    expect(remaining).not.toContain('Quillfeather');
    expect(remaining).not.toContain('lamp-org_1');
    expect(remaining).toContain('Larkspur');
    const all = await host.views.getSums(lamps, 'org', ['everyone']);
    await host.stop();
    const renewed = [...nextVersions(), { ...bulbs, name: 'more-bulbs' }];
    const rebuilt = await startHost({ projections: renewed });
    expect(await readShown(rebuilt, renewed)).not.toContain('Quillfeather');
    expect(await rebuilt.views.getSums(renewed[0]!, 'org', ['everyone'])).toEqual(all);
  });

  test('removes shown data after a restart', async () => {
    await append('lamp-org_1', ...history);
    await (await startHost()).stop();
    await append('lamp-org_1', erased);
    expect(await readShown(await startHost())).not.toContain('Quillfeather');
  });

  test('removes shown data during a rebuild, even an interrupted one', async () => {
    await append('lamp-org_1', ...history);
    await append('lamp-org_2', made(), given('ravi'), given('asha'));
    await (await startHost()).stop();
    let isErased = false;
    let commits = 0;
    const renewed = nextVersions();
    const renewing = openHost({ projections: renewed, log: createLogWithBatches(3) });
    await renewing.start(() => {
      if (!isErased) void append('lamp-org_1', erased);
      isErased = true;
    });
    await renewing.waitFor(await log.readLastPosition(), 5_000);
    expect(isErased).toBe(true);
    expect(await readShown(renewing, renewed)).not.toContain('Quillfeather');
    await renewing.stop();

    const newerPoisoned = [{ ...poisoned[0]!, version: 3 } as Projection, bulbs, renewed[2]!];
    await append('lamp-org_3', ...history);
    await append('lamp-org_3', erased);
    const cutOff = storeWithHooks(({ track }) => {
      if (track.startsWith('rebuild') && ++commits === 3) throw new Unavailable('cut off');
    });
    const host = await startHost({
      projections: newerPoisoned,
      store: cutOff,
      log: createLogWithBatches(3),
    });
    expect(commits).toBeGreaterThan(3);
    expect(await readShown(host, newerPoisoned)).not.toContain('Quillfeather');
  });

  test('removes shown data even if the remaining events cannot be folded', async () => {
    const failing: typeof lamps = {
      ...lamps,
      fold(lamp, event) {
        if (event.type === 'PersonalDataErased') throw new TypeError('cannot be folded');
        return lamps.fold(lamp, event);
      },
    };
    const host = await startHost({ projections: [failing] });
    await host.waitFor((await append('lamp-org_1', made('Quillfeather'), erased)).position, 5_000);
    expect(await host.views.getOne(lamps, 'org', '1')).toBeUndefined();
    expect((await host.health()).parked).toHaveLength(1);
  });
});

test('after an erasure every document loses its data, and the erasure is completed first', async () => {
  const unreadable = new Set<string>();
  const open = async (batch: readonly RecordedEvent[]) =>
    batch.map((event) =>
      unreadable.has(event.stream) && event.type === 'Made'
        ? { ...event, data: { name: '' }, erased: true as const }
        : event,
    );
  const erase = async (streams: readonly string[]) =>
    streams.forEach((stream) => unreadable.add(stream));
  const host = openHost({ open, erase });
  await host.start();
  await host.waitFor((await append('lamp-org_1', made('Asha’s lamp'), switched())).position, 5_000);
  await host.waitFor((await append('lamp-org_2', made('Another'))).position, 5_000);
  await host.waitFor((await append('lamp-org_1', erased)).position, 5_000);
  const text = JSON.stringify(await readViews(host));
  expect(text).not.toContain('Asha’s lamp');
  expect(text).toContain('Another');
  expect(await host.views.getOne(diary, 'org', '1_0')).toMatchObject({
    erased: true,
    data: { name: '' },
  });
  expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: '', on: true });
});

test('a stream is folded again without a key that was destroyed elsewhere, as after a restore', async () => {
  let isDestroyed = false;
  const open = async (batch: readonly RecordedEvent[]) =>
    batch.map((event) =>
      isDestroyed && event.stream === 'lamp-org_1' && event.type === 'Made'
        ? { ...event, data: { name: '' } }
        : event,
    );
  const projections = [...lampProjections, album, { ...switches, indexes: lamps.indexes }];
  const readShown = async (host: ProjectingProcess) =>
    JSON.stringify(await readViews(host, projections));
  const host = openHost({ projections, open });
  await host.start();
  await append('lamp-org_1', made('Quillfeather'), switched(), switched(), given('ravi'));
  await append('lamp-org_3', made('Larkspur'), { ...erased, type: 'StreamErased' as never });
  // This single event could be taken for the first of a new record, and it is the checkpoint's
  // event.
  await append('lamp-org_2', made('Verbena'));
  await host.waitFor(await log.readLastPosition(), 5_000);
  const before = await readShown(host);
  expect(before).toContain('Quillfeather');
  await host.stop();

  isDestroyed = true;
  const projector = new Projector(
    { log, store, open, erase: async () => {}, typesOf: () => [] },
    LIVE_TRACK,
    projections.map((projection) => new ProjectionProcessor(projection)),
    (await store.readCheckpoint(LIVE_TRACK))!,
    () => {},
  );
  for (const stream of ['lamp-org_1', 'lamp-org_2', 'lamp-org_3']) await projector.refold(stream);
  const next = openHost({ projections, open });
  await next.start();
  expect(await readShown(next)).toBe(before.replaceAll('Quillfeather', ''));
});

describe('an abandoned key', () => {
  const streams = ['lamp-org_1', 'lamp-org_2'];
  const projections = [...lampProjections, album, { ...switches, indexes: lamps.indexes }];
  const readShown = async (host: ProjectingProcess) =>
    JSON.stringify(await readViews(host, projections));
  let lost: Set<string>;
  let destroyed: Set<string>;
  beforeEach(() => {
    [lost, destroyed] = [new Set(), new Set()];
  });
  const open = async (batch: readonly RecordedEvent[]) =>
    batch.map((event) => {
      if (event.type !== 'Made' || !lost.has(event.stream)) return event;
      const data = { name: '' };
      if (!destroyed.has('key-1'))
        Object.defineProperty(data, 'name', {
          enumerable: true,
          get: () => {
            throw new KeyLost(event.stream);
          },
        });
      return { ...event, data };
    });
  const erase = async (erasing: readonly string[]) =>
    erasing.forEach((each) => destroyed.add(each));
  const startHost = async (options: Partial<ProjectionHostOptions> = {}) => {
    const host = openHost({ projections, open, erase, ...options });
    await host.start();
    return host;
  };
  const abandon = (data: object = { streams }) =>
    append('key-1', { type: 'KeyAbandoned', data } as never);
  const readRebuilt = async (options: Partial<ProjectionHostOptions> = {}) => {
    const freshStore = stores.open();
    const fresh = await startHost({ store: freshStore, ...options });
    const shown = await readShown(fresh);
    await fresh.stop();
    await freshStore.close();
    return shown;
  };
  const listParkedStreams = async (host: ProjectingProcess) =>
    new Set((await host.health()).parked.map(({ stream }) => stream));

  test('removes the data of its streams at once, and parks none of them any more', async () => {
    const host = await startHost({ isInLane: (stream) => stream !== 'key-1' });
    await append('lamp-org_1', made('Quillfeather'), switched());
    await append('lamp-org_3', made('Larkspur'), switched());
    await host.waitFor(await log.readLastPosition(), 5_000);
    streams.forEach((stream) => lost.add(stream));
    await append('lamp-org_2', made('Verbena'), switched());
    await host.waitFor(await log.readLastPosition(), 5_000);
    expect(await readShown(host)).toContain('Quillfeather');
    expect(await listParkedStreams(host)).toEqual(new Set(['lamp-org_2']));

    await abandon();
    await append('lamp-org_1', switched(false));
    await host.waitFor(await log.readLastPosition(), 5_000);
    expect((await host.health()).parked).toEqual([]);
    const after = await readShown(host);
    expect(after).not.toMatch(/Quillfeather|Verbena/);
    expect(after).toContain('Larkspur');
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: '', on: false });
    await host.stop();
    expect(await readRebuilt()).toBe(after);
  });

  test('changes only the streams of the lane that reads it', async () => {
    const isInLane = (stream: string) => stream !== 'lamp-org_1';
    const host = await startHost({ isInLane });
    for (const stream of streams) await append(stream, made('Quillfeather'), switched());
    streams.forEach((stream) => lost.add(stream));
    await host.waitFor((await abandon()).position, 5_000);
    expect(await host.views.getOne(lamps, 'org', '1')).toBeUndefined();
    expect(await host.views.getOne(lamps, 'org', '2')).toMatchObject({ name: '', on: true });
    expect(await readShown(host)).toBe(await readRebuilt({ isInLane }));
  });

  test('ends the parking of its streams even if an early build recorded its event without them', async () => {
    lost.add('lamp-org_1');
    const host = await startHost({ parkedRetryPauses: { first: 5, longest: 5 } });
    await host.waitFor((await append('lamp-org_1', made(), switched())).position, 5_000);
    expect(await listParkedStreams(host)).toEqual(new Set(['lamp-org_1']));
    expect(await host.waitFor((await abandon({})).position, 5_000)).toBe(true);
    while ((await listParkedStreams(host)).size > 0) await pause(5);
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: '', on: true });
  });

  test('whose refolded record the store refuses parks that record, and everything else continues', async () => {
    let isBroken = true;
    const refusing = storeWithHooks(({ documents }) => {
      const isRefused = documents.some(
        ({ collection, id, json }) =>
          collection.startsWith('lamps@') && id === 'org_1' && json?.includes('"name":""'),
      );
      if (isBroken && isRefused) throw new Error('BSONObjectTooLarge');
    });
    const host = await startHost({
      store: refusing,
      parkedRetryPauses: { first: 5, longest: 5 },
    });
    for (const stream of [...streams, 'lamp-org_3']) await append(stream, made(stream), switched());
    await host.waitFor(await log.readLastPosition(), 5_000);
    streams.forEach((stream) => lost.add(stream));
    await abandon();
    expect(await host.waitFor((await append('lamp-org_3', switched(false))).position, 5_000)).toBe(
      true,
    );
    while ((await listParkedStreams(host)).has('lamp-org_2')) await pause(5);
    expect((await host.health()).parked).toMatchObject([
      { collection: 'lamps@1.1', stream: 'lamp-org_1' },
    ]);
    expect(await host.views.getOne(lamps, 'org', '1')).toBeUndefined();
    expect(await host.views.getOne(lamps, 'org', '2')).toMatchObject({ name: '', on: true });
    expect(await host.views.getOne(lamps, 'org', '3')).toMatchObject({ on: false });
    isBroken = false;
    while ((await listParkedStreams(host)).size > 0) await pause(5);
    expect(JSON.parse(await readShown(host))).toEqual(JSON.parse(await readRebuilt()));
  });
});
