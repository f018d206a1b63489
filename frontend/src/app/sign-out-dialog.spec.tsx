/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { database } from '../lib/database.js';
import { becomes, scopeOf } from '../lib/identity.js';
import { queryClient } from '../lib/query-client.js';
import SignOutDialog from './sign-out-dialog.js';

const asha = { accountId: 'asha', organizationId: 'sharma' };
const bina = { accountId: 'bina', organizationId: 'sharma' };
const id = (number: number): string => `01980000-0000-7000-8000-00000000000${number}`;
afterEach(cleanup);

it('names the drafts and the visit under way of this account, and nobody else’s', async () => {
  const db = await database();
  const keep = (whose: typeof asha, form: string) =>
    db.put('drafts', { key: `${scopeOf(whose)}|${form}`, draft: {}, at: 0 });
  await Promise.all(
    ['visit', 'new-lead', `note-${id(1)}`, `note-${id(2)}#2`, 'unheard-of'].map((form) =>
      keep(asha, form),
    ),
  );
  await keep(bina, 'new-bill');
  becomes(asha);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <SignOutDialog open onClose={() => undefined} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const named = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'New lead',
    'Note (2)',
    'Other form',
    'Visit under way',
  ]);
});
