import { describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { type Metadata, BEFORE_ALL } from '../../event-log/event-log.js';
import { type Commit, LIVE_TRACK, MAX_DOCUMENT_BYTES } from '../read-store/read-store.js';
import { Unavailable } from '../../common/unavailable.js';
import type { PerStream, Projection } from './projection.js';
import { type NewlyParked, ProjectionProcessor } from './projection-processor.js';
import { ProjectingProcess } from '../../testing/processes/projecting-process.js';
import {
  type Lamp,
  damagedLog,
  lampProjections,
  storeWithHooks,
  diary,
  erased,
  events,
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
  store,
  readViews,
  switched,
  switches,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

describe('a stream that cannot be folded', () => {
  const failing: typeof lamps = {
    ...lamps,
    fold(lamp, event) {
      if (event.type === 'Switched' && lamp?.name === 'Poison')
        throw new TypeError('cannot be folded');
      return lamps.fold(lamp, event);
    },
  };

  test('is parked in that projection, with an alert, and everything else continues', async () => {
    const parked: (readonly [Omit<NewlyParked, 'cause'>, unknown])[] = [];
    const host = openHost({
      projections: [failing, diary],
      onParked: (...alert) => parked.push(alert),
    });
    await host.start();
    await append('lamp-org_1', made('Poison'), given('ravi'), switched(), given('meera'));
    const { position } = await append('lamp-org_2', made(), switched());
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ owner: 'ravi', on: false });
    expect(await host.views.getOne(lamps, 'org', '2')).toMatchObject({ on: true });
    expect(await host.views.getOne(diary, 'org', '1_3')).toBeDefined();
    const place = {
      collection: 'lamps@1.1',
      stream: 'lamp-org_1',
      position: recorded[2]!.position,
    };
    expect(parked).toEqual([
      [{ ...place, eventId: recorded[2]!.metadata.eventId }, expect.any(TypeError)],
    ]);
    expect((await host.health()).parked).toEqual([
      { ...place, because: 'TypeError', isExact: true },
    ]);
  });

  test('is parked after a restart too, and is mended by a new version', async () => {
    await append('lamp-org_1', made('Poison'), switched());
    const host = openHost({ projections: [failing] });
    await host.start();
    await host.stop();
    const again = openHost({
      projections: [lamps],
      parkedRetryPauses: { first: 600_000, longest: 600_000 },
    });
    await again.start();
    await again.waitFor((await append('lamp-org_1', given('ravi'))).position, 5_000);
    expect((await again.health()).parked).toHaveLength(1);
    expect(await again.views.getOne(lamps, 'org', '1')).toMatchObject({ on: false, owner: 'asha' });
    await again.stop();
    const upgraded = openHost({ projections: [lampsVersion2] });
    await upgraded.start();
    expect((await upgraded.health()).parked).toEqual([]);
    expect(await upgraded.views.getOne(lampsVersion2, 'org', '1')).toMatchObject({
      on: true,
      owner: 'ravi',
    });
  });

  test('of an earlier build, which counted it otherwise, has its view rebuilt', async () => {
    const counted = { ...switches, indexes: lamps.indexes };
    const failingCounted: typeof counted = {
      ...counted,
      fold(lamp, event) {
        if (event.type === 'Given') throw new TypeError('cannot be folded');
        return switches.fold(lamp, event);
      },
    };
    const host = openHost({ projections: [lamps, failingCounted] });
    await host.start();
    const head = await append('lamp-org_1', made(), switched(), given('ravi'), switched(false));
    await host.waitFor(head.position, 5_000);
    await host.stop();
    const stored = (await store.readCheckpoint(LIVE_TRACK))!;
    const parked = stored.parked!.map(({ collection, stream }) => ({
      collection,
      stream,
      position: BEFORE_ALL,
    }));
    await store.commit({
      track: LIVE_TRACK,
      expected: stored,
      checkpoint: { ...stored, parked },
      documents: [],
      sums: [],
      changes: [],
    });
    const next = openHost({
      projections: [lamps, counted],
      parkedRetryPauses: { first: 1, longest: 1 },
    });
    await next.start();
    expect((await next.health()).parked).toEqual([]);
    expect(await readViews(next, [lamps, counted])).toEqual(await rebuildViews([lamps, counted]));
    expect(await store.readCurrentCollections()).toEqual({
      lamps: 'lamps@1.1',
      switches: 'switches@1.2',
    });
  });

  test('of an earlier build, in a rebuild that was interrupted, has the rebuild begun again', async () => {
    await append('lamp-org_1', made(), switched());
    const { position, stream, revision, metadata } = recorded.at(-1)!;
    await store.ensure(new ProjectionProcessor(lamps).collections());
    await store.commit({
      track: 'rebuild lamps@1.1',
      expected: undefined,
      checkpoint: {
        log: await log.readIdentity(),
        position,
        stream,
        revision,
        eventId: metadata.eventId,
        epoch: 0,
        parked: [{ collection: 'lamps@1.1', stream, position: BEFORE_ALL }],
      },
      documents: [],
      sums: [],
      changes: [],
    });
    const host = openHost({ projections: [lamps] });
    await host.start();
    expect((await host.health()).parked).toEqual([]);
    expect(await readViews(host, [lamps])).toEqual(await rebuildViews([lamps]));
  });

  test.each(lampProjections)(
    '%p is folded again from its start, and is then like any other record',
    async (view) => {
      let isBroken = true;
      const projection = {
        ...view,
        ...('entry' in view
          ? { entry: (event: never) => breakOn(event, () => view.entry(event)) }
          : {
              fold: (record: never, event: never) => breakOn(event, () => view.fold(record, event)),
            }),
      } as Projection;
      function breakOn<Result>({ type }: { type: string }, project: () => Result): Result {
        if (isBroken && type === 'Given') throw new TypeError('cannot be folded');
        return project();
      }
      const host = openHost({
        projections: [projection],
        parkedRetryPauses: { first: 5, longest: 5 },
      });
      await host.start();
      await append('lamp-org_1', made(), switched(), given('ravi'), switched(false));
      const { position } = await append('lamp-org_2', made(), given('meera'), switched());
      expect(await host.waitFor(position, 5_000)).toBe(true);
      expect((await host.health()).parked.map(({ stream }) => stream)).toEqual([
        'lamp-org_1',
        'lamp-org_2',
      ]);
      isBroken = false;
      while ((await host.health()).parked.length > 0) await pause(5);
      await host.waitFor((await append('lamp-org_1', given('asha'))).position, 5_000);
      expect(await readViews(host, [view])).toEqual(await rebuildViews([view]));
    },
  );

  test('an event of another organization than its stream’s parks the stream', async () => {
    const host = openHost({ projections: [lamps] });
    await host.start();
    const metadata = {
      eventId: 'foreign',
      organizationId: 'other',
      actorId: 'asha',
      at: '2026-11-21T09:30:00.000Z',
    } as Metadata;
    const { position } = await log.append('lamp-org_1', -1, [{ ...made(), metadata }]);
    expect(await host.waitFor(position, 5_000)).toBe(true);
    expect((await host.health()).parked).toMatchObject([{ stream: 'lamp-org_1' }]);
    expect(await host.views.getOne(lamps, 'org', '1')).toBeUndefined();
  });
});

describe('an event that cannot be read', () => {
  const damagedAt = (stream: string, revision: number) =>
    damagedLog((event) => event.stream === stream && event.revision === revision);
  const appendLamps = async () => {
    for (const lamp of ['1', '2', '3'])
      await append(`lamp-org_${lamp}`, made(`Lamp ${lamp}`), switched(), given('ravi'));
  };

  test.each([0, 1, 2])(
    'parks its stream alone, at revision %i, and names the reason',
    async (revision) => {
      await appendLamps();
      const host = openHost({ log: damagedAt('lamp-org_2', revision) });
      await host.start();
      const { position } = await append('lamp-org_2', switched(false));
      expect(await host.waitFor(position, 5_000)).toBe(true);
      const { parked, trouble } = await host.health();
      expect(trouble).toBeUndefined();
      expect(new Set(parked.map(({ stream, because }) => `${stream}: ${because}`))).toEqual(
        new Set([`lamp-org_2: lamp-org_2 at ${revision} is no JSON`]),
      );
      for (const lamp of ['1', '3'])
        expect(await host.views.getOne(lamps, 'org', lamp)).toMatchObject({
          on: true,
          owner: 'ravi',
        });
    },
  );

  test('that is the newest one does not make the log count as another log', async () => {
    await appendLamps();
    const host = openHost({ log: damagedAt('lamp-org_3', 2) });
    await host.start();
    await host.stop();
    const again = openHost({ log: damagedAt('lamp-org_3', 2) });
    await again.start();
    const { position } = await append('lamp-org_1', switched(false));
    expect(await again.waitFor(position, 5_000)).toBe(true);
    expect(await again.views.getOne(lamps, 'org', '1')).toMatchObject({ on: false });
  });

  test('that was the newest one causes no rebuild once it is mended', async () => {
    await appendLamps();
    const host = openHost({ log: damagedAt('lamp-org_3', 2) });
    await host.start();
    await host.stop();
    const current = await store.readCurrentCollections();
    const mended = openHost({ parkedRetryPauses: { first: 5, longest: 5 } });
    await mended.start();
    expect(await store.readCurrentCollections()).toEqual(current);
    while ((await mended.health()).parked.length > 0) await pause(5);
    expect(await readViews(mended)).toEqual(await rebuildViews());
  });

  test('lets an erasure remove the documents of its stream', async () => {
    await appendLamps();
    const host = openHost();
    await host.start();
    await host.stop();
    const again = openHost({ log: damagedAt('lamp-org_2', 1) });
    await again.start();
    const { position } = await append('lamp-org_2', erased);
    expect(await again.waitFor(position, 5_000)).toBe(true);
    expect(await again.views.getOne(lamps, 'org', '2')).toBeUndefined();
    for (const entry of ['0', '1', '2'])
      expect(await again.views.getOne(diary, 'org', `2_${entry}`)).toBeUndefined();
    expect((await again.views.getSums(lamps, 'org', ['everyone'])).get('everyone')).toEqual({
      on: 2,
    });
  });
});

describe('data that the store refuses', () => {
  const listParkedStreams = async (host: ProjectingProcess) =>
    (await host.health()).parked.map(({ collection, stream }) => [collection, stream]);
  /** Refuses commits like a server that refuses a document. */
  const storeRefusing = (isRefused: (commit: Commit) => boolean) =>
    storeWithHooks((commit) => {
      if (isRefused(commit)) throw new Error('BSONObjectTooLarge');
    });
  const holdsPoison = ({ documents }: Commit) =>
    documents.some(
      ({ collection, json }) => collection.startsWith('lamps@') && json?.includes('Poison'),
    );
  const appendLamps = async () => {
    for (let lamp = 1; lamp <= 40; lamp++)
      await append(`lamp-org_${lamp}`, made(lamp === 23 ? 'Poison' : String(lamp)), switched());
  };

  test('parks its record in that projection, and everything else continues', async () => {
    const troubles: Error[] = [];
    const host = openHost({
      store: storeRefusing(holdsPoison),
      onTrouble: (error) => troubles.push(error),
    });
    await host.start();
    await appendLamps();
    expect(await host.waitFor(await log.readLastPosition(), 10_000)).toBe(true);
    expect(await listParkedStreams(host)).toEqual([['lamps@1.1', 'lamp-org_23']]);
    expect(await host.views.getOne(lamps, 'org', '23')).toBeUndefined();
    expect(await host.views.getOne(lamps, 'org', '24')).toMatchObject({ on: true });
    expect(await host.views.getOne(diary, 'org', '23_1')).toBeDefined();
    expect((await host.views.getSums(lamps, 'org', ['everyone'])).get('everyone')).toEqual({
      on: 39,
    });
    expect(troubles).toEqual([]);
  });

  test('is detected during rebuilds too, and stays parked afterwards', async () => {
    await appendLamps();
    let hasParked = false;
    let wasCutOff = false;
    /** Store that fails once, at the first commit after the one that parks the stream. */
    const cutOff = storeWithHooks((commit) => {
      if (holdsPoison(commit)) throw new Error('BSONObjectTooLarge');
      if (hasParked && !wasCutOff) {
        wasCutOff = true;
        throw new Unavailable('cut off');
      }
      if (commit.checkpoint.parked?.length) hasParked = true;
    });
    const host = openHost({ log: createLogWithBatches(30), store: cutOff });
    await host.start();
    await host.waitFor((await append('lamp-org_23', switched(false))).position, 5_000);
    expect(wasCutOff).toBe(true);
    expect(await listParkedStreams(host)).toEqual([['lamps@1.1', 'lamp-org_23']]);
    expect(await host.views.getOne(lamps, 'org', '23')).toBeUndefined();
    expect(await host.views.getOne(lamps, 'org', '40')).toMatchObject({ on: true });
  });

  test('only because there is too much of it is written in parts, and nothing is parked', async () => {
    const host = openHost({ store: storeRefusing(({ documents }) => documents.length > 12) });
    await host.start();
    await appendLamps();
    expect(await host.waitFor(await log.readLastPosition(), 10_000)).toBe(true);
    expect(await listParkedStreams(host)).toEqual([]);
    expect(await readViews(host)).toEqual(await rebuildViews());
  });

  test('whatever the data contain parks nothing, because the store itself fails', async () => {
    let isBroken = true;
    const troubles: Error[] = [];
    const host = openHost({
      store: storeRefusing(() => isBroken),
      onTrouble: (error) => troubles.push(error),
    });
    await append('lamp-org_1', made());
    const started = host.start();
    while (troubles.length < 2) await new Promise(setImmediate);
    isBroken = false;
    await started;
    expect(troubles[0]!.message).toBe('BSONObjectTooLarge');
    expect(await listParkedStreams(host)).toEqual([]);
    expect(await host.views.getOne(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
  });

  test('a document beyond the maximum size parks its record', async () => {
    const hoard: PerStream<Lamp, { organizationId: string; names: string }> = {
      name: 'hoard',
      version: 1,
      events,
      indexes: [],
      fold: (before, { type, data, metadata: { organizationId } }) =>
        type === 'Made' ? { organizationId, names: `${before?.names ?? ''}${data.name}` } : before,
    };
    const host = openHost({ projections: [hoard, lamps] });
    await host.start();
    const part = MAX_DOCUMENT_BYTES / 5;
    for (let count = 0; count < 5; count++) await append('lamp-org_2', made('x'.repeat(part)));
    const { position } = await append('lamp-org_3', made());
    expect(await host.waitFor(position, 10_000)).toBe(true);
    expect((await host.health()).parked).toMatchObject([
      { collection: 'hoard@1.1', stream: 'lamp-org_2' },
    ]);
    expect(await host.views.getOne(hoard, 'org', '3')).toMatchObject({ names: 'Desk' });
    expect(await host.views.getOne(lamps, 'org', '2')).toBeDefined();
  });
});
