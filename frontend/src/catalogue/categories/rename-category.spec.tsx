/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { CategoryItem } from '#domain/catalogue/catalogue.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { CategoryField } from './category-field.js';

const categoryId = '01980000-0000-7000-8000-000000000001';
/** Category on the server. */
let category: CategoryItem;
let sent: { readonly name: string; readonly revision: string | null }[] = [];

beforeEach(() => {
  sent = [];
  category = { categoryId, kind: 'product', name: 'Solar', revision: 1 };
  queryClient.clear();
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    const answer = (status: number, body: object) =>
      ({
        ok: status === 200,
        status,
        headers: new Headers({ 'Content-Type': 'application/json' }),
        json: async () => body,
      }) as Response;
    if (init?.method !== 'POST')
      return answer(200, {
        items: [{ kind: 'product', name: 'General' }, category],
        hasMore: false,
      });
    const { name } = JSON.parse(String(init.body)) as { name: string };
    const revision = new Headers(init.headers).get('If-Match');
    sent.push({ name, revision });
    if (revision !== `"${category.revision}"`)
      return answer(412, { code: 'revision-stale', detail: 'This was changed meanwhile.' });
    category = { ...category, name, revision: category.revision! + 1 };
    return answer(200, { id: categoryId, revision: category.revision, position: '1' });
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** Renames the category after another member did so, with both dialogs open. */
async function renameAfterColleague(): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  const values = { categoryId, beside: { newCategory: '' } };
  const form = {
    watch: (name: keyof typeof values) => values[name],
    error: () => undefined,
    set: () => undefined,
  } as unknown as CommandForm<typeof values>;
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ZoneProvider value="Asia/Kolkata">
          <Toasts />
          <CategoryField form={form} kind="product" storedName={undefined} />
        </ZoneProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await user.click(await screen.findByRole('button', { name: 'Rename category' }));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Rooftop solar');
  category = { ...category, name: 'Panels', revision: 2 };
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(
    await screen.findByText('Somebody changed this category while you were typing.'),
  ).toBeDefined();
  expect(sent).toEqual([{ name: 'Rooftop solar', revision: '"1"' }]);
  expect(name).toHaveProperty('value', 'Rooftop solar');
  await user.click(screen.getByRole('button', { name: 'See what changed' }));
  expect((await screen.findByText('Solar')).tagName).toBe('DEL');
  expect(
    within(screen.getByRole('dialog', { name: 'What Somebody changed' })).getByText('Panels')
      .tagName,
  ).toBe('INS');
  return user;
}

test('the second of two simultaneous renames shows the first name, and can still be sent', async () => {
  const user = await renameAfterColleague();
  await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
  await user.click(await screen.findByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(category).toMatchObject({ name: 'Rooftop solar', revision: 3 }));
  expect(await screen.findByText('Category renamed')).toBeDefined();
});

test('the second of two simultaneous renames can be dropped', async () => {
  const user = await renameAfterColleague();
  await user.click(screen.getByRole('button', { name: 'Take that version' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Panels'));
  expect(sent).toHaveLength(1);
  expect(category).toMatchObject({ name: 'Panels', revision: 2 });
});
