import { expect, type Page } from '@playwright/test';
import { captureLead } from '../../acceptance/product/person.js';
import type { Screen } from './screens.js';

async function openNotifications(page: Page, query = ''): Promise<void> {
  await page.goto(`/notifications${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.locator('article, .empty').first()).toBeVisible();
}

/** Number of leads that these screens have assigned. */
let newLeadCount = 0;

/** Lists of alerts. */
export const notificationScreens: readonly Screen[] = [
  {
    name: 'notifications',
    as: 'rep',
    open: async (page, { admin, rep }) => {
      const { memberId } = await rep.readMe();
      // The screen is opened once per size, each time with another name.
      const firstName = ['Sunita', 'Harish', 'Farida'][newLeadCount++ % 3]!;
      await captureLead(admin, {
        firstName,
        lastName: 'Rao',
        city: 'Nashik',
        assignedTo: memberId,
      });
      await openNotifications(page);
      await expect(page.getByText(`${firstName} Rao`).first()).toBeVisible();
    },
  },
  {
    name: 'notifications-of-newcomer',
    as: 'founder',
    open: async (page) => {
      await openNotifications(page);
      await expect(page.getByText('Sample', { exact: true })).toHaveCount(3);
    },
  },
  {
    name: 'notifications-of-admin',
    as: 'admin',
    open: async (page) => {
      await openNotifications(page);
      await expect(page.getByRole('button', { name: 'Approve Bill' }).first()).toBeVisible();
    },
  },
  {
    name: 'notifications-none',
    as: 'rep',
    open: (page) => openNotifications(page, '?type=offer&state=read&q=gangtok'),
  },
  {
    name: 'notifications-failed',
    as: 'rep',
    open: async (page) => {
      await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/notifications?q=nothing%20kept');
      await expect(page.getByText('Failed to load alerts', { exact: true })).toBeVisible();
    },
  },
];
