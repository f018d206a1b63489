import type { Page } from '@playwright/test';
import { openSavedLead } from './tools/fill-lead-form.js';
import { readCodeInInbox, enterCode } from './tools/one-time-code.js';
import { drawPhoto } from './tools/sample-files.js';
import { desktop, expect, newPhone, test, onPhone } from './tools/fixtures.js';

/** Fills in and sends the first step of sign-up. */
async function sendFirstStep(page: Page, name: string, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(number);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a newcomer signs up, founds an organization, captures a lead with a photo, and a colleague sees it without a reload @main', async ({
  product,
  browser,
}) => {
  const meerasBrowser = await browser.newContext({ viewport: desktop });
  const anilsBrowser = await browser.newContext(onPhone);
  const [meera, anil] = [await meerasBrowser.newPage(), await anilsBrowser.newPage()];
  const [meerasNumber, anilsNumber] = [newPhone(), newPhone()];

  // The landing page leads to sign-up.
  await meera.goto('/');
  await meera.getByRole('link', { name: 'Start Free', exact: true }).click();
  await expect(meera).toHaveURL(/\/signup$/);
  await sendFirstStep(meera, 'Meera Sharma', meerasNumber);
  await meera.getByRole('textbox', { name: 'Organization name' }).fill('Sharma Solar');
  await meera.getByRole('button', { name: 'Create Account' }).click();
  await expect(meera.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
  await expect.poll(() => product.readNewestCode(meerasNumber)).toBeDefined();
  await enterCode(meera, await readCodeInInbox(meera, meerasNumber));
  await expect(meera).toHaveURL(/\/dashboard$/);

  // Meera founds an organization, and sends its link.
  await expect(meera.getByRole('region', { name: 'What this page will show' })).toBeVisible();
  const chatLink = await meera
    .getByRole('link', { name: /^Invite my team on WhatsApp/ })
    .getAttribute('href');
  const link = /\S+\/signup\S+/.exec(new URL(chatLink!).searchParams.get('text')!)![0];

  // Anil opens the link on his phone, and joins.
  await anil.goto(link);
  await expect(anil.getByText('To join Sharma Solar.')).toBeVisible();
  await sendFirstStep(anil, 'Anil Kale', anilsNumber);
  await expect(anil.getByRole('heading', { level: 1, name: 'Join Sharma Solar' })).toBeVisible();
  await anil.getByRole('button', { name: 'Join', exact: true }).tap();
  await enterCode(anil, await product.waitForCode(anilsNumber));
  await expect(anil.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(anil.getByText('Sharma Solar').first()).toBeAttached();

  // Anil captures a lead, while Meera watches her dashboard and, in another tab, the list.
  const listPage = await meerasBrowser.newPage();
  await listPage.goto('/leads');
  await expect(listPage.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await Promise.all(
    [meera, listPage].map((page) =>
      page.evaluate(() => void Object.assign(globalThis, { notReloaded: true })),
    ),
  );
  await anil.locator('nav').getByRole('button', { name: 'Add' }).tap();
  await anil.getByRole('menuitem', { name: 'Lead' }).tap();
  await anil.getByRole('textbox', { name: 'Phone' }).fill('98220 41736');
  await anil.getByRole('textbox', { name: 'First name' }).fill('Rajesh');
  await anil.getByRole('textbox', { name: 'Last name' }).fill('Deshmukh');
  await anil.getByText('Builder', { exact: true }).tap();
  await anil.getByRole('textbox', { name: 'City' }).fill('Pune');
  await anil.getByTestId('camera').setInputFiles([await drawPhoto(7)]);
  await expect(anil.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  await anil.getByRole('button', { name: 'Save' }).tap();
  await openSavedLead(anil, 'Rajesh Deshmukh');

  // The lead is among the newest ones, and in the activity.
  await expect(meera.getByRole('link', { name: /Rajesh Deshmukh/ })).toHaveCount(2);
  await expect(meera.getByRole('link', { name: /^Leads 1$/ })).toBeVisible();
  await expect(listPage.getByRole('link', { name: /^Rajesh Deshmukh/ })).toBeVisible();
  await expect(listPage.getByRole('tab', { name: /^New 1$/ })).toBeVisible();
  expect(
    await Promise.all(
      [meera, listPage].map((page) =>
        page.evaluate(() => (globalThis as { notReloaded?: boolean }).notReloaded),
      ),
    ),
  ).toEqual([true, true]);

  // Meera sees the photo.
  await listPage.getByRole('link', { name: /^Rajesh Deshmukh/ }).click();
  await expect(
    listPage
      .getByRole('region', { name: 'Lead Information', exact: true })
      .getByText('Anil Kale', { exact: true }),
  ).toBeVisible();
  const gallery = listPage.getByRole('region', { name: 'Site photos' });
  await gallery.getByRole('button', { name: 'Show' }).click();
  await gallery.getByRole('button', { name: /Open photo 1 of 1/ }).click();
  const photoInDialog = listPage.getByRole('dialog').getByRole('img', { name: /Site photo 1/ });
  await expect(photoInDialog).toBeVisible();
  await expect
    .poll(() => photoInDialog.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await Promise.all([meerasBrowser.close(), anilsBrowser.close()]);
});
