import type { Page } from '@playwright/test';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { readCodeInInbox, enterCode } from './tools/one-time-code.js';
import { desktop, expect, newPhone, phone, createTeam, test, onPhone } from './tools/fixtures.js';

async function openTeam(page: Page): Promise<void> {
  await page.goto('/settings/team');
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
}

const memberRows = (page: Page) =>
  page
    .getByRole('list', { name: /^Members/ })
    .getByRole('listitem')
    .or(page.getByRole('table', { name: /^Members/ }).locator('tbody tr'));
const pendingInvitations = (page: Page) =>
  page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');

async function chooseMemberAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an invited person signs up by the link, gets the role, and leaves the pending invitations live @main', async ({
  product,
  browser,
  signIn,
}) => {
  const { admin } = await createTeam(product);
  const adminContext = await browser.newContext({
    viewport: desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const deepaContext = await browser.newContext(onPhone);
  const [meera, deepa] = [await signIn(adminContext, admin), await deepaContext.newPage()];
  const number = newPhone();

  await openTeam(meera);
  await meera.getByRole('button', { name: 'Invite Member' }).click();
  await meera.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(meera.getByText('Name and WhatsApp number are required')).toHaveCount(2);
  await meera.getByRole('textbox', { name: 'Name' }).fill('Deepa Nair');
  await meera.getByRole('textbox', { name: 'WhatsApp number' }).fill(`0${number.slice(3)}`);
  await meera.getByRole('radio', { name: 'Finance' }).check();
  await meera.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(meera.getByText(/^Invitation sent to \+91/)).toBeVisible();
  await meera.getByRole('button', { name: 'Copy Link' }).click();
  await expect(meera.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await meera.evaluate(() => navigator.clipboard.readText());
  const chatLink = await meera
    .getByRole('link', { name: 'Share on WhatsApp' })
    .getAttribute('href');
  expect(new URL(chatLink!).searchParams.get('text')).toContain(link);
  await meera.getByRole('button', { name: 'Done' }).click();
  await expect(pendingInvitations(meera)).toHaveCount(1);

  await deepa.goto(link);
  await expect(
    deepa.getByRole('heading', {
      level: 1,
      name: 'Meera Sharma invites you to Sharma Solar as Finance',
    }),
  ).toBeVisible();
  await deepa.getByRole('button', { name: 'Join', exact: true }).tap();
  await enterCode(deepa, await product.waitForCode(number));
  await expect(deepa.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await readCodeInInbox(deepa, number)).toBeDefined();

  await expect(pendingInvitations(meera)).toHaveCount(0);
  await expect(memberRows(meera).filter({ hasText: 'Deepa Nair' })).toContainText('Finance');
  await Promise.all([adminContext.close(), deepaContext.close()]);
});

test('a requested role is given with one press, and a changed role or a removal counts in every tab at once', async ({
  product,
  browser,
  signIn,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const contexts = [
    await browser.newContext({ viewport: desktop }),
    await browser.newContext({ viewport: phone }),
  ] as const;
  const meera = await signIn(contexts[0], admin);
  const firstTab = await signIn(contexts[1], reps[0]);
  const secondTab = await contexts[1].newPage();
  await openTeam(meera);
  await memberRows(meera).filter({ hasText: '(you)' }).getByRole('button').click();
  await expect(meera.getByRole('menuitem')).toHaveText(['History']);
  await meera.keyboard.press('Escape');
  for (const tab of [firstTab, secondTab]) {
    await tab.goto('/settings/team');
    await expect(tab.getByText('Only administrators can manage team members')).toBeVisible();
  }

  await chooseMemberAction(meera, 'Anil Kale', 'Change Role');
  await meera.getByRole('radio', { name: /^Admin/ }).click();
  await expect(meera.getByText('Team member role updated successfully')).toBeVisible();
  for (const tab of [firstTab, secondTab]) await expect(memberRows(tab)).toHaveCount(2);

  const code = await meera.getByRole('status', { name: 'Invite code' }).textContent();
  await chooseMemberAction(meera, 'Anil Kale', 'Remove from Team');
  await expect(
    meera.getByRole('alertdialog', { name: 'Are you sure you want to remove this team member?' }),
  ).toBeVisible();
  await meera.getByRole('button', { name: 'Remove Member' }).click();
  for (const tab of [firstTab, secondTab])
    await expect(tab.getByText('Join an Organization First')).toBeVisible();
  await expect(meera.getByText('Team member removed successfully')).toBeVisible();
  await expect(memberRows(meera)).toHaveCount(1);
  await expect(meera.getByRole('status', { name: 'Invite code' })).not.toHaveText(code!);
  await Promise.all(contexts.map((context) => context.close()));
});

test('an admin changes details and locations, and a used location stays', async ({
  product,
  browser,
  signIn,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const context = await browser.newContext({ viewport: phone });
  const page = await signIn(context, admin);
  await page.goto('/settings');
  await page.getByRole('link', { name: /^Organization/ }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Sharma Solar & Sons');
  await page.getByRole('combobox', { name: /^Industry/ }).selectOption('Retail');
  await page.getByRole('textbox', { name: /^Contact number/ }).fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a 10-digit number; this one has 2')).toBeVisible();
  await page.getByRole('textbox', { name: /^Contact number/ }).fill('98220 41736');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization details saved successfully')).toBeVisible();
  await page.getByRole('switch', { name: 'Everyone sees the leaderboard' }).click();
  await expect(page.getByRole('switch', { name: 'Everyone sees the leaderboard' })).toBeChecked();
  expect((await admin.readMe()).organization).toMatchObject({
    name: 'Sharma Solar & Sons',
    leaderboardOpen: true,
  });

  await page.getByRole('button', { name: 'Add Location' }).click();
  await page.getByRole('textbox', { name: 'Location name' }).fill('Baner store');
  await page.getByRole('textbox', { name: 'City' }).fill('Pune');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByText('Location added successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Baner store' })).toBeVisible();
  const { locations } = await admin.get<OrganizationShown>('/api/organization');
  await reps[0].send('ChangeProfile', { name: 'Anil Kale', locationId: locations[0]!.locationId });

  await page.getByRole('button', { name: 'Delete Baner store' }).click();
  await page.getByRole('button', { name: 'Delete Location' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /A member or a pending invitation has this location/,
  );
  await reps[0].send('ChangeProfile', { name: 'Anil Kale', locationId: null });
  await page.getByRole('button', { name: 'Delete Location' }).click();
  await expect(page.getByText('Location deleted successfully')).toBeVisible();
  await expect(page.getByText('No locations yet')).toBeVisible();
  await context.close();
});

test('an invalid logo does not replace the former one', async ({ product, browser, signIn }) => {
  const { admin } = await createTeam(product);
  const context = await browser.newContext({ viewport: desktop });
  const page = await signIn(context, admin);
  await page.goto('/settings/organization');
  const input = page.getByLabel('Logo file');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel });
  const logo = page.getByRole('img', { name: 'Logo of your organization' });
  await expect(logo).toBeVisible();
  const formerFileId = (await admin.get<OrganizationShown>('/api/organization')).logoFileId;
  await input.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText(/^Failed to upload the logo\./)).toBeVisible();
  await expect(logo).toBeVisible();
  expect((await admin.get<OrganizationShown>('/api/organization')).logoFileId).toBe(formerFileId);
  await context.close();
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
