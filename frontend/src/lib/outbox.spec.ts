/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { becomes } from './identity.js';
import { enqueue } from './outbox.js';
import { startOutbox } from './outbox-sender.js';
import { queryClient } from './query-client.js';

const leadId = '01980000-0000-7000-8000-000000000002';
const sent: string[] = [];
let stop: () => void;

beforeEach(() => {
  sent.length = 0;
  becomes({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    sent.push((JSON.parse(String(init?.body)) as { note: string }).note);
    return { ok: true, status: 200, headers: new Headers(), json: async () => ({ id: leadId, revision: 2, position: '2' }) } as Response;
  }) as typeof fetch;
  stop = startOutbox();
});
afterEach(() => {
  stop();
  queryClient.clear();
});

const note = (text: string) => {
  const data = { leadId, noteId: crypto.randomUUID(), note: text };
  return enqueue('AddNote', data, { recordId: leadId, title: 'Note', id: crypto.randomUUID() });
};

test('what was sent is asked for where its page was left, so that the device has it when there is no network', async () => {
  const asked = jest.fn(async () => [...sent]);
  const query = { queryKey: ['timeline', leadId], queryFn: asked, meta: { kept: true }, gcTime: Infinity };
  const leavePage = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  leavePage();
  const other = jest.fn(async () => []);
  await queryClient.fetchQuery({ queryKey: ['timeline', 'another lead'], queryFn: other, gcTime: Infinity });

  const { settled } = await note('Roof measured');
  expect((await settled).state).toBe('sent');
  await waitFor(() => expect(queryClient.getQueryData(query.queryKey)).toEqual(['Roof measured']));
  expect(other).toHaveBeenCalledTimes(1);
});
