import type { Page } from '@playwright/test';
import { enterCode, signInWithCode, wrongCode } from './tools/one-time-code.js';
import {
  desktop,
  expect,
  foundOrganization,
  newPhone,
  signUp,
  createTeam,
  test,
  onPhone,
} from './tools/fixtures.js';

test.use(onPhone);

/** Number as its field shows it, after "+91". */
const withoutCountryCode = (phone: string): string => `${phone.slice(3, 8)} ${phone.slice(8)}`;

test('signing in needs the sent code; a wrong one shows a message and stays @main', async ({
  product,
  page,
}) => {
  const person = await signUp(product, 'Imran Shaikh');
  const formerCode = await product.readNewestCode(person.phone);
  await page.goto('/leads?status=New');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByText('WhatsApp number is required', { exact: true })).toBeVisible();
  await page
    .getByRole('textbox', { name: 'WhatsApp number' })
    .fill(person.phone.replace('+91', '0'));
  await page.getByRole('button', { name: 'Sign In' }).tap();
  const verify = page.getByRole('button', { name: 'Verify & Sign In' });
  await expect(verify).toBeDisabled();

  const code = await product.waitForCode(person.phone, formerCode);
  await enterCode(page, wrongCode(code));
  await expect(page.getByRole('alert')).toContainText(/\w/);
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toHaveValue(wrongCode(code));
  await expect(page).toHaveURL(/\/login$/);
  await enterCode(page, code);
  // Returns to the requested page.
  await expect(page).toHaveURL(/\/leads\?status=New$/);
});

test('a number without an account shows a message, and stays in its field', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill('98765 00001');
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(
    page.getByText(
      'No account found with this WhatsApp number. Please sign up first or check your number.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'WhatsApp number' })).toHaveValue('98765 00001');
  await page.getByRole('link', { name: 'Create an account' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
});

test('a trusted browser signs in without a code; signing out ends the trust', async ({
  product,
  context,
  page,
}) => {
  const { reps } = await createTeam(product, 'Imran Shaikh');
  await signInWithCode(page, product, reps[0].phone);
  // Ends the session; the browser stays trusted.
  await context.clearCookies({ name: 'fieldtrace_session' });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(reps[0].phone);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).tap();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out', exact: true })
    .tap();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  // The app may still be leaving the signed-out page.
  await expect(() => page.goto('/login')).toPass();
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(reps[0].phone);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
});

test('signing out everywhere ends the other browsers too', async ({ product, browser }) => {
  const { reps } = await createTeam(product, 'Imran Shaikh');
  const contexts = [
    await browser.newContext({ viewport: desktop }),
    await browser.newContext({ viewport: desktop }),
  ];
  const [page, otherPage] = [await contexts[0]!.newPage(), await contexts[1]!.newPage()];
  for (const each of [page, otherPage]) await signInWithCode(each, product, reps[0].phone);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveCount(0);
  await otherPage.goto('/dashboard');
  await expect(otherPage).toHaveURL(/\/login$/);
  await Promise.all(contexts.map((context) => context.close()));
});

/** Goes back once the step has its history entry, which follows its first paint. */
async function goBack(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { overlays?: number } | null)?.overlays === 1);
  await page.goBack();
}

test('typed values survive Back and a reload', async ({ page }) => {
  await page.goto('/signup');
  const [name, number] = [
    page.getByRole('textbox', { name: 'Name' }),
    page.getByRole('textbox', { name: 'WhatsApp number' }),
  ];
  await name.fill('Sunita Rao');
  await page.reload();
  await expect(name).toHaveValue('Sunita Rao');
  await number.fill('98220 41736');
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByRole('radio', { name: /^My team/ }).check();
  await page.getByRole('textbox', { name: 'Organization code' }).fill('K7MP');
  await page.getByText('Designer', { exact: true }).tap();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Organization code' })).toHaveValue('K7MP');
  await expect(page.getByRole('radio', { name: 'Designer' })).toBeChecked();
  await goBack(page);
  await expect(name).toHaveValue('Sunita Rao');
  await expect(number).toHaveValue('98220 41736');
});

test('a number that has an account shows a message at its field, and both fields can be corrected', async ({
  product,
  page,
}) => {
  const takenNumber = newPhone();
  await signUp(product, 'Asha Menon', takenNumber);
  await page.goto('/signup');
  const [name, number] = [
    page.getByRole('textbox', { name: 'Name' }),
    page.getByRole('textbox', { name: 'WhatsApp number' }),
  ];
  await name.fill('Sunita');
  await number.fill(takenNumber);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByRole('radio', { name: /^My team/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await name.click();
  await name.pressSequentially(' Rao', { delay: 30 });
  await expect(name).toHaveValue('Sunita Rao');
  await number.fill(newPhone());
  await page.getByRole('button', { name: 'Continue' }).tap();
  await page.getByRole('radio', { name: /^My team/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
  // The next person at this device starts with empty fields.
  await page.getByRole('button', { name: 'Verify later' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Sunita');
});

test('after a reload during the code step the number and the code are still valid', async ({
  product,
  page,
}) => {
  const phone = newPhone();
  await signUp(product, 'Sunita Rao', phone);
  await page.goto('/login');
  const number = page.getByRole('textbox', { name: 'WhatsApp number' });
  await number.fill(phone);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
  await goBack(page);
  await expect(number).toHaveValue(withoutCountryCode(phone));
  await page.reload();
  await expect(number).toHaveValue(withoutCountryCode(phone));
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await enterCode(page, await product.waitForCode(phone));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a link prefills sign-up; the banner reminds later, and its dialog verifies and closes by itself', async ({
  product,
  page,
}) => {
  const founder = await signUp(product, 'Meera Sharma');
  const { inviteCode } = await foundOrganization(founder);
  const number = newPhone();
  const link = new URLSearchParams({
    name: 'Sunita Rao',
    phone: number,
    invite: inviteCode.toLowerCase(),
    role: 'designer',
  });
  await page.goto(`/signup?${link}`);
  // Step 1 is skipped, because name and number are known.
  await expect(page.getByRole('heading', { level: 1, name: 'Join Sharma Solar' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Designer' })).toBeChecked();
  await page.getByRole('button', { name: 'Another organization' }).tap();
  await expect(page.getByRole('textbox', { name: 'Organization code' })).toHaveValue(inviteCode);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await page.getByRole('button', { name: 'Verify later' }).tap();
  await expect(page).toHaveURL(/\/dashboard$/);

  const banner = page.getByRole('status').filter({ hasText: 'Verify your WhatsApp number' });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Remind Later' }).tap();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  // A day passes.
  await page.evaluate(() => localStorage.removeItem('fieldtrace.remind-to-verify'));
  await page.reload();

  await banner.getByRole('button', { name: 'Verify now' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Verify your WhatsApp number' });
  await expect(dialog.getByText(/We sent 6 digits/)).toBeVisible();
  // The sign-up's code is valid here too: no second message within a minute.
  await enterCode(page, await product.waitForCode(number));
  await expect(
    dialog.getByText('WhatsApp number verified successfully!', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  // The link's code admitted her.
  await expect(page.getByText('Sharma Solar').first()).toBeAttached();
  await expect(page.getByRole('link', { name: /^Leads/ }).first()).toBeVisible();
});

test('a person whose number another account verified is asked for another one in the dialog, and keeps their data', async ({
  product,
  page,
}) => {
  const [takenNumber, freeNumber] = [newPhone(), newPhone()];
  await page.goto(`/signup?${new URLSearchParams({ name: 'Sunita Rao', phone: takenNumber })}`);
  await page.getByRole('radio', { name: /^My team/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
  const codeOfTakenNumber = await product.waitForCode(takenNumber);
  await signUp(product, 'Asha Menon', takenNumber);

  // Her code is right, but the number has another account: the answer offers the next step.
  await enterCode(page, codeOfTakenNumber);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter another number' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'This WhatsApp number was verified by another account. Please enter another number.',
  );
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('button', { name: 'Verify later' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.getByRole('button', { name: 'Verify now' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Verify your WhatsApp number' });
  await expect(dialog.getByRole('alert')).toContainText('Please enter another number.');
  const number = dialog.getByRole('textbox', { name: 'WhatsApp number' });
  await dialog.getByRole('button', { name: 'Send Code' }).tap();
  await expect(dialog.getByText('WhatsApp number is required', { exact: true })).toBeVisible();
  await number.fill(takenNumber);
  await dialog.getByRole('button', { name: 'Send Code' }).tap();
  await expect(
    dialog.getByText(/An account with this WhatsApp number already exists/),
  ).toBeVisible();
  await expect(number).toHaveValue(withoutCountryCode(takenNumber));
  await number.fill(freeNumber);
  await dialog.getByRole('button', { name: 'Send Code' }).tap();
  await expect(dialog.getByText(/We sent 6 digits/)).toBeVisible();
  await enterCode(page, await product.waitForCode(freeNumber));
  await expect(
    dialog.getByText('WhatsApp number verified successfully!', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText('Sunita Rao')).toBeVisible();
});

test('a mistyped number is changed before it is verified', async ({ product, page }) => {
  const [mistypedPhone, rightPhone] = [newPhone(), newPhone()];
  await page.goto(`/signup?${new URLSearchParams({ name: 'Sunita Rao', phone: mistypedPhone })}`);
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Rao Interiors');
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await page.getByRole('button', { name: 'Change' }).tap();
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(rightPhone);
  await page.getByRole('button', { name: 'Send Code' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible();
  await enterCode(page, await product.waitForCode(rightPhone));
  await expect(page.getByRole('heading', { name: 'Set up Rao Interiors' })).toBeVisible();
});

test('a member who opens the join or create screen reads that they are in an organization', async ({
  product,
  context,
  signIn,
}) => {
  const { reps } = await createTeam(product, 'Imran Shaikh');
  const page = await signIn(context, reps[0]);
  for (const path of ['/join-organization', '/create-organization']) {
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: 'You are in an organization already' }),
    ).toBeVisible();
    await expect(
      page.getByText('You belong to Sharma Solar. Leave it first in Settings, Profile.', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Go to Dashboard' }).tap();
  await expect(page).toHaveURL(/\/dashboard$/);
});
