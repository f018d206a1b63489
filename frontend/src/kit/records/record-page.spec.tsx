/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { setIdentity } from '../../lib/account/identity.js';
import { draftStore } from '../../lib/drafts/draft-store.js';
import { draftKeyOf } from '../../lib/drafts/drafts.js';
import { records as deviceRecords } from '../../lib/records/device-cache.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { useCloseOnBack } from '../../ui/overlays/overlay-history.js';
import { OpenedRecord } from './record-page.js';
import { recordsOf } from './record-query.js';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const records = recordsOf('customer', '/api/customers/:customerId', {
  outdatedBy: ['customer-detail'],
});
const pendingText = 'Making the customer of this lead';

test('a record that is being created shows that until another answer comes', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  const answers: ((status: number, body: object) => void)[] = [];
  globalThis.fetch = (() =>
    new Promise((resolve) => {
      answers.push((status, body) =>
        resolve({
          ok: status === 200,
          status,
          headers: new Headers({ 'Content-Type': 'application/json' }),
          text: async () => JSON.stringify(body),
          json: async () => body,
        } as Response),
      );
    })) as typeof fetch;
  const answer = (status: number, body: object) => act(async () => answers.shift()!(status, body));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OpenedRecord records={records} id="1" failed="Failed" missing="It was deleted">
          {({ name }) => name}
        </OpenedRecord>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await answer(404, { code: 'customer-on-its-way', detail: pendingText });
  await screen.findByText(pendingText);

  await act(async () => {
    void queryClient.invalidateQueries({ queryKey: records.keyOf('1') });
    // The query client notifies its screens in the next turn.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(answers).toHaveLength(1);
  expect(queryClient.getQueryState(records.keyOf('1'))?.error).toBeNull();
  expect(screen.getByText(pendingText)).toBeTruthy();
  await answer(200, { name: 'Asha Verma', revision: 1 });
  await screen.findByText('Asha Verma');
});

test('a form starts with the stored record if the network hangs', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false, slowSince: undefined });
  globalThis.fetch = (() => new Promise(() => undefined)) as typeof fetch;
  deviceRecords.put('customer-detail', [{ customerId: '2', name: 'Ravi Kumar', revision: 1 }]);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OpenedRecord records={records} id="2" isReloaded failed="Failed" missing="It was deleted">
          {({ name }) => name}
        </OpenedRecord>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByText('Ravi Kumar')).toBeNull();
  await screen.findByText('Ravi Kumar', {}, { timeout: 10_000 });
  expect(queryClient.isFetching()).toBe(1);
});

test('what was typed about a record that is gone can be read', async () => {
  const id = '01980000-0000-7000-8000-000000000004';
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  const typed = { amountPaise: '', reference: 'Cheque 4711' };
  await draftStore.put(draftKeyOf(`payment-${id}`), { id: '1', typed }, new Set());
  await draftStore.put(draftKeyOf('payment-other'), { id: '2', typed: { a: 'b' } }, new Set());
  globalThis.fetch = (async () =>
    Response.json({ code: 'customer-not-found', detail: 'Not found' }, { status: 404 })) as never;
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OpenedRecord records={records} id={id} failed="Failed" missing="It was deleted">
          {({ name }) => name}
        </OpenedRecord>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Payment: Cheque 4711');
  expect(screen.getAllByText('Remove')).toHaveLength(1);
});

test('a gone record stays below the dialog that was open, and below no later one', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false, slowSince: undefined });
  let status = 200;
  globalThis.fetch = (async () =>
    status === 200
      ? Response.json({ name: 'Asha Verma', revision: 1 })
      : Response.json({ code: 'customer-not-found', detail: 'Not found' }, { status })) as never;
  function Overlay({ isOpen }: { isOpen: boolean }): ReactNode {
    useCloseOnBack(isOpen, () => undefined);
    return null;
  }
  const page = (isOpen: boolean): ReactNode => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Overlay isOpen={isOpen} />
        <OpenedRecord records={records} id="5" failed="Failed" missing="It was deleted">
          {({ name }) => name}
        </OpenedRecord>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const view = render(page(true));
  await screen.findByText('Asha Verma');
  status = 404;
  await act(() => queryClient.invalidateQueries({ queryKey: records.keyOf('5') }));
  await screen.findByText('It was deleted');
  expect(screen.getByText('Asha Verma')).toBeTruthy();
  view.rerender(page(false));
  expect(screen.queryByText('Asha Verma')).toBeNull();
  view.rerender(page(true));
  expect(screen.queryByText('Asha Verma')).toBeNull();
});

test('a missing record is not restored by an earlier answer', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false, slowSince: undefined });
  const headers = { 'Content-Type': 'application/problem+json', 'X-Position': '22' };
  globalThis.fetch = (async () =>
    Response.json(
      { code: 'customer-not-found', detail: 'Not found' },
      { status: 404, headers },
    )) as typeof fetch;
  const lateCustomer = { customerId: '3', name: 'Late', revision: 1 };
  deviceRecords.put('customer', [lateCustomer], { position: '20' });
  await expect(records.fetchNewest('3')).rejects.toMatchObject({ status: 404 });
  deviceRecords.put('customer', [lateCustomer], { position: '21' });
  expect(deviceRecords.read('customer/3')).toBeUndefined();
});
