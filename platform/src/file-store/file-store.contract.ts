import { afterEach, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from './file-store.js';

/**
 * What every adapter promises.
 * @param reopen closes the store and opens what it has kept, as a process does that is started again
 */
export function fileStoreContract(create: () => Promise<FileStore>, reopen: (store: FileStore) => Promise<FileStore>) {
  const opened: FileStore[] = [];
  const open = async () => {
    const store = await create();
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });
  const bytesOf = async (store: FileStore, key: string, range?: { start: number; end: number }) => {
    const stream = await store.read(key, range);
    return stream && (await buffer(stream));
  };

  test('a file is kept with its type, also when the process is started again', async () => {
    const store = await open();
    const bytes = randomBytes(300_000);
    await store.put('o_file', bytes, 'image/jpeg');
    const later = await reopen(store);
    expect(await later.stat('o_file')).toEqual({ bytes: 300_000, contentType: 'image/jpeg' });
    expect((await bytesOf(later, 'o_file'))?.equals(bytes)).toBe(true);
    await later.close();
  });

  test('a file has variants, and may be empty', async () => {
    const store = await open();
    await store.put('o_file', Buffer.from('large'), 'image/jpeg');
    await store.put('o_file.320', Buffer.from(''), 'image/webp');
    expect(await bytesOf(store, 'o_file')).toEqual(Buffer.from('large'));
    expect(await store.stat('o_file.320')).toEqual({ bytes: 0, contentType: 'image/webp' });
    expect(await bytesOf(store, 'o_file.320')).toEqual(Buffer.from(''));
  });

  test('a part is read with both its ends', async () => {
    const store = await open();
    await store.put('o_file', Buffer.from('0123456789'), 'application/pdf');
    expect((await bytesOf(store, 'o_file', { start: 2, end: 5 }))?.toString()).toBe('2345');
    expect((await bytesOf(store, 'o_file', { start: 0, end: 0 }))?.toString()).toBe('0');
    expect((await bytesOf(store, 'o_file', { start: 8, end: 99 }))?.toString()).toBe('89');
  });

  test('a file that is not there is not there', async () => {
    const store = await open();
    expect(await store.stat('o_none')).toBeUndefined();
    expect(await store.read('o_none')).toBeUndefined();
    await store.remove('o_none');
  });

  test('the same file again is the same file, at once and later', async () => {
    const store = await open();
    const bytes = randomBytes(50_000);
    await Promise.all([1, 2, 3].map(() => store.put('o_file', bytes, 'image/png')));
    await store.put('o_file', bytes, 'image/png');
    expect((await bytesOf(store, 'o_file'))?.equals(bytes)).toBe(true);
  });

  test('a removed file is gone, and only that', async () => {
    const store = await open();
    await store.put('o_one', Buffer.from('1'), 'image/png');
    await store.put('o_two', Buffer.from('2'), 'image/png');
    await store.remove('o_one');
    await store.remove('o_one');
    expect(await store.stat('o_one')).toBeUndefined();
    expect(await store.stat('o_two')).toBeDefined();
  });

  test('no key reaches another file or another place', async () => {
    const store = await open();
    const keys = ['../escape', '/etc/escape', 'a/../b', 'b', '.', '', 'nul\0', 'O_A', 'o_a', 'long'.repeat(500)];
    for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain');
    for (const key of keys) expect((await bytesOf(store, key))?.toString()).toBe(key);
  });
}
