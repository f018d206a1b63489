import type { Page } from '@playwright/test';
import { readDraftKeys, expectOutboxEmpty } from '../tools/device-storage.js';
import { fillLeadForm } from '../tools/fill-lead-form.js';
import { expect, newPhone, onSite, createTeam, test } from '../tools/fixtures.js';

test.use(onSite);

/**
 * Keeps a transaction on all stores open, as a frozen tab does.
 * @returns function that ends it
 */
async function holdDevice(otherTab: Page): Promise<() => Promise<void>> {
  await otherTab.evaluate(async () => {
    const device = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('fieldtrace');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const stores = device.transaction([...device.objectStoreNames], 'readwrite');
    const hold = (): void => {
      if ('isReleased' in globalThis) device.close();
      else stores.objectStore('outbox').count().addEventListener('success', hold);
    };
    hold();
  });
  return () => otherTab.evaluate(() => void Object.assign(globalThis, { isReleased: true }));
}

test('a form is left, shown again and sent while another tab holds the device', async ({
  product,
  signIn,
  context,
}) => {
  test.slow();
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  const otherTab = await context.newPage();
  await otherTab.goto('/healthz');
  await page.goto('/leads');
  await page.getByRole('link', { name: 'Add Lead' }).first().tap();
  const firstName = page.getByRole('textbox', { name: 'First name' });
  await expect(firstName).toBeVisible();
  const release = await holdDevice(otherTab);
  await firstName.fill('Sunita');
  await expect(
    page.getByText('Draft not stored on this device yet', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Close, keep as draft' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await page.getByRole('link', { name: 'Add Lead' }).first().tap();
  await expect(firstName).toHaveValue('Sunita');
  await fillLeadForm(page, newPhone());
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Sunita Rao').first()).toBeVisible();
  await expect(page).not.toHaveURL(/\/leads\/new/);

  await release();
  await expectOutboxEmpty(page);
  await expect.poll(() => readDraftKeys(page)).toEqual([]);
  await page.reload();
  await page.goto('/leads');
  await expect(page.getByText('Sunita Rao')).toHaveCount(1);
});
