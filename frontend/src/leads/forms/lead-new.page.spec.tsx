/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { refusals } from '#domain/kernel/refusal.js';
import { useNavigate } from '../../lib/navigate.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { queryClient } from '../../lib/query-client.js';
import { MeProvider } from '../../lib/account/session.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { dayIn, weekdayText } from '../../ui/display/format.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { LeadComposer } from '../detail/lead-composer.js';
import NewLeadPage from './lead-new.page.js';

const existing = { leadId: '01980000-0000-7000-8000-00000000000a', name: 'Rajesh Patil' };
const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const typed = {
  firstName: 'Rajesh',
  lastName: 'Patil',
  phone: '+919822041736',
  city: 'Pune',
  type: 'Owner',
};
const inThirtyDays = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
let navigate: ReturnType<typeof useNavigate>;

beforeEach(() => {
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  const known = {
    ...existing,
    ...typed,
    status: 'New',
    assignedTo: me.account,
    createdAt: '2026-11-20T10:00:00.000Z',
    quotedPaise: 0,
  };
  const detail = 'Phone number already exists';
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    if (init?.method !== 'POST')
      return {
        ok: true,
        status: 200,
        headers: new Headers(),
        json: async () => ({ items: [], hasMore: false }),
      } as Response;
    const refused = {
      code: 'lead-phone-taken',
      detail,
      fields: { phone: detail },
      existing: known,
    };
    return {
      ok: false,
      status: 409,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => refused,
    } as Response;
  }) as typeof fetch;
  useOutboxState.setState({
    sent: [],
    items: [
      {
        commandId: 'refused',
        name: 'CreateLead',
        state: 'refused',
        recordId: 'new',
        files: [],
        data: { ...typed, leadId: '01980000-0000-7000-8000-00000000000b' },
      } as unknown as OutboxItem,
    ],
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function KeepNavigate(): null {
  navigate = useNavigate();
  return null;
}

const page = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ZoneProvider value="Asia/Kolkata">
          <KeepNavigate />
          <Routes>
            <Route path="/leads/new" element={<NewLeadPage />} />
            <Route
              path="/leads/:leadId"
              element={
                <LeadComposer
                  lead={existing as KnownLead}
                  isSent
                  onStatus={() => undefined}
                  onConvert={() => undefined}
                  onQuote={() => undefined}
                />
              }
            />
          </Routes>
          <Toasts />
        </ZoneProvider>
      </MeProvider>
    </QueryClientProvider>
  </MemoryRouter>
);

it('does not take a lead for its own duplicate while it is being sent', async () => {
  useOutboxState.setState({ sent: [], items: [] });
  const seenTexts: (string | null)[] = [];
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    if (init?.method === 'POST') await new Promise(() => undefined);
    return { ok: true, status: 200, headers: new Headers(), json: async () => ({}) } as Response;
  }) as typeof fetch;
  const { container } = render(page('/leads/new'));
  const watcher = new MutationObserver(() => seenTexts.push(container.textContent));
  watcher.observe(container, { subtree: true, childList: true, characterData: true });
  await userEvent.type(await screen.findByLabelText(/^First name/), 'Asha');
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Rao');
  await userEvent.type(screen.getByLabelText(/^Phone/), '9822041799');
  await userEvent.type(screen.getByLabelText(/^City/), 'Pune');
  await userEvent.click(screen.getAllByRole('radio')[0]!);
  await userEvent.click(screen.getAllByRole('button', { name: 'Save Lead' })[0]!);
  await waitFor(() => expect(useOutboxState.getState().items).toHaveLength(1));
  // longer than a check for duplicates takes
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 200))));
  watcher.disconnect();
  expect(seenTexts.filter((text) => text?.includes('Duplicate Lead Detected'))).toEqual([]);
});

it('opens a refused lead with its number selected, its error, and all else as typed', async () => {
  const detail = refusals['lead-phone-taken'].message;
  const problem = { status: 409, code: 'lead-phone-taken', detail, fields: { phone: detail } };
  const { items } = useOutboxState.getState();
  useOutboxState.setState({ items: items.map((item) => ({ ...item, problem })) });
  render(page('/leads/new?resubmit=refused'));
  const phone = await screen.findByLabelText<HTMLInputElement>(/^Phone/);
  await waitFor(() => expect(document.activeElement).toBe(phone));
  expect(phone.value.slice(phone.selectionStart!, phone.selectionEnd!)).toBe('98220 41736');
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Rajesh');

  await userEvent.keyboard('9822041737');
  expect(phone.value).toBe('98220 41737');
  expect(phone.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Rajesh');
});

describe('a contact of the phone', () => {
  const picker = navigator as { contacts?: unknown };
  afterEach(() => {
    delete picker.contacts;
  });
  const findPickButton = () => screen.queryByRole('button', { name: 'Pick from contacts' });
  const values = () =>
    [/^Phone/, /^First name/, /^Last name/].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    );

  it('fills in name and number', async () => {
    picker.contacts = {
      select: async () => [{ name: ['Sunita Rao Patil'], tel: ['+91 98220-41799', '020 1234'] }],
    };
    render(page('/leads/new'));
    await userEvent.type(await screen.findByLabelText(/^City/), 'Pune');
    await userEvent.click(findPickButton()!);
    await waitFor(() => expect(values()).toEqual(['98220 41799', 'Sunita', 'Rao Patil']));
    expect(screen.getByLabelText(/^City/)).toHaveProperty('value', 'Pune');
  });

  it('leaves nothing of a contact that was picked by mistake', async () => {
    const people = [
      { name: ['Sunita Rao'], tel: ['12', '+91 98220 41799'] },
      { name: ['Ramesh'], tel: [] },
    ];
    picker.contacts = { select: async () => [people.shift()] };
    render(page('/leads/new'));
    await screen.findByLabelText(/^Phone/);
    await userEvent.click(findPickButton()!);
    await waitFor(() => expect(values()).toEqual(['98220 41799', 'Sunita', 'Rao']));
    await userEvent.click(findPickButton()!);
    await waitFor(() => expect(values()).toEqual(['', 'Ramesh', '']));
  });

  it('leaves what was typed if none is chosen, and is not offered where it cannot be picked', async () => {
    picker.contacts = { select: async () => Promise.reject(new TypeError('closed')) };
    const { unmount } = render(page('/leads/new'));
    await userEvent.type(await screen.findByLabelText(/^First name/), 'Asha');
    await userEvent.click(findPickButton()!);
    expect(values()).toEqual(['', 'Asha', '']);
    unmount();
    delete picker.contacts;
    render(page('/leads/new'));
    await screen.findByLabelText(/^Phone/);
    expect(findPickButton()).toBeNull();
  });
});

it('moves note and follow-up to the existing lead, and Undo restores the whole form', async () => {
  render(page('/leads/new?resubmit=refused'));
  await userEvent.type(await screen.findByLabelText(/^Note/), 'Roof measured');
  await userEvent.click(screen.getByRole('button', { name: 'Other date' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Next follow-up/ }), inThirtyDays);
  await userEvent.type(screen.getByLabelText(/^Landmark/), 'Behind the dairy');
  // Removed from the outbox meanwhile, the lead is sent at once, and the form waits for the answer.
  const { items } = useOutboxState.getState();
  act(() => useOutboxState.setState({ items: [] }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Save Lead' })[0]!);
  await userEvent.click(await screen.findByRole('button', { name: /update the existing lead/ }));
  await waitFor(() =>
    expect(screen.getByPlaceholderText('Write a note')).toHaveProperty('value', 'Roof measured'),
  );
  const day = weekdayText(inThirtyDays, dayIn('Asia/Kolkata', new Date()));
  expect(screen.getByRole('button', { name: `Next: ${day}` })).toBeDefined();
  await screen.findByText('Draft deleted');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  act(() => useOutboxState.setState({ items }));
  await act(async () => navigate('/leads/new?resubmit=refused'));
  await waitFor(() =>
    expect(screen.getByLabelText(/^Landmark/)).toHaveProperty('value', 'Behind the dairy'),
  );
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'Roof measured');
});
