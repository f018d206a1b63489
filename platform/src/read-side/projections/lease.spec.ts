import { describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { CheckpointMoved } from '../read-store/read-store.js';
import {
  append,
  openHost,
  lamps,
  made,
  rebuildViews,
  readViews,
  store,
  switched,
  useLampViews,
} from '../../testing/lamp-views.js';

useLampViews();

describe('of two hosts', () => {
  const leaseMilliseconds = 60;

  test('one is active, and when it stops the other takes over', async () => {
    await append('lamp-org_1', made());
    const [one, other] = [openHost({ leaseMilliseconds }), openHost({ leaseMilliseconds })];
    await one.start();
    await other.start();
    expect([(await one.health()).role, (await other.health()).role]).toEqual([
      'active',
      'standing by',
    ]);
    expect(await other.views.getOne(lamps, 'org', '1')).toMatchObject({ name: 'Desk' });
    await one.stop();
    const { position } = await append('lamp-org_1', switched());
    expect(await other.waitFor(position, 60_000)).toBe(true);
    while ((await other.health()).role !== 'active') await new Promise(setImmediate);
    expect(await readViews(other)).toEqual(await rebuildViews());
  });

  test('the one that was frozen cannot write afterwards, and stands by', async () => {
    await append('lamp-org_1', made());
    let release = () => {};
    let isFrozen = false;
    const commitErrors: unknown[] = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    const frozen = new Proxy(store, {
      get(target, name) {
        const method = (
          Reflect.get(target, name) as (...parameters: unknown[]) => Promise<unknown>
        ).bind(target);
        return async (...parameters: unknown[]) => {
          if (isFrozen) await released;
          return method(...parameters).catch((error: unknown) => {
            if (name === 'commit') commitErrors.push(error);
            throw error;
          });
        };
      },
    });
    const one = openHost({ leaseMilliseconds, store: frozen });
    await one.start();
    isFrozen = true;
    await append('lamp-org_1', switched());
    const other = openHost({ leaseMilliseconds });
    await other.start();
    const { position } = await append('lamp-org_1', switched(false));
    expect(await other.waitFor(position, 60_000)).toBe(true);
    isFrozen = false;
    release();
    while (commitErrors.length === 0 || (await one.health()).role !== 'standing by')
      await new Promise(setImmediate);
    expect(commitErrors[0]).toBeInstanceOf(CheckpointMoved);
    expect(await readViews(other)).toEqual(await rebuildViews());
  });
});

describe('a host whose renewal fails', () => {
  const leaseMilliseconds = 300;
  /** Store whose lease cannot be renewed while `isFailing` returns true. */
  const storeWithLeaseFailing = (isFailing: () => boolean) =>
    new Proxy(store, {
      get: (target, name) =>
        name === 'acquireLease'
          ? async (...parameters: Parameters<typeof store.acquireLease>) => {
              if (isFailing()) throw new Error('An election');
              return target.acquireLease(...parameters);
            }
          : (Reflect.get(target, name) as (...parameters: unknown[]) => unknown).bind(target),
    });

  test('continues with its remaining lease', async () => {
    await append('lamp-org_1', made());
    let willFail = false;
    const failOnce = () => {
      const isFailing = willFail;
      willFail = false;
      return isFailing;
    };
    const troubles: string[] = [];
    const host = openHost({
      leaseMilliseconds,
      store: storeWithLeaseFailing(failOnce),
      onTrouble: ({ message }) => troubles.push(message),
    });
    const roles = new Set<string>();
    await host.start();
    willFail = true;
    while (troubles.length === 0) await pause(5);
    for (
      const until = performance.now() + leaseMilliseconds;
      performance.now() < until;
      await pause(5)
    )
      roles.add((await host.health()).role);
    expect([[...roles], troubles]).toEqual([['active'], ['An election']]);
  });

  test('stops at the end of its lease if every renewal failed', async () => {
    await append('lamp-org_1', made());
    let isFailing = false;
    const host = openHost({ leaseMilliseconds, store: storeWithLeaseFailing(() => isFailing) });
    await host.start();
    isFailing = true;
    await pause(leaseMilliseconds * 1.5);
    const other = openHost({ leaseMilliseconds });
    await other.start();
    while ((await other.health()).role !== 'active') await pause(5);
    const { position } = await append('lamp-org_1', switched());
    expect(await other.waitFor(position, 60_000)).toBe(true);
  });
});
