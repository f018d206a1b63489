import type { BrowserContext, Page } from '@playwright/test';
import { expectInDrafts } from './device-storage.js';
import { captureLead, expect, onSite, type Person, team, test } from './fixtures.js';
import { signInWithCode } from './one-time-code.js';
import { photo, samplePdf } from './sample-files.js';

test.use(onSite);

const photos = () => Promise.all([1, 2, 3].map((number) => photo(number)));
const shownPhotos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img', { name: /^Photo \d/ });

/** Types into every kind of form, and leaves each as it is: a visit with three photos under way, a lead, a note, a bill, a quotation. */
async function typeEverywhere(page: Page, leadId: string): Promise<void> {
  await page.goto(`/visits/new?leadId=${leadId}`);
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByRole('button', { name: 'Start Visit' }).tap();
  await page.getByRole('button', { name: 'Add note' }).tap();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Roof measured');
  await page.getByTestId('camera').setInputFiles(await photos());
  await expect(shownPhotos(page)).toHaveCount(3);

  await page.goto('/leads/new');
  await page.getByRole('textbox', { name: 'First name' }).fill('Sunita');
  await page.getByRole('textbox', { name: 'Landmark' }).fill('Behind the dairy');
  for (const [taken, one] of (await photos()).entries()) {
    await page.getByTestId('camera').setInputFiles([one]);
    await expect(shownPhotos(page)).toHaveCount(taken + 1);
  }

  await page.goto(`/leads/${leadId}`);
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Call at six');
  await composer
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photos());
  await expect(shownPhotos(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Create quote' }).click();
  const quote = page.getByRole('dialog', { name: 'Upload Quote' });
  await quote.getByLabel('Amount').fill('5000');
  await quote.getByLabel('PDF or photo').setInputFiles([samplePdf]);
  await expect(quote.getByText('quotation.pdf')).toBeVisible();
  await expectInDrafts(page, 'quotation.pdf');

  await page.goto('/bills/new');
  await page.getByTestId('gallery').setInputFiles([await photo(4)]);
  await page.getByRole('textbox', { name: /Amount/ }).fill('450.50');
  await expect(shownPhotos(page)).toHaveCount(1);
  await expectInDrafts(page, 'Roof measured', 'Behind the dairy', 'Call at six', '450.5', 'quotation.pdf');
}

async function expectEverything(page: Page, leadId: string, begun: string): Promise<void> {
  await page.goto('/visits/new');
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');
  await expect(shownPhotos(page)).toHaveCount(3);
  expect((await page.getByRole('timer').textContent())! >= begun).toBe(true);

  await page.goto('/leads/new');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Sunita');
  await expect(page.getByRole('textbox', { name: 'Landmark' })).toHaveValue('Behind the dairy');
  await expect(shownPhotos(page)).toHaveCount(3);

  await page.goto(`/leads/${leadId}`);
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Call at six');
  await expect(shownPhotos(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Create quote' }).click();
  const quote = page.getByRole('dialog', { name: 'Upload Quote' });
  await expect(quote.getByLabel('Amount')).toHaveValue(/^5,?000/);
  await expect(quote.getByText('quotation.pdf')).toBeVisible();
  await expectInDrafts(page, 'quotation.pdf');

  await page.goto('/bills/new');
  await expect(page.getByRole('textbox', { name: /Amount/ })).toHaveValue(/^450\.5/);
  await expect(shownPhotos(page)).toHaveCount(1);
}

async function expectNothing(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Back to the visit to/ })).toHaveCount(0);
  await page.goto('/leads/new');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  await expect(shownPhotos(page)).toHaveCount(0);
}

/** How a session ends; each leads to the sign-in. */
const ends: Readonly<Record<string, (page: Page, context: BrowserContext, person: Person) => Promise<unknown>>> = {
  'the session has ended': (page, context) => context.clearCookies().then(() => page.goto('/leads')),
  'the person signs out': async (page) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    for (const title of ['Visit under way', 'New lead', 'Note', 'New bill', 'Quotation'])
      await expect(dialog.getByRole('listitem').filter({ hasText: title })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  },
  'another browser signs this one out': async (page, _, person) => {
    await person.request('POST', '/api/auth/sign-out', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ everywhere: true }),
    });
    await page.goto('/leads');
  },
};

for (const [end, happen] of Object.entries(ends)) {
  const suite = end === 'the person signs out' ? ' @main' : '';
  test(`every word, photo and second of five forms is back where ${end}, and nobody else sees it${suite}`, async ({ product, signIn, context }) => {
    test.slow();
    const { reps } = await team(product, 'Anil Kale', 'Bina Shah');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    const page = await signIn(context, reps[0]);
    await typeEverywhere(page, leadId);
    await page.goto('/visits/new');
    const begun = (await page.getByRole('timer').textContent())!;

    await happen(page, context, reps[0]);
    await expect(page).toHaveURL(/\/(login)?$/);
    await page.goto('/');
    await signInWithCode(page, product, reps[1].phone);
    await expectNothing(page);
    await context.clearCookies();
    await page.goto('/leads');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/');
    await signInWithCode(page, product, reps[0].phone);
    await expectEverything(page, leadId, begun);
    // a new build takes the page's place
    await page.reload();
    await expectEverything(page, leadId, begun);
  });
}
