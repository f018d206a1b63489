/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { Quotation } from '#domain/leads/lead.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { MeProvider } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { LeadHeader } from './lead-header.js';

const assignee = { id: 'me', name: 'Asha' };
const me = {
  account: assignee,
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;

afterEach(() => {
  cleanup();
  queryClient.clear();
});

function renderHeader(status: Quotation['status']): void {
  setIdentity({ accountId: 'me', organizationId: 'org' });
  const createdAt = '2026-11-29T10:00:00.000Z';
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <LeadHeader
              lead={{
                leadId: 'lead',
                name: 'Anil Kale',
                phone: '+919822041736',
                status: 'Quoted',
                assignedTo: assignee,
                quotations: [
                  { quotationId: 'sent', isBuilt: true, amountPaise: 100, createdAt, status },
                ],
              }}
              isSent
              onStatus={() => undefined}
              onConvert={() => undefined}
              onQuote={() => undefined}
              onInformation={() => undefined}
            />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('a quotation that the customer has seen can be shared again from the menu', async () => {
  renderHeader('Viewed');
  expect(screen.getByRole('link', { name: 'Ask for a reply' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\//,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const entry = await screen.findByRole('menuitem', { name: 'Share sent quotation' });
  expect(entry.getAttribute('href')).toBe('/quotations/sent');
});

test('a quotation that the main action sends again stands in no menu', () => {
  renderHeader('Sent');
  expect(screen.getByRole('link', { name: 'Send again' }).getAttribute('href')).toBe(
    '/quotations/sent',
  );
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});
