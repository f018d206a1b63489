import { expectInDrafts } from './tools/device-storage.js';
import { captureLead, desktop, expect, createTeam, test } from './tools/fixtures.js';

test.use({ viewport: desktop });

test('sales see only their own leads, an admin sees all and can reassign one', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  const anilsLeadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const binasLeadId = await captureLead(reps[1], { firstName: 'Sunita', lastName: 'Rao' });
  const [anilsContext, meerasContext] = [await browser.newContext(), await browser.newContext()];
  const [anil, meera] = [await signIn(anilsContext, reps[0]), await signIn(meerasContext, admin)];

  await anil.goto('/leads');
  await expect(anil.getByRole('link', { name: /^Rajesh Deshmukh/ })).toBeVisible();
  await expect(anil.getByText('Sunita Rao')).toHaveCount(0);
  await expect(anil.getByRole('tab', { name: 'All 1', exact: true })).toBeVisible();
  await expect(anil.getByRole('combobox', { name: 'Owner', exact: true })).toHaveCount(0);
  await anil.goto(`/leads?assignedTo=${reps[1].id}`);
  await expect(anil.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await anil.goto(`/leads/${binasLeadId}`);
  await expect(anil.getByRole('heading', { level: 1, name: 'Lead not found' })).toBeVisible();
  await anil.goto(`/leads/${binasLeadId}/edit`);
  await expect(anil.getByRole('heading', { level: 1, name: 'Lead not found' })).toBeVisible();
  await anil.goto('/leads/new');
  await expect(anil.getByRole('combobox', { name: 'Owner', exact: true })).toHaveCount(0);

  await meera.goto('/leads');
  await expect(meera.getByRole('tab', { name: 'All 2', exact: true })).toBeVisible();
  await anil.goto('/leads');
  await expect(anil.getByRole('link', { name: /^Rajesh Deshmukh/ })).toBeVisible();
  await meera.goto(`/leads/${anilsLeadId}/edit`);
  await meera.getByRole('combobox', { name: 'Owner', exact: true }).click();
  await meera.getByRole('option', { name: /Bina Shah/ }).click();
  await meera.getByRole('textbox', { name: 'City' }).fill('Nashik');
  // The chosen assignee is stored with the draft.
  await expectInDrafts(meera, reps[1].id, 'Nashik');
  await meera.reload();
  await expect(meera.getByRole('combobox', { name: 'Owner', exact: true })).toHaveText('Bina Shah');
  const commands: string[] = [];
  meera.on(
    'request',
    (request) =>
      void (
        request.url().includes('/api/commands/') && commands.push(request.url().split('/').at(-1)!)
      ),
  );
  await meera.getByRole('button', { name: 'Save' }).click();
  await expect(
    meera
      .getByRole('list', { name: 'Activities' })
      .getByRole('listitem')
      .filter({ hasText: 'assigned the lead to' }),
  ).toHaveCount(1);
  expect(commands).toEqual(['EditLead']);
  // The reassigned lead disappears from Anil’s screen.
  await expect(anil.getByText('Rajesh Deshmukh')).toHaveCount(0);
  await Promise.all([anilsContext.close(), meerasContext.close()]);
});

test('the bell counts alerts since it was last opened', async ({ product, signIn, context }) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await captureLead(admin, { firstName: 'Rajesh', assignedTo: reps[0].id });
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('a removed member is signed out at once, in an open browser too @main', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByRole('link', { name: /^Rajesh Deshmukh/ })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await admin.send('RemoveMember', { memberId: reps[0].id });
  await expect(page.getByText('Rajesh Deshmukh')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Join an Organization First' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Join Organization' })).toBeVisible();
});

test('a new admin gets the admin’s screens without signing in again', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  await captureLead(reps[1], { firstName: 'Sunita', lastName: 'Rao' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await admin.send('ChangeMemberRole', { memberId: reps[0].id, role: 'admin' });
  await expect(page.getByRole('link', { name: /^Sunita Rao/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('combobox', { name: 'Owner', exact: true })).toBeVisible();
});
