import { afterEach, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from './file-store.js';

const MEGABYTE = 1024 * 1024;
const computeSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Splits bytes like a body from a network: into pieces of no round size. */
async function* inPieces(bytes: Uint8Array, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size)
    yield bytes.subarray(offset, offset + size);
}

/**
 * Contract of every file store.
 * @param reopen closes the store and opens what it stored, like a restarted process
 */
export function fileStoreContract(
  create: () => Promise<FileStore>,
  reopen: (store: FileStore) => Promise<FileStore>,
) {
  const opened: FileStore[] = [];
  const open = async () => {
    const store = await create();
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });
  const read = async (store: FileStore, key: string, range?: { start: number; end: number }) => {
    const stream = await store.read(key, range);
    return stream && (await buffer(stream));
  };

  test('a file keeps its type, even after a restart', async () => {
    const store = await open();
    const bytes = randomBytes(300_000);
    await store.put('o_file', bytes, 'image/jpeg');
    const later = await reopen(store);
    expect(await later.stat('o_file')).toEqual({ bytes: 300_000, contentType: 'image/jpeg' });
    expect((await read(later, 'o_file'))?.equals(bytes)).toBe(true);
    await later.close();
  });

  test('a file has variants, and may be empty', async () => {
    const store = await open();
    await store.put('o_file', Buffer.from('large'), 'image/jpeg');
    await store.put('o_file.320', Buffer.from(''), 'image/webp');
    expect(await read(store, 'o_file')).toEqual(Buffer.from('large'));
    expect(await store.stat('o_file.320')).toEqual({ bytes: 0, contentType: 'image/webp' });
    expect(await read(store, 'o_file.320')).toEqual(Buffer.from(''));
  });

  test('a range includes both its ends', async () => {
    const store = await open();
    await store.put('o_file', Buffer.from('0123456789'), 'application/pdf');
    expect((await read(store, 'o_file', { start: 2, end: 5 }))?.toString()).toBe('2345');
    expect((await read(store, 'o_file', { start: 0, end: 0 }))?.toString()).toBe('0');
    expect((await read(store, 'o_file', { start: 8, end: 99 }))?.toString()).toBe('89');
    expect((await read(store, 'o_file', { start: 10, end: 99 }))?.toString()).toBe('');
  });

  test('a large file is streamed both ways unchanged', async () => {
    const store = await open();
    const bytes = randomBytes(20 * MEGABYTE + 1);
    await store.put('o_film', inPieces(bytes), 'video/mp4');
    expect(await store.stat('o_film')).toEqual({ bytes: bytes.length, contentType: 'video/mp4' });
    const hash = createHash('sha256');
    let pieces = 0;
    for await (const piece of (await store.read('o_film'))!) {
      hash.update(piece as Buffer);
      pieces++;
    }
    expect(hash.digest('hex')).toBe(computeSha256(bytes));
    expect(pieces).toBeGreaterThan(20);
    const range = { start: 8 * MEGABYTE - 3, end: 8 * MEGABYTE + 3 };
    expect(await read(store, 'o_film', range)).toEqual(bytes.subarray(range.start, range.end + 1));
  });

  test('a stream of unknown length is stored completely, even if empty or small', async () => {
    const store = await open();
    await store.put('o_empty', inPieces(Buffer.alloc(0)), 'text/plain');
    await store.put('o_small', inPieces(Buffer.from('0123456789'), 3), 'text/plain');
    expect(await store.stat('o_empty')).toEqual({ bytes: 0, contentType: 'text/plain' });
    expect((await read(store, 'o_small'))?.toString()).toBe('0123456789');
  });

  test('an error of the content is thrown, stores nothing, and keeps the former file', async () => {
    const store = await open();
    const refused = new Error('too large for its kind');
    async function* failHalfway() {
      yield* inPieces(randomBytes(12 * MEGABYTE));
      throw refused;
    }
    await expect(store.put('o_none', failHalfway(), 'video/mp4')).rejects.toBe(refused);
    expect(await store.stat('o_none')).toBeUndefined();
    await store.put('o_file', Buffer.from('before'), 'text/plain');
    await expect(store.put('o_file', failHalfway(), 'video/mp4')).rejects.toBe(refused);
    expect((await read(store, 'o_file'))?.toString()).toBe('before');
  });

  test('simultaneous files do not mix', async () => {
    const store = await open();
    const files = Array.from({ length: 20 }, (_, index) => ({
      key: `o_${index}`,
      bytes: randomBytes(10_000 + index),
    }));
    await Promise.all(files.map(({ key, bytes }) => store.put(key, bytes, 'image/png')));
    const contents = await Promise.all(files.map(({ key }) => read(store, key)));
    expect(contents.every((bytes, index) => bytes?.equals(files[index]!.bytes))).toBe(true);
  });

  test('a reader that stops half-way blocks nobody', async () => {
    const store = await open();
    const bytes = randomBytes(5 * MEGABYTE);
    await store.put('o_film', bytes, 'video/mp4');
    for (let time = 0; time < 60; time++)
      for await (const _ of (await store.read('o_film'))!) break;
    expect((await read(store, 'o_film'))?.equals(bytes)).toBe(true);
  });

  test('a missing file is undefined', async () => {
    const store = await open();
    expect(await store.stat('o_none')).toBeUndefined();
    expect(await store.read('o_none')).toBeUndefined();
    await store.remove('o_none');
  });

  test('storing a file again changes nothing, at once and later', async () => {
    const store = await open();
    const bytes = randomBytes(50_000);
    await Promise.all([1, 2, 3].map(() => store.put('o_file', bytes, 'image/png')));
    await store.put('o_file', bytes, 'image/png');
    expect((await read(store, 'o_file'))?.equals(bytes)).toBe(true);
  });

  test('removing a file removes only that one', async () => {
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
    const keys = [
      '../escape',
      '/etc/escape',
      'a/../b',
      'b',
      '.',
      '',
      'nul\0',
      'O_A',
      'o_a',
      'long'.repeat(500),
    ];
    for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain');
    for (const key of keys) expect((await read(store, key))?.toString()).toBe(key);
  });
}
