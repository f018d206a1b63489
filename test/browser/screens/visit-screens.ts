import { expect, type Page } from '@playwright/test';
import { expectInDrafts } from '../tools/device-storage.js';
import type { Screen } from './screens.js';
import { openPage } from './screen-steps.js';

const startVisit = async (page: Page, leadId: string): Promise<void> => {
  await openPage(page, `/visits/new?leadId=${leadId}`, 'Record Site Visit');
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: 'Start Visit' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  // The draft is restored when the page is reopened.
  await expectInDrafts(page, 'startedAt');
};

const expectCards = (page: Page) =>
  expect(page.locator('article, tbody tr, .empty').first()).toBeVisible();

/** Screens of visits, of recording one, and of the agenda. */
export const visitScreens: readonly Screen[] = [
  {
    name: 'visits',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/visits', 'Site Visits');
      await expectCards(page);
    },
  },
  {
    name: 'visits-completed',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/visits?tab=completed', 'Site Visits');
      await expectCards(page);
    },
  },
  {
    name: 'visits-filter-sheet',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/visits', 'Site Visits');
      await expectCards(page);
      await page.getByRole('button', { name: /^(Filters|Any day)$/ }).click();
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    },
  },
  {
    name: 'visits-sales-rep',
    as: 'admin',
    only: 'desktop',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/visits', 'Site Visits');
      await expectCards(page);
      await page.getByRole('combobox', { name: 'Sales rep' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'visits-map',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/visits?tab=completed', 'Site Visits');
      await expectCards(page);
      await page.getByText('Map', { exact: true }).click();
      await page.getByRole('button', { name: 'All days' }).click();
      await expect(page.getByRole('list', { name: 'Visits on the map' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    },
  },
  {
    name: 'visits-map-route',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/visits?tab=completed&view=map&period=month', 'Site Visits');
      const days = page.getByRole('list', { name: 'Visits on the map' }).locator(':scope > div');
      await expect(days.first()).toBeVisible();
      const daysWithStops = days.filter({ has: page.locator('li + li') });
      await ((await daysWithStops.count()) > 0 ? daysWithStops : days)
        .first()
        .getByRole('link')
        .first()
        .click();
      await expect(page.getByText(/\d+ stops?$/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Where visits were' })).toBeVisible();
    },
  },
  {
    name: 'visits-map-names',
    as: 'admin',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/visits?tab=completed', 'Site Visits');
      await expectCards(page);
      await page.getByText('Map', { exact: true }).click();
      // A day of the sample data may have no two visits at one site.
      await page.getByRole('button', { name: 'All days' }).click();
      const marks = page.getByRole('region', { name: 'Where visits were' }).locator('.is-several');
      const oneSite = marks.and(page.locator('[aria-haspopup=dialog]')).first();
      // The map may show only groups: zooms into one after the other until a single site appears,
      // and far out again where groups have come apart.
      const zoomOut = page.getByRole('button', { name: 'Zoom out' });
      let tries = 0;
      await expect(async () => {
        const groups = await marks.count();
        if (groups === 0) for (let step = 0; step < 4; step++) await zoomOut.click();
        // five marks farther at each try, so that groups all over the map are opened
        else if (!(await oneSite.isVisible()))
          await marks.nth((5 * tries++) % groups).press('Enter', { timeout: 2_000 });
        await expect(oneSite).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000, intervals: [100] });
      // Pressed by key, because a site beyond the map's edge cannot be pressed.
      await oneSite.press('Enter');
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: 'visits-empty',
    as: 'founder',
    open: async (page) => {
      await openPage(page, '/visits', 'Site Visits');
      await expect(
        page.getByText('No upcoming site visits scheduled', { exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'visits-cancelling',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await openPage(page, '/visits', 'Site Visits');
      const isPhone = (page.viewportSize()?.width ?? 0) < 768;
      if (!isPhone)
        // Pressed by key, because a row's buttons show on hover or focus only.
        await page
          .getByRole('button', { name: /^More for/ })
          .first()
          .press('Enter');
      await page
        .getByRole(isPhone ? 'button' : 'menuitem', { name: 'Cancel follow-up' })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Cancel follow-up' })).toBeVisible();
    },
  },
  {
    name: 'record-visit-lead',
    as: 'rep',
    open: async (page) => {
      await openPage(page, '/visits/new', 'Record Site Visit');
      await expect(
        page.getByRole('list', { name: 'Leads' }).getByRole('button').first(),
      ).toBeVisible();
    },
  },
  {
    name: 'record-visit-place',
    as: 'rep',
    open: async (page, { leadId }) => {
      await openPage(page, `/visits/new?leadId=${leadId}`, 'Record Site Visit');
      await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible();
    },
  },
  {
    name: 'record-visit-timer',
    as: 'rep',
    open: (page, { leadId }) => startVisit(page, leadId),
  },
  {
    name: 'record-visit-completed',
    as: 'rep',
    open: async (page, { leadId }) => {
      await startVisit(page, leadId);
      await page.getByRole('button', { name: 'End Visit' }).click();
      await expect(page.getByRole('button', { name: 'Save Visit' })).toBeVisible();
    },
  },
  {
    name: 'record-visit-other',
    as: 'rep',
    isOverlay: true,
    open: async (page, { leadId, longLeadId }) => {
      await startVisit(page, leadId);
      await page.goto(`/visits/new?leadId=${longLeadId}`);
      await expect(page.getByRole('dialog', { name: /is under way$/ })).toBeVisible();
    },
  },
  {
    name: 'running-visit',
    as: 'rep',
    open: async (page, { leadId }) => {
      await startVisit(page, leadId);
      await page.goto(`/leads/${leadId}`);
      await expect(page.getByRole('link', { name: /^Back to the visit to/ })).toBeVisible();
    },
  },
  {
    name: 'record-visit-discard',
    as: 'rep',
    isOverlay: true,
    open: async (page, { leadId }) => {
      await startVisit(page, leadId);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('alertdialog', { name: /^Discard the visit to/ })).toBeVisible();
    },
  },
  {
    name: 'follow-ups',
    as: 'admin',
    open: async (page) => {
      await openPage(page, '/followups', 'Follow-ups');
      await expectCards(page);
    },
  },
  {
    name: 'follow-ups-empty',
    as: 'founder',
    open: async (page) => {
      await openPage(page, '/followups', 'Follow-ups');
      await expect(page.getByText('No follow-ups found', { exact: true })).toBeVisible();
    },
  },
];
