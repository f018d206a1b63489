import { dayAfter } from '#domain/kernel/values/days.js';
import { describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Metadata, type RecordedEvent, damagedEvent } from '../../event-log/event-log.js';
import { folders } from '../../testing/folders.js';
import { EventLogInMemory } from '../../testing/in-memory/event-log-in-memory.js';
import type { PerStream, Projection } from '../projections/projection.js';
import type { PastScope } from './past-description.js';
import { PastNotReady } from './past-store.js';
import { PastStores } from './past-stores.js';

type Named = { type: 'Named'; data: { name: string } };
type Thing = { organizationId: string; name: string };
const things: PerStream<Named, Thing> = {
  name: 'things',
  version: 1,
  events: { Named: {} },
  indexes: [{ equal: ['organizationId'], sort: ['name'] }],
  fold: (_, { metadata, data }) => ({ organizationId: metadata.organizationId, name: data.name }),
};
const FIRST_DAY = '2026-03-01';
const TODAY = dayAfter(FIRST_DAY, 9);
const createFolder = folders();

const append = async (log: EventLogInMemory, stream: string, day: string, type = 'Named') => {
  const metadata = {
    eventId: `${stream} ${day}`,
    organizationId: 'org',
    at: `${day}T10:00:00.000Z`,
  };
  const revision = (await log.read(stream)).length - 1;
  const data = { name: `${stream} on ${day}` };
  await log.append(stream, revision, [{ type, data, metadata: metadata as Metadata }]);
};

/** Begins a log with two organizations. No event is older than `FIRST_DAY`. */
async function begin() {
  const log = new EventLogInMemory();
  await append(log, 'thing-org_1', FIRST_DAY);
  await append(log, 'thing-org_2', dayAfter(FIRST_DAY, 1));
  return { log, folder: join(createFolder(), 'past') };
}

/** Starts a process with stores in the folder, and counts its reads of the log. */
function start(
  { log, folder }: { log: EventLogInMemory; folder: string },
  projection = things,
  place: 'log in a file' | 'log on a server' = 'log in a file',
) {
  let readCount = 0;
  const stores = new PastStores({
    folder,
    projections: [projection as Projection],
    reader: { types: new Set(), open: async (events) => events as never },
    log: Object.assign(Object.create(log) as EventLogInMemory, {
      readSelected: (...parameters: Parameters<EventLogInMemory['readSelected']>) => {
        readCount++;
        return log.readSelected(...parameters);
      },
    }),
    heardTo: () => log.events.at(-1)!.position,
    ...(place === 'log in a file' && {
      worker: { entry: () => new URL('none:'), files: { log: '', keys: '' } },
    }),
  });
  const adopted = stores.adopt();
  const scope = (yesterday: string, clock: PastScope['clock']): PastScope => ({
    organizationId: 'org',
    timeZone: 'Asia/Kolkata',
    clock,
    accounts: [],
    yesterday,
    views: ['things'],
  });
  return {
    stores,
    adopted,
    countReads: () => readCount,
    shownOn: (
      day: string,
      yesterday = dayAfter(TODAY, -1),
      clock: PastScope['clock'] = 'recorded',
    ) =>
      stores.query(scope(yesterday, clock), day, async (views) => {
        const page = { sort: ['name'], limit: 10 };
        return (await views.find<Thing>(projection, 'org', page)).documents.map(({ name }) => name);
      }),
  };
}

describe('stores after a restart', () => {
  test('answer without reading the log, and go on with new days', async () => {
    const parts = await begin();
    const before = start(parts);
    expect(await before.shownOn(FIRST_DAY)).toEqual([`thing-org_1 on ${FIRST_DAY}`]);
    await before.stores.close();
    const after = start(parts);
    expect(await after.shownOn(FIRST_DAY)).toEqual([`thing-org_1 on ${FIRST_DAY}`]);
    expect(after.countReads()).toBe(0);
    await append(parts.log, 'thing-org_1', TODAY);
    expect(await after.shownOn(TODAY, TODAY)).toEqual([
      `thing-org_1 on ${TODAY}`,
      `thing-org_2 on ${dayAfter(FIRST_DAY, 1)}`,
    ]);
    await after.stores.close();
  });

  test.each<[string, (parts: Awaited<ReturnType<typeof begin>>) => Promise<void> | void]>([
    ['somebody was erased', ({ log }) => append(log, 'thing-org_2', TODAY, 'PersonalDataErased')],
    ['an account was erased', ({ log }) => append(log, 'account-1', TODAY, 'PersonalDataErased')],
    ['it is another log', (parts) => void (parts.log = new EventLogInMemory())],
    ['the process died while one was filled', ({ folder }) => removeDescriptions(folder)],
  ])('are removed if %s', async (_, cause) => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    expect(readdirSync(parts.folder)).not.toEqual([]);
    await cause(parts);
    const after = start(parts);
    await after.adopted;
    await after.stores.close();
    expect(readdirSync(parts.folder)).toEqual([]);
  });

  test('are made again for another version of their views', async () => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    const after = start(parts, { ...things, version: 2 });
    expect(await after.shownOn(FIRST_DAY)).toEqual([`thing-org_1 on ${FIRST_DAY}`]);
    expect(after.countReads()).toBeGreaterThan(0);
    await after.stores.close();
  });

  test('are made again if a record could not be read, which may be mended', async () => {
    const parts = await begin();
    await append(parts.log, 'thing-org_3', TODAY);
    const log = Object.assign(Object.create(parts.log) as EventLogInMemory, {
      readSelected: async (...parameters: Parameters<EventLogInMemory['readSelected']>) => {
        const { events, reached } = await parts.log.readSelected(...parameters);
        const damaged = events.map((event) =>
          event.stream === 'thing-org_2' ? damagedEvent(event, 'is no JSON') : event,
        );
        return { events: damaged, reached };
      },
    });
    const before = start({ ...parts, log });
    const first = `thing-org_1 on ${FIRST_DAY}`;
    const second = `thing-org_2 on ${dayAfter(FIRST_DAY, 1)}`;
    const third = `thing-org_3 on ${TODAY}`;
    expect(await before.shownOn(TODAY, TODAY)).toEqual([first, third]);
    await before.stores.close();
    const after = start(parts);
    expect(await after.shownOn(TODAY, TODAY)).toEqual([first, second, third]);
    await after.stores.close();
  });

  test('stay if they were made after an erasure', async () => {
    const parts = await begin();
    await append(parts.log, 'thing-org_3', TODAY, 'PersonalDataErased');
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    const after = start(parts);
    await after.shownOn(FIRST_DAY);
    expect(after.countReads()).toBe(0);
    await after.stores.close();
  });

  test('stay if somebody in another organization was erased', async () => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    await append(parts.log, 'thing-other_1', TODAY, 'PersonalDataErased');
    const after = start(parts);
    await after.shownOn(FIRST_DAY);
    expect(after.countReads()).toBe(0);
    await after.stores.close();
  });

  test('are removed if nobody asked for a week, also over several restarts', async () => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    const [name] = descriptionsIn(parts.folder);
    const path = join(parts.folder, name!);
    const eightDaysAgo = Date.now() - 8 * 24 * 60 * 60_000;
    writeFileSync(
      path,
      JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), askedAt: eightDaysAgo }),
    );
    const between = start(parts);
    await between.adopted;
    await between.stores.close();
    const after = start(parts);
    // A new store is made, and the unused one removed.
    await after.shownOn(FIRST_DAY, undefined, 'happened');
    await after.stores.close();
    expect(readdirSync(parts.folder)).toEqual([]);
  });

  test('that cannot be adopted yet delay neither a query beyond its limit nor the end of the process', async () => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY);
    await before.stores.close();
    await append(parts.log, 'thing-org_1', TODAY, 'PersonalDataErased');
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const log = Object.assign(Object.create(parts.log) as EventLogInMemory, {
      readAll: async (...parameters: Parameters<EventLogInMemory['readAll']>) => {
        await released;
        return parts.log.readAll(...parameters);
      },
    });
    const after = start({ ...parts, log });
    await expect(after.shownOn(FIRST_DAY)).rejects.toThrow(PastNotReady);
    const closed = after.stores.close();
    release();
    await closed;
    expect(readdirSync(parts.folder)).not.toEqual([]);
    const next = start(parts);
    await next.adopted;
    await next.stores.close();
    expect(readdirSync(parts.folder)).toEqual([]);
  });

  test('by the clock `happened` are not kept', async () => {
    const parts = await begin();
    const before = start(parts);
    await before.shownOn(FIRST_DAY, undefined, 'happened');
    await before.stores.close();
    expect(readdirSync(parts.folder)).toEqual([]);
  });
});

test.each([
  ['thing-org_1', 'PersonalDataErased'],
  ['key-lost', 'KeyAbandoned'],
])('on %s, %s removes the stores of its organization', async (stream, type) => {
  const parts = await begin();
  const { stores, shownOn } = start(parts);
  await shownOn(FIRST_DAY);
  await append(parts.log, stream, TODAY, type);
  await stores.removeErased(parts.log.events.slice(-1) as readonly RecordedEvent[]);
  expect(readdirSync(parts.folder)).toEqual([]);
  await stores.close();
});

test('a damaged event of another program removes the stores', async () => {
  const parts = await begin();
  const { stores, shownOn } = start(parts);
  await shownOn(FIRST_DAY);
  const foreign = damagedEvent({ stream: 'Metrics', revision: 0, position: '9' }, 'is no JSON');
  await stores.removeErased([foreign]);
  expect(readdirSync(parts.folder)).toEqual([]);
  await stores.close();
});

test('a store whose file was removed is made again, with all days', async () => {
  const parts = await begin();
  const { stores, shownOn } = start(parts);
  await shownOn(FIRST_DAY);
  rmSync(parts.folder, { recursive: true });
  await append(parts.log, 'thing-org_1', TODAY);
  await expect(shownOn(TODAY, TODAY)).rejects.toThrow(PastNotReady);
  expect(await shownOn(TODAY, TODAY)).toHaveLength(2);
  expect(await shownOn(FIRST_DAY, TODAY)).toEqual([`thing-org_1 on ${FIRST_DAY}`]);
  await stores.close();
});

test('processes beside a log on a server share a folder, and leave nothing there', async () => {
  const parts = await begin();
  mkdirSync(join(parts.folder, 'of-a-dead-process'), { recursive: true });
  for (const name of ['lock', 'old.sqlite'])
    writeFileSync(join(parts.folder, 'of-a-dead-process', name), '');
  writeFileSync(join(parts.folder, 'of-a-moved-log.sqlite'), '');
  const [one, other] = ['one', 'other'].map(() => start(parts, things, 'log on a server'));
  expect(readdirSync(parts.folder)).toEqual([]);
  await one!.shownOn(FIRST_DAY);
  const third = start(parts, things, 'log on a server');
  await other!.shownOn(FIRST_DAY);
  expect(readdirSync(parts.folder)).toHaveLength(2);
  await append(parts.log, 'thing-org_1', TODAY);
  expect(await one!.shownOn(TODAY, TODAY)).toHaveLength(2);
  expect(await one!.shownOn(FIRST_DAY, TODAY)).toEqual([`thing-org_1 on ${FIRST_DAY}`]);
  for (const { stores } of [one!, other!, third]) await stores.close();
  expect(readdirSync(parts.folder)).toEqual([]);
});

const descriptionsIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.json'));

function removeDescriptions(folder: string): void {
  for (const name of descriptionsIn(folder)) rmSync(join(folder, name));
}
