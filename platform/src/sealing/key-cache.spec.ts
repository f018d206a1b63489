import { describe, expect, test } from '@jest/globals';
import { KeyStoreInMemory } from '../testing/key-store-in-memory.js';
import { keyPool, keyCache } from './key-cache.js';

/** A key store that says what was asked of it, and may fail. */
class Watched extends KeyStoreInMemory {
  readonly asked: string[] = [];
  failing = false;
  gate: Promise<void> = Promise.resolve();

  override async make(count: number) {
    this.asked.push(`make ${count}`);
    if (this.failing) throw new Error('The key file is full');
    return super.make(count);
  }
  override async get(ids: readonly string[]) {
    this.asked.push(`get ${ids.length}`);
    const found = await super.get(ids);
    await this.gate;
    return found;
  }
}
const settled = () => new Promise(setImmediate);

describe('the pool', () => {
  test('hands out each key once, however many ask at once', async () => {
    const take = keyPool(new Watched(), 8);
    const keys = await Promise.all(Array.from({ length: 100 }, take));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(100);
  });

  test('hands out only what the store has', async () => {
    const store = new Watched();
    const { id } = await keyPool(store, 8)();
    expect(store.keys.has(id)).toBe(true);
  });

  test('is refilled in the background, in lots', async () => {
    const store = new Watched();
    const take = keyPool(store, 8);
    for (let taken = 0; taken < 16; taken++) {
      await take();
      await settled();
    }
    expect(store.asked).toEqual(Array(store.asked.length).fill('make 8'));
    expect(store.asked.length).toBeLessThanOrEqual(4);
  });

  test('fails for whoever needs a key that cannot be made, and mends itself', async () => {
    const store = new Watched();
    const take = keyPool(store, 8);
    store.failing = true;
    await expect(take()).rejects.toThrow('The key file is full');
    store.failing = false;
    await expect(take()).resolves.toHaveProperty('key');
  });
});

describe('the cache', () => {
  test('asks for the keys of a batch in one go, and for none twice', async () => {
    const store = new Watched();
    const ids = (await store.make(3)).map(({ id }) => id);
    const cache = keyCache(store);
    await cache.of([...ids, ...ids]);
    await cache.of(ids);
    expect(store.asked).toEqual(['make 3', 'get 3']);
  });

  test('does not keep a key that was on its way when it was to be forgotten', async () => {
    const store = new Watched();
    const [made] = await store.make(1);
    const cache = keyCache(store);
    let open = () => {};
    store.gate = new Promise((resolve) => (open = resolve));
    const reading = cache.of([made!.id]);
    await settled();
    await store.destroy([made!.id], 'the-erasure');
    cache.forget([made!.id]);
    open();
    await reading;
    expect((await cache.of([made!.id])).get(made!.id)).toEqual({ destroyedBy: 'the-erasure' });
  });
});
