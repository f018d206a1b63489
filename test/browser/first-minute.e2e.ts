import type { BrowserContext, Page } from '@playwright/test';
import { expectCached } from './tools/device-storage.js';
import { expect, captureLead, onPhone, createTeam, test } from './tools/fixtures.js';
import { enterCode } from './tools/one-time-code.js';
import { SlowNetwork } from './tools/slow-network.js';
import type { Product } from '../acceptance/product/product.js';

test.use(onPhone);

/** Signs in over the slow line, like a newly invited rep. */
async function signInSlowly(
  page: Page,
  product: Product,
  line: SlowNetwork,
  phone: string,
): Promise<void> {
  const formerCode = await product.readNewestCode(phone);
  await page.goto(`${line.url}/login`);
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(phone);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await enterCode(page, await product.waitForCode(phone, formerCode));
  await page.waitForURL('**/dashboard');
}

async function cutNetwork(context: BrowserContext, line: SlowNetwork): Promise<void> {
  line.cut();
  await context.setOffline(true);
}
async function restoreNetwork(context: BrowserContext, line: SlowNetwork): Promise<void> {
  line.restore();
  await context.setOffline(false);
}

for (const seconds of [5, 10, 20, 40]) {
  test(`network cut ${seconds} s after the first sign-in on a slow line: Today, Leads and New lead open`, async ({
    product,
    context,
    page,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    const line = await SlowNetwork.open(product.port);
    await signInSlowly(page, product, line, reps[0].phone);
    await page.waitForTimeout(seconds * 1_000);
    await cutNetwork(context, line);
    for (const [path, heading] of [
      ['/leads', 'Leads'],
      ['/leads/new', 'New lead'],
      ['/dashboard', 'Dashboard'],
    ] as const) {
      await page.goto(`${line.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await restoreNetwork(context, line);
    await line.close();
  });
}

test('an interrupted installation continues when the network is back, and the app then opens without a network', async ({
  product,
  context,
  page,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const line = await SlowNetwork.open(product.port);
  await page.goto(`${line.url}/login`);
  const readState = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return {
        isActive: Boolean(registration?.active),
        storedCount: (await (await caches.open('app-files')).keys()).length,
      };
    });
  await expect
    .poll(async () => (await readState()).storedCount, { intervals: [50] })
    // some of the files, far from all
    .toBeGreaterThan(10);
  await cutNetwork(context, line);
  const { isActive, storedCount } = await readState();
  expect(isActive).toBe(false);
  await restoreNetwork(context, line);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect((await readState()).storedCount).toBeGreaterThan(storedCount);
  await signInSlowly(page, product, line, reps[0].phone);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expectCached(page, 'Anil Kale');
  await cutNetwork(context, line);
  await page.goto(`${line.url}/leads/new`);
  await expect(page.getByRole('heading', { level: 1, name: 'New lead' })).toBeVisible();
  await line.close();
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a screen and a dialog that are not on this phone say so, and open when the network is back', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Leads', exact: true }).tap();
    await expect(
      page.getByRole('heading', {
        level: 1,
        name: 'No network. This screen is not on this phone yet.',
      }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expect(
      page
        .getByRole('alert')
        .getByText(
          'No network. This part is not on this phone yet. It opens when the network is back.',
        ),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeAttached();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
