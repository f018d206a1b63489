/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { MeProvider } from '../../lib/account/session.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import ProductFormPage from './product-form.page.js';

const panel = {
  productId: '01980000-0000-7000-8000-000000000001',
  name: 'Panel 540 W',
  description: 'Mono PERC',
  unit: 'piece',
  mrpPaise: 200_00,
  livePricePaise: 150_00,
  minDiscountBasisPoints: 0,
  maxDiscountBasisPoints: 0,
  imageFileIds: [],
  category: 'General',
  status: 'Active',
  revision: 3,
} as unknown as ProductItem;
const me = {
  account: { id: 'meera', name: 'Meera' },
  organization: { id: 'org' },
  role: 'admin',
  rights: ['EditProduct'],
} as unknown as Me;

let sent: { gstRateBasisPoints?: number | null; name?: string }[] = [];
beforeEach(() => {
  sent = [];
  queryClient.clear();
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function openEditForm(overrides: Partial<ProductItem> = {}) {
  const product = { ...panel, ...overrides };
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    const answer = (body: object) =>
      ({ ok: true, status: 200, headers: new Headers(), json: async () => body }) as Response;
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return answer({ id: product.productId, revision: 4, position: '1' });
    }
    return answer(String(path).includes('/api/products/') ? product : { items: [] });
  }) as typeof fetch;
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={[`/products/${product.productId}/edit`]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <Routes>
              <Route path="/products/:productId/edit" element={<ProductFormPage />} />
              <Route path="*" element={<p>Another page</p>} />
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const rate = (await screen.findByLabelText(/^GST rate/)) as HTMLSelectElement;
  const save = async (): Promise<void> => {
    await user.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
    await waitFor(() => expect(sent).toHaveLength(1));
  };
  return { user, rate, save };
}
const selectedText = ({ selectedOptions: [option] }: HTMLSelectElement) => option?.textContent;

it('a product without a GST rate shows that none is set, and gets the chosen one', async () => {
  const { user, rate, save } = await openEditForm();
  expect(selectedText(rate)).toBe('Not set');
  await user.selectOptions(rate, '5%');
  await save();
  expect(sent[0]).toMatchObject({ gstRateBasisPoints: 500 });
});

it('a GST rate is shown, and can be removed', async () => {
  const { user, rate, save } = await openEditForm({ gstRateBasisPoints: 1_800 });
  expect(selectedText(rate)).toBe('18%');
  await user.selectOptions(rate, 'Not set');
  await save();
  expect(sent[0]).toMatchObject({ gstRateBasisPoints: null });
});
