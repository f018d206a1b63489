/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
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
import { outboxStore } from '../lib/outbox/outbox-store.js';
import { records } from '../lib/records/device-cache.js';
import { refTo } from '../lib/records/record.js';
import { useNetwork } from '../lib/server/network.js';
import { ZoneProvider } from '../ui/display/figures.js';
import VisitsPage from '../visits/visits.page.js';
import LeadPage from './detail/lead.page.js';
import LeadsPage from './list/leads.page.js';

const zone = 'Asia/Kolkata';
const today = dayIn(zone, new Date().toISOString());
const leadId = '01980000-0000-7000-8000-00000000000a';
const followUpId = '01980000-0000-7000-8000-00000000000d';
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
  followUpId,
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
  followUps: [{ followUpId, dueOn: today }],
  quotations: [],
  revision: 1,
};
const counts = { All: 1, New: 1, upcoming: 1 };
const [originalFetch, originalMatchMedia] = [globalThis.fetch, globalThis.matchMedia];
/** Answers by path; null answers 404. */
let answers: Record<string, object | null>;
/** Set if the server takes commands; otherwise they wait. */
let takesCommands: boolean;

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
  takesCommands = false;
  answers = {
    '/api/visits': { items: [visit] },
    '/api/leads': { items: [lead] },
    [`/api/leads/${leadId}`]: lead,
  };
  globalThis.fetch = (async (address: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      if (!takesCommands) throw new TypeError('Failed to fetch');
      return Response.json({ id: leadId, revision: 2, position: '2' });
    }
    const answer = answers[address.split('?')[0]!];
    if (answer === null)
      return Response.json({ code: 'not-found', detail: 'Not found' }, { status: 404 });
    return Response.json({ items: [], members: [], hasMore: false, counts, ...answer });
  }) as typeof fetch;
  globalThis.matchMedia = ((query: string) => ({
    ...originalMatchMedia(query),
    matches: query.includes('max-width'),
  })) as typeof matchMedia;
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await records.clear();
  [globalThis.fetch, globalThis.matchMedia] = [originalFetch, originalMatchMedia];
  jest.restoreAllMocks();
});

const showScreen = (path: string) =>
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
const findDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }));
const press = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
/** Changes the lead as a colleague does, whose change is pushed and shown, once it was fetched. */
async function changeAsColleague(changes: object, revision = 2): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await act(async () => {
    records.put('lead-detail', [{ ...lead, ...changes, revision }]);
    await new Promise((resolve) => setTimeout(resolve));
  });
}

test('a visit that a colleague cancels meanwhile leaves the open dialog as it was typed', async () => {
  showScreen('/visits');
  await press('Cancel follow-up');
  const dialog = await findDialog('Cancel follow-up');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Site is closed');
  answers['/api/visits'] = { items: [] };
  answers[`/api/leads/${leadId}`] = { ...lead, followUps: [], revision: 2 };
  await act(() => invalidateAll());
  await waitFor(() => expect(screen.queryByTitle('View Lead')).toBeNull());
  expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveProperty(
    'value',
    'Site is closed',
  );
  expect(await dialog.findByText(/^This follow-up is not open any more/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Cancel follow-up' })).toHaveProperty('disabled', true);
});

/** Keeps a closing dialog on the screen, as its animation does. */
const animateForever = () =>
  jest
    .spyOn(Element.prototype, 'getAnimations')
    .mockReturnValue([{ finished: new Promise(() => undefined) }] as unknown as Animation[]);

test('an own cancellation is not announced while its dialog closes', async () => {
  takesCommands = true;
  showScreen('/visits');
  await press('Cancel follow-up');
  const dialog = await findDialog('Cancel follow-up');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Site is closed');
  animateForever();
  const sendButton = dialog.getByRole('button', { name: 'Cancel follow-up' });
  await userEvent.click(sendButton);
  await waitFor(() => expect(sendButton.closest('[data-closed]')).not.toBeNull());
  await waitFor(() => expect(sendButton.getAttribute('aria-busy')).not.toBe('true'));
  await changeAsColleague({ followUps: [] });
  expect(sendButton.isConnected).toBe(true);
  expect(dialog.queryByText(/meanwhile/)).toBeNull();
});

test('an own change of the status is not announced while its dialog closes', async () => {
  takesCommands = true;
  showScreen(`/leads/${leadId}`);
  await press('Change status');
  const dialog = await findDialog('Change status');
  animateForever();
  const chosenStatus = dialog.getByRole('radio', { name: /^Contacted/ });
  await userEvent.click(chosenStatus);
  await waitFor(() => expect(chosenStatus.closest('[data-closed]')).not.toBeNull());
  await waitFor(() => expect(chosenStatus).toHaveProperty('disabled', false));
  await changeAsColleague({ status: 'Contacted' });
  expect(chosenStatus.isConnected).toBe(true);
  expect(dialog.queryByText(/meanwhile/)).toBeNull();
});

test('a lead that leaves the list keeps its open status dialog, which says why', async () => {
  records.put('lead-detail', [{ ...lead, followUps: [] }]);
  answers[`/api/leads/${leadId}`] = { ...lead, revision: 2 };
  showScreen('/leads');
  await press(/: change status of Rajesh Patil$/);
  const choice = await findDialog('Change status');
  await waitFor(() =>
    expect(records.read(refTo('lead-detail', leadId))).toHaveProperty('revision', 2),
  );
  // older than the dialog: this device did not know it yet
  expect(choice.queryByText(/meanwhile/)).toBeNull();
  await userEvent.click(choice.getByRole('radio', { name: /^Lost/ }));
  const dialog = await findDialog('Mark as Lost');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Went elsewhere');
  answers['/api/leads'] = { items: [] };
  answers[`/api/leads/${leadId}`] = { ...lead, status: 'Contacted', revision: 3 };
  await act(() => invalidateAll());
  await waitFor(() => expect(screen.queryByTitle('Rajesh Patil')).toBeNull());
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  expect(reason).toHaveProperty('value', 'Went elsewhere');
  expect(await dialog.findByText('The status was changed to Contacted meanwhile.')).toBeDefined();

  answers[`/api/leads/${leadId}`] = null;
  await act(() => invalidateAll());
  expect(
    await dialog.findByText('Lead not found. It was deleted, or a colleague has it now.'),
  ).toBeDefined();
  expect(reason).toHaveProperty('value', 'Went elsewhere');
  expect(dialog.getByRole('button', { name: 'Mark as Lost' })).toHaveProperty('disabled', true);
});

test('a quote that is being typed stays when the button that opened it becomes another', async () => {
  showScreen(`/leads/${leadId}`);
  await press('Create quote');
  await userEvent.click(
    (await findDialog('Create quote')).getByRole('button', { name: /^Upload file/ }),
  );
  const dialog = await findDialog('Upload Quote');
  const amount = dialog.getByRole('textbox', { name: /^Amount/ });
  await userEvent.type(amount, '45000');
  await changeAsColleague({ status: 'Contacted' });
  expect(amount.isConnected).toBe(true);
  expect(amount).toHaveProperty('value', '45000');
  expect(await dialog.findByText('The status was changed to Contacted meanwhile.')).toBeDefined();
});

/** Holds back the lead's details until the returned function is called. */
function holdLead(): () => void {
  const { fetch } = globalThis;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
    if (args[0] === `/api/leads/${leadId}`) await gate;
    return fetch(...args);
  }) as typeof fetch;
  return release;
}

test('the status of a listed lead can be changed before its details arrive', async () => {
  holdLead();
  showScreen('/leads');
  await press(/: change status of Rajesh Patil$/);
  const dialog = await findDialog('Change status');
  expect(dialog.getByRole('radio', { name: /^New/ })).toHaveProperty('checked', true);
});

test('only what others change while the page’s dialog is open is announced', async () => {
  const release = holdLead();
  records.put('lead-detail', [lead]);
  answers[`/api/leads/${leadId}`] = { ...lead, status: 'Contacted', revision: 2 };
  showScreen(`/leads/${leadId}`);
  await press('Change status');
  const dialog = await findDialog('Change status');
  await act(async () => release());
  await waitFor(() =>
    expect(dialog.getByRole('radio', { name: /^Contacted/ })).toHaveProperty('checked', true),
  );
  expect(dialog.queryByText(/meanwhile/)).toBeNull();
  await changeAsColleague({ status: 'Quoted' }, 3);
  expect(await dialog.findByText('The status was changed to Quoted meanwhile.')).toBeDefined();
});

test.each([
  ['Change status', 'radio', /^Lost/, 'Mark as Lost', /^Reason/, 'Went elsewhere'],
  ['Create quote', 'button', /^Upload file/, 'Upload Quote', /^Amount/, '45000'],
])(
  'a lead that disappears leaves the page’s dialog of %s as it was typed',
  async (button, role, choice, title, field, typed) => {
    showScreen(`/leads/${leadId}`);
    await press(button);
    await userEvent.click((await findDialog(button)).getByRole(role, { name: choice }));
    const dialog = await findDialog(title);
    const input = dialog.getByRole('textbox', { name: field });
    await userEvent.type(input, typed);
    answers[`/api/leads/${leadId}`] = null;
    await act(() => invalidateAll());
    expect(
      await dialog.findByText('Lead not found. It was deleted, or a colleague has it now.'),
    ).toBeDefined();
    expect(input.isConnected).toBe(true);
    expect(input).toHaveProperty('value', typed);
    expect(dialog.getByRole('button', { name: title })).toHaveProperty('disabled', true);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('Rajesh Patil')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Lead not found', level: 1 })).toBeDefined();
  },
);

test('a next date that is being chosen stays when a colleague plans one and quotes', async () => {
  const draft = { quotationId: 'draft', status: 'Draft', amountPaise: 45_000_00, createdAt: at };
  answers[`/api/leads/${leadId}`] = { ...lead, followUps: [], quotations: [draft] };
  showScreen(`/leads/${leadId}`);
  await press('No follow-up');
  const dialog = await findDialog('Next follow-up');
  await changeAsColleague({ quotations: [{ ...draft, status: 'Sent' }] });
  expect(dialog.getByRole('button', { name: 'Save' }).isConnected).toBe(true);
  expect(
    await dialog.findByText(/^A quote of .* A follow-up was planned for .* meanwhile\.$/),
  ).toBeDefined();
});

/** Puts a refused note on the lead into the outbox. */
function refuseNote(): void {
  const detail = 'This lead has too many notes';
  const problem = { status: 409, code: 'too-many-notes', detail, fields: {} };
  const note = { leadId, noteId: crypto.randomUUID(), note: 'Roof measured' };
  const item = { commandId: 'refused', name: 'AddNote', state: 'refused', recordId: leadId };
  const storedItem = { ...item, recordName: lead.name, files: [], capturedAt: at };
  useOutboxState.setState({
    items: [{ ...storedItem, data: note, problem } as unknown as OutboxItem],
  });
}

test('a retry on the timeline that the device cannot store says so', async () => {
  refuseNote();
  showScreen(`/leads/${leadId}`);
  jest.spyOn(outboxStore, 'rewrite').mockRejectedValueOnce(new Error('no room'));
  await press('Retry');
  expect(
    await screen.findByText(/^Note on Rajesh Patil was not sent\. This device could not store it/),
  ).toBeDefined();
});

test('a refused note that another tab discards leaves its dialog as it was typed', async () => {
  refuseNote();
  showScreen(`/leads/${leadId}`);
  await press('Fix');
  const dialog = await findDialog(/was not sent$/);
  const field = dialog.getByRole('textbox', { name: 'Note' });
  await userEvent.type(field, ', 40 by 60');
  act(() => useOutboxState.setState({ items: [] }));
  expect(field.isConnected).toBe(true);
  expect(field).toHaveProperty('value', 'Roof measured, 40 by 60');
  expect(await dialog.findByText('This was sent again or discarded meanwhile.')).toBeDefined();
});
