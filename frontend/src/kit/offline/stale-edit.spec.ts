/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { records } from '../../lib/records/device-cache.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { sendOrQueue, useOutboxState } from '../../lib/outbox/outbox.js';
import { keepEdit } from '../../lib/outbox/outbox-resubmit.js';
import { startOutbox } from '../../lib/outbox/outbox-sender.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { queryClient } from '../../lib/query-client.js';
import { registerStaleEdits } from './stale-edit.js';

const leadId = '01980000-0000-7000-8000-000000000002';
const seenLead = {
  leadId,
  name: 'Rajesh Patil',
  city: 'Pune',
  siteName: 'Baner Heights',
  photos: [],
  ownPhotos: 0,
  assignedTo: { id: 'asha' },
  revision: 4,
};
let lead: typeof seenLead;
let isReachable: boolean;
let sent: { readonly ifMatch: string | null; readonly data: object }[];
/** Answers wait for this promise. */
let gate: Promise<void> | undefined;
let stop: () => void;

/** Server with one lead, which refuses an edit of another revision. */
const server = (async (path: string, init?: RequestInit) => {
  if (!isReachable) throw new TypeError('Failed to fetch');
  if (init?.method !== 'POST') return Response.json(lead);
  const ifMatch = new Headers(init.headers).get('If-Match');
  const data = JSON.parse(String(init.body)) as Partial<typeof seenLead>;
  sent.push({ ifMatch, data });
  if (ifMatch !== null && ifMatch !== `"${lead.revision}"`)
    return Response.json(
      {
        code: 'revision-stale',
        detail: 'This was changed meanwhile. Look at it again.',
        status: 412,
      },
      { status: 412 },
    );
  await gate;
  if (!isReachable) throw new TypeError('Failed to fetch');
  lead = { ...lead, ...data, revision: lead.revision + 1 };
  return Response.json({ id: leadId, revision: lead.revision, position: '9' });
}) as typeof fetch;

beforeEach(() => {
  [lead, isReachable, sent, gate] = [seenLead, false, [], undefined];
  globalThis.fetch = server;
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  useOutboxState.setState({ items: [], sent: [] });
  registerStaleEdits();
  stop = startOutbox();
});
afterEach(async () => {
  stop();
  await outboxStore.rewrite(() => []);
  queryClient.clear();
  await records.clear();
});

const edit = (change: object = { city: 'Nashik' }, seenValues: object = { city: 'Pune' }) =>
  sendOrQueue(
    'EditLead',
    { leadId, ...change },
    {
      recordId: leadId,
      recordName: 'Rajesh',
      id: crypto.randomUUID(),
      revision: 4,
      seen: { ...seenValues },
      leaveAt: 0,
    },
  );
const readWaiting = () => useOutboxState.getState().items;
function reconnect(): void {
  isReachable = true;
  useNetwork.setState({ online: false });
  useNetwork.setState({ online: true });
}

test('an offline edit keeps its revision, and is sent with it', async () => {
  await edit();
  expect(readWaiting()).toMatchObject([{ base: { revision: 4, values: { city: 'Pune' } } }]);
  reconnect();
  await waitFor(() => expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"4"']));
  expect(lead.city).toBe('Nashik');
});

test('an offline edit is sent for the later revision if others changed other fields', async () => {
  await edit();
  lead = { ...lead, siteName: 'Baner Hills', revision: 6 };
  reconnect();
  await waitFor(() =>
    expect(lead).toMatchObject({ city: 'Nashik', siteName: 'Baner Hills', revision: 7 }),
  );
});

test('an offline edit does not overwrite others’ changes of the same field until the person chooses', async () => {
  await edit();
  lead = { ...lead, city: 'Satara', revision: 6 };
  reconnect();
  await waitFor(() =>
    expect(readWaiting()).toMatchObject([
      { state: 'refused', problem: { status: 412 }, data: { city: 'Nashik' } },
    ]),
  );
  expect(lead.city).toBe('Satara');
  await keepEdit(readWaiting()[0]!.commandId, { revision: 6, values: { city: 'Satara' } });
  await waitFor(() => expect(lead.city).toBe('Nashik'));
});

describe('two edits of a lead', () => {
  const cityAndRevision = () => [lead.city, lead.revision];

  test('are sent in order if the second is made during the first', async () => {
    let release = (): void => undefined;
    gate = new Promise((resolve) => (release = resolve));
    isReachable = true;
    const first = edit();
    await waitFor(() => expect(sent).toHaveLength(1));
    const second = edit({ city: 'Thane' });
    await second;
    isReachable = false;
    release();
    await first;
    expect(readWaiting().map(({ data }) => data['city'])).toEqual(['Nashik', 'Thane']);
    reconnect();
    await waitFor(() => expect(cityAndRevision()).toEqual(['Thane', 6]));
    await waitFor(() => expect(readWaiting()).toEqual([]));
  });

  test('do not overwrite another field that others changed before the first was sent', async () => {
    await edit();
    await edit({ siteName: 'Aundh' }, { siteName: 'Baner Heights' });
    lead = { ...lead, siteName: 'Baner Hills', revision: 5 };
    reconnect();
    await waitFor(() =>
      expect(readWaiting()).toMatchObject([
        { state: 'refused', problem: { status: 412 }, data: { siteName: 'Aundh' } },
      ]),
    );
    expect([...cityAndRevision(), lead.siteName]).toEqual(['Nashik', 6, 'Baner Hills']);
  });

  test('do not come back if another tab still changes the sent edit', async () => {
    await edit();
    const [item] = await outboxStore.readAll();
    await outboxStore.markSent({ ...item!, revision: 5, sentAt: Date.now() });
    await outboxStore.change(item!.commandId, { notBefore: 0 });
    expect(await outboxStore.readAll()).toEqual([]);
  });
});
