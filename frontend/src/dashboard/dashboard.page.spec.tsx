/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { listRights } from '#domain/policy.js';
import { MeProvider } from '../lib/account/session.js';
import { queryClient } from '../lib/query-client.js';
import { ZoneProvider } from '../ui/display/figures.js';
import DashboardPage from './dashboard.page.js';

beforeEach(() => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ items: [], hasMore: false, total: 0, counts: { Active: 3, Inactive: 2 } }),
    );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

const openAs = (role: string, rights: readonly string[]) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider
          value={
            {
              account: { id: 'me', name: 'Asha' },
              organization: { id: 'org' },
              role,
              rights,
            } as unknown as Me
          }
        >
          <ZoneProvider value="Asia/Kolkata">
            <DashboardPage />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );

test('a designer sees the offers that they manage', async () => {
  openAs('designer', listRights('designer'));
  expect(await screen.findByRole('link', { name: /^Paused offers 2$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Upload New Offer' })).toBeTruthy();
});

test('a designer who may not manage offers sees no action of it', async () => {
  openAs('designer', ['GET /api/offers']);
  expect(await screen.findByRole('link', { name: /^Active offers 3$/ })).toBeTruthy();
  expect(screen.queryByText('Paused offers')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Upload New Offer' })).toBeNull();
  expect(screen.queryByText('Products')).toBeNull();
});

test('marketing sees leads and offers', async () => {
  openAs('marketing', listRights('marketing'));
  expect(await screen.findByRole('heading', { name: 'Newest leads' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Newest offers' })).toBeTruthy();
});

test('an unknown role has no dashboard', () => {
  openAs('auditor', listRights('marketing'));
  expect(screen.getByText('There is no dashboard for your role.')).toBeTruthy();
});
