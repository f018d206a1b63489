import { expect, type Page } from '@playwright/test';
import type { Viewer, Screen } from './screens.js';
import { expectDialog } from './screen-steps.js';

async function openSection(
  page: Page,
  path: string,
  title: string,
  expectedText: string,
): Promise<void> {
  await page.goto(`/settings/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(expectedText).first()).toBeVisible();
}

const openOrganization = (page: Page) =>
  openSection(page, 'organization', 'Organization', 'Baner store');
const openTeam = async (page: Page): Promise<void> => {
  await openSection(page, 'team', 'Team', 'Asha Kulkarni');
  await expect(page.getByText('Deepa Nair')).toBeVisible();
};

const sectionFor = (as: Viewer, path: string, title: string, expectedText: string): Screen => ({
  name: `settings-${path}-of-${as}`,
  as,
  open: (page) => openSection(page, path, title, expectedText),
});

export const settingsScreens: readonly Screen[] = [
  {
    name: 'settings',
    as: 'admin',
    only: 'phone',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByRole('link', { name: /^Team/ })).toBeVisible();
    },
  },
  { name: 'settings-organization', as: 'admin', open: openOrganization },
  sectionFor('rep', 'organization', 'Organization', 'Administrators can change these details.'),
  sectionFor('newcomer', 'organization', 'Organization', 'Join an Organization First'),
  sectionFor('founder', 'organization', 'Organization', 'No locations yet'),
  {
    name: 'settings-time-zone',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openOrganization(page);
      await page.getByLabel('Time zone').click();
      await expect(
        page.getByRole('listbox', { name: 'Time zone' }).getByRole('option').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'settings-member-menu',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Manage Asha Kulkarni' }).click();
      await expect(page.getByRole('menuitem', { name: 'Change Role' })).toBeVisible();
    },
  },
  {
    name: 'settings-add-location',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openOrganization(page);
      await page.getByRole('button', { name: 'Add Location' }).click();
      await expectDialog(page, 'Add location');
    },
  },
  {
    name: 'settings-delete-location',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openOrganization(page);
      await page.getByRole('button', { name: 'Delete Baner store' }).click();
      await expectDialog(page, 'Delete Baner store?');
      await page.getByRole('button', { name: 'Delete Location' }).click();
      await expect(page.getByRole('alert')).toHaveText(/pending invitation has this location/);
    },
  },
  { name: 'settings-team', as: 'admin', open: openTeam },
  {
    name: 'team-member',
    as: 'admin',
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('link', { name: /^Asha Kulkarni/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Asha Kulkarni' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'Needs help' })).toBeVisible();
    },
  },
  sectionFor('rep', 'team', 'Team', 'Only administrators can manage team members'),
  sectionFor('founder', 'team', 'Team', 'Members (1)'),
  {
    name: 'settings-change-role',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Manage Asha Kulkarni' }).click();
      await page.getByRole('menuitem', { name: 'Change Role' }).click();
      await expectDialog(page, 'Change role');
    },
  },
  {
    name: 'settings-remove-member',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Manage Asha Kulkarni' }).click();
      await page.getByRole('menuitem', { name: 'Remove from Team' }).click();
      await expectDialog(page, 'Are you sure you want to remove this team member?');
    },
  },
  {
    name: 'settings-change-code',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Manage the invite code' }).click();
      await page.getByRole('menuitem', { name: 'Change Code' }).click();
      await expectDialog(page, 'Change the invite code?');
    },
  },
  {
    name: 'settings-invite-member',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Invite Member' }).click();
      await expectDialog(page, 'Invite team member');
      await page.getByRole('button', { name: 'Send Invitation' }).click();
      await expect(page.getByText('Name and WhatsApp number are required').first()).toBeVisible();
    },
  },
  {
    name: 'settings-share-invitation',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Share the invitation of Deepa Nair' }).click();
      await expectDialog(page, 'Share invitation');
    },
  },
  {
    name: 'settings-cancel-invitation',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openTeam(page);
      await page.getByRole('button', { name: 'Cancel the invitation of Deepa Nair' }).click();
      await expectDialog(page, 'Cancel the invitation of Deepa Nair?');
    },
  },
  {
    name: 'settings-billing',
    as: 'admin',
    open: (page) => openSection(page, 'billing', 'Billing', 'Invoice history'),
  },
  sectionFor('rep', 'billing', 'Billing', 'Only administrators can view billing information'),
];
