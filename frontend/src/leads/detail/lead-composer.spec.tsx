/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { MeProvider } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { LeadComposer } from './lead-composer.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;

/** Router states since the test began. */
let routerStates: unknown[] = [];
function RouterStates(): null {
  routerStates.push(useLocation().state as unknown);
  return null;
}

beforeEach(() => {
  routerStates = [];
  useOutboxState.setState({ items: [], sent: [] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const accepted = { quotationId: 'q', number: 'Q-1', status: 'Accepted', amountPaise: 100 };
const wonLead = {
  leadId: 'b',
  name: 'Anil Kale',
  status: 'Quoted',
  quotations: [accepted],
} as unknown as KnownLead;

function renderComposer(props: Pick<ComponentProps<typeof LeadComposer>, 'lead' | 'isSent'>): void {
  setIdentity({ accountId: 'me', organizationId: 'org' });
  render(
    <MemoryRouter>
      <RouterStates />
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <LeadComposer
              {...props}
              onStatus={() => undefined}
              onConvert={() => undefined}
              onQuote={() => undefined}
            />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('a refused day is shown with its reason, although its field was collapsed', async () => {
  const lead = { leadId: '01980000-0000-7000-8000-00000000000a', name: 'Anil Kale' };
  renderComposer({ lead, isSent: false });
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Wants a quote');
  const plan = screen.getByRole('button', { name: 'Next follow-up' });
  await userEvent.click(plan);
  await userEvent.click(screen.getByRole('button', { name: 'Other date' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Next follow-up/ }), '1/1/2020');
  await userEvent.click(plan);
  expect(screen.queryByRole('textbox', { name: /^Next follow-up/ })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Send note' }));
  const day = await screen.findByRole('textbox', { name: /^Next follow-up/ });
  expect(screen.getByRole('alert').textContent).toBe('The next visit date cannot be before today.');
  await waitFor(() => expect(document.activeElement).toBe(day));
});

test('a collapsed row of actions stays open while its chip has the focus', async () => {
  renderComposer({ lead: wonLead, isSent: true });
  const note = screen.getByRole('textbox', { name: 'Note' });
  await userEvent.type(note, 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Next follow-up' }));
  await userEvent.clear(note);
  await userEvent.click(screen.getByRole('button', { name: 'Next follow-up' }));
  const othersButton = screen.getByRole('button', { name: 'Other actions' });
  expect(othersButton.getAttribute('aria-expanded')).toBe('true');
});

test('the button of the other actions stands before them, and Escape collapses them again', async () => {
  renderComposer({ lead: wonLead, isSent: true });
  const othersButton = screen.getByRole('button', { name: 'Other actions' });
  const visit = screen.getByRole('link', { name: 'Add visit' });
  expect(othersButton.compareDocumentPosition(visit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(othersButton);
  expect(othersButton.getAttribute('aria-expanded')).toBe('true');
  visit.focus();
  await userEvent.keyboard('{Escape}');
  expect(othersButton.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(othersButton);
});

test('Escape collapses the next date, and its chip gets the focus back', async () => {
  renderComposer({ lead: wonLead, isSent: true });
  const plan = screen.getByRole('button', { name: 'Next follow-up' });
  await userEvent.click(plan);
  screen.getByRole('button', { name: 'Tomorrow' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(plan.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(plan);
});

test('a visit completes the earliest follow-up due that no waiting command closes', async () => {
  const dueOn = '2026-11-20';
  const followUps = ['first', 'second'].map((followUpId) => ({ followUpId, dueOn }));
  const lead = { ...wonLead, quotations: [], followUps } as unknown as KnownLead;
  const completion = { name: 'CompleteFollowUp', data: { followUpId: 'first' } };
  const item = { ...completion, commandId: 'c', recordId: 'b', state: 'waiting' };
  useOutboxState.setState({ items: [item as unknown as OutboxItem] });
  renderComposer({ lead, isSent: true });
  await userEvent.click(screen.getByRole('link', { name: 'Add visit' }));
  expect(routerStates).toContainEqual({ followUp: { followUpId: 'second', dueOn } });
});
