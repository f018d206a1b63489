import type { Page } from '@playwright/test';
import { expect, onPhone, createTeam, test } from '../tools/fixtures.js';

test.use({ ...onPhone, serviceWorkers: 'block' });

const DAY_MS = 24 * 60 * 60_000;

/**
 * Answers the session as that of an unverified account with `graceLeftMs` milliseconds left.
 * Ignores requests that run when a test ends.
 */
async function answerUnverified(page: Page, graceLeftMs: number): Promise<void> {
  await page.route('**/api/me', async (route) => {
    try {
      const response = await route.fetch();
      const me = (await response.json()) as object;
      const verification = {
        verified: false,
        graceEndsAt: new Date(Date.now() + graceLeftMs).toISOString(),
      };
      await route.fulfill({ response, json: { ...me, verification } });
    } catch (error) {
      if (!page.isClosed()) throw error;
    }
  });
}
const codeScreen = (page: Page) =>
  page.getByText(
    'Your account is older than 3 days. Enter the code to go on; everything you entered is kept.',
  );

test('a refusal until the number is verified opens the code step, on a device with a slow clock', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.clock.setFixedTime(Date.now() - 4 * DAY_MS);
  await answerUnverified(page, DAY_MS);
  await page.route(/\/api\/leads(\?|$)/, (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'verification-needed', detail: 'Verify your WhatsApp number first.' },
    }),
  );
  await page.goto('/leads');
  await expect(codeScreen(page)).toBeVisible();
});

test('a device’s clock that is four days ahead does not lock the account', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.clock.setFixedTime(Date.now() + 4 * DAY_MS);
  await answerUnverified(page, DAY_MS);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify now' })).toBeVisible();
  await expect(codeScreen(page)).toHaveCount(0);
});

test('the server’s clock locks the account although the device’s is four days behind', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.clock.setFixedTime(Date.now() - 4 * DAY_MS);
  await answerUnverified(page, -60_000);
  await page.goto('/leads');
  await expect(codeScreen(page)).toBeVisible();
});
