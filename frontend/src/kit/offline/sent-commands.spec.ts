/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { dehydrate, hydrate, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { leadQuery, renewLeadsWhenSent, timelineQuery } from '../leads/lead-record.js';
import { records, storeAnswers } from '../../lib/records/device-cache.js';
import { setIdentity, endSession } from '../../lib/account/identity.js';
import { enqueue, type FileToSend, useOutboxState } from '../../lib/outbox/outbox.js';
import { startOutbox } from '../../lib/outbox/outbox-sender.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { queryClient } from '../../lib/query-client.js';

const leadId = '01980000-0000-7000-8000-000000000002';
const sentNotes: string[] = [];
let stop: () => void;

beforeEach(async () => {
  await outboxStore.forget(await outboxStore.readAllSent());
  sentNotes.length = 0;
  useOutboxState.setState({ items: [], sent: [] });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    sentNotes.push((JSON.parse(String(init?.body)) as { note: string }).note);
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      json: async () => ({ id: leadId, revision: 2, position: '2' }),
    } as Response;
  }) as typeof fetch;
  stop = startOutbox();
});
afterEach(() => {
  jest.restoreAllMocks();
  stop();
  queryClient.clear();
  void records.clear();
});

const addNote = (text: string) => {
  const data = { leadId, noteId: crypto.randomUUID(), note: text };
  return enqueue('AddNote', data, {
    recordId: leadId,
    recordName: 'Asha',
    id: crypto.randomUUID(),
  });
};

test('a lead is refetched after a command although its page was left, so that the device has it offline', async () => {
  const readSent = jest.fn(async () => [...sentNotes]);
  const query = {
    queryKey: ['timeline', leadId],
    queryFn: readSent,
    meta: { isStored: true } as const,
    gcTime: Infinity,
  };
  const leavePage = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await waitFor(() => expect(readSent).toHaveBeenCalledTimes(1));
  leavePage();
  const readOther = jest.fn(async () => []);
  await queryClient.fetchQuery({
    queryKey: ['timeline', 'another lead'],
    queryFn: readOther,
    gcTime: Infinity,
  });

  const { settled } = await addNote('Roof measured');
  expect((await settled).state).toBe('sent');
  await waitFor(() => expect(queryClient.getQueryData(query.queryKey)).toEqual(['Roof measured']));
  expect(readOther).toHaveBeenCalledTimes(1);
});

test('a stored lead is refetched after a command although its page was not opened since the start', async () => {
  const entryId = `${leadId}_2`;
  const answers: Record<string, () => unknown> = {
    [`/api/leads/${leadId}`]: () => ({
      leadId,
      name: sentNotes.join(),
      revision: sentNotes.length + 1,
    }),
    [`/api/leads/${leadId}/timeline`]: () => ({
      items: sentNotes.map(() => ({ entryId, leadId, revision: 2 })),
      hasMore: false,
    }),
  };
  const post = globalThis.fetch;
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const answer = answers[path];
    return answer
      ? ({ ok: true, status: 200, headers: new Headers(), json: async () => answer() } as Response)
      : post(path, init);
  }) as typeof fetch;
  renewLeadsWhenSent();
  await Promise.all([
    queryClient.prefetchQuery(leadQuery(leadId)),
    queryClient.prefetchQuery(timelineQuery(leadId)),
  ]);
  const device = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ queryKey }) => queryKey[0] === 'timeline',
  });
  queryClient.clear();
  hydrate(queryClient, device);

  expect((await (await addNote('Roof measured')).settled).state).toBe('sent');
  await waitFor(() =>
    expect(records.read(`lead-detail/${leadId}`)).toMatchObject({ name: 'Roof measured' }),
  );
  await waitFor(() =>
    expect(queryClient.getQueryData(timelineQuery(leadId).queryKey)).toMatchObject({
      refs: [`entry/${entryId}`],
    }),
  );
});

/**
 * Server that accepts a command and is then unreachable.
 * @returns its timeline
 */
function loseNetworkAfterSending() {
  const post = globalThis.fetch;
  const server = { reachable: true, entries: [] as object[] };
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      const answer = await post(path, init);
      server.reachable = false;
      return answer;
    }
    if (!server.reachable) throw new TypeError('Failed to fetch');
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      json: async () => ({ items: [...server.entries], hasMore: false }),
    } as Response;
  }) as typeof fetch;
  return server;
}

/** Milliseconds after which a sent command's missing documents are refetched. */
const REFETCH_AFTER_MS = 8_000;
const openPage = () =>
  new QueryObserver(queryClient, timelineQuery(leadId)).subscribe(() => undefined);
const expectTimeline = (status: 'success' | 'error') =>
  waitFor(() =>
    expect(queryClient.getQueryState(timelineQuery(leadId).queryKey)).toMatchObject({
      status,
      fetchStatus: 'idle',
    }),
  );
const readSentCommands = () => useOutboxState.getState().sent;

async function sendVisit(files: readonly FileToSend[] = []): Promise<object> {
  const data = { leadId, visitId: crypto.randomUUID(), note: 'Roof measured' };
  const { settled } = await enqueue('RecordVisit', data as never, {
    recordId: leadId,
    recordName: 'Rajesh',
    files,
    id: crypto.randomUUID(),
  });
  expect((await settled).state).toBe('sent');
  await waitFor(() =>
    expect(readSentCommands()).toMatchObject([{ name: 'RecordVisit', revision: 2 }]),
  );
  return data;
}

/** Brings the network back, with a timeline that has the visit: the pending one disappears. */
async function reconnectWithTimeline(
  server: ReturnType<typeof loseNetworkAfterSending>,
  data: object,
): Promise<void> {
  server.reachable = true;
  server.entries.push({ entryId: `${leadId}_2`, leadId, type: 'VisitRecorded', revision: 2, data });
  await queryClient.refetchQueries({ queryKey: timelineQuery(leadId).queryKey });
  await waitFor(() => expect(readSentCommands()).toEqual([]));
}

test('a sent command is shown until the timeline includes it, however long the network is away', async () => {
  const server = loseNetworkAfterSending();
  const leave = openPage();
  await expectTimeline('success');
  const { setTimeout } = globalThis;
  const refetches: (() => void)[] = [];
  globalThis.setTimeout = ((callback: () => void, after?: number) => {
    if (after === REFETCH_AFTER_MS) refetches.push(callback);
    return setTimeout(callback, after);
  }) as typeof setTimeout;
  const data = await sendVisit();
  globalThis.setTimeout = setTimeout;
  for (const callback of refetches) callback();
  await expectTimeline('error');
  expect(readSentCommands()).toHaveLength(1);

  await reconnectWithTimeline(server, data);
  leave();
});

test('a sent command is shown after an offline restart too, until the timeline includes it', async () => {
  const server = loseNetworkAfterSending();
  const leave = openPage();
  await expectTimeline('success');
  const data = await sendVisit();
  leave();
  stop();
  const device = dehydrate(queryClient);
  queryClient.clear();
  useOutboxState.setState({ items: [], sent: [] });

  hydrate(queryClient, device);
  stop = startOutbox();
  await waitFor(() =>
    expect(readSentCommands()).toMatchObject([{ name: 'RecordVisit', revision: 2, data }]),
  );
  const leaveAgain = openPage();
  await expectTimeline('error');
  expect(readSentCommands()).toHaveLength(1);

  await reconnectWithTimeline(server, data);
  await waitFor(async () => expect(await outboxStore.readAllSent()).toEqual([]));
  leaveAgain();
});

/** Captures a lead while its list is open, and loses the network after it was sent. */
async function sendLead(files: readonly FileToSend[] = []): Promise<void> {
  const data = { leadId, firstName: 'Rajesh', lastName: 'Deshmukh' };
  const options = {
    recordId: leadId,
    recordName: 'Rajesh',
    creates: 'leads',
    files,
    id: crypto.randomUUID(),
  };
  expect((await (await enqueue('CreateLead', data as never, options)).settled).state).toBe('sent');
  await waitFor(() =>
    expect(readSentCommands()).toMatchObject([{ name: 'CreateLead', revision: 2 }]),
  );
}

test('a sent lead is shown until a document of its revision arrives', async () => {
  await sendLead();
  records.put('lead', [{ leadId, revision: 1 }]);
  expect(readSentCommands()).toHaveLength(1);

  records.put('lead', [{ leadId, revision: 2 }]);
  await waitFor(() => expect(readSentCommands()).toEqual([]));
});

test('photos of a sent lead stay on the device while the lead is shown', async () => {
  const fileId = crypto.randomUUID();
  await sendLead([{ fileId, blob: new Blob(['roof'], { type: 'image/jpeg' }), uploaded: true }]);
  expect(await outboxStore.readBlob(fileId)).toBeDefined();

  records.put('lead', [{ leadId, revision: 2 }]);
  await waitFor(async () => expect(await outboxStore.readBlob(fileId)).toBeUndefined());
});

test('signing out deletes sent commands and their photos', async () => {
  loseNetworkAfterSending();
  const leave = openPage();
  await expectTimeline('success');
  const fileId = crypto.randomUUID();
  await sendVisit([{ fileId, blob: new Blob(['roof'], { type: 'image/jpeg' }), uploaded: true }]);
  storeAnswers();
  await endSession();
  expect(await outboxStore.readAllSent()).toEqual([]);
  expect(await outboxStore.readBlob(fileId)).toBeUndefined();
  await waitFor(() => expect(readSentCommands()).toEqual([]));
  leave();
});
