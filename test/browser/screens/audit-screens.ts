import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.js';
import { openPage } from './screen-steps.js';

const feed = async (page: Page, query = ''): Promise<void> => {
  await openPage(page, `/audit${query}`, 'Audit');
  await expect(page.getByRole('main').locator('ul.card > li, .empty').first()).toBeVisible();
};

/** Feed of the organization, of one kind of records, and one that nothing matches. */
export const auditScreens: readonly Screen[] = [
  { name: 'audit', as: 'admin', open: (page) => feed(page) },
  { name: 'audit-bills', as: 'admin', open: (page) => feed(page, '?kind=bill') },
  { name: 'audit-none', as: 'founder', open: (page) => feed(page, '?kind=bill') },
  {
    name: 'audit-link-new',
    as: 'admin',
    isOver: true,
    open: async (page) => {
      await openPage(page, '/audit/links', 'Auditors’ links');
      await page.getByRole('button', { name: 'New link' }).first().click();
      await expect(page.getByRole('button', { name: 'Create Link' })).toBeEnabled();
    },
  },
  {
    name: 'audit-links',
    as: 'admin',
    open: (page) => openPage(page, '/audit/links', 'Auditors’ links'),
  },
];
