/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { setIdentity } from '../lib/account/identity.js';
import { MeProvider } from '../lib/account/session.js';
import { invalidateAll, queryClient } from '../lib/query-client.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import type { OutboxItem } from '../lib/outbox/outbox-item.js';
import { records } from '../lib/records/device-cache.js';
import { useNetwork } from '../lib/server/network.js';
import { ZoneProvider } from '../ui/display/figures.js';
import VisitsPage from '../visits/visits.page.js';
import LeadPage from './detail/lead.page.js';
import LeadsPage from './list/leads.page.js';

const zone = 'Asia/Kolkata';
const today = dayIn(zone, new Date().toISOString());
const leadId = '01980000-0000-7000-8000-00000000000a';
const by = { id: 'me', name: 'Asha' };
const me = {
  account: by,
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const at = new Date().toISOString();
const facts = {
  leadId,
  phone: '+919822041736',
  city: 'Pune',
  type: 'Owner',
  status: 'New',
  assignedTo: by,
};
const visit = {
  ...facts,
  tab: 'upcoming',
  followUpId: 'visit',
  leadName: 'Rajesh Patil',
  dueOn: today,
  by,
  at,
};
const lead = {
  ...facts,
  name: 'Rajesh Patil',
  firstName: 'Rajesh',
  lastName: 'Patil',
  createdAt: at,
  lastActivityAt: at,
  quotedPaise: 0,
  photos: [],
  ownPhotos: 0,
  followUps: [{ followUpId: 'visit', dueOn: today }],
  quotations: [],
  revision: 1,
};
const counts = { All: 1, New: 1, upcoming: 1 };
const [fetched, media] = [globalThis.fetch, globalThis.matchMedia];
/** Answers by path; null is missing. */
let answers: Record<string, object | null>;

beforeEach(() => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  useOutboxState.setState({ items: [], sent: [] });
  globalThis.scrollTo = () => undefined;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  answers = {
    '/api/visits': { items: [visit] },
    '/api/leads': { items: [lead] },
    [`/api/leads/${leadId}`]: lead,
  };
  globalThis.fetch = (async (address: string, init?: RequestInit) => {
    if (init?.method === 'POST') throw new TypeError('Failed to fetch');
    const answer = answers[address.split('?')[0]!];
    if (answer === null)
      return Response.json({ code: 'not-found', detail: 'Not found' }, { status: 404 });
    return Response.json({ items: [], members: [], hasMore: false, counts, ...answer });
  }) as typeof fetch;
  globalThis.matchMedia = ((query: string) => ({
    ...media(query),
    matches: query.includes('max-width'),
  })) as typeof matchMedia;
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await records.clear();
  [globalThis.fetch, globalThis.matchMedia] = [fetched, media];
});

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value={zone}>
            <Routes>
              <Route path="/visits" element={<VisitsPage />} />
              <Route path="/leads" element={<LeadsPage />} />
              <Route path="/leads/:leadId" element={<LeadPage />} />
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
/** Changes the lead as a colleague does, whose change is pushed. */
const change = (changes: object) =>
  act(async () => records.put('lead-detail', [{ ...lead, ...changes, revision: 2 }]));

test('a visit that a colleague cancels meanwhile leaves the open dialog as it was typed', async () => {
  show('/visits');
  await press('Cancel visit');
  const opened = await dialog('Cancel visit');
  await userEvent.type(opened.getByRole('textbox', { name: /^Reason/ }), 'Site is closed');
  answers['/api/visits'] = { items: [] };
  answers[`/api/leads/${leadId}`] = { ...lead, followUps: [], revision: 2 };
  await act(() => invalidateAll());
  await waitFor(() => expect(screen.queryByTitle('View Lead')).toBeNull());
  expect(opened.getByRole('textbox', { name: /^Reason/ })).toHaveProperty(
    'value',
    'Site is closed',
  );
  expect(await opened.findByText(/^This follow-up is not open any more/)).toBeDefined();
  expect(opened.getByRole('button', { name: 'Cancel visit' })).toHaveProperty('disabled', true);
});

test('a lead that leaves the list keeps its open status dialog, which says why', async () => {
  show('/leads');
  await press('More for Rajesh Patil');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change status' }));
  await userEvent.click((await dialog('Change status')).getByRole('radio', { name: /^Lost/ }));
  const opened = await dialog('Mark as Lost');
  await userEvent.type(opened.getByRole('textbox', { name: /^Reason/ }), 'Went elsewhere');
  answers['/api/leads'] = { items: [] };
  answers[`/api/leads/${leadId}`] = { ...lead, status: 'Contacted', revision: 2 };
  await act(() => invalidateAll());
  await waitFor(() => expect(screen.queryByTitle('Rajesh Patil')).toBeNull());
  const reason = opened.getByRole('textbox', { name: /^Reason/ });
  expect(reason).toHaveProperty('value', 'Went elsewhere');
  expect(await opened.findByText('The status was changed to Contacted meanwhile.')).toBeDefined();

  answers[`/api/leads/${leadId}`] = null;
  await act(() => invalidateAll());
  expect(
    await opened.findByText('Lead not found. It was deleted, or a colleague has it now.'),
  ).toBeDefined();
  expect(reason).toHaveProperty('value', 'Went elsewhere');
  expect(opened.getByRole('button', { name: 'Mark as Lost' })).toHaveProperty('disabled', true);
});

test('a quote that is being typed stays when the button that opened it becomes another', async () => {
  show(`/leads/${leadId}`);
  await press('Create quote');
  await userEvent.click(
    (await dialog('Create quote')).getByRole('button', { name: /^Upload file/ }),
  );
  const opened = await dialog('Upload Quote');
  const amount = opened.getByRole('textbox', { name: /^Amount/ });
  await userEvent.type(amount, '45000');
  await change({ status: 'Contacted' });
  expect(amount.isConnected).toBe(true);
  expect(amount).toHaveProperty('value', '45000');
  expect(await opened.findByText('The status was changed to Contacted meanwhile.')).toBeDefined();
});

test('a next date that is being chosen stays when a colleague plans one', async () => {
  answers[`/api/leads/${leadId}`] = { ...lead, followUps: [] };
  show(`/leads/${leadId}`);
  await press('No next date');
  const opened = await dialog('Next follow-up');
  await change({});
  expect(opened.getByRole('button', { name: 'Save' }).isConnected).toBe(true);
  expect(await opened.findByText(/^A follow-up was planned for .* meanwhile\.$/)).toBeDefined();
});

test('a refused note that another tab discards leaves its dialog as it was typed', async () => {
  const detail = 'This lead has too many notes';
  const problem = { status: 409, code: 'too-many-notes', detail, fields: {} };
  const note = { leadId, noteId: crypto.randomUUID(), note: 'Roof measured' };
  const item = { commandId: 'refused', name: 'AddNote', state: 'refused', recordId: leadId };
  useOutboxState.setState({
    items: [{ ...item, data: note, files: [], capturedAt: at, problem } as unknown as OutboxItem],
  });
  show(`/leads/${leadId}`);
  await press('Fix');
  const opened = await dialog(/was not sent$/);
  const field = opened.getByRole('textbox', { name: 'Note' });
  await userEvent.type(field, ', 40 by 60');
  act(() => useOutboxState.setState({ items: [] }));
  expect(field.isConnected).toBe(true);
  expect(field).toHaveProperty('value', 'Roof measured, 40 by 60');
  expect(await opened.findByText('This was sent again or discarded meanwhile.')).toBeDefined();
});
