import { afterEach, expect, test } from '@jest/globals';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import type { KeyValueStore } from './key-value-store.js';

/**
 * Contract of every key-value store.
 * @param reopen closes the store and opens what it stored, like a restarted process
 */
export function keyValueStoreContract(
  create: (clock: ClockInMemory) => Promise<KeyValueStore>,
  reopen: (store: KeyValueStore, clock: ClockInMemory) => Promise<KeyValueStore>,
) {
  const clock = new ClockInMemory();
  const opened: KeyValueStore[] = [];
  const closeLater = (store: KeyValueStore) => {
    opened.push(store);
    return store;
  };
  const open = async () => closeLater(await create(clock));
  const openAgain = async (store: KeyValueStore) => closeLater(await reopen(store, clock));
  const instantIn = (seconds: number) =>
    new Date(Date.parse(clock.now()) + seconds * 1_000).toISOString();
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  test('a record is stored unchanged, with its version', async () => {
    const store = await open();
    expect(await store.get('session', 's')).toBeUndefined();
    const value = { owner: 'a', note: '₹ "quoted" 😀', ratio: 0.5, nested: [{ deep: null }] };
    const version = await store.put('session', 's', value, { expected: 0 });
    expect(await store.get('session', 's')).toEqual({ value, version });
    expect(await store.get('challenge', 's')).toBeUndefined();
    expect(await (await openAgain(store)).get('session', 's')).toEqual({ value, version });
  });

  test('many records of a kind are read at once, until they expire', async () => {
    const store = await open();
    const version = await store.put('session', 'a', { note: '₹' }, { expected: 0 });
    await store.put('session', 'b', 1, { expected: 0, expiresAt: instantIn(60) });
    await store.put('challenge', 'c', 1, { expected: 0 });
    expect([...(await store.getMany('session', ['a', 'c', 'none', 'a']))]).toEqual([
      ['a', { value: { note: '₹' }, version }],
    ]);
    expect((await store.getMany('session', ['b', 'a'])).size).toBe(2);
    await clock.pause(60_000);
    expect([...(await store.getMany('session', ['b', 'a'])).keys()]).toEqual(['a']);
    expect((await store.getMany('session', [])).size).toBe(0);
  });

  test('an update of a constantly changing record fails after many tries', async () => {
    const store = await open();
    let tries = 0;
    // Every write conflicts with another one.
    store.put = async () => undefined;
    await expect(
      store.update<number>('counter', 'hot', (value = 0) => (tries++, { value: value + 1 })),
    ).rejects.toThrow('Too many changes');
    expect(tries).toBeGreaterThan(20);
  });

  test('only a writer that knows the last version succeeds', async () => {
    const store = await open();
    const first = await store.put('session', 's', 1, { expected: 0 });
    expect(await store.put('session', 's', 2, { expected: 0 })).toBeUndefined();
    const second = await store.put('session', 's', 2, { expected: first! });
    expect(second).not.toBe(first);
    expect(await store.put('session', 's', 3, { expected: first! })).toBeUndefined();
    expect(await store.get('session', 's')).toEqual({ value: 2, version: second });
    expect(await store.put('session', 'unknown', 3, { expected: first! })).toBeUndefined();
  });

  test('of writers that know the same version exactly one succeeds', async () => {
    const store = await open();
    const version = (await store.put('session', 's', 'begun', { expected: 0 }))!;
    const newVersions = await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        store.put('session', 's', writer, { expected: version }),
      ),
    );
    expect(newVersions.filter((newVersion) => newVersion !== undefined)).toHaveLength(1);
    expect((await store.get('session', 's'))?.value).toBe(
      newVersions.findIndex((newVersion) => newVersion !== undefined),
    );
  });

  test('the version of a removed record does not match its successor', async () => {
    const store = await open();
    const old = (await store.put('challenge', 'c', 'old', { expected: 0 }))!;
    await store.remove('challenge', 'c');
    expect(await store.get('challenge', 'c')).toBeUndefined();
    await store.put('challenge', 'c', 'new', { expected: 0 });
    expect(await store.put('challenge', 'c', 'late', { expected: old })).toBeUndefined();
    await store.remove('challenge', 'never-there');
  });

  test('an expired record is missing, and can be created again', async () => {
    const store = await open();
    const version = (await store.put(
      'challenge',
      'c',
      { owner: 'a' },
      { expected: 0, expiresAt: instantIn(60) },
    ))!;
    await clock.pause(59_999);
    expect(await store.get('challenge', 'c')).toBeDefined();
    await clock.pause(1);
    expect(await store.get('challenge', 'c')).toBeUndefined();
    expect(await store.findByOwner('challenge', 'a')).toEqual([]);
    expect(await store.put('challenge', 'c', 'late', { expected: version })).toBeUndefined();
    expect(await store.put('challenge', 'c', 'new', { expected: 0 })).toBeDefined();
    expect((await store.get('challenge', 'c'))?.value).toBe('new');
  });

  test('writing a record renews its expiry', async () => {
    const store = await open();
    const version = (await store.put('session', 's', 1, {
      expected: 0,
      expiresAt: instantIn(60),
    }))!;
    await store.put('session', 's', 2, { expected: version, expiresAt: instantIn(120) });
    await clock.pause(90_000);
    expect((await store.get('session', 's'))?.value).toBe(2);
  });

  test('concurrent increments are all counted, in a window that restarts after its end', async () => {
    const store = await open();
    const endsAt = instantIn(60);
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => store.count('codes', 'number', 60)),
    );
    expect(counts.map(({ count }) => count).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(new Set(counts.map((counter) => counter.endsAt))).toEqual(new Set([endsAt]));
    expect((await store.count('codes', 'another', 60)).count).toBe(1);
    const later = await openAgain(store);
    expect((await later.count('codes', 'number', 60)).count).toBe(21);
    await clock.pause(60_000);
    expect(await later.count('codes', 'number', 60)).toEqual({ count: 1, endsAt: instantIn(60) });
  });

  test("an owner's records are found, of one kind only, until they change their owner", async () => {
    const store = await open();
    const first = (await store.put('session', '1', { owner: 'a' }, { expected: 0 }))!;
    const second = await store.put('session', '2', { owner: 'a', more: true }, { expected: 0 });
    await store.put('session', '3', { owner: 'b' }, { expected: 0 });
    await store.put('trust', '4', { owner: 'a' }, { expected: 0 });
    await store.put('session', '5', 'nobody', { expected: 0 });
    expect((await store.findByOwner('session', 'a')).map(({ id }) => id).sort()).toEqual([
      '1',
      '2',
    ]);
    await store.put('session', '1', { owner: 'b' }, { expected: first });
    expect(await store.findByOwner('session', 'a')).toEqual([
      { id: '2', value: { owner: 'a', more: true }, version: second },
    ]);
  });
}
