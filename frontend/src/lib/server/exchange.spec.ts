/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { get, newId, post, sendCommand, uploadFile } from './api.js';
import { ANSWER_LIMIT_MS } from './exchange.js';
import { onSessionEnded } from '../account/identity.js';
import { useNetwork } from './network.js';
import { Offline } from './problem.js';

const { fetch } = globalThis;
beforeEach(() =>
  useNetwork.setState({ online: true, slowSince: undefined, isBrowserOffline: false }),
);
afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, { fetch });
});

const answerWith = (answer: (init?: RequestInit) => Promise<Response>): void =>
  void Object.assign(globalThis, { fetch: (_: unknown, init?: RequestInit) => answer(init) });
const never = new Promise<Response>(() => undefined);
const readReason = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof Offline ? error.reason : error),
  );
const ask = () => get('/api/me', {});
const requestQuotation = () =>
  sendCommand('RequestQuotation', { leadId: newId() }, { id: newId() });
const upload = () => uploadFile(newId(), new Blob(['roof'], { type: 'image/jpeg' }));

it.each([
  ['a query', ask],
  ['a command', requestQuotation],
  ['an upload', upload],
])('aborts %s that is never answered, and reports a slow network before', async (_, request) => {
  jest.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  answerWith((init) => {
    signal = init?.signal;
    return never;
  });
  const reason = readReason(request());
  await jest.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1);
  expect(signal?.aborted).toBe(false);
  expect(useNetwork.getState().slowSince).toBeDefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(await reason).toBe('no answer');
  expect(signal?.aborted).toBe(true);
});

it('aborts an answer that stops half-way', async () => {
  jest.useFakeTimers();
  answerWith(
    async () =>
      ({ ok: true, status: 200, headers: new Headers(), json: () => never }) as unknown as Response,
  );
  const reason = readReason(ask());
  await jest.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
  expect(await reason).toBe('no answer');
});

it('treats an interrupted answer as no answer', async () => {
  answerWith(
    async () =>
      ({
        ok: true,
        status: 200,
        headers: new Headers(),
        json: () => Promise.reject(new TypeError('network error')),
      }) as unknown as Response,
  );
  expect(await readReason(requestQuotation())).toBe('unreachable');
  expect(useNetwork.getState().online).toBe(false);
});

it('treats a foreign page as no answer, but the network as present', async () => {
  answerWith(async () => new Response('<html>Sign in to the hotel</html>'));
  expect(await readReason(requestQuotation())).toBe('unreadable');
  expect(useNetwork.getState().online).toBe(true);
});

it.each([
  [
    'refusal by a portal',
    () =>
      new Response('<html>Sign in to the hotel</html>', {
        status: 401,
        headers: { 'Content-Type': 'text/html' },
      }),
  ],
  [
    'refusal by a proxy, in its own JSON',
    () => Response.json({ error: 'blocked' }, { status: 403 }),
  ],
  ['refusal without a type', () => new Response(null, { status: 404 })],
  ['empty page of a portal', () => new Response('', { headers: { 'Content-Type': 'text/html' } })],
])('treats the %s as no answer, which ends no session', async (_, answer) => {
  let hasEnded = false;
  const unsubscribe = onSessionEnded(() => void (hasEnded = true));
  answerWith(async () => answer());
  for (const request of [ask, requestQuotation, upload, () => post('/api/auth/sign-out', {})])
    expect(await readReason(request())).toBe('unreadable');
  expect(hasEnded).toBe(false);
  expect(useNetwork.getState().online).toBe(true);
  unsubscribe();
});

it('treats a redirected answer as no answer, because the API never redirects', async () => {
  answerWith(async () => Object.defineProperty(Response.json({}), 'redirected', { value: true }));
  for (const request of [ask, requestQuotation])
    expect(await readReason(request())).toBe('unreadable');
});

it('ends the session if the server refuses it', async () => {
  let hasEnded = false;
  const unsubscribe = onSessionEnded(() => void (hasEnded = true));
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8' };
  answerWith(async () => new Response('{"code":"signed-out"}', { status: 401, headers }));
  expect(await readReason(ask())).toMatchObject({ code: 'signed-out' });
  expect(hasEnded).toBe(true);
  unsubscribe();
});

it('distinguishes a missing network from an unreachable server', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await readReason(ask())).toBe('unreachable');
  const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await readReason(ask())).toBe('no network');
  offline.mockRestore();
});

it('continues an upload as long as it progresses', async () => {
  jest.useFakeTimers();
  const uploads: XMLHttpRequestUpload[] = [];
  const { XMLHttpRequest: Base } = globalThis;
  globalThis.XMLHttpRequest = class extends Base {
    override send(body: XMLHttpRequestBodyInit): void {
      uploads.push(this.upload);
      super.send(body);
    }
  };
  let answerUpload = (_: Response): void => undefined;
  answerWith(() => new Promise((resolve) => (answerUpload = resolve)));
  const reason = readReason(upload());
  for (let progress = 0; progress < 5; progress++) {
    await jest.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1);
    uploads[0]?.dispatchEvent(new Event('progress'));
  }
  answerUpload(Response.json({}));
  expect(await reason).toBe('answered');
  globalThis.XMLHttpRequest = Base;
});

it('lets the caller abort a request', async () => {
  answerWith(
    (init) =>
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () =>
          reject(new DOMException('Aborted', 'AbortError')),
        ),
      ),
  );
  const caller = new AbortController();
  const reason = readReason(get('/api/me', {}, { signal: caller.signal }));
  caller.abort();
  expect(await reason).toMatchObject({ name: 'AbortError' });
  expect(useNetwork.getState().online).toBe(true);
});
