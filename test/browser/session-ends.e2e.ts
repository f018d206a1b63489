import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { Product } from '../acceptance/product/product.js';
import { expectInDrafts, expectInstalled } from './tools/device-storage.js';
import {
  browserCookies,
  captureLead,
  expect,
  onSite,
  type Person,
  createTeam,
  test,
} from './tools/fixtures.js';
import { signInWithCode } from './tools/one-time-code.js';
import { drawPhoto, samplePdf } from './tools/sample-files.js';

test.use(onSite);

const drawThreePhotos = () => Promise.all([1, 2, 3].map((number) => drawPhoto(number)));
/** Default for `addressOf`: leaves the path to the worker's product. */
const samePath = (path: string): string => path;
const shownPhotos = (page: Page) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('img', { name: /^Photo \d/ });

/**
 * Types into every kind of form without sending: a running visit with three photos, a lead, a note,
 * a bill, a quotation.
 */
async function typeEverywhere(page: Page, leadId: string, addressOf = samePath): Promise<void> {
  await page.goto(addressOf(`/visits/new?leadId=${leadId}`));
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByRole('button', { name: 'Start Visit' }).tap();
  await page.getByRole('button', { name: 'Add note' }).tap();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Roof measured');
  await page.getByTestId('camera').setInputFiles(await drawThreePhotos());
  await expect(shownPhotos(page)).toHaveCount(3);

  await page.goto(addressOf('/leads/new'));
  await page.getByRole('textbox', { name: 'First name' }).fill('Sunita');
  await page.getByRole('textbox', { name: 'Landmark' }).fill('Behind the dairy');
  for (const [index, photo] of (await drawThreePhotos()).entries()) {
    await page.getByTestId('camera').setInputFiles([photo]);
    await expect(shownPhotos(page)).toHaveCount(index + 1);
  }

  await page.goto(addressOf(`/leads/${leadId}`));
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Call at six');
  await composer
    .locator('input[type=file]')
    .first()
    .setInputFiles(await drawThreePhotos());
  await expect(shownPhotos(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByRole('button', { name: 'Upload file' }).click();
  const quote = page.getByRole('dialog', { name: 'Upload Quote' });
  await quote.getByLabel('Amount').fill('5000');
  await quote.getByLabel('PDF or photo').setInputFiles([samplePdf]);
  await expect(quote.getByText('quotation.pdf')).toBeVisible();
  await expectInDrafts(page, 'quotation.pdf');

  await page.goto(addressOf('/bills/new'));
  await page.getByTestId('gallery').setInputFiles([await drawPhoto(4)]);
  await page.getByRole('textbox', { name: /Amount/ }).fill('450.50');
  await expect(shownPhotos(page)).toHaveCount(1);
  await expectInDrafts(
    page,
    'Roof measured',
    'Behind the dairy',
    'Call at six',
    '450.5',
    'quotation.pdf',
  );
}

async function expectTypedValues(
  page: Page,
  leadId: string,
  timerText: string,
  addressOf = samePath,
): Promise<void> {
  await page.goto(addressOf('/visits/new'));
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');
  await expect(shownPhotos(page)).toHaveCount(3);
  expect((await page.getByRole('timer').textContent())! >= timerText).toBe(true);

  await page.goto(addressOf('/leads/new'));
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Sunita');
  await expect(page.getByRole('textbox', { name: 'Landmark' })).toHaveValue('Behind the dairy');
  await expect(shownPhotos(page)).toHaveCount(3);

  await page.goto(addressOf(`/leads/${leadId}`));
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Call at six');
  await expect(shownPhotos(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await page.getByRole('button', { name: 'Upload file' }).click();
  const quote = page.getByRole('dialog', { name: 'Upload Quote' });
  await expect(quote.getByLabel('Amount')).toHaveValue(/^5,?000/);
  await expect(quote.getByText('quotation.pdf')).toBeVisible();
  await expectInDrafts(page, 'quotation.pdf');

  await page.goto(addressOf('/bills/new'));
  await expect(page.getByRole('textbox', { name: /Amount/ })).toHaveValue(/^450\.5/);
  await expect(shownPhotos(page)).toHaveCount(1);
}

async function expectNoTypedValues(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Back to the visit to/ })).toHaveCount(0);
  await page.goto('/leads/new');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  await expect(shownPhotos(page)).toHaveCount(0);
}

/** Ways in which a session ends; each leads to sign-in. */
const waysToEnd: Readonly<
  Record<string, (page: Page, context: BrowserContext, person: Person) => Promise<unknown>>
> = {
  'the session has ended': (page, context) =>
    context.clearCookies().then(() => page.goto('/leads')),
  'the person signs out': async (page) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    for (const title of ['Visit under way', 'New lead', 'Note', 'New bill', 'Quotation'])
      await expect(dialog.getByRole('listitem').filter({ hasText: title })).toHaveCount(1);
    // The app reloads its first page; another navigation before that would be aborted.
    await Promise.all([
      page.waitForEvent('load'),
      dialog.getByRole('button', { name: 'Sign out', exact: true }).click(),
    ]);
  },
  'another browser signs this one out': async (page, _, person) => {
    await person.request('POST', '/api/auth/sign-out', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ everywhere: true }),
    });
    await page.goto('/leads');
  },
};

for (const [ending, endSession] of Object.entries(waysToEnd)) {
  const suite = ending === 'the person signs out' ? ' @main' : '';
  test(`every text, photo and second of five forms returns after ${ending}, and nobody else sees them${suite}`, async ({
    product,
    signIn,
    context,
  }) => {
    test.slow();
    const { reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    const page = await signIn(context, reps[0]);
    await typeEverywhere(page, leadId);
    await page.goto('/visits/new');
    const timerText = (await page.getByRole('timer').textContent())!;

    await endSession(page, context, reps[0]);
    await expect(page).toHaveURL(/\/(login)?$/);
    await page.goto('/');
    await signInWithCode(page, product, reps[1].phone);
    await expectNoTypedValues(page);
    await context.clearCookies();
    await page.goto('/leads');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/');
    await signInWithCode(page, product, reps[0].phone);
    await expectTypedValues(page, leadId, timerText);
    await page.reload();
    await expectTypedValues(page, leadId, timerText);
  });
}

/** Copy of the built product, whose web app can be rebuilt. */
function copyBuild(): { readonly folder: string; readonly webApp: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-build-'));
  mkdirSync(join(folder, 'dist'));
  for (const part of readdirSync('dist'))
    if (part !== 'frontend') symlinkSync(resolve('dist', part), join(folder, 'dist', part));
  const webApp = join(folder, 'dist/frontend');
  cpSync('dist/frontend', webApp, { recursive: true });
  return { folder, webApp };
}

/**
 * Rebuilds the web app with its component gallery, which changes its scripts and its service
 * worker.
 */
function deployNewBuild(webApp: string): void {
  const config = ['-c', 'frontend/vite.config.ts', '--mode', 'workshop', '--logLevel', 'error'];
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    ...config,
    '--outDir',
    webApp,
    '--emptyOutDir',
  ];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, vite, { encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
}

test('every text, photo and second of five forms returns after a new build replaces the app', async ({
  context,
}) => {
  test.slow();
  const { folder, webApp } = copyBuild();
  const product = await Product.start({ checkout: folder });
  try {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
    await context.addCookies(browserCookies(reps[0], product.url));
    const page = await context.newPage();
    const addressOf = (path: string): string => `${product.url}${path}`;
    await page.goto(addressOf('/dashboard'));
    await expectInstalled(page);
    await typeEverywhere(page, leadId, addressOf);
    await page.goto(addressOf('/visits/new'));
    const timerText = (await page.getByRole('timer').textContent())!;
    const readScripts = () => page.evaluate(() => [...document.scripts].map(({ src }) => src));
    const formerScripts = await readScripts();

    deployNewBuild(webApp);
    await product.restart();
    // The page checks for a new worker when the network is back.
    await context.setOffline(true);
    await expect(page.getByText('No network.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');
    await page.getByRole('button', { name: 'Update' }).tap();
    await expect.poll(() => readScripts().catch(() => formerScripts)).not.toEqual(formerScripts);
    await expectTypedValues(page, leadId, timerText, addressOf);
  } finally {
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
