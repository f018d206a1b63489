/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { MeProvider } from '../../lib/account/session.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { Toasts } from '../../ui/feedback/toast.js';
import PackageFormPage from './package-form.page.js';

const [panelId, inverterId] = [
  '01980000-0000-7000-8000-000000000001',
  '01980000-0000-7000-8000-000000000002',
] as const;
const product = {
  unit: 'piece',
  mrpPaise: 200_00,
  livePricePaise: 150_00,
  status: 'Active',
} as const;
const kit = {
  packageId: '01980000-0000-7000-8000-000000000003',
  name: 'Rooftop kit',
  description: 'Everything for 1 kW',
  category: 'General',
  status: 'Active',
  items: [
    { ...product, productId: panelId, name: 'Panel', quantity: 1 },
    { ...product, productId: inverterId, name: 'Inverter', quantity: 1 },
  ],
  revision: 3,
};
const me = {
  account: { id: 'meera', name: 'Meera' },
  organization: { id: 'org' },
  role: 'admin',
  rights: ['EditPackage'],
} as unknown as Me;

let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
  queryClient.clear();
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    const answer = (body: object) =>
      ({ ok: true, status: 200, headers: new Headers(), json: async () => body }) as Response;
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return answer({ id: kit.packageId, revision: 4, position: '1' });
    }
    return answer(String(path).includes('/api/packages/') ? kit : { items: [] });
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function openEditForm() {
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={[`/packages/${kit.packageId}/edit`]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <Toasts />
            <Routes>
              <Route path="/packages/:packageId/edit" element={<PackageFormPage />} />
              <Route path="*" element={<p>Another page</p>} />
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await screen.findByLabelText('Quantity of Panel');
  const typeQuantity = async (typed: string): Promise<void> => {
    await user.clear(quantityField()!);
    await user.type(quantityField()!, typed);
  };
  return { user, typeQuantity };
}
const quantityField = () =>
  screen.queryByRole<HTMLInputElement>('textbox', { name: 'Quantity of Panel' });
const saveButton = (): HTMLElement => screen.getAllByRole('button', { name: 'Save' })[0]!;
const invalidQuantityText = 'Enter a quantity from 1 to 9,999';

it('replaces a quantity by the typed one', async () => {
  const { user } = await openEditForm();
  await user.click(quantityField()!);
  await user.keyboard('{Backspace}');
  expect(quantityField()).toHaveProperty('value', '');
  await user.keyboard('25');
  expect(quantityField()).toHaveProperty('value', '25');
  expect(screen.getByLabelText('Totals').textContent).toContain('₹3,900.00');
  await user.click(saveButton());
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        items: [
          { productId: panelId, quantity: 25 },
          { productId: inverterId, quantity: 1 },
        ],
      },
    ]),
  );
});

it.each(['२५', '２５', ' 25 '])('reads %j as 25 pieces', async (typed) => {
  const { user, typeQuantity } = await openEditForm();
  await typeQuantity(typed);
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([{ items: [{ quantity: 25 }, { quantity: 1 }] }]));
});

it.each(['0', '-1', '00', '०'])(
  'removes a product with %s pieces on blur, and Undo restores it in its place',
  async (typed) => {
    const { user, typeQuantity } = await openEditForm();
    await typeQuantity(typed);
    expect(quantityField()).not.toBeNull();
    await user.tab();
    expect(quantityField()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const [first] = await screen.findAllByLabelText(/^Quantity of/);
    expect(first?.getAttribute('aria-label')).toBe('Quantity of Panel');
    expect(quantityField()?.value).toBe('1');
  },
);

it.each(['2.5', '1e9', '10000', '', 'two'])(
  'explains for %j what a quantity is, keeps the typed text, and sends nothing',
  async (typed) => {
    const { user, typeQuantity } = await openEditForm();
    if (typed) await typeQuantity(typed);
    else await user.clear(quantityField()!);
    expect(screen.queryByText(invalidQuantityText)).toBeNull();
    await user.tab();
    expect(screen.getByText(invalidQuantityText)).toBeTruthy();
    expect(quantityField()).toHaveProperty('value', typed);
    await user.click(saveButton());
    await waitFor(() => expect(document.activeElement).toBe(quantityField()));
    expect(sent).toEqual([]);
  },
);

it('removes the last product by its button, with Undo', async () => {
  const { user } = await openEditForm();
  await user.click(screen.getByRole('button', { name: 'One Panel less' }));
  expect(quantityField()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(quantityField()).toHaveProperty('value', '1'));
});
