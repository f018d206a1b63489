import { beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { NewerEvent, type RecordedEvent } from '../../event-log/event-log.js';
import type { ProjectionHostOptions } from './projection-host.js';
import type { PerStream, Projection } from './projection.js';
import { MAX_PARKED_STREAMS } from './projector.js';
import { ProjectingProcess } from '../../testing/processes/projecting-process.js';
import {
  type Lamp,
  album,
  append,
  damagedLog,
  bulbs,
  erased,
  events,
  given,
  lampProjections,
  lamps,
  log,
  made,
  openHost,
  readViews,
  store,
  stores,
  switched,
  switches,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

const counted = { ...switches, indexes: lamps.indexes };
/** Projection that reads one event of a lamp, and whose fold does not know its erasure. */
const names: PerStream<Lamp, { organizationId: string; name: string }> = {
  name: 'names',
  version: 1,
  events: { Made: {}, PersonalDataErased: {} } as typeof events,
  indexes: lamps.indexes,
  fold: (named, { type, data, metadata: { organizationId } }) =>
    type === 'Made' ? { organizationId, name: data.name } : named,
};
const projections: readonly Projection[] = [...lampProjections, album, counted];

let isDestroyed: boolean;
beforeEach(() => {
  isDestroyed = false;
});
/** Opens events as after an erasure, once the first lamp's key is destroyed. */
const open = async (batch: readonly RecordedEvent[]) =>
  batch.map((event) =>
    isDestroyed && event.type === 'Made' && event.stream === 'lamp-org_1'
      ? { ...event, data: { name: '' } }
      : event,
  );
const erase = async () => {
  isDestroyed = true;
};

async function startHost(options: Partial<ProjectionHostOptions> = {}) {
  const host = openHost({
    projections,
    open,
    erase,
    parkedRetryPauses: { first: 5, longest: 5 },
    ...options,
  });
  await host.start();
  return host;
}

async function readRebuilt(views: readonly Projection[] = projections) {
  const fresh = stores.open();
  const host = await startHost({ projections: views, store: fresh });
  const shown = await readViews(host, views);
  await host.stop();
  await fresh.close();
  return shown;
}

const abandon = (...streams: readonly string[]) =>
  append('key-1', { type: 'KeyAbandoned', data: { streams } } as never);

const readEveryoneSum = async (host: ProjectingProcess, view: Projection) =>
  (await host.views.getSums(view, 'org', ['everyone'])).get('everyone');

async function waitUntilMended(host: ProjectingProcess): Promise<void> {
  while ((await host.health()).parked.length > 0) await pause(5);
}

describe.each([
  ['is erased', () => append('lamp-org_1', erased)],
  ['has its key given up', () => abandon('lamp-org_1')],
])('a parked stream that %s is complete once it is mended', (_, takeAway) => {
  test.each([
    [0, 'before'],
    [2, 'before'],
    [2, 'after'],
  ])('with event %i damaged %s it was projected', async (revision, when) => {
    let isDamaged = when === 'before';
    const host = await startHost({
      log: damagedLog(
        (event) => isDamaged && event.stream === 'lamp-org_1' && event.revision === revision,
      ),
    });
    const lamp = [made('Quillfeather'), switched(), given('ravi'), given('asha'), switched(false)];
    await append('lamp-org_1', ...lamp);
    const { position } = await append('lamp-org_2', made('Larkspur'), switched());
    expect(await host.waitFor(position, 5_000)).toBe(true);
    isDamaged = true;
    expect(await host.waitFor((await takeAway()).position, 5_000)).toBe(true);
    expect(new Set((await host.health()).parked.map(({ stream }) => stream))).toEqual(
      new Set(['lamp-org_1']),
    );
    expect(JSON.stringify(await readViews(host, projections))).not.toContain('Quillfeather');
    expect(await readEveryoneSum(host, lamps)).toEqual({ on: 1 });

    isDamaged = false;
    await waitUntilMended(host);
    expect(await readEveryoneSum(host, lamps)).toEqual({ on: 1, off: 1 });
    expect(await readEveryoneSum(host, counted)).toEqual({ on: 1, off: 1 });
    expect(await readViews(host, projections)).toEqual(await readRebuilt());
  });

  test('which no projection could fold', async () => {
    let isBroken = true;
    const failing = [lamps, bulbs, counted].map(
      (view) =>
        ({
          ...view,
          fold(record: never, event: never) {
            if (isBroken && (event as RecordedEvent).type === 'Given')
              throw new TypeError('cannot be folded');
            return view.fold(record, event);
          },
        }) as Projection,
    );
    const host = await startHost({ projections: failing });
    await append('lamp-org_1', made('Quillfeather'), switched(), given('ravi'), switched(false));
    await append('lamp-org_2', made('Larkspur'), switched());
    expect(await host.waitFor((await takeAway()).position, 5_000)).toBe(true);
    expect(await readEveryoneSum(host, counted)).toEqual({ on: 1 });

    isBroken = false;
    await waitUntilMended(host);
    expect(await readEveryoneSum(host, counted)).toEqual({ on: 1, off: 1 });
    expect(await readViews(host, failing)).toEqual(await readRebuilt(failing));
  });
});

test('a stream is counted up to its damaged event, also if later ones are read with it', async () => {
  let isDamaged = true;
  const host = await startHost({
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'lamp-org_2' && revision === 2,
    ),
  });
  const before = await append('lamp-org_2', made(), switched());
  expect(await host.waitFor(before.position, 5_000)).toBe(true);
  const { position } = await append('lamp-org_2', switched(false), given('ravi'));
  expect(await host.waitFor(position, 5_000)).toBe(true);
  expect(await readEveryoneSum(host, counted)).toEqual({ on: 1 });
  isDamaged = false;
  await waitUntilMended(host);
  expect(await readEveryoneSum(host, counted)).toEqual({ off: 1 });
  expect(await readViews(host, projections)).toEqual(await readRebuilt());
});

test('an event that only a newer build knows parks its stream, which that build projects completely', async () => {
  const openAsFormer = async (batch: readonly RecordedEvent[]) => {
    const marked = batch.map((event) =>
      event.type === 'Given' && !isNewerBuild ? { ...event, damage: 'needs a newer build' } : event,
    );
    const newer = marked.find(({ damage }) => damage !== undefined);
    if (newer) throw new NewerEvent(newer.stream, newer.damage!, { events: await open(marked) });
    return open(marked);
  };
  let isNewerBuild = false;
  await append('lamp-org_1', made(), switched(), given('ravi'), switched(false));
  await append('lamp-org_2', made('Larkspur'), switched());
  const host = await startHost({ open: openAsFormer });
  expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
  const parked = new Set((await host.health()).parked.map(({ stream }) => stream));
  expect(parked).toEqual(new Set(['lamp-org_1']));
  for (const view of [lamps, counted]) expect(await readEveryoneSum(host, view)).toEqual({ on: 2 });
  isNewerBuild = true;
  await waitUntilMended(host);
  expect(await readEveryoneSum(host, counted)).toEqual({ on: 1, off: 1 });
  expect(await readViews(host, projections)).toEqual(await readRebuilt());
});

test('live clients learn of a mended stream, and of the commit before it', async () => {
  let isDamaged = true;
  const host = await startHost({
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'lamp-org_2' && revision === 1,
    ),
  });
  const first = await append('lamp-org_2', made(), switched());
  expect(await host.waitFor(first.position, 5_000)).toBe(true);
  const second = await append('lamp-org_3', made());
  expect(await host.waitFor(second.position, 5_000)).toBe(true);
  isDamaged = false;
  await waitUntilMended(host);
  await host.stop();
  const next = await startHost();
  const third = await append('lamp-org_4', made());
  expect(await next.waitFor(third.position, 5_000)).toBe(true);
  const readChangedIds = async (position: string) =>
    (await store.readChangesAfter('org', position, 100))
      ?.filter(({ view }) => view === 'lamps')
      .map(({ id, before }) => (before === undefined ? `${id} is new` : id));
  expect(await readChangedIds(first.position)).toEqual(['3 is new', '2', '4 is new']);
  expect(await readChangedIds(second.position)).toEqual(['2', '4 is new']);
});

test('a damaged stream does not change another stream’s record of the same id', async () => {
  let isDamaged = true;
  const host = await startHost({
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'shade-org_2' && revision === 1,
    ),
  });
  await append('lamp-org_2', made('Larkspur'), switched());
  const dyed = { type: 'Dyed', data: {} } as never;
  const { position } = await append('shade-org_2', dyed, dyed);
  expect(await host.waitFor(position, 5_000)).toBe(true);
  const before = await readViews(host, projections);
  expect(await readEveryoneSum(host, lamps)).toEqual({ on: 1 });
  expect(await host.waitFor((await abandon('shade-org_2')).position, 5_000)).toBe(true);
  expect(await readViews(host, projections)).toEqual(before);

  isDamaged = false;
  await waitUntilMended(host);
  expect(await readViews(host, projections)).toEqual(before);
});

test('a damaged stream is parked only in views that may read it', async () => {
  const dyes = { ...names, name: 'dyes', events: { Dyed: {} } as never };
  const typesByCategory: Readonly<Record<string, readonly string[]>> = {
    lamp: Object.keys(events),
    shade: ['Dyed'],
  };
  const host = await startHost({
    projections: [names, dyes],
    log: damagedLog(({ stream }) => stream !== 'lamp-org_1'),
    typesOf: (stream) => typesByCategory[stream.split('-', 1)[0]!] ?? [],
  });
  await append('lamp-org_1', made());
  await append('lamp-org_2', made());
  await append('shade-org_3', { type: 'Dyed', data: {} } as never);
  const { position } = await abandon('lamp-org_1');
  expect(await host.waitFor(position, 5_000)).toBe(true);
  const parked = (await host.health()).parked.map(({ stream, collection }) => [stream, collection]);
  expect(parked.toSorted()).toEqual([
    ['key-1', 'dyes@1.1'],
    ['key-1', 'names@1.1'],
    ['lamp-org_2', 'names@1.1'],
    ['shade-org_3', 'dyes@1.1'],
  ]);
});

test('a stream that no projection reads counts once against the limit', async () => {
  const readers = Array.from({ length: 20 }, (_, index) => ({ ...names, name: `names-${index}` }));
  const tentCount = MAX_PARKED_STREAMS / readers.length + 1;
  const host = await startHost({
    projections: readers,
    log: damagedLog(({ stream }) => stream.startsWith('tent-')),
  });
  for (let tent = 0; tent < tentCount; tent++)
    await append(`tent-org_${tent}`, { type: 'Pitched', data: {} } as never);
  const { position } = await append('lamp-org_1', made());
  expect(await host.waitFor(position, 5_000)).toBe(true);
  const { parked, trouble } = await host.health();
  expect([parked.length, trouble]).toEqual([tentCount, undefined]);
});

test('a mended stream does not revive a record that another stream erased', async () => {
  type Room = { organizationId: string; name: string; isErased: boolean };
  const rooms: PerStream<Lamp, Room> = {
    name: 'rooms',
    version: 1,
    events,
    indexes: lamps.indexes,
    sharesRecords: true,
    fold: (room, { type, metadata: { organizationId } }) => ({
      organizationId,
      name: 'Hall',
      isErased: type === 'PersonalDataErased' || room?.isErased === true,
    }),
    documents: (room): Readonly<Record<string, Room>> => (room.isErased ? {} : { '': room }),
    counts: ({ isErased }) => (isErased ? [] : [{ key: 'everyone', amounts: { rooms: 1 } }]),
  };
  let isDamaged = true;
  const host = await startHost({
    projections: [rooms],
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'shade-org_2' && revision === 1,
    ),
  });
  await append('shade-org_2', made(), given('ravi'), switched());
  expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
  expect(await readEveryoneSum(host, rooms)).toEqual({ rooms: 1 });
  expect(await host.waitFor((await append('lamp-org_2', erased)).position, 5_000)).toBe(true);
  isDamaged = false;
  await waitUntilMended(host);
  expect(await host.views.getOne(rooms, 'org', '2')).toBeUndefined();
  expect(await readEveryoneSum(host, rooms)).toEqual({});
  expect(await readViews(host, [rooms])).toEqual(await readRebuilt([rooms]));
});

test('a mended erasure removes the name from a view whose fold does not know the erasure', async () => {
  let isDamaged = true;
  const host = await startHost({
    projections: [names],
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'lamp-org_1' && revision === 1,
    ),
  });
  await append('lamp-org_1', made('Quillfeather'), erased);
  expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
  expect(isDestroyed).toBe(false);
  isDamaged = false;
  await waitUntilMended(host);
  expect(JSON.stringify(await readViews(host, [names]))).not.toContain('Quillfeather');
});

test('a mended abandonment removes the data of its streams in every lane', async () => {
  let isDamaged = true;
  const host = await startHost({
    isInLane: (stream) => stream !== 'key-1',
    log: damagedLog(({ stream }) => isDamaged && stream === 'key-1'),
  });
  await append('lamp-org_1', made('Quillfeather'), switched());
  await abandon('lamp-org_1');
  await append('lamp-org_1', switched(false));
  expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
  expect(JSON.stringify(await readViews(host, projections))).toContain('Quillfeather');
  isDamaged = false;
  await waitUntilMended(host);
  expect(JSON.stringify(await readViews(host, projections))).not.toContain('Quillfeather');
  expect(await readViews(host, projections)).toEqual(await readRebuilt());
});

test('a given-up key removes all documents of a damaged stream, however little of it is readable', async () => {
  const views = [...projections, names];
  let isDamaged = false;
  const host = await startHost({
    projections: views,
    log: damagedLog(
      ({ stream, revision }) => isDamaged && stream === 'lamp-org_1' && revision !== 1,
    ),
    typesOf: () => Object.keys(events),
  });
  const later = given('Quillfeather');
  await append('lamp-org_1', made('Quillfeather'), switched(), later, later);
  await append('lamp-org_2', made('Larkspur'), switched());
  expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
  isDamaged = true;
  expect(await host.waitFor((await abandon('lamp-org_1')).position, 5_000)).toBe(true);
  expect(JSON.stringify(await readViews(host, views))).not.toContain('Quillfeather');
  isDamaged = false;
  await waitUntilMended(host);
  expect(await readViews(host, views)).toEqual(await readRebuilt(views));
});

test('a damaged event parks a record that is kept in parts, until the event is mended', async () => {
  type Gifts = { organizationId: string; name: string; times: number };
  const gifts: PerStream<Lamp, Gifts> = {
    name: 'gifts',
    version: 1,
    events,
    indexes: lamps.indexes,
    partsOf: ({ type, data }) => (type === 'Given' ? [data.to] : []),
    fold: (gift, { type, data, metadata: { organizationId } }) =>
      type === 'Given'
        ? { organizationId, name: data.to, times: (gift?.times ?? 0) + 1 }
        : undefined,
    documents: (gift) => ({ [gift.name]: gift }),
    counts: ({ times }) => [{ key: 'everyone', amounts: { times } }],
  };
  let isDamaged = true;
  const host = await startHost({
    projections: [gifts],
    log: damagedLog(({ revision }) => isDamaged && revision === 1),
  });
  const gifted = [made(), given('ravi'), given('asha'), given('asha')];
  expect(await host.waitFor((await append('lamp-org_2', ...gifted)).position, 5_000)).toBe(true);
  expect((await host.health()).parked).toMatchObject([{ stream: 'lamp-org_2' }]);
  isDamaged = false;
  await waitUntilMended(host);
  expect(await readEveryoneSum(host, gifts)).toEqual({ times: 3 });
  expect(await readViews(host, [gifts])).toEqual(await readRebuilt([gifts]));
});
