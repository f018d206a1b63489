/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { newId } from '../lib/server/api.js';
import { setIdentity } from '../lib/account/identity.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import ProjectDialog from './project-dialog.js';

const meera = { id: newId(), name: 'Meera' };
const me = {
  account: meera,
  organization: { id: 'org', name: 'Org' },
  role: 'admin',
  rights: [],
} as unknown as Me;

afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

test.each([
  ['६०', 60],
  ['60%', 60],
  ['६० %', 60],
  ['some', 0],
])('a typed progress of %j is sent as %i percent', async (typed, progressPercent) => {
  setIdentity({ accountId: meera.id, organizationId: 'org' });
  const sent: unknown[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'POST') return Response.json({ items: [] });
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ id: newId(), revision: 2, position: '1' });
  });
  const customer = { customerId: newId(), name: 'Farida Merchant' } as CustomerDetail;
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <ProjectDialog customer={customer} open onClose={() => undefined} />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Project name'), 'Carport');
  const progress = screen.getByLabelText('Progress, %');
  await user.clear(progress);
  await user.type(progress, typed);
  await user.click(screen.getByRole('button', { name: 'Add Project' }));
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Carport', progressPercent }]));
});
