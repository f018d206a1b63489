import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type RecordedEvent, UnreadableLog, BEFORE_ALL } from '../../event-log/event-log.js';
import type { ReadStore } from '../read-store/read-store.js';
import type { Projection } from './projection.js';
import { Unavailable } from '../../common/unavailable.js';
import { ProjectingProcess } from '../../testing/processes/projecting-process.js';
import {
  type Lamp,
  album,
  lampProjections,
  storeWithHooks,
  openEmpty,
  broken,
  bulbs,
  diary,
  erased,
  given,
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
  stores,
  switched,
  switches,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

describe('a projection host', () => {
  test('has projected the past when it has started, and projects new events', async () => {
    await append('lamp-org_1', made(), switched());
    const host = openHost();
    await host.start();
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: 'Desk', on: true });
    const { position } = await append('lamp-org_1', switched(false));
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ on: false });
    expect(await host.health()).toMatchObject({
      role: 'active',
      lagSeconds: 0,
      parked: [],
      position,
    });
  });

  test('lags after a restart until it has caught up, and answers the existing documents until then', async () => {
    await append('lamp-org_1', made());
    const before = openHost();
    await before.start();
    await before.stop();
    await append('lamp-org_1', switched());
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = new Proxy(log, {
      get(target, name) {
        if (name !== 'subscribe') return (Reflect.get(target, name) as () => unknown).bind(target);
        return async function* (after: string, signal: AbortSignal) {
          await released;
          yield* target.subscribe(after, signal);
        };
      },
    });
    const host = openHost({ log: slow });
    const started = host.start();
    while ((await host.health()).role !== 'catching up') await new Promise(setImmediate);
    expect(host.readLane.isStale()).toBe(true);
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ on: false });
    release();
    await started;
    while (host.readLane.isStale()) await new Promise(setImmediate);
    expect((await host.health()).role).toBe('active');
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ on: true });
  });

  test('reports its progress before the first views exist', async () => {
    await append('lamp-org_1', made(), switched());
    let answersMeanwhile: unknown[] = [];
    const host: ProjectingProcess = openHost({ log: createLogWithBatches(1) });
    await host.start(() => {
      if (answersMeanwhile.length === 0)
        answersMeanwhile = [
          host.health(),
          host.views.getOne(lamps, 'org', '1').catch((error: Error) => error.message),
        ];
    });
    const [health, refusal] = await Promise.all(answersMeanwhile);
    expect(health).toMatchObject({ role: 'rebuilding', rebuilt: 1 });
    expect(refusal).toContain('1 entries of the record have been read so far');
    expect(await host.health()).toMatchObject({ role: 'active' });
  });

  test('starts on an empty log', async () => {
    const host = openHost();
    await host.start();
    // Each view can be queried and is empty.
    for (const view of lampProjections)
      expect(await host.views.getOne(view, 'org', '1')).toBeUndefined();
    const { position } = await append('lamp-org_1', made());
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await store.readChangesAfter('org', '', 10)).toHaveLength(2);
  });

  test('reports a timeout if it has not reached the position', async () => {
    const host = openHost();
    await host.start();
    expect(await host.waitFor('9', 1)).toBe(false);
  });

  test('notifies after each commit, and the feed contains the changes with their audiences', async () => {
    const host = openHost({ projections: [lamps] });
    await host.start();
    host.notifications.splice(0);
    for (const lamp of [made(), given('ravi'), broken])
      await host.waitFor((await append('lamp-org_1', lamp)).position, 5_000);
    const positions = recorded.map(({ position }) => position);
    expect(host.notifications).toEqual(positions);
    expect(await store.readChangesAfter('org', '', 10)).toMatchObject([
      { view: 'lamps', id: '1', revision: 0, after: 'asha' },
      { revision: 1, before: 'asha', after: 'ravi' },
      { revision: 2, before: 'ravi' },
    ]);
  });

  test('projects simultaneous events in parts, so that requests run in between', async () => {
    const host = openHost();
    await host.start();
    host.notifications.splice(0);
    const { position } = await append(
      'lamp-org_1',
      made(),
      ...Array.from({ length: 299 }, () => switched()),
    );
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(host.notifications).toHaveLength(3);
    expect(await readViews(host)).toEqual(await rebuildViews());
  });

  test('does not rebuild again if its take-over was stored although the commit was reported as failed', async () => {
    const before = openHost({ projections: [lamps, diary] });
    await before.start();
    for (const lamp of [1, 2, 3])
      await before.waitFor((await append(`lamp-org_${lamp}`, made())).position, 5_000);
    await before.stop();

    let hasFailed = false;
    const failing = storeWithHooks(
      () => {},
      ({ promotes }) => {
        if (hasFailed || promotes?.current['lamps'] !== 'lamps@2.1') return;
        hasFailed = true;
        throw new Unavailable('cut off');
      },
    );
    /** Log on which rebuilds started after the failure never finish. */
    const stuckLog = new Proxy(log, {
      get(target, name) {
        if (name === 'readAll')
          return (after: string, most: number) =>
            hasFailed && after === BEFORE_ALL ? new Promise(() => {}) : target.readAll(after, most);
        return (Reflect.get(target, name) as () => unknown).bind(target);
      },
    });
    const host = openHost({ projections: [lampsVersion2, diary], store: failing, log: stuckLog });
    await host.start();
    await host.waitFor((await append('lamp-org_4', made())).position, 5_000);
    expect(
      (await host.views.find(lampsVersion2, 'org', { sort: ['name'], limit: 10 })).documents,
    ).toHaveLength(4);
    await host.stop();
  });

  test('refuses two projections with one name', () =>
    expect(() => openHost({ projections: [lamps, lampsVersion2] })).toThrow('lamps'));
});

describe('a projection host that is stopped', () => {
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
    'after %i commits, before or after the next, its views become those of one uninterrupted run',
    async (commits) => {
      for (const when of ['before', 'after'] as const) {
        openEmpty();
        let commitCount = 0;
        const failAt = (moment: typeof when) => () => {
          if (moment === when && commitCount++ === commits) throw new Unavailable('cut off');
        };
        const host = openHost({ store: storeWithHooks(failAt('before'), failAt('after')) });
        await host.start();
        for (const [stream, lamp] of history)
          await host.waitFor((await append(stream, lamp)).position, 5_000);
        const expected = await rebuildViews();
        expect(await readViews(host)).toEqual(expected);
        await host.stop();
        const next = openHost();
        await next.start();
        expect(await readViews(next)).toEqual(expected);
        await next.stop();
        await store.close();
      }
      openEmpty();
    },
  );

  test('a record without documents is not stored, and the next host counts it from the log', async () => {
    const projections = [switches];
    const readRecords = (from: ReadStore) =>
      from.get('switches@1.1/records', ['org_1', 'org_2', 'org_3', 'org_4', 'org_5']);
    const rounds = [
      () => Promise.all([1, 2, 3, 4, 5].map((lamp) => append(`lamp-org_${lamp}`, made()))),
      () =>
        Promise.all([
          append('lamp-org_2', switched()),
          append('lamp-org_3', given('ravi')),
          append('lamp-org_4', switched(false)),
        ]),
      () =>
        Promise.all([
          append('lamp-org_1', broken),
          append('lamp-org_2', switched(false)),
          append('lamp-org_4', switched()),
        ]),
    ];
    for (const round of rounds) {
      const host = openHost({ projections });
      await host.start();
      await round();
      expect(await host.waitFor(await log.readLastPosition(), 5_000)).toBe(true);
      expect([...(await readRecords(store))]).toEqual([]);
      const fresh = stores.open();
      const other = new ProjectingProcess({ log, store: fresh, projections });
      await other.start();
      expect(await host.views.getSums(switches, 'org', ['everyone'])).toEqual(
        await other.views.getSums(switches, 'org', ['everyone']),
      );
      await other.stop();
      await fresh.close();
      await host.stop();
    }
    expect((await store.readSums('switches@1.1', ['org_everyone'])).get('org_everyone')).toEqual({
      on: 1,
      off: 3,
    });
  });

  test('a record without documents is read from the log only for an event that may give it some', async () => {
    const projections = [{ ...bulbs, revealingEvents: ['Switched' as const] }];
    const host = openHost({ projections });
    await host.start();
    const readSpy = jest.spyOn(log, 'read');
    /**
     * Counts reads of the stream while an event is projected, without the read of the append
     * itself.
     */
    const countReadsFor = async (lamp: Lamp) => {
      readSpy.mockClear();
      await host.waitFor((await append('lamp-org_1', lamp)).position, 5_000);
      return readSpy.mock.calls.length - 1;
    };
    const reads = [];
    for (const lamp of [made(), given('ravi'), switched(), given('asha'), switched()])
      reads.push(await countReadsFor(lamp));
    expect(reads).toEqual([0, 0, 1, 0, 0]);
    expect(await readViews(host, projections)).toEqual(await rebuildViews(projections));
  });

  test('of a growing list only the changed parts are written, even after a restart', async () => {
    const written: (readonly [string, number])[] = [];
    const listening = storeWithHooks(({ documents }) =>
      written.push(...documents.map(({ id, json = '' }) => [id, json.length] as const)),
    );
    const host = openHost({ projections: [album], store: listening });
    await host.start();
    await host.waitFor(
      (await append('lamp-org_1', ...Array.from({ length: 120 }, () => switched()))).position,
      5_000,
    );
    await host.stop();
    written.splice(0);
    const again = openHost({ projections: [album], store: listening });
    await again.start();
    await again.waitFor((await append('lamp-org_1', switched())).position, 5_000);
    expect(written.map(([id]) => id)).toEqual(['org_1', 'org_1_pictures.120', 'org_1_120']);
    expect(written.every(([, length]) => length < 100)).toBe(true);
    expect(await readViews(again, [album])).toEqual(await rebuildViews([album]));
  });

  test('events up to the checkpoint are not projected again', async () => {
    const repeatingLog = new Proxy(log, {
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
    const host = openHost({ log: repeatingLog });
    await host.start();
    for (const [stream, lamp] of history)
      await host.waitFor((await append(stream, lamp)).position, 5_000);
    expect(await readViews(host)).toEqual(await rebuildViews());
  });

  test('failing infrastructure is retried and parks nothing', async () => {
    const failures = 3;
    let tries = 0;
    const troubles: Error[] = [];
    const open = async (batch: readonly RecordedEvent[]) => {
      tries++;
      if (tries <= failures) throw new UnreadableLog('No such key just now');
      return batch;
    };
    const host = openHost({ open, onTrouble: (error) => troubles.push(error) });
    await append('lamp-org_1', made());
    await host.start();
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
    expect(troubles).toHaveLength(failures);
    expect(await host.health()).toMatchObject({ parked: [], trouble: undefined });
  });

  test('random histories with random batches and restarts give the views of one uninterrupted run', async () => {
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
        openEmpty();
        let projections: readonly Projection[] = [...lampProjections, album];
        let host = openHost({ projections });
        await host.start();
        for (const each of steps) {
          if (each === 'restart' || each === 'rebuild') {
            await host.stop();
            if (each === 'rebuild')
              projections = projections.map((view) =>
                view.name === 'bulbs' ? view : { ...view, version: view.version + 1 },
              );
            host = openHost({ projections });
            await host.start();
          } else await append(...each);
        }
        await host.waitFor(await log.readLastPosition(), 5_000);
        expect(await readViews(host, projections)).toEqual(await rebuildViews(projections));
        await host.stop();
        await store.close();
      }),
      { numRuns: stores.randomRuns() },
    );
    openEmpty();
  });
});
