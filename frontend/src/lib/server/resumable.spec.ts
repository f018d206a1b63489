/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { FileLink } from '#domain/kernel/files/file.views.js';
import { setIdentity } from '../account/identity.js';
import { Problem } from './problem.js';

jest.unstable_mockModule('tus-js-client', async () => {
  // The browser's build of the library.
  const { default: tus } = (await import('tus-js-client/lib.es5/browser/index.js' as string)) as {
    default: object;
  };
  return tus;
});
const { sendResumably } = await import('./resumable.js');
const { ANSWER_LIMIT_MS } = await import('./exchange.js');

const size = 9 * 1024 ** 2;
const newVideo = (): File =>
  new File([new Uint8Array(size)], 'film.mp4', { type: 'video/mp4', lastModified: 1 });

/** Answer to the last bytes of an upload: `lost` for none, or a refusal. */
type FinalAnswer =
  'lost' | { readonly status: number; readonly code?: string; readonly detail?: string };
type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};
/** Answers to the last bytes of the next uploads, in turn. Later uploads succeed. */
let finalAnswers: FinalAnswer[] = [];
let answerToBeginning: FinalAnswer | undefined;
/** Received bytes of all uploads. */
let receivedBytes = 0;
/** Number of requests that are not answered. */
let hungRequests = 0;
/** Number of requests that a captive portal answers. */
let portalAnswers = 0;
/** Uploads by path; `isComplete` once the server has accepted the last bytes. */
const uploads = new Map<string, { offset: number; isComplete: boolean }>();

const isFinalRefusal = ({ status, code }: Exclude<FinalAnswer, 'lost'>): boolean =>
  status < 500 && status !== 429 && code !== 'upload-not-continued';
function answerToLastBytes(path: string): Answer | undefined {
  const upload = uploads.get(path)!;
  const final = upload.isComplete ? undefined : finalAnswers.shift();
  if (final === undefined || final === 'lost') upload.isComplete = true;
  else if (isFinalRefusal(final)) uploads.delete(path);
  if (final === 'lost') return undefined;
  return final
    ? { status: final.status, body: final }
    : { status: 204, headers: { 'upload-offset': `${size}`, 'upload-length': `${size}` } };
}
function answerOfServer(
  method: string,
  path: string,
  headers: Headers,
  bytes: number,
): Answer | undefined {
  if (method === 'POST') {
    if (answerToBeginning && answerToBeginning !== 'lost')
      return { status: answerToBeginning.status, body: answerToBeginning };
    const location = `/api/uploads/${headers.get('Idempotency-Key')}`;
    uploads.set(location, { offset: 0, isComplete: false });
    return { status: 201, headers: { location } };
  }
  const upload = uploads.get(path);
  if (!upload) return { status: 404 };
  if (method === 'PATCH') {
    if (Number(headers.get('Upload-Offset')) !== upload.offset)
      return { status: 409, body: { code: 'upload-not-continued' } };
    receivedBytes += bytes;
    upload.offset += bytes;
  }
  if (upload.offset === size) return answerToLastBytes(path);
  return {
    status: 204,
    headers: { 'upload-offset': String(upload.offset), 'upload-length': `${size}` },
  };
}

class FakeXmlHttpRequest {
  status = 0;
  responseText = '';
  upload = {};
  onload = (): void => undefined;
  onerror = (_event: unknown): void => undefined;
  private method = '';
  private path = '';
  private readonly sentHeaders = new Headers();
  private received: Answer | undefined;

  open(method: string, url: string): void {
    [this.method, this.path] = [method, new URL(url, location.href).pathname];
  }
  setRequestHeader(name: string, value: string): void {
    this.sentHeaders.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    const { headers = {}, status = 0 } = this.received ?? {};
    return (
      headers[name.toLowerCase()] ??
      (name.toLowerCase() === 'content-type' && status >= 400 ? 'application/problem+json' : null)
    );
  }
  abort(): void {}
  send(body: Blob | null): void {
    if (hungRequests-- > 0) return;
    this.received =
      portalAnswers-- > 0
        ? { status: 403, headers: { 'content-type': 'text/html' } }
        : answerOfServer(this.method, this.path, this.sentHeaders, body?.size ?? 0);
    queueMicrotask(() => {
      if (!this.received) return this.onerror(new Event('error'));
      this.status = this.received.status;
      // The answer to HEAD has no body.
      this.responseText = this.method === 'HEAD' ? '' : JSON.stringify(this.received.body ?? {});
      this.onload();
    });
  }
}

const {
  setTimeout: originalSetTimeout,
  fetch: originalFetch,
  XMLHttpRequest: OriginalXmlHttpRequest,
} = globalThis;
const onInterrupted = jest.fn();
beforeEach(() => {
  [finalAnswers, answerToBeginning, receivedBytes, hungRequests, portalAnswers] = [
    [],
    undefined,
    0,
    0,
    0,
  ];
  uploads.clear();
  onInterrupted.mockClear();
  localStorage.clear();
  setIdentity({ accountId: 'meera', organizationId: 'org' });
  globalThis.XMLHttpRequest = FakeXmlHttpRequest as never;
  globalThis.setTimeout = ((run: () => void, after = 0) =>
    originalSetTimeout(run, after === ANSWER_LIMIT_MS ? 100 : 0)) as never;
  Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(1);
  globalThis.fetch = (async () =>
    Response.json({ url: '/files/1', kind: 'video' } satisfies Partial<FileLink>)) as typeof fetch;
});
afterEach(() => {
  Object.assign(globalThis, {
    setTimeout: originalSetTimeout,
    fetch: originalFetch,
    XMLHttpRequest: OriginalXmlHttpRequest,
  });
});

const send = () => sendResumably(newVideo(), { onSent: () => undefined, onInterrupted }).done;
const busyAnswer = { status: 503, code: 'unavailable' };

test.each<[string, FinalAnswer[]]>([
  ['is lost', ['lost']],
  ['is a rate limit', [{ status: 429, code: 'too-many-requests' }]],
  [
    'is that a part of the server is unavailable, however often',
    Array<FinalAnswer>(9).fill(busyAnswer),
  ],
  ['is an internal error', [{ status: 500, code: 'failed' }]],
  ['is a conflict over the offset', [{ status: 409, code: 'upload-not-continued' }]],
])('a file whose last answer %s arrives, and is sent once', async (_, planned) => {
  finalAnswers = planned;
  expect(await send()).toEqual({ fileId: expect.any(String), kind: 'video' });
  expect(receivedBytes).toBe(size);
  expect(onInterrupted).toHaveBeenCalledWith(true);
});

test('an upload without answers is interrupted, and resumes', async () => {
  hungRequests = 3;
  expect(await send()).toMatchObject({ kind: 'video' });
  expect(receivedBytes).toBe(size);
  expect(onInterrupted).toHaveBeenCalledWith(true);
});

const refusedAnswers = [
  { status: 400, code: 'film-unreadable', detail: 'This film cannot be read.' },
  { status: 409, code: 'file-id-used', detail: 'This upload was already used for something else.' },
  { status: 413, code: 'file-quota-reached', detail: 'There is no more room for files.' },
  { status: 415, code: 'file-not-as-declared', detail: 'This file is not what its name says.' },
  { status: 422, code: 'unknown', detail: 'Not this one.' },
];
test.each(refusedAnswers)(
  'a file that is refused at its end ($status) is not resent automatically, and can be chosen again',
  async (final) => {
    finalAnswers = [final];
    await expect(send()).rejects.toMatchObject(final);
    expect(receivedBytes).toBe(size);
    expect(await send()).toMatchObject({ kind: 'video' });
    expect(receivedBytes).toBe(2 * size);
  },
);

test('a file that the server fails to process is refused with a text, and not resent when chosen again', async () => {
  finalAnswers = Array<FinalAnswer>(5).fill({ status: 500, code: 'failed' });
  await expect(send()).rejects.toMatchObject({ status: 500 });
  expect(receivedBytes).toBe(size);
  expect(await send()).toMatchObject({ kind: 'video' });
  expect(receivedBytes).toBe(size);
});

test('an upload that a network portal refuses is interrupted, and resumes', async () => {
  portalAnswers = 2;
  expect(await send()).toMatchObject({ kind: 'video' });
  expect(receivedBytes).toBe(size);
  expect(onInterrupted).toHaveBeenCalledWith(true);
});

test('an upload that may not start is refused at once', async () => {
  answerToBeginning = {
    status: 409,
    code: 'another-membership',
    detail: 'You have changed your organization since.',
  };
  await expect(send()).rejects.toEqual(
    new Problem(409, 'another-membership', answerToBeginning.detail!),
  );
  expect(receivedBytes).toBe(0);
});
