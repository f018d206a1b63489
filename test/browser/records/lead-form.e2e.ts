import type { Page } from '@playwright/test';
import {
  expectCached,
  expectInDrafts,
  expectInstalled,
  expectOutboxEmpty,
} from '../tools/device-storage.js';
import { openDuplicateDialog, openSavedLead } from '../tools/fill-lead-form.js';
import {
  captureLead,
  desktop,
  expect,
  newPhone,
  createTeam,
  test,
  onPhone,
} from '../tools/fixtures.js';
import { fillDay } from '../tools/fill-day.js';

test.use({ viewport: desktop });

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function fillNewLead(
  page: Page,
  number: string,
  { firstName = 'Sunita', lastName = 'Rao' } = {},
): Promise<void> {
  await field(page, 'Phone').fill(number);
  await field(page, 'First name').fill(firstName);
  await field(page, 'Last name').fill(lastName);
  await page.getByText('Architect', { exact: true }).click();
  await field(page, 'City').fill('Nashik');
}

test('the number of another lead of the member opens the duplicate dialog; another number keeps the other values', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh', phone: '+919822041736' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await fillNewLead(page, '0 98220 41736');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = await openDuplicateDialog(page);
  for (const message of [
    'Rajesh Deshmukh',
    '+91 98220 41736',
    'Pune',
    'New',
    'Owner: You',
    'Last activity',
    'No quote',
  ])
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a different phone number' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveValue('');
  await expect(field(page, 'First name')).toHaveValue('Sunita');
  await page.keyboard.type(newPhone());
  await page.getByRole('button', { name: 'Save' }).click();
  await openSavedLead(page, 'Sunita Rao');
});

test('the duplicate dialog can open the lead with the number', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    phone: '+919822041736',
  });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await fillNewLead(page, '+91 98220-41736');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = await openDuplicateDialog(page);
  await dialog.getByRole('button', { name: "Got it, I'll update the existing lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Deshmukh' })).toBeVisible();
});

test('a sales user learns only the owner of a colleague’s lead', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  await captureLead(reps[1], { firstName: 'Rajesh', lastName: 'Deshmukh', phone: '+919822041736' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await fillNewLead(page, '9822041736');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = await openDuplicateDialog(page);
  await expect(dialog.getByText(/Bina Shah/)).toBeVisible();
  await expect(dialog.getByText(/Rajesh|Pune/)).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveText(['Use a different phone number']);
});

test('a colleague’s change during an edit is shown, and nothing is sent until the person chooses', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    city: 'Pune',
  });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}/edit`);
  await field(page, 'City').fill('Nashik');
  await field(page, 'Landmark').fill('Near Orchid School');
  await admin.send('EditLead', { leadId, city: 'Mumbai' });
  await expect(
    page.getByText('Meera Sharma changed this lead while you were typing.'),
  ).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Nashik');
  // Save scrolls to the conflict, however far below it is.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'See what changed' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'See what changed' })).toBeInViewport();
  await page.getByRole('button', { name: 'See what changed' }).click();
  const dialog = page.getByRole('dialog', { name: 'What Meera Sharma changed' });
  await expect(dialog.locator('del')).toHaveText('Pune');
  await expect(dialog.locator('ins')).toHaveText('Mumbai');
  await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await expect
    .poll(() => reps[0].get(`/api/leads/${leadId}`))
    .toMatchObject({ city: 'Nashik', landmark: 'Near Orchid School' });
});

test('an edit that is still being sent is in the reopened form, and causes no conflict', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', city: 'Pune' });
  const page = await signIn(context, reps[0]);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/commands/EditLead', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/leads/${leadId}/edit`);
  await field(page, 'City').fill('Nashik');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await page.goto(`/leads/${leadId}/edit`);
  await expect(field(page, 'City')).toHaveValue('Nashik');
  await field(page, 'City').fill('Nagpur');
  release();
  await expect.poll(() => reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ city: 'Nashik' });
  await expectOutboxEmpty(page);
  await expectCached(page, 'Nashik');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  await expect.poll(() => reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ city: 'Nagpur' });
});

test('after a reload, queries include the last save', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', city: 'Pune' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}/edit`);
  await field(page, 'City').fill('Nashik');
  const [response] = await Promise.all([
    page.waitForResponse('**/api/commands/EditLead'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  const { position } = (await response.json()) as { position: string };
  await expect(page).toHaveURL(new RegExp(`/leads/${leadId}$`));
  for (const tab of [page, await context.newPage()]) {
    const [request] = await Promise.all([
      tab.waitForRequest(`**/api/leads/${leadId}`),
      tab.goto(`/leads/${leadId}/edit`),
    ]);
    expect(await request.headerValue('X-After-Position')).toBe(position);
  }
});

test('a lead is deleted only after it was named and confirmed, and releases its number', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    phone: '+919822041736',
  });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}/edit`);
  await page.getByRole('button', { name: 'Delete Lead' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Rajesh Deshmukh?' });
  await expect(dialog.getByText('This action cannot be undone')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep lead' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Lead' }).click();
  await dialog.getByRole('button', { name: 'Delete Lead' }).click();
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await page.goto(`/leads/${leadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lead not found' })).toBeVisible();
  await page.goto('/leads/new');
  await fillNewLead(page, '9822041736');
  await page.getByRole('button', { name: 'Save' }).click();
  await openSavedLead(page, 'Sunita Rao');
});

test('after saving, a redirect opens only the screens that the app allows, never an address', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  const saveWithRedirect = async (redirect: string): Promise<string> => {
    await page.goto(`/leads/new?redirect=${encodeURIComponent(redirect)}`);
    await fillNewLead(page, newPhone());
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).not.toHaveURL(/\/leads\/new/);
    return page.url().slice(product.url.length).split('?')[0]!;
  };
  // The lead's page, or the list if the server took longer than 800 ms.
  const leadOrListPage = /^\/leads(\/[\w-]{36})?$/;
  expect(await saveWithRedirect('leads')).toBe('/leads');
  expect(await saveWithRedirect('dashboard')).toBe('/dashboard');
  expect(await saveWithRedirect('https://example.com/')).toMatch(leadOrListPage);
  expect(await saveWithRedirect('//example.com')).toMatch(leadOrListPage);
  expect(await saveWithRedirect('javascript:alert(1)')).toMatch(leadOrListPage);
  expect(await saveWithRedirect('constructor')).toMatch(leadOrListPage);
});

test('missing and wrong values are named at their fields and on top, the first is focused, and typed values stay', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await field(page, 'Phone').fill('98220 4173');
  await field(page, 'Last name').fill('Rao');
  await fillDay(page, 'Next follow-up', '2020-01-01');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const message of [
    'Enter a 10-digit number; this one has 9',
    'First name is required',
    'City is required',
    'Choose the type of lead',
    'The next visit date cannot be before today.',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByText('5 fields need a look.', { exact: true })).toBeVisible();
  await expect(field(page, 'Phone')).toBeFocused();
  await page.getByRole('alert').getByRole('button', { name: 'City' }).click();
  await expect(field(page, 'City')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveValue('98220 4173');
  await expect(field(page, 'Last name')).toHaveValue('Rao');
});

test('a refusal shows the server’s text, and typed values stay', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await fillNewLead(page, newPhone());
  await page.route('**/api/commands/CreateLead', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'bad-input',
        detail: 'Some fields need a look.',
        fields: { city: 'At most 120 characters' },
      }),
    }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('At most 120 characters', { exact: true })).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Nashik');
  await page.unroute('**/api/commands/CreateLead');
  // A file that is no picture despite its name.
  await page.getByTestId('camera').setInputFiles([
    {
      name: 'site.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ]);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /image|photo|file/i })
      .first(),
  ).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Sunita');
});

test('a lead is captured by keyboard alone', async ({ product, signIn, context }) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  const tabTo = async (name: RegExp): Promise<void> => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      const focusedName = await page.evaluate(() => {
        const element = document.activeElement;
        return (
          element?.getAttribute('aria-label') ??
          (element instanceof HTMLInputElement ? element.name : (element?.textContent ?? ''))
        );
      });
      expect(focusedName).toMatch(name);
    }).toPass({ intervals: [0], timeout: 20_000 });
    // Keyboard users see the focus.
    const hasFocusRing = await page.evaluate(() => {
      const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement!);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    });
    expect(hasFocusRing).toBe(true);
  };
  await tabTo(/^Add Lead$/);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone')).toBeFocused();
  await page.keyboard.type('9822041736');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Rajesh');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Deshmukh');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(field(page, 'City')).toBeFocused();
  await page.keyboard.type('Pune');
  await page.keyboard.press('Enter');
  await openSavedLead(page, 'Rajesh Deshmukh');
  await expectOutboxEmpty(page);
  const { items } = await reps[0].get<{ readonly items: readonly { readonly type: string }[] }>(
    '/api/leads',
  );
  expect(items).toMatchObject([{ phone: '+919822041736', city: 'Pune', type: 'Owner' }]);
});

test.describe('on a phone', () => {
  test.use(onPhone);

  test('a draft waits on this device until it is saved or discarded', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await page.goto('/leads/new');
    const tooLong = page.getByText('At most 120 characters', { exact: true });
    await field(page, 'First name').fill('R'.repeat(121));
    await expect(tooLong).toBeVisible();
    await expect(field(page, 'First name')).toHaveValue('R'.repeat(121));
    await field(page, 'First name').fill('Rajesh');
    await expect(tooLong).toHaveCount(0);
    await expect(page.getByText('Draft kept on this device', { exact: true })).toBeVisible();
    // The last letters before leaving, while earlier ones are being stored.
    for (const typed of ['Raj', 'Rajesh']) await field(page, 'First name').fill(typed);
    await page.reload();
    await expect(field(page, 'First name')).toHaveValue('Rajesh');
    const discard = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More', exact: true }).tap();
      await page.getByRole('menuitem', { name: 'Discard draft' }).tap();
    };
    await discard();
    await expect(field(page, 'First name')).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(field(page, 'First name')).toHaveValue('Rajesh');
    await expect(page.getByText('Draft kept on this device', { exact: true })).toBeVisible();
    await discard();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // Undo also works after the form was left.
    await page.getByRole('link', { name: 'Close, keep as draft' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.goto('/leads/new');
    await expect(field(page, 'First name')).toHaveValue('Rajesh');
    await discard();
    await page.reload();
    await expect(field(page, 'First name')).toHaveValue('');
  });

  test('two tabs have a draft each, and the next tab resumes that of a closed one', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const tabs = [await signIn(context, reps[0]), await context.newPage()];
    const names = ['Rajesh', 'Sunita'];
    for (const [index, tab] of tabs.entries()) {
      await tab.goto('/leads/new');
      await field(tab, 'First name').fill(names[index]!);
      await expect(tab.getByText('Draft kept on this device', { exact: true })).toBeVisible();
    }
    await expectInDrafts(tabs[0]!, ...names);
    // New tabs resume the drafts of closed ones.
    await Promise.all(tabs.map((tab) => tab.close()));
    const restoredNames: string[] = [];
    for (const tab of [await context.newPage(), await context.newPage()]) {
      await tab.goto('/leads/new');
      await expect(field(tab, 'First name')).not.toHaveValue('');
      restoredNames.push(await field(tab, 'First name').inputValue());
    }
    expect(restoredNames.sort()).toEqual(names);
  });
});

test('the position gets its address once the server has found one, and keeps it with the lead', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 18.5204, longitude: 73.8567 });
  const page = await signIn(context, reps[0]);
  const address = '12, North Main Road, Koregaon Park, Pune, Maharashtra';
  const lookUps: string[] = [];
  await page.route('**/api/geocode?*', (route) => {
    lookUps.push(new URL(route.request().url()).search);
    return route.fulfill({ json: { address } });
  });
  await page.goto('/leads/new');
  await fillNewLead(page, newPhone());
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByRole('button', { name: 'Location kept' })).toContainText(address);
  await expect(page.getByRole('link', { name: 'OpenStreetMap contributors' })).toBeVisible();
  expect(lookUps).toEqual(['?lat=18.5204&lng=73.8567']);
  await page.getByRole('button', { name: 'Save' }).click();
  await openSavedLead(page, 'Sunita Rao');
  await expect(
    page.getByRole('link', { name: /Open map/ }).filter({ hasText: address }),
  ).toBeVisible();
});

test.describe('a number that is being typed', () => {
  test.use(onPhone);

  test('is looked up with its tenth digit, offline among the device’s leads', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    await captureLead(reps[0], {
      firstName: 'Rajesh',
      lastName: 'Deshmukh',
      phone: '+919822041736',
    });
    const page = await signIn(context, reps[0]);
    await page.goto('/leads');
    await expect(page.getByRole('link', { name: /Rajesh Deshmukh/ }).first()).toBeVisible();
    await expectInstalled(page);
    await expectCached(page, 'Deshmukh');
    await page.goto('/leads/new');
    const notice = page
      .getByRole('status')
      .getByText(
        'Duplicate Lead Detected: A lead with this phone number already exists in your organization.',
      );
    await field(page, 'Phone').pressSequentially('98220 4173');
    await expect(notice).toHaveCount(0);
    await field(page, 'Phone').pressSequentially('6');
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Show the lead' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Duplicate Lead Detected' });
    await expect(dialog.getByText('Rajesh Deshmukh', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Use a different phone number' }).tap();
    await expect(notice).toHaveCount(0);

    await context.setOffline(true);
    await page.reload();
    await field(page, 'Phone').fill('9822041736');
    await expect(notice).toBeVisible();
    await field(page, 'Phone').fill('9822041737');
    await expect(notice).toHaveCount(0);
  });
});
