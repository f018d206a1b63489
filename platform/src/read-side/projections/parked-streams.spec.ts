import { describe, expect, test } from '@jest/globals';
import type { Metadata } from '../../event-log/event-log.js';
import { type Commit, MAX_DOCUMENT_BYTES } from '../read-store/read-store.js';
import { Unavailable } from '../../common/unavailable.js';
import type { PerStream } from './projection.js';
import type { NewlyParked } from './projection-processor.js';
import { ProjectingProcess } from '../../testing/projecting-process.js';
import {
  type Lamp,
  around,
  diary,
  events,
  given,
  happens,
  hostOn,
  lamps,
  log,
  made,
  newer,
  readBy,
  rebuilt,
  recorded,
  seen,
  switched,
} from '../../testing/lamp-views.js';

describe('a stream that cannot be folded', () => {
  const choking: typeof lamps = {
    ...lamps,
    fold(lamp, event) {
      if (event.type === 'Switched' && lamp?.name === 'Poison') throw new TypeError('choked on it');
      return lamps.fold(lamp, event);
    },
  };

  test('is parked in that projection, with an alert, and everything else continues', async () => {
    const parked: (readonly [Omit<NewlyParked, 'cause'>, unknown])[] = [];
    const host = hostOn({
      projections: [choking, diary],
      onParked: (...alert) => parked.push(alert),
    });
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
    };
    expect(parked).toEqual([
      [{ ...where, eventId: recorded[2]!.metadata.eventId }, expect.any(TypeError)],
    ]);
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

  test('an event of another organization than its stream’s parks the stream', async () => {
    const host = hostOn({ projections: [lamps] });
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
    expect(await host.views.one(lamps, 'org', '1')).toBeUndefined();
  });
});

describe('data that the store refuses', () => {
  const parkedStreamsOf = async (host: ProjectingProcess) =>
    (await host.health()).parked.map(({ collection, stream }) => [collection, stream]);
  /** Refuses commits like a server that refuses a document. */
  const refusing = (isTooMuch: (commit: Commit) => boolean) =>
    around((commit) => {
      if (isTooMuch(commit)) throw new Error('BSONObjectTooLarge');
    });
  const holdsPoison = ({ documents }: Commit) =>
    documents.some(
      ({ collection, json }) => collection.startsWith('lamps@') && json?.includes('Poison'),
    );
  const lots = async () => {
    for (let lamp = 1; lamp <= 40; lamp++)
      await happens(`lamp-org_${lamp}`, made(lamp === 23 ? 'Poison' : String(lamp)), switched());
  };

  test('parks its record in that projection, and everything else continues', async () => {
    const troubles: Error[] = [];
    const host = hostOn({
      store: refusing(holdsPoison),
      onTrouble: (error) => troubles.push(error),
    });
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

  test('is detected during rebuilds too, and stays parked afterwards', async () => {
    await lots();
    let commits = 0;
    const cutOff = around((commit) => {
      if (holdsPoison(commit)) throw new Error('BSONObjectTooLarge');
      if (commits === 0 && commit.checkpoint.parked?.length) commits = 1;
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

  test('for its size alone is written in parts, and nothing is parked', async () => {
    const host = hostOn({ store: refusing(({ documents }) => documents.length > 12) });
    await host.start();
    await lots();
    expect(await host.waitFor(await log.head(), 10_000)).toBe(true);
    expect(await parkedStreamsOf(host)).toEqual([]);
    expect(await seen(host)).toEqual(await rebuilt());
  });

  test('whatever it contains parks nothing: the store itself has failed', async () => {
    let isBroken = true;
    const troubles: Error[] = [];
    const host = hostOn({
      store: refusing(() => isBroken),
      onTrouble: (error) => troubles.push(error),
    });
    await happens('lamp-org_1', made());
    const started = host.start();
    while (troubles.length < 2) await new Promise(setImmediate);
    isBroken = false;
    await started;
    expect(troubles[0]!.message).toBe('BSONObjectTooLarge');
    expect(await parkedStreamsOf(host)).toEqual([]);
    expect(await host.views.one(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
  });

  test('a document beyond the maximum size parks its record', async () => {
    const hoard: PerStream<Lamp, { organizationId: string; names: string }> = {
      ...{ name: 'hoard', version: 1, events, indexes: [] },
      fold: (before, { type, data, metadata: { organizationId } }) =>
        type === 'Made' ? { organizationId, names: `${before?.names ?? ''}${data.name}` } : before,
    };
    const host = hostOn({ projections: [hoard, lamps] });
    await host.start();
    const part = MAX_DOCUMENT_BYTES / 5;
    for (let count = 0; count < 5; count++) await happens('lamp-org_2', made('x'.repeat(part)));
    const { position } = await happens('lamp-org_3', made());
    expect(await host.waitFor(position, 10_000)).toBe(true);
    expect((await host.health()).parked).toMatchObject([
      { collection: 'hoard@1.1', stream: 'lamp-org_2' },
    ]);
    expect(await host.views.one(hoard, 'org', '3')).toMatchObject({ names: 'Desk' });
    expect(await host.views.one(lamps, 'org', '2')).toBeDefined();
  });
});
