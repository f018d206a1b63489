import type { Page } from '@playwright/test';
import { captureLead, expect, newPhone, onPhone, createTeam, test } from './tools/fixtures.js';
import { fillLeadForm, openSavedLead } from './tools/fill-lead-form.js';

test.use(onPhone);

/** Wraps every text of the page, now and when it changes, like a browser's translation. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (): void => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.parentElement?.tagName === 'FONT' || text.data.trim() === '') continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        text.replaceWith(outer);
        outer.append(inner);
        inner.append(text);
      }
    };
    wrap();
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true });
  });
const expectNoFailure = (page: Page) =>
  expect(page.getByText('Failed to open this screen')).toHaveCount(0);

test('screens survive the browser’s translation before signing in', async ({ page, product }) => {
  await page.goto('/login');
  await translate(page);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByRole('textbox', { name: 'WhatsApp number' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectNoFailure(page);
  const { reps } = await createTeam(product, 'Anil Kale');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(reps[0].phone);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await expectNoFailure(page);
  await page.goto('/signup');
  await translate(page);
  await page.getByRole('textbox', { name: /name/i }).first().fill('Asha Patil');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(newPhone());
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByRole('radio', { name: /^My team/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeVisible();
  await expectNoFailure(page);
});

test('screens survive the browser’s translation while capturing and visiting a lead and saving a profile', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New lead' })).toBeVisible();
  await fillLeadForm(page, newPhone());
  await translate(page);
  await page.getByRole('button', { name: 'Save' }).tap();
  await openSavedLead(page, 'Sunita Rao');
  await page.getByRole('link', { name: 'Add visit' }).tap();
  await page.getByRole('button', { name: /^Continue/ }).tap();
  await page.getByRole('button', { name: 'Start Visit' }).tap();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).tap();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expectNoFailure(page);
  await page.goto('/settings/profile');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await translate(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Anil K. Kale');
  await page.getByRole('button', { name: /^Save/ }).first().tap();
  await expect.poll(async () => (await reps[0].readMe()).account.name).toBe('Anil K. Kale');
  await expectNoFailure(page);
});
