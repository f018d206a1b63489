/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { MeProvider } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { LeadComposer } from './lead-composer.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('a refused day is shown with its reason, although its field was folded', async () => {
  setIdentity({ accountId: 'me', organizationId: 'org' });
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <LeadComposer
              lead={{ leadId: '01980000-0000-7000-8000-00000000000a', name: 'Anil Kale' }}
              isSent={false}
              onStatus={() => undefined}
              onConvert={() => undefined}
              onQuote={() => undefined}
            />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
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
