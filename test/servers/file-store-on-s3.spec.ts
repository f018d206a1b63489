import { s3Settings } from '#platform/common/config/settings.js';
import { FileStoreOnS3 } from '#platform/files/file-store/file-store-on-s3.js';
import { fileStoreContract } from '#platform/files/file-store/file-store.contract.js';
import { BadConfig } from '#platform/common/config/config.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { S3StandIn } from './stand-ins/s3-stand-in.js';

/** A real bucket if S3_URL names one, else the stand-in. */
const realServer = process.env['S3_URL'];
let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await S3StandIn.start();
});
afterAll(() => standIn.stop());

const shortTimeouts = { connectMs: 2_000, answerMs: 2_000, tries: 2 };
const openStore = () => FileStoreOnS3.open(s3Settings.parse(realServer ?? standIn.url()));

describe('as every file store', () => {
  beforeEach(async () => {
    const store = await openStore();
    for (const key of ['o_file', 'o_none', 'o_one', 'o_two', 'o_film']) await store.remove(key);
    await store.close();
  });
  fileStoreContract(openStore, async (store) => {
    await store.close();
    return openStore();
  });
});

describe('errors of the address are reported when it is opened', () => {
  test.each([
    [
      'a bucket that is not there',
      { bucketName: 'nobodys-files' },
      /bucket nobodys-files: .*NoSuchBucket/,
    ],
    ['a key that nobody knows', { key: 'AKIAOTHER' }, /InvalidAccessKeyId/],
    ['a secret that is not the key’s', { password: 'guess' }, /SignatureDoesNotMatch.*%2F/],
  ])('%s', async (_, wrongAddress, expectedMessage) => {
    const failure = await FileStoreOnS3.open(s3Settings.parse(standIn.url(wrongAddress))).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(BadConfig);
    expect((failure as Error).message).toMatch(expectedMessage);
    expect((failure as Error).message).not.toMatch(/guess|stand.in.secret/);
  });

  test('no service at the address', async () => {
    const failure = await FileStoreOnS3.open(
      s3Settings.parse('http://key:secret@127.0.0.1:9/files'),
      shortTimeouts,
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect((failure as Error).message).toMatch('Files cannot be kept or read: ');
  });
});

describe('when the service fails', () => {
  const withStore = async (use: (store: FileStoreOnS3) => Promise<void>) => {
    const store = await FileStoreOnS3.open(s3Settings.parse(standIn.url()), shortTimeouts);
    await use(store).finally(() => store.close());
  };
  const readContent = async (store: FileStoreOnS3, key: string) => buffer((await store.read(key))!);

  test('calls are retried after busy and slow answers', () =>
    withStore(async (store) => {
      standIn.failNext('busy');
      await store.put('o_busy', Buffer.from('kept'), 'text/plain');
      standIn.failNext('silent');
      expect((await readContent(store, 'o_busy')).toString()).toBe('kept');
    }));

  test('files are reported as down when retries do not help', () =>
    withStore(async (store) => {
      standIn.failNext('busy', 'busy');
      await expect(store.put('o_down', Buffer.from('x'), 'text/plain')).rejects.toThrow(
        'Files cannot be kept or read: the service answers 503 SlowDown',
      );
      standIn.failNext('silent', 'silent');
      await expect(store.stat('o_down')).rejects.toThrow(Unavailable);
      expect(await store.stat('o_down')).toBeUndefined();
    }));

  test('a frozen service is given up after 20 s, with a message', async () => {
    const store = await FileStoreOnS3.open(s3Settings.parse(standIn.url()));
    try {
      const began = performance.now();
      standIn.failNext('silent', 'silent');
      await expect(store.put('o_frozen', Buffer.from('x'), 'text/plain')).rejects.toThrow(
        /^Files cannot be kept or read: the service does not answer$/,
      );
      expect(performance.now() - began).toBeLessThan(25_000);
    } finally {
      await store.close();
    }
  });

  test('an upload that is damaged in transit is refused, and the former file stays', () =>
    withStore(async (store) => {
      await store.put('o_damaged', Buffer.from('before'), 'text/plain');
      standIn.failNext('damaged upload', 'damaged upload');
      await expect(store.put('o_damaged', Buffer.from('0123456789'), 'text/plain')).rejects.toThrow(
        Unavailable,
      );
      expect((await readContent(store, 'o_damaged')).toString()).toBe('before');
    }));

  test('a damaged part of a large file stores nothing, and its parts are deleted', () =>
    withStore(async (store) => {
      const bytes = randomBytes(20 * 1024 * 1024);
      standIn.failNext(...Array.from({ length: 4 }, () => 'damaged upload' as const));
      await expect(store.put('o_large', bytes, 'video/mp4')).rejects.toThrow(Unavailable);
      expect(standIn.unfinished).toBe(0);
      expect(await store.stat('o_large')).toBeUndefined();
    }));

  test.each(['cut answer', 'stalled answer', 'damaged answer'] as const)(
    'a %s is an error, never a shorter or another file',
    (fault) =>
      withStore(async (store) => {
        await store.put('o_read', randomBytes(100_000), 'image/png');
        standIn.failNext(fault);
        await expect(readContent(store, 'o_read')).rejects.toThrow('Files cannot be kept or read');
        expect((await readContent(store, 'o_read')).length).toBe(100_000);
      }),
  );
});
