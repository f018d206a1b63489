import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { Person } from '../../acceptance/product/person.js';
import { drawSketch, samplePdf } from '../tools/sample-files.js';
import { chooseItemAction, itemRow } from '../tools/item-menu.js';
import type { Screen } from './screens.js';

const openOffers = async (page: Page): Promise<void> => {
  await page.goto('/offers');
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await expect(page.locator('article, tbody tr, .empty').first()).toBeVisible();
};

/** Adds a picture with more tags than a card shows, and an inactive PDF. */
export async function seedOffers(admin: Person): Promise<void> {
  const add = async (
    title: string,
    file: Awaited<ReturnType<typeof drawSketch>>,
    more: object,
  ): Promise<void> => {
    const { fileId, kind } = await admin.upload(
      new Uint8Array(file.buffer),
      file.name,
      file.mimeType,
    );
    const description =
      'Free cleaning for a year with every rooftop that is ordered before the end of the month.';
    await admin.send('AddOffer', {
      offerId: randomUUID(),
      title,
      description,
      fileId,
      fileType: kind,
      ...more,
    });
  };
  await add('Monsoon price list', samplePdf, { isActive: false });
  await add('Diwali offer', await drawSketch(2), {
    tags: ['diwali', 'rooftop', 'cleaning', 'warranty', 'Pune'],
  });
}

/** Screens of offers and their sharing. */
export const offerScreens: readonly Screen[] = [
  { name: 'offers', as: 'admin', open: openOffers },
  { name: 'offers-to-share', as: 'rep', open: openOffers },
  { name: 'offers-none', as: 'founder', open: openOffers },
  {
    name: 'offer',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await openOffers(page);
      await page.getByRole('button', { name: 'Open Diwali offer' }).click();
      await expect(
        page.getByRole('dialog').getByRole('img', { name: 'Diwali offer' }),
      ).toBeVisible();
    },
  },
  {
    name: 'new-offer',
    as: 'admin',
    open: async (page) => {
      await page.goto('/offers/new');
      await expect(page.getByRole('heading', { level: 1, name: 'Upload New Offer' })).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Please upload a file')).toBeVisible();
    },
  },
  {
    name: 'edit-offer',
    as: 'admin',
    open: async (page) => {
      await openOffers(page);
      await chooseItemAction(itemRow(page, 'Diwali offer'), 'Edit');
      await expect(
        page.getByLabel('Preview').getByRole('img', { name: 'Diwali offer' }),
      ).toBeVisible();
    },
  },
  {
    name: 'offer-share',
    as: 'rep',
    isOverlay: true,
    open: async (page) => {
      await openOffers(page);
      await page.getByRole('button', { name: 'Share Diwali offer' }).click();
      await expect(page.getByRole('dialog', { name: 'Share Diwali offer' })).toBeVisible();
    },
  },
];
