import { expectInstalled } from './tools/device-storage.js';
import type { Page } from '@playwright/test';
import { expectAccessible } from './tools/expect-accessible.js';
import { expect, newPhone, signUp, createTeam, test, onPhone } from './tools/fixtures.js';

test.use(onPhone);

const expectHindi = (page: Page) => expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
/** Files that only readers of Hindi load. */
const hindiFiles = /hi-IN-[^/]+\.js$|devanagari/;

test('a member who chooses Hindi reads it at once in every browser, and captures a lead in it', async ({
  product,
  signIn,
  browser,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const otherContext = await browser.newContext();
  const [page, otherPage] = [await signIn(context, reps[0]), await signIn(otherContext, reps[0])];
  const loadedFiles: string[] = [];
  page.on('request', (request) => loadedFiles.push(new URL(request.url()).pathname));
  await otherPage.goto('/leads');
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();

  await page.goto('/settings/profile');
  const name = page.getByRole('textbox', { name: 'Full name' });
  await name.fill('Anil Kale Patil');
  const tab = await context.newPage();
  await tab.goto('/leads');
  await expect(tab.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  expect(loadedFiles.filter((path) => hindiFiles.test(path))).toEqual([]);
  await page
    .getByRole('group', { name: 'Language of the app and messages' })
    .getByText('हिन्दी', { exact: true })
    .tap();

  // This tab keeps its typed text; the other tab and browser change language without a reload.
  await expectHindi(page);
  await expect(page.getByRole('heading', { level: 1, name: 'प्रोफ़ाइल' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'पूरा नाम' })).toHaveValue('Anil Kale Patil');
  await expect(tab.getByRole('heading', { level: 1, name: 'लीड' })).toBeVisible();
  await expect(otherPage.getByRole('heading', { level: 1, name: 'लीड' })).toBeVisible();
  await tab.close();
  await expectAccessible(page, 'hindi-profile');

  await page.goto('/leads/new');
  await page.getByRole('textbox', { name: 'फ़ोन', exact: true }).fill('98220');
  await page.getByRole('button', { name: 'सेव करें' }).tap();
  await expect(page.getByText('10 अंकों का नंबर डालें; इसमें 5 हैं').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'फ़ोन', exact: true }).fill(newPhone());
  await page.getByRole('textbox', { name: 'नाम', exact: true }).fill('सुनीता');
  await page.getByRole('textbox', { name: 'सरनेम' }).fill('राव');
  await page.getByText('बिल्डर', { exact: true }).tap();
  await page.getByRole('textbox', { name: 'शहर' }).fill('नासिक');
  await page.getByRole('button', { name: 'सेव करें' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'सुनीता राव' })).toBeVisible();
  await expectAccessible(page, 'hindi-lead');
  await page.reload();
  await expectHindi(page);
  await expect(page.getByRole('heading', { level: 1, name: 'सुनीता राव' })).toBeVisible();

  // A third browser opens the account for the first time.
  const thirdContext = await browser.newContext();
  const newcomer = await signIn(thirdContext, reps[0]);
  await newcomer.goto('/dashboard');
  await expectHindi(newcomer);
  await Promise.all([otherContext.close(), thirdContext.close()]);
});

test('a visitor chooses Hindi before signing up, keeps typed values, and gets the account in it', async ({
  product,
  page,
}) => {
  const number = newPhone();
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Deepa Nair');
  await page.getByRole('button', { name: 'हिन्दी' }).tap();
  await expectHindi(page);
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'नाम', exact: true })).toHaveValue('Deepa Nair');
  await page.getByRole('textbox', { name: 'WhatsApp नंबर' }).fill(number);
  await page.getByRole('button', { name: 'आगे बढ़ें' }).tap();
  await page.getByRole('radio', { name: /^मेरी टीम/ }).check();
  await page.getByRole('button', { name: 'अकाउंट बनाएँ' }).tap();
  await page.getByRole('textbox', { name: '6 अंकों का कोड' }).fill(await product.waitForCode(number));
  await expect(page.getByRole('heading', { level: 1, name: 'डैशबोर्ड' })).toBeVisible();
  const me = await page.evaluate(
    async () => (await (await fetch('/api/me')).json()) as { account: { language: string } },
  );
  expect(me.account.language).toBe('hi-IN');
});

test('a language chosen before sign-in becomes the account’s', async ({ product, page }) => {
  const person = await signUp(product, 'Imran Shaikh');
  const formerCode = await product.readNewestCode(person.phone);
  await page.goto('/login');
  await page.getByRole('button', { name: 'हिन्दी' }).tap();
  await page.getByRole('textbox', { name: 'WhatsApp नंबर' }).fill(person.phone);
  await page.getByRole('button', { name: 'साइन इन करें' }).tap();
  await page
    .getByRole('textbox', { name: '6 अंकों का कोड' })
    .fill(await product.waitForCode(person.phone, formerCode));
  await expect(page.getByRole('heading', { level: 1, name: 'डैशबोर्ड' })).toBeVisible();
  await expect.poll(async () => (await person.readMe()).account.language).toBe('hi-IN');
});

test('Hindi opens without a network', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/settings/profile');
  await page
    .getByRole('group', { name: 'Language of the app and messages' })
    .getByText('हिन्दी', { exact: true })
    .tap();
  await expectHindi(page);
  await expectInstalled(page);
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (
          await Promise.all(
            ['words', 'seldom'].map(
              async (name) => (await (await caches.open(name)).keys()).length,
            ),
          )
        ).join(),
      ),
    )
    // the catalogue of Hindi, and at least three fonts
    .toMatch(/^1,[3-9]/);
  await context.setOffline(true);
  await page.goto('/leads');
  await expectHindi(page);
  await expect(page.getByRole('heading', { level: 1, name: 'लीड' })).toBeVisible();
});
