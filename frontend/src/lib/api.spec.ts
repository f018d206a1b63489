import { afterEach, expect, jest, test } from '@jest/globals';
import { deviceTime } from '../../../backend/src/api/commands/command-headers.js';
import { get, newId, sendCommand } from './api.js';
import { becomes } from './identity.js';
import { Offline } from './problem.js';

const { fetch } = globalThis;
afterEach(() => void Object.assign(globalThis, { fetch }));

test('the server reads from a queued command when the person did it', async () => {
  const sent = jest.fn<typeof fetch>(async () => Response.json({ id: 'lead-1', revision: 0, position: '1' }));
  Object.assign(globalThis, { fetch: sent });
  const capturedAt = '2026-11-21T09:30:00.000Z';
  await sendCommand('RequestQuotation', { leadId: newId() }, { id: newId(), capturedAt });
  const headers = Object.fromEntries(new Headers(sent.mock.calls[0]![1]!.headers));
  expect(deviceTime(headers)?.capturedAt).toBe(capturedAt);
});

test('drops an answer that comes after the account has changed', async () => {
  let answer: (response: Response) => void = () => undefined;
  Object.assign(globalThis, { fetch: () => new Promise<Response>((resolve) => (answer = resolve)) });
  becomes({ accountId: 'asha', organizationId: 'org' });
  const asking = get('/api/leads', {});
  await new Promise(setImmediate);
  becomes({ accountId: 'ravi', organizationId: 'org' });
  answer(Response.json({ items: [] }));
  await expect(asking).rejects.toThrow(Offline);
});
