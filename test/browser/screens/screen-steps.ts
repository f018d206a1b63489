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

/** Presses Call, and comes back to the app as from the phone's dialler. */
export async function callAndComeBack(page: Page): Promise<void> {
  // There is no dialler here: the page records the press and does not open the address.
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
  );
  await page.getByRole('link', { name: 'Call', exact: true }).first().click();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectDialog(page, 'Call with');
}

/** On a phone, a lead that may be converted shows its other actions on request. */
export async function showOtherActions(page: Page): Promise<void> {
  const otherActions = page.getByRole('button', { name: 'Other actions' });
  if (await otherActions.isVisible()) await otherActions.click();
}
