import { afterEach, expect, jest, test } from '@jest/globals';
import { parseDeviceTime } from '../../../../backend/src/api/commands/command-headers.js';
import { get, newId, sendCommand } from './api.js';
import { registerSessionReload, setIdentity, identity } from '../account/identity.js';
import { Offline } from './problem.js';

const { fetch } = globalThis;
afterEach(() => void Object.assign(globalThis, { fetch }));

test('sends the capture time of a queued command', async () => {
  const sent = jest.fn<typeof fetch>(async () =>
    Response.json({ id: 'lead-1', revision: 0, position: '1' }),
  );
  Object.assign(globalThis, { fetch: sent });
  const capturedAt = '2026-11-21T09:30:00.000Z';
  await sendCommand('RequestQuotation', { leadId: newId() }, { id: newId(), capturedAt });
  const headers = Object.fromEntries(new Headers(sent.mock.calls[0]![1]!.headers));
  expect(parseDeviceTime(headers)?.capturedAt).toBe(capturedAt);
});

test('names the tab’s account, and refetches the session if the browser has another one', async () => {
  const sent: RequestInit[] = [];
  const refuse = async (_: string, init: RequestInit): Promise<Response> => {
    sent.push(init);
    return Response.json({ code: 'another-account' }, { status: 401 });
  };
  Object.assign(globalThis, { fetch: refuse });
  let requestCount = 0;
  registerSessionReload(() => requestCount++);
  setIdentity({ accountId: 'asha', organizationId: 'org' });
  await expect(
    sendCommand('AddNote', { leadId: newId(), noteId: newId(), note: 'Call' }, { id: newId() }),
  ).rejects.toMatchObject({ status: 401 });
  await expect(get('/api/leads', {})).rejects.toMatchObject({ status: 401 });
  await expect(get('/api/me', {})).rejects.toMatchObject({ status: 401 });
  expect(sent.map(({ headers }) => new Headers(headers).get('X-Account'))).toEqual([
    'asha',
    'asha',
    null,
  ]);
  expect(requestCount).toBe(3);
  expect(identity().accountId).toBe('asha');
});

test.each([
  ['account', { accountId: 'ravi', organizationId: 'org' }],
  ['organization', { accountId: 'asha', organizationId: 'other' }],
])('drops an answer whose body arrives after a change of %s', async (_, next) => {
  let endBody: () => void = () => undefined;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"items":'));
      endBody = () => {
        controller.enqueue(new TextEncoder().encode('[]}'));
        controller.close();
      };
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  Object.assign(globalThis, { fetch: async () => new Response(body, { headers }) });
  setIdentity({ accountId: 'asha', organizationId: 'org' });
  const pendingAnswer = get('/api/leads', {});
  // the head of the answer is read
  await new Promise(setImmediate);
  setIdentity(next);
  endBody();
  await expect(pendingAnswer).rejects.toThrow(Offline);
});

test.each([
  [503, '1f3a9c2e'],
  [404, undefined],
])('a failure with %d has the reference %s in the log', async (status, reference) => {
  const headers = { 'X-Request-Id': '1f3a9c2e-6f6c-4f8e-9a57-0d1c2b3a4f5e' };
  Object.assign(globalThis, {
    fetch: async () => Response.json({ code: 'failed' }, { status, headers }),
  });
  await expect(get('/api/me', {})).rejects.toMatchObject({ status, reference });
});
