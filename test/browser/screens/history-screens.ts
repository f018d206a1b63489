import { expect, type Page } from '@playwright/test';
import type { ProductList } from '#domain/catalogue/catalogue.views.js';
import type { Me } from '#domain/accounts/account.views.js';
import type { Screen } from './screens.js';
import { openPage } from './screen-steps.js';

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });

/** History of a record, with its slider. */
async function openHistory(page: Page, path: string): Promise<void> {
  await openPage(page, path, /./);
  await expect(slider(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Events' })).toBeVisible();
}

/**
 * Address as of a future day, which falls back to yesterday. By the clock `happened`, the sample
 * data existed yesterday.
 */
const pastPath = (path: string) => `${path}?asOf=2999-01-01&clock=happened`;

/** Histories of all kinds of records, and one at a past moment. */
export const historyScreens: readonly Screen[] = [
  {
    name: 'history',
    as: 'admin',
    isSample: true,
    open: (page, { leadId }) => openHistory(page, `/leads/${leadId}/history`),
  },
  {
    name: 'history-past',
    as: 'admin',
    open: (page, { leadId }) => openHistory(page, `/leads/${leadId}/history?at=4`),
  },
  {
    name: 'history-verified',
    as: 'admin',
    isOverlay: true,
    open: async (page, { admin, leadId }) => {
      await admin.request('GET', `/api/proofs/lead/${leadId}`);
      await openHistory(page, `/leads/${leadId}/history`);
      await page.getByRole('button', { name: /^Unchanged/ }).click();
      await expect(page.getByRole('dialog').getByText('It does not say')).toBeVisible();
    },
  },
  {
    name: 'history-screen',
    as: 'admin',
    open: async (page, { leadId }) => {
      await openHistory(page, `/leads/${leadId}/history?at=6`);
      await page.getByRole('button', { name: 'Screen' }).click();
      await expect(page.getByRole('region', { name: 'Lead Information' })).toBeVisible();
    },
  },
  {
    name: 'history-compared',
    as: 'admin',
    open: (page, { leadId }) => openHistory(page, `/leads/${leadId}/history?at=9&with=2`),
  },
  {
    name: 'history-long-name',
    as: 'admin',
    open: (page, { longLeadId }) => openHistory(page, `/leads/${longLeadId}/history`),
  },
  {
    name: 'history-bill',
    as: 'admin',
    open: async (page, { billId }) => {
      await openHistory(page, `/bills/${billId}/history?at=2`);
      await page.getByRole('button', { name: 'Screen' }).click();
      await expect(page.getByRole('region', { name: 'Bill', exact: true })).toBeVisible();
    },
  },
  {
    name: 'history-customer',
    as: 'admin',
    open: async (page, { customerId }) => {
      await openHistory(page, `/customers/${customerId}/history`);
      await page.getByRole('button', { name: 'Screen' }).click();
      await expect(page.getByRole('region', { name: 'Financial Overview' })).toBeVisible();
    },
  },
  {
    name: 'history-quotation',
    as: 'admin',
    open: (page, { quotationId }) => openHistory(page, `/quotations/${quotationId}/history`),
  },
  {
    name: 'history-product',
    as: 'admin',
    open: async (page, { admin }) => {
      const { items } = await admin.get<ProductList>('/api/products');
      await openHistory(page, `/products/${items[0]!.productId}/history`);
    },
  },
  {
    name: 'history-member',
    as: 'admin',
    open: async (page, { rep }) => {
      const { account } = await rep.get<Me>('/api/me');
      await openHistory(page, `/settings/team/${account.id}/history`);
    },
  },
  {
    name: 'history-organization',
    as: 'admin',
    open: (page) => openHistory(page, '/settings/organization/history'),
  },
  {
    name: 'as-of-figures',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/audit/as-of?clock=happened', 'Dashboard');
      await expect(page.getByRole('region', { name: 'Sales Rep Leaderboard' })).toBeVisible();
    },
  },
  {
    name: 'as-of-leads',
    as: 'admin',
    open: async (page) => {
      await openPage(page, pastPath('/leads'), 'Leads');
      await expect(page.locator('[data-key]').first()).toBeVisible();
    },
  },
  {
    name: 'as-of-customers',
    as: 'admin',
    open: async (page) => {
      await openPage(page, pastPath('/customers'), 'Customers');
      await expect(page.locator('[data-key]').first()).toBeVisible();
    },
  },
  {
    name: 'as-of-bills',
    as: 'admin',
    open: async (page) => {
      await openPage(page, pastPath('/bills'), 'Bills');
      await expect(page.locator('[data-key]').first()).toBeVisible();
    },
  },
  {
    name: 'as-of-bill-totals',
    as: 'admin',
    open: async (page) => {
      await openPage(page, pastPath('/bills/totals'), 'Bill totals');
      await expect(page.getByText('Submitted for this month')).toBeVisible();
    },
  },
  {
    name: 'as-of-team',
    as: 'admin',
    open: async (page) => {
      await openPage(page, pastPath('/team'), 'Team');
      await expect(page.getByRole('list', { name: /^Members/ })).toBeVisible();
    },
  },
  {
    name: 'as-of-denied',
    as: 'rep',
    open: (page) => openPage(page, pastPath('/leads'), 'As of a day'),
  },
  {
    name: 'history-denied',
    as: 'rep',
    open: (page, { leadId }) => openPage(page, `/leads/${leadId}/history`, 'History'),
  },
  {
    name: 'history-missing',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/leads/6a0e0f6e-1f5b-4a52-9a5c-0d1c2b3a4f5e/history', 'Lead');
      await expect(page.getByRole('heading', { name: 'No history found' })).toBeVisible();
    },
  },
];
