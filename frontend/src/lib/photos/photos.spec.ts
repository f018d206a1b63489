/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { outboxStore } from '../outbox/outbox-store.js';
import { fileUrlQuery, shrinkPhoto } from './photos.js';
import { queryClient } from '../query-client.js';

/** Operations on the canvas, in their order. */
let operations: string[] = [];
let convertedTypes: string[] = [];
/** Content of a file that the browser cannot read as a picture. */
const UNREADABLE = 'unknown';

class FakeCanvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext() {
    const context = {
      fillStyle: '#000',
      fillRect: (...at: readonly number[]) =>
        operations.push(`${context.fillStyle} ${at.join(' ')}`),
      drawImage: () => operations.push('image'),
    };
    return context;
  }
  convertToBlob({ type }: { type: string }): Promise<Blob> {
    convertedTypes.push(type);
    return Promise.resolve(new Blob(['made small'], { type }));
  }
}

const globals = globalThis as unknown as Record<string, unknown>;
beforeEach(() => {
  [operations, convertedTypes] = [[], []];
  globals['OffscreenCanvas'] = FakeCanvas;
  globals['createImageBitmap'] = async (file: Blob) => {
    // the blobs of jsdom do not give their text
    if (file.size === UNREADABLE.length) throw new Error('no picture');
    return { width: 5_120, height: 2_560, close: () => undefined };
  };
});
afterEach(() => {
  delete globals['OffscreenCanvas'];
  delete globals['createImageBitmap'];
});

test.each(['image/png', 'image/webp', 'image/gif', 'image/jpeg', 'application/octet-stream', ''])(
  'gives a picture of the type "%s" a white background as JPEG',
  async (type) => {
    expect((await shrinkPhoto(new Blob(['a picture'], { type }))).type).toBe('image/jpeg');
    expect(operations).toEqual(['#fff 0 0 2560 1280', 'image']);
  },
);

test('leaves a logo transparent as PNG', async () => {
  expect(
    (await shrinkPhoto(new Blob(['a picture'], { type: 'image/webp' }), 'image/png')).type,
  ).toBe('image/png');
  expect(operations).toEqual(['image']);
});

test.each(['application/pdf', 'video/mp4'])(
  'leaves a file of the type %s unchanged',
  async (type) => {
    const file = new Blob(['a paper'], { type });
    expect(await shrinkPhoto(file)).toBe(file);
  },
);

test.each(['', 'image/heic'])(
  'leaves an unreadable file of the type "%s" unchanged',
  async (type) => {
    const file = new Blob([UNREADABLE], { type });
    expect(await shrinkPhoto(file)).toBe(file);
    expect(convertedTypes).toEqual([]);
  },
);

/** Answers each request by the next status, then by the link, and counts the requests. */
function answerWith(...statuses: readonly number[]): () => number {
  const remainingStatuses = [...statuses];
  const fetchMock = jest.fn(() => {
    const status = remainingStatuses.shift() ?? 200;
    const body =
      status === 200
        ? { url: '/files/1', kind: 'image' }
        : { code: 'file-not-found', detail: 'File not found', fields: {} };
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    );
  });
  globalThis.fetch = fetchMock as never;
  return () => fetchMock.mock.calls.length;
}
const fetchLink = (fileId: string) =>
  new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } }).fetchQuery(
    fileUrlQuery(fileId),
  );

test('retries the link of a file four times, because the server publishes it after its record', async () => {
  const requests = answerWith(404, 404, 404, 404);
  expect(await fetchLink('opened-later')).toMatchObject({ url: '/files/1' });
  expect(requests()).toBe(5);
});

test('fails for a file that stays missing', async () => {
  const requests = answerWith(404, 404, 404, 404, 404, 404);
  await expect(fetchLink('missing')).rejects.toMatchObject({ status: 404 });
  expect(requests()).toBe(5);
});

test('requests a refused file once', async () => {
  const requests = answerWith(403);
  await expect(fetchLink('refused')).rejects.toMatchObject({ status: 403 });
  expect(requests()).toBe(1);
});

test('revokes the address of a waiting file that is unused for long', async () => {
  jest.spyOn(outboxStore, 'readBlob').mockResolvedValue(new Blob(['roof'], { type: 'image/jpeg' }));
  const revokedUrls: string[] = [];
  let urlCount = 0;
  Object.assign(URL, {
    createObjectURL: () => `blob:${++urlCount}`,
    revokeObjectURL: (url: string) => revokedUrls.push(url),
  });
  for (const variant of ['320', '1280'] as const)
    expect(await queryClient.fetchQuery(fileUrlQuery('roof', variant))).toMatchObject({
      url: 'blob:1',
    });
  queryClient.removeQueries({ queryKey: ['file', 'roof', '320'] });
  expect(revokedUrls).toEqual([]);
  queryClient.removeQueries({ queryKey: ['file', 'roof', '1280'] });
  expect(revokedUrls).toEqual(['blob:1']);
  expect(await queryClient.fetchQuery(fileUrlQuery('roof', '320'))).toMatchObject({
    url: 'blob:2',
  });
  queryClient.clear();
  jest.restoreAllMocks();
});
