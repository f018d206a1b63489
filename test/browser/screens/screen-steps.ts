import type { Page } from '@playwright/test';
import { expect } from '../tools/fixtures.js';

export const expectHeading = (page: Page, name: string | RegExp): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const expectDialog = (page: Page, name: string): Promise<void> =>
  expect(
    page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })),
  ).toBeVisible();

/** Opens a path, and waits for the page's title. */
export async function openPage(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path);
  await expectHeading(page, title);
}
