import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Metadata, type RecordedEvent, UnreadableLog, beforeAll } from '../../event-log/event-log.js';
import { type Commit, CheckpointMoved, type ReadStore, largestDocument } from '../read-store/read-store.js';
import { ViewNotReady } from '../read-store/views.js';
import { EventLogInMemory } from '../../testing/event-log-in-memory.js';
import { ProjectingProcess } from '../../testing/projecting-process.js';
import { readStores } from '../../testing/read-stores.js';
import { Unavailable } from '../../common/unavailable.js';
import type { PerEvent, PerStream, Projection } from './projection.js';
import type { Parked } from './parked-streams.js';
import type { ProjectionHostOptions } from './projection-host.js';

type Lamp =
  | { type: 'Made'; data: { name: string } }
  | { type: 'Switched'; data: { on: boolean } }
  | { type: 'Given'; data: { to: string } }
  | { type: 'Broken' | 'PersonalDataErased'; data: object };
const events = { Made: {}, Switched: {}, Given: {}, Broken: {}, PersonalDataErased: {} };
const indexes = [{ equal: ['organizationId'], sort: ['name'] }];

type LampDocument = { organizationId: string; name: string; on: boolean; owner: string };
const lamps: PerStream<Lamp, LampDocument> = {
  name: 'lamps',
  version: 1,
  events,
  begins: 'Made',
  indexes,
  audience: ({ owner }) => owner,
  fold(lamp, event) {
    if (event.type === 'Made')
      return { organizationId: event.metadata.organizationId, name: event.data.name, on: false, owner: event.metadata.actorId };
    if (!lamp) return undefined;
    if (event.type === 'Switched') return { ...lamp, on: event.data.on };
    if (event.type === 'Given') return { ...lamp, owner: event.data.to };
    return event.type === 'Broken' ? undefined : lamp;
  },
  counts: ({ on, owner }) => [
    { key: 'everyone', amounts: { [on ? 'on' : 'off']: 1 } },
    { key: owner, amounts: { [on ? 'on' : 'off']: 1 } },
  ],
};
const newer: typeof lamps = { ...lamps, version: 2 };
/** Shows parts, so that its records are kept beside. */
const bulbs: PerStream<Lamp, { organizationId: string; switched: number }, { organizationId: string; name: string }> = {
  name: 'bulbs',
  version: 1,
  events,
  begins: 'Made',
  indexes,
  fold: (lamp, { type, metadata: { organizationId } }) =>
    type === 'Broken' ? undefined : { organizationId, switched: (lamp?.switched ?? 0) + (type === 'Switched' ? 1 : 0) },
  documents: ({ organizationId, switched }) =>
    Object.fromEntries(Array.from({ length: switched % 4 }, (_, bulb) => [bulb, { organizationId, name: `bulb ${bulb}` }])),
};
/** Shows nothing, so that its records stand in the log alone. */
const switches: PerStream<Lamp, { on: boolean }, never> = {
  name: 'switches',
  version: 1,
  events,
  begins: 'Made',
  indexes: [],
  fold(lamp, event) {
    if (event.type === 'Made') return { on: false };
    return event.type === 'Broken' ? undefined : lamp && event.type === 'Switched' ? { on: event.data.on } : lamp;
  },
  documents: () => ({}),
  counts: ({ on }) => [{ key: 'everyone', amounts: { [on ? 'on' : 'off']: 1 } }],
};
const diary: PerEvent<Lamp, { organizationId: string; name: string; data: object; erased: boolean }> = {
  name: 'diary',
  version: 1,
  events,
  indexes,
  room: () => 'lamp:1',
  entry: ({ type, data, erased = false, position, metadata: { organizationId } }) => ({ organizationId, name: `${position} ${type}`, data, erased }),
};
/** Has a list that grows, from whose middle something goes. */
type Picture = { readonly organizationId: string; readonly name: string };
const album: PerStream<Lamp, { organizationId: string; pictures: readonly Picture[] }, Picture> = {
  ...{ name: 'album', version: 1, events, indexes, begins: 'Made', growing: ['pictures'] },
  fold(before, { type, data, revision, metadata: { organizationId } }) {
    const { pictures } = before ?? { pictures: [] };
    if (type === 'Broken') return undefined;
    if (type === 'Switched' && !data.on) return { organizationId, pictures: pictures.filter((_, place) => place !== 1) };
    if (type === 'Given') return { organizationId, pictures: pictures.map(({ name }) => ({ organizationId, name: `${name} for ${data.to}` })) };
    return { organizationId, pictures: [...pictures, { organizationId, name: `picture ${revision}` }] };
  },
  documents: ({ pictures }) => Object.fromEntries(pictures.entries()),
};
const all: readonly Projection[] = [lamps, bulbs, diary];

const stores = readStores();
const hosts: ProjectingProcess[] = [];
let store: ReadStore;
let log: EventLogInMemory;
let recorded: RecordedEvent[];

beforeEach(() => {
  store = stores.open();
  recorded = [];
  log = new EventLogInMemory(recorded);
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
  await store.close();
});
afterAll(stores.remove);

function hostOn(options: Partial<ProjectionHostOptions> = {}): ProjectingProcess {
  const host = new ProjectingProcess({ log, store, projections: all, ...options });
  hosts.push(host);
  return host;
}

async function happens(stream: string, ...lamp: Lamp[]) {
  const [, organizationId] = /^\w+-([^_]+)_/.exec(stream) ?? [];
  const at = '2026-11-21T09:30:00.000Z';
  const metadata = () => ({ eventId: randomUUID(), organizationId, actorId: 'asha', at }) as unknown as Metadata;
  const expected = (await log.read(stream)).length - 1;
  return log.append(
    stream,
    expected,
    lamp.map((event) => ({ ...event, metadata: metadata() })),
  );
}
const made = (name = 'Desk'): Lamp => ({ type: 'Made', data: { name } });
const switched = (on = true): Lamp => ({ type: 'Switched', data: { on } });
const given = (to: string): Lamp => ({ type: 'Given', data: { to } });
const broken: Lamp = { type: 'Broken', data: {} };
const erased: Lamp = { type: 'PersonalDataErased', data: {} };

/** All that can be seen of the views, whichever collections hold them. */
async function seen({ views }: ProjectingProcess, projections = all) {
  const shown = projections.map(async (view) => {
    const { items } = await views.find(view, 'org', { sort: ['name'], limit: 10_000 });
    const sums = await views.sums(view, 'org', ['everyone', 'asha', 'ravi']);
    return [view.name, items.map(({ id, json }) => [id, JSON.parse(json)]).sort(), [...sums]];
  });
  return Promise.all(shown);
}

async function rebuilt(projections = all) {
  const fresh = stores.open();
  const host = new ProjectingProcess({ log, store: fresh, projections });
  await host.start();
  const shown = await seen(host, projections);
  await host.stop();
  await fresh.close();
  return shown;
}

/** The log, of which so many events are read at once. */
const readBy = (most: number): EventLogInMemory =>
  new Proxy(log, {
    get(target, name) {
      if (name === 'readAll') return (after: string) => target.readAll(after, most);
      return (Reflect.get(target, name) as () => unknown).bind(target);
    },
  });

/** A store that does what is said before or after it commits. */
const around = (before: (commit: Commit) => void, after: (commit: Commit) => void = () => {}): ReadStore =>
  new Proxy(store, {
    get(target, name) {
      if (name !== 'commit') return (Reflect.get(target, name) as () => unknown).bind(target);
      return async (commit: Commit) => {
        before(commit);
        await target.commit(commit);
        after(commit);
      };
    },
  });

describe('a projection host', () => {
  test('has folded what was there when it has started, and folds what comes', async () => {
    await happens('lamp-org_1', made(), switched());
    const host = hostOn();
    await host.start();
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ name: 'Desk', on: true });
    const { position } = await happens('lamp-org_1', switched(false));
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ on: false });
    expect(await host.health()).toMatchObject({ role: 'active', lagSeconds: 0, parked: [], position });
  });

  test('is behind after a restart until everything that came meanwhile is folded, and answers what there is until then', async () => {
    await happens('lamp-org_1', made());
    const before = hostOn();
    await before.start();
    await before.stop();
    await happens('lamp-org_1', switched());
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = new Proxy(log, {
      get(target, name) {
        if (name !== 'subscribe') return (Reflect.get(target, name) as () => unknown).bind(target);
        return async function* (after: string, signal: AbortSignal) {
          await held;
          yield* target.subscribe(after, signal);
        };
      },
    });
    const host = hostOn({ log: slow });
    const started = host.start();
    while ((await host.health()).role !== 'catching up') await new Promise(setImmediate);
    expect(host.readSide.isStale()).toBe(true);
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ on: false });
    goOn();
    await started;
    while (host.readSide.isStale()) await new Promise(setImmediate);
    expect((await host.health()).role).toBe('active');
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ on: true });
  });

  test('says how far it is while views are not there yet', async () => {
    await happens('lamp-org_1', made(), switched());
    let seenMeanwhile: unknown[] = [];
    const host: ProjectingProcess = hostOn({ log: readBy(1) });
    await host.start(() => {
      if (seenMeanwhile.length === 0) seenMeanwhile = [host.health(), host.views.one(lamps, 'org', '1').catch((error: Error) => error.message)];
    });
    const [health, words] = await Promise.all(seenMeanwhile);
    expect(health).toMatchObject({ role: 'rebuilding', rebuilt: 1 });
    expect(words).toContain('1 entries of the record have been read so far');
    expect(await host.health()).toMatchObject({ role: 'active' });
  });

  test('starts on an empty log', async () => {
    const host = hostOn();
    await host.start();
    expect(host.views.isReady(all)).toBe(true);
    const { position } = await happens('lamp-org_1', made());
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await store.changesAfter('org', '', 10)).toHaveLength(2);
  });

  test('says within the time when it has not come that far', async () => {
    const host = hostOn();
    await host.start();
    expect(await host.waitFor('9', 1)).toBe(false);
  });

  test('notifies of each commit after it is written, and the feed has what has changed for whom', async () => {
    const host = hostOn({ projections: [lamps] });
    await host.start();
    host.notifications.splice(0);
    for (const lamp of [made(), given('ravi'), broken]) await host.waitFor((await happens('lamp-org_1', lamp)).position, 5_000);
    const positions = recorded.map(({ position }) => position);
    expect(host.notifications).toEqual(
      positions.map((position, index) => ({ after: positions[index - 1] ?? beforeAll, position, organizations: ['org'] })),
    );
    expect(await store.changesAfter('org', '', 10)).toMatchObject([
      { view: 'lamps', id: '1', revision: 0, after: 'asha' },
      { revision: 1, before: 'asha', after: 'ravi' },
      { revision: 2, before: 'ravi' },
    ]);
  });

  test('projects part by part what comes at once, so that requests have a turn in between', async () => {
    const host = hostOn();
    await host.start();
    host.notifications.splice(0);
    const { position } = await happens('lamp-org_1', made(), ...Array.from({ length: 299 }, () => switched()));
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(host.notifications).toHaveLength(3);
    for (const [index, { after }] of host.notifications.slice(1).entries()) expect(after).toBe(host.notifications[index]!.position);
    expect(await seen(host)).toEqual(await rebuilt());
  });

  test('whose take-over was written although it failed goes on with what the store has: nothing is made again', async () => {
    const before = hostOn({ projections: [lamps, diary] });
    await before.start();
    for (const lamp of [1, 2, 3]) await before.waitFor((await happens(`lamp-org_${lamp}`, made())).position, 5_000);
    await before.stop();

    let failed = false;
    const failing = around(
      () => {},
      ({ joins }) => {
        if (failed || joins?.live['lamps'] !== 'lamps@2.1') return;
        failed = true;
        throw new Unavailable('cut off');
      },
    );
    /** What begins anew from then on never comes anywhere. */
    const stuck = new Proxy(log, {
      get(target, name) {
        if (name === 'readAll')
          return (after: string, most: number) => (failed && after === beforeAll ? new Promise(() => {}) : target.readAll(after, most));
        return (Reflect.get(target, name) as () => unknown).bind(target);
      },
    });
    const host = hostOn({ projections: [newer, diary], store: failing, log: stuck });
    await host.start();
    await host.waitFor((await happens('lamp-org_4', made())).position, 5_000);
    expect((await host.views.find(newer, 'org', { sort: ['name'], limit: 10 })).items).toHaveLength(4);
    await host.stop();
  });

  test('refuses two projections of one name', () => expect(() => hostOn({ projections: [lamps, newer] })).toThrow('lamps'));
});

describe('whenever it stops', () => {
  const history: (readonly [string, Lamp])[] = [
    ['lamp-org_1', made('A')],
    ['lamp-org_2', made('B')],
    ['lamp-org_1', switched()],
    ['lamp-org_1', given('ravi')],
    ['lamp-other_1', made('C')],
    ['lamp-org_2', switched()],
    ['lamp-org_2', broken],
    ['lamp-org_1', switched()],
  ];

  test.each(history.map((_, index) => index))(
    'after %i commits, before or after the next, it ends where folding from nothing ends',
    async (commits) => {
      for (const when of ['before', 'after'] as const) {
        store = stores.open();
        recorded.splice(0);
        let count = 0;
        const fail = (at: string) => () => {
          if (at === when && count++ === commits) throw new Unavailable('cut off');
        };
        const host = hostOn({ store: around(fail('before'), fail('after')) });
        await host.start();
        for (const [stream, lamp] of history) await host.waitFor((await happens(stream, lamp)).position, 5_000);
        expect(await seen(host)).toEqual(await rebuilt());
        await host.stop();
        const next = hostOn();
        await next.start();
        expect(await seen(next)).toEqual(await rebuilt());
        await next.stop();
        await store.close();
      }
      store = stores.open();
    },
  );

  test('a record that shows nothing is left to the log, where the next host finds what it counts', async () => {
    const projections = [switches];
    const records = (of: ReadStore) => of.get('switches@1.1/records', ['org_1', 'org_2', 'org_3', 'org_4', 'org_5']);
    const rounds = [
      () => Promise.all([1, 2, 3, 4, 5].map((lamp) => happens(`lamp-org_${lamp}`, made()))),
      () => Promise.all([happens('lamp-org_2', switched()), happens('lamp-org_3', given('ravi')), happens('lamp-org_4', switched(false))]),
      () => Promise.all([happens('lamp-org_1', broken), happens('lamp-org_2', switched(false)), happens('lamp-org_4', switched())]),
    ];
    for (const round of rounds) {
      const host = hostOn({ projections });
      await host.start();
      await round();
      expect(await host.waitFor(await log.head(), 5_000)).toBe(true);
      expect([...(await records(store))]).toEqual([]);
      const fresh = stores.open();
      const other = new ProjectingProcess({ log, store: fresh, projections });
      await other.start();
      expect(await host.views.sums(switches, 'org', ['everyone'])).toEqual(await other.views.sums(switches, 'org', ['everyone']));
      await other.stop();
      await fresh.close();
      await host.stop();
    }
    expect((await store.sums('switches@1.1', ['org_everyone'])).get('org_everyone')).toEqual({ on: 1, off: 3 });
  });

  test('of a list that grows only what has changed is written, also after a restart', async () => {
    const written: (readonly [string, number])[] = [];
    const listening = around(({ documents }) => written.push(...documents.map(({ id, json = '' }) => [id, json.length] as const)));
    const host = hostOn({ projections: [album], store: listening });
    await host.start();
    await host.waitFor((await happens('lamp-org_1', ...Array.from({ length: 120 }, () => switched()))).position, 5_000);
    await host.stop();
    written.splice(0);
    const again = hostOn({ projections: [album], store: listening });
    await again.start();
    await again.waitFor((await happens('lamp-org_1', switched())).position, 5_000);
    expect(written.map(([id]) => id)).toEqual(['org_1', 'org_1_pictures.120', 'org_1_120']);
    expect(written.every(([, length]) => length < 100)).toBe(true);
    expect(await seen(again, [album])).toEqual(await rebuilt([album]));
  });

  test('events at or before the checkpoint are not folded again', async () => {
    const twice = new Proxy(log, {
      get(target, name) {
        if (name === 'subscribe')
          return async function* (after: string, signal: AbortSignal) {
            for await (const batch of target.subscribe(after, signal)) {
              yield batch;
              yield recorded.slice();
            }
          };
        return (Reflect.get(target, name) as () => unknown).bind(target);
      },
    });
    const host = hostOn({ log: twice });
    await host.start();
    for (const [stream, lamp] of history) await host.waitFor((await happens(stream, lamp)).position, 5_000);
    expect(await seen(host)).toEqual(await rebuilt());
  });

  test('infrastructure that fails is tried again and parks nothing', async () => {
    let failures = 3;
    const troubles: Error[] = [];
    const open = async (batch: readonly RecordedEvent[]) => {
      if (failures-- > 0) throw new UnreadableLog('No such key just now');
      return batch;
    };
    const host = hostOn({ open, onTrouble: (error) => troubles.push(error) });
    await happens('lamp-org_1', made());
    await host.start();
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
    expect(troubles).toHaveLength(3);
    expect(await host.health()).toMatchObject({ parked: [], trouble: undefined });
  });

  test('random histories, cut into batches anywhere and restarted anywhere, end where folding from nothing ends', async () => {
    const projections = [...all, album];
    const stream = fc.constantFrom('lamp-org_1', 'lamp-org_2', 'lamp-other_1', 'lamp-org_3');
    const lamp = fc.oneof(
      fc.constantFrom('A', 'B').map(made),
      fc.boolean().map(switched),
      fc.constantFrom('asha', 'ravi').map(given),
      fc.constantFrom(broken, erased),
    );
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(stream, lamp) },
      { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'rebuild' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        store = stores.open();
        recorded = [];
        log = new EventLogInMemory(recorded);
        let host = hostOn({ projections });
        await host.start();
        for (const each of steps) {
          if (each === 'restart') {
            await host.stop();
            host = hostOn({ projections });
            await host.start();
          } else if (each === 'rebuild') await host.rebuild(['lamps', 'diary', 'album']);
          else await happens(...each);
        }
        await host.waitFor(await log.head(), 5_000);
        expect(await seen(host, projections)).toEqual(await rebuilt(projections));
        await host.stop();
        await store.close();
      }),
      { numRuns: 20 },
    );
    store = stores.open();
  }, 120_000);
});

describe('a new version', () => {
  beforeEach(() => happens('lamp-org_1', made(), switched()));

  test('is made beside the old one, takes over, and the old one goes', async () => {
    const old = hostOn({ projections: [lamps, diary] });
    await old.start();
    await old.stop();
    const projected: number[] = [];
    const host = hostOn({ projections: [newer, diary] });
    expect(host.views.isReady([newer])).toBe(false);
    await host.start((events) => projected.push(events));
    expect(projected).toEqual([2]);
    expect(await store.live()).toEqual({ lamps: 'lamps@2.1', diary: 'diary@1.1' });
    expect((await store.collections()).toSorted()).toEqual(['diary@1.1', 'lamps@2.1', 'parked@1.1']);
    expect(await host.views.one(newer, 'org', '1')).toMatchObject({ on: true });
    await expect(host.views.one(lamps, 'org', '1')).rejects.toThrow(ViewNotReady);
  });

  test('that was cut off while it was made goes on where it was', async () => {
    await happens('lamp-org_2', made());
    for (let lot = 0; lot < 2; lot++) await happens('lamp-org_2', ...Array.from({ length: 200 }, (_, times) => switched((lot + times) % 3 === 0)));
    let commits = 0;
    const projected: number[] = [];
    const cutOff = hostOn({
      log: readBy(200),
      store: around(() => {
        if (++commits === 4) throw new Unavailable('cut off');
      }),
    });
    await cutOff.start((events) => projected.push(events));
    expect(projected).toEqual([200, 200, 203]);
    expect(await seen(cutOff)).toEqual(await rebuilt());
  });

  test('a generation is rebuilt while events come, and meets the live one', async () => {
    const host = hostOn({ log: readBy(200) });
    await host.start();
    for (let lamp = 0; lamp < 1_000; lamp++) await happens(`lamp-org_${lamp + 2}`, made(String(lamp)));
    await host.waitFor(await log.head(), 10_000);
    let more = 0;
    await host.rebuild(['lamps', 'bulbs'], () => {
      if (more < 5) void happens(`lamp-org_${more++}`, switched());
    });
    await host.waitFor(await log.head(), 5_000);
    expect(more).toBe(5);
    expect(await store.live()).toEqual({ lamps: 'lamps@1.2', bulbs: 'bulbs@1.2', diary: 'diary@1.1' });
    await host.waitFor((await happens('lamp-org_1', switched(false))).position, 5_000);
    expect(await seen(host)).toEqual(await rebuilt());
  });
});

describe('of two hosts', () => {
  const leaseMilliseconds = 60;

  test('one is active, and when it stops the other takes over', async () => {
    await happens('lamp-org_1', made());
    const [one, other] = [hostOn({ leaseMilliseconds }), hostOn({ leaseMilliseconds })];
    await one.start();
    await other.start();
    expect([(await one.health()).role, (await other.health()).role]).toEqual(['active', 'standing by']);
    expect(await other.views.one(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
    await one.stop();
    const { position } = await happens('lamp-org_1', switched());
    expect(await other.waitFor(position, 5_000)).toBe(true);
    while ((await other.health()).role !== 'active') await new Promise(setImmediate);
    expect(await seen(other)).toEqual(await rebuilt());
  });

  test('the one that stood still cannot write when it wakes, and stands by', async () => {
    await happens('lamp-org_1', made());
    let wake = () => {};
    let freeze = false;
    const moved: unknown[] = [];
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const frozen = new Proxy(store, {
      get(target, name) {
        const method = (Reflect.get(target, name) as (...parameters: unknown[]) => Promise<unknown>).bind(target);
        return async (...parameters: unknown[]) => {
          if (freeze) await asleep;
          return method(...parameters).catch((error: unknown) => {
            if (name === 'commit') moved.push(error);
            throw error;
          });
        };
      },
    });
    const one = hostOn({ leaseMilliseconds, store: frozen });
    await one.start();
    freeze = true;
    await happens('lamp-org_1', switched());
    const other = hostOn({ leaseMilliseconds });
    await other.start();
    const { position } = await happens('lamp-org_1', switched(false));
    expect(await other.waitFor(position, 5_000)).toBe(true);
    freeze = false;
    wake();
    while (moved.length === 0 || (await one.health()).role !== 'standing by') await new Promise(setImmediate);
    expect(moved[0]).toBeInstanceOf(CheckpointMoved);
    expect(await seen(other)).toEqual(await rebuilt());
  });
});

describe('a stream that cannot be folded', () => {
  const choking: typeof lamps = {
    ...lamps,
    fold(lamp, event) {
      if (event.type === 'Switched' && lamp?.name === 'Poison') throw new TypeError('choked on it');
      return lamps.fold(lamp, event);
    },
  };

  test('is parked in that projection, with an alert, and nothing else stands still', async () => {
    const parked: (readonly [Parked, unknown])[] = [];
    const host = hostOn({ projections: [choking, diary], onParked: (...alert) => parked.push(alert) });
    await host.start();
    await happens('lamp-org_1', made('Poison'), given('ravi'), switched(), given('meera'));
    const { position } = await happens('lamp-org_2', made(), switched());
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ owner: 'ravi', on: false });
    expect(await host.views.one(lamps, 'org', '2')).toMatchObject({ on: true });
    expect(await host.views.one(diary, 'org', '1_3')).toBeDefined();
    const where = {
      collection: 'lamps@1.1',
      stream: 'lamp-org_1',
      position: recorded[2]!.position,
      eventId: recorded[2]!.metadata.eventId,
      error: 'TypeError',
    };
    expect(parked).toEqual([[where, expect.any(TypeError)]]);
    expect((await host.health()).parked).toEqual([where]);
  });

  test('stays parked after a restart, and is cured by a new version', async () => {
    await happens('lamp-org_1', made('Poison'), switched());
    const host = hostOn({ projections: [choking] });
    await host.start();
    await host.stop();
    const again = hostOn({ projections: [lamps] });
    await again.start();
    await again.waitFor((await happens('lamp-org_1', given('ravi'))).position, 5_000);
    expect((await again.health()).parked).toHaveLength(1);
    expect(await again.views.one(lamps, 'org', '1')).toMatchObject({ on: false, owner: 'asha' });
    await again.stop();
    const cured = hostOn({ projections: [newer] });
    await cured.start();
    expect((await cured.health()).parked).toEqual([]);
    expect(await cured.views.one(newer, 'org', '1')).toMatchObject({ on: true, owner: 'ravi' });
  });

  test('an event of another organization than its stream’s parks it', async () => {
    const host = hostOn({ projections: [lamps] });
    await host.start();
    const metadata = { eventId: 'foreign', organizationId: 'other', actorId: 'asha', at: '2026-11-21T09:30:00.000Z' } as Metadata;
    const { position } = await log.append('lamp-org_1', -1, [{ ...made(), metadata }]);
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect((await host.health()).parked).toMatchObject([{ stream: 'lamp-org_1', error: expect.any(String) }]);
    expect(await host.views.one(lamps, 'org', '1')).toBeUndefined();
  });
});

describe('what the store refuses', () => {
  const parkedStreamsOf = async (host: ProjectingProcess) => (await host.health()).parked.map(({ collection, stream }) => [collection, stream]);
  /** As a server refuses a document, in words of its own. */
  const refusing = (isTooMuch: (commit: Commit) => boolean) =>
    around((commit) => {
      if (isTooMuch(commit)) throw new Error('BSONObjectTooLarge');
    });
  const holdsPoison = ({ documents }: Commit) =>
    documents.some(({ collection, json }) => collection.startsWith('lamps@') && json?.includes('Poison'));
  const lots = async () => {
    for (let lamp = 1; lamp <= 40; lamp++) await happens(`lamp-org_${lamp}`, made(lamp === 23 ? 'Poison' : String(lamp)), switched());
  };

  test('parks the record whose it is, in that projection, and everything else goes on', async () => {
    const troubles: Error[] = [];
    const host = hostOn({ store: refusing(holdsPoison), onTrouble: (error) => troubles.push(error) });
    await host.start();
    await lots();
    expect(await host.waitFor(await log.head(), 10_000)).toBe(true);
    expect(await parkedStreamsOf(host)).toEqual([['lamps@1.1', 'lamp-org_23']]);
    expect(await host.views.one(lamps, 'org', '23')).toBeUndefined();
    expect(await host.views.one(lamps, 'org', '24')).toMatchObject({ on: true });
    expect(await host.views.one(diary, 'org', '23_1')).toBeDefined();
    expect((await host.views.sums(lamps, 'org', ['everyone'])).get('everyone')).toEqual({ on: 39 });
    expect(troubles).toEqual([]);
  });

  test('is found out while views are rebuilt, too, and stays parked when that goes on', async () => {
    await lots();
    let commits = 0;
    const cutOff = around((commit) => {
      if (holdsPoison(commit)) throw new Error('BSONObjectTooLarge');
      if (commit.documents.some(({ collection }) => collection === 'parked@1.1')) commits = 1;
      else if (commits === 1 && commits++) throw new Unavailable('cut off');
    });
    const host = hostOn({ log: readBy(30), store: cutOff });
    await host.start();
    await host.waitFor((await happens('lamp-org_23', switched(false))).position, 5_000);
    expect(commits).toBe(2);
    expect(await parkedStreamsOf(host)).toEqual([['lamps@1.1', 'lamp-org_23']]);
    expect(await host.views.one(lamps, 'org', '23')).toBeUndefined();
    expect(await host.views.one(lamps, 'org', '40')).toMatchObject({ on: true });
  });

  test('only because there is so much of it at once is written in parts, and nothing is parked', async () => {
    const host = hostOn({ store: refusing(({ documents }) => documents.length > 12) });
    await host.start();
    await lots();
    expect(await host.waitFor(await log.head(), 10_000)).toBe(true);
    expect(await parkedStreamsOf(host)).toEqual([]);
    expect(await seen(host)).toEqual(await rebuilt());
  });

  test('whatever it holds parks nothing: the store itself is in trouble', async () => {
    let isBroken = true;
    const troubles: Error[] = [];
    const host = hostOn({ store: refusing(() => isBroken), onTrouble: (error) => troubles.push(error) });
    await happens('lamp-org_1', made());
    const started = host.start();
    while (troubles.length < 2) await new Promise(setImmediate);
    isBroken = false;
    await started;
    expect(troubles[0]!.message).toBe('BSONObjectTooLarge');
    expect(await parkedStreamsOf(host)).toEqual([]);
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
  });

  test('a document larger than any may be parks its record', async () => {
    const hoard: PerStream<Lamp, { organizationId: string; names: string }> = {
      ...{ name: 'hoard', version: 1, events, indexes: [] },
      fold: (before, { type, data, metadata: { organizationId } }) =>
        type === 'Made' ? { organizationId, names: `${before?.names ?? ''}${data.name}` } : before,
    };
    const host = hostOn({ projections: [hoard, lamps] });
    await host.start();
    const part = largestDocument / 5;
    for (let count = 0; count < 5; count++) await happens('lamp-org_2', made('x'.repeat(part)));
    const { position } = await happens('lamp-org_3', made());
    expect(await host.waitFor(position, 10_000)).toBe(true);
    expect((await host.health()).parked).toMatchObject([{ collection: 'hoard@1.1', stream: 'lamp-org_2', error: 'DocumentTooLarge' }]);
    expect(await host.views.one(hoard, 'org', '3')).toMatchObject({ names: 'Desk' });
    expect(await host.views.one(lamps, 'org', '2')).toBeDefined();
  });
});

describe('who is erased on a stream that is parked', () => {
  const names = (projection: typeof lamps): typeof lamps => ({
    ...projection,
    fold(lamp, event) {
      if (event.type === 'Switched' && lamp) throw new TypeError('choked on it');
      return lamps.fold(lamp, event);
    },
  });
  const chokingDiary: typeof diary = {
    ...diary,
    entry(event) {
      if (event.type === 'Switched') throw new TypeError('choked on it');
      return diary.entry(event);
    },
  };
  /** Nothing shown, its record shows nothing, and shows nothing to count. */
  const poisoned = [names(lamps), bulbs, chokingDiary];
  const shown = async (host: ProjectingProcess, views: readonly Projection[] = poisoned) => JSON.stringify(await seen(host, views));
  const history = [made('Quillfeather'), given('ravi'), switched()];
  const started = async (options: Partial<ProjectionHostOptions> = {}) => {
    const host = hostOn({ projections: poisoned, ...options });
    await host.start();
    return host;
  };

  test('loses all that was shown, and is not counted any more', async () => {
    const host = await started();
    await host.waitFor((await happens('lamp-org_1', ...history)).position, 5_000);
    expect(await shown(host)).toContain('Quillfeather');
    await host.waitFor((await happens('lamp-org_1', erased)).position, 5_000);
    expect(await shown(host)).not.toContain('Quillfeather');
    expect((await host.views.sums(lamps, 'org', ['everyone', 'ravi'])).get('everyone')).toEqual({});
    expect((await host.health()).parked).toHaveLength(2);
  });

  test('also in the batch in which it was parked, and when views are rebuilt', async () => {
    await happens('lamp-org_1', ...history, erased);
    const host = await started();
    expect(await shown(host)).not.toContain('Quillfeather');
    await host.rebuild(['lamps', 'diary']);
    expect(await shown(host)).not.toContain('Quillfeather');
  });

  test('also after a restart', async () => {
    await happens('lamp-org_1', ...history);
    await (await started()).stop();
    await happens('lamp-org_1', erased);
    expect(await shown(await started())).not.toContain('Quillfeather');
  });

  test('also while views are rebuilt, and when that was cut off in between', async () => {
    await happens('lamp-org_1', ...history);
    await happens('lamp-org_2', made(), given('ravi'), given('asha'));
    const live = await started({ log: readBy(3) });
    let isErased = false;
    let commits = 0;
    const rebuilding = live.rebuild(['lamps', 'diary'], () => {
      if (!isErased) void happens('lamp-org_1', erased);
      isErased = true;
    });
    await rebuilding;
    await live.waitFor(await log.head(), 5_000);
    expect(await shown(live)).not.toContain('Quillfeather');
    await live.stop();

    const newerPoisoned = [{ ...poisoned[0]!, version: 2 } as Projection, bulbs, chokingDiary];
    await happens('lamp-org_3', ...history);
    await happens('lamp-org_3', erased);
    const cutOff = around(({ line }) => {
      if (line.startsWith('rebuild') && ++commits === 3) throw new Unavailable('cut off');
    });
    const host = await started({ projections: newerPoisoned, store: cutOff, log: readBy(3) });
    expect(commits).toBeGreaterThan(3);
    expect(await shown(host, newerPoisoned)).not.toContain('Quillfeather');
  });

  test('loses it too where what is left of the person cannot be folded', async () => {
    const choking: typeof lamps = {
      ...lamps,
      fold(lamp, event) {
        if (event.type === 'PersonalDataErased') throw new TypeError('choked on it');
        return lamps.fold(lamp, event);
      },
    };
    const host = await started({ projections: [choking] });
    await host.waitFor((await happens('lamp-org_1', made('Quillfeather'), erased)).position, 5_000);
    expect(await host.views.one(lamps, 'org', '1')).toBeUndefined();
    expect((await host.health()).parked).toHaveLength(1);
  });
});

test('after an erasure every document loses what it knew, and the erasure is finished first', async () => {
  const unreadable = new Set<string>();
  const open = async (batch: readonly RecordedEvent[]) =>
    batch.map((event) => (unreadable.has(event.stream) && event.type === 'Made' ? { ...event, data: { name: '' }, erased: true as const } : event));
  const erase = async (streams: readonly string[]) => streams.forEach((stream) => unreadable.add(stream));
  const host = hostOn({ open, erase });
  await host.start();
  await host.waitFor((await happens('lamp-org_1', made('Asha’s lamp'), switched())).position, 5_000);
  await host.waitFor((await happens('lamp-org_2', made('Another'))).position, 5_000);
  await host.waitFor((await happens('lamp-org_1', erased)).position, 5_000);
  const text = JSON.stringify(await seen(host));
  expect(text).not.toContain('Asha’s lamp');
  expect(text).toContain('Another');
  expect(await host.views.one(diary, 'org', '1_0')).toMatchObject({ erased: true, data: { name: '' } });
  expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ name: '', on: true });
});

describe('another log under the same views', () => {
  const foldOnce = async () => {
    const host = hostOn();
    await host.start();
    await host.stop();
  };

  test('that was restored from a backup is folded from the beginning', async () => {
    await happens('lamp-org_1', made('Old'), switched());
    await happens('lamp-org_2', made('Lost'));
    await foldOnce();
    recorded.splice(2);
    await happens('lamp-org_3', made('New'));
    const host = hostOn();
    await host.start();
    expect(await seen(host)).toEqual(await rebuilt());
    expect(await host.views.one(lamps, 'org', '2')).toBeUndefined();
    expect(await store.live()).toMatchObject({ lamps: 'lamps@1.2' });
  });

  test('that is shorter is folded from the beginning', async () => {
    await happens('lamp-org_1', made('Old'));
    await happens('lamp-org_2', made('Lost'));
    await foldOnce();
    recorded.splice(1);
    const host = hostOn();
    await host.start();
    expect(await seen(host)).toEqual(await rebuilt());
  });

  test('of another identity is folded from the beginning', async () => {
    await happens('lamp-org_1', made('Old'));
    await foldOnce();
    log = new EventLogInMemory([...recorded]);
    const host = hostOn();
    await host.start();
    expect(await seen(host)).toEqual(await rebuilt());
    expect((await store.checkpoint('live'))!.log).toBe(await log.identity());
  });
});

describe('a view that is made again while other processes read it', () => {
  const isThere = async (collection: string) => (await store.collections()).includes(collection);

  test('is told to be another one as soon as it is live, and what was read before stays for a while', async () => {
    await happens('lamp-org_1', made());
    const host = hostOn({ projections: [lamps], graceMilliseconds: 300 });
    await host.start();
    host.notifications.splice(0);
    await host.rebuild(['lamps']);
    const { position } = await host.health();
    expect(host.notifications).toEqual([{ after: position, position, organizations: [] }]);
    expect(await store.live()).toEqual({ lamps: 'lamps@1.2' });
    expect(await isThere('lamps@1.1')).toBe(true);
    while (await isThere('lamps@1.1')) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('goes with the next start where its host ended meanwhile', async () => {
    await happens('lamp-org_1', made());
    const host = hostOn({ projections: [lamps], graceMilliseconds: 60_000 });
    await host.start();
    await host.rebuild(['lamps']);
    await host.stop();
    expect(await isThere('lamps@1.1')).toBe(true);
    await hostOn({ projections: [lamps] }).start();
    expect(await isThere('lamps@1.1')).toBe(false);
  });
});
