import type { Page } from '@playwright/test';
import { captureLead, desktop, expect, newPhone, createTeam, test } from '../tools/fixtures.js';

test.use({ viewport: desktop });

/** Sets a mark that a reload would remove. */
const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }));
const recentLead = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Recent leads', exact: true }).getByRole('link', { name });
const isNotReloaded = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as { notReloaded?: boolean }).notReloaded);

test('two people on the same lead, list and dashboard see each other’s changes without reloading @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Patil',
    siteName: 'Deshmukh Residency',
  });
  const [adminContext, repContext] = await Promise.all([
    browser.newContext(),
    browser.newContext(),
  ]);
  const [adminsLead, list, dashboard] = [
    await signIn(adminContext, admin),
    await adminContext.newPage(),
    await adminContext.newPage(),
  ];
  const repsLead = await signIn(repContext, reps[0]);
  await Promise.all([
    adminsLead.goto(`/leads/${leadId}`),
    list.goto('/leads'),
    dashboard.goto('/dashboard'),
    repsLead.goto(`/leads/${leadId}`),
  ]);
  await Promise.all([
    expect(adminsLead.getByRole('heading', { level: 1, name: 'Rajesh Patil' })).toBeVisible(),
    expect(list.getByRole('row', { name: /Rajesh Patil/ })).toBeVisible(),
    expect(recentLead(dashboard, /Rajesh Patil/)).toBeVisible(),
    expect(repsLead.getByRole('heading', { level: 1, name: 'Rajesh Patil' })).toBeVisible(),
  ]);
  const pages = [adminsLead, list, dashboard, repsLead];
  await Promise.all(pages.map(markPage));

  // A note from the rep's screen appears on the admin's.
  await repsLead.getByRole('textbox', { name: 'Note' }).fill('Wants a quotation by Friday');
  await repsLead.getByRole('button', { name: 'Send note' }).click();
  await Promise.all(
    [adminsLead, dashboard].map((page) =>
      expect(page.getByText('Wants a quotation by Friday').first()).toBeVisible(),
    ),
  );

  // The admin's change appears on the rep's lead, list and dashboard.
  await admin.send('EditLead', { leadId, firstName: 'Ramesh' });
  await Promise.all([
    expect(
      adminsLead.getByRole('heading', { level: 1, name: 'Ramesh Patil', exact: true }),
    ).toBeVisible(),
    expect(list.getByRole('row', { name: /Ramesh Patil/ })).toBeVisible(),
    expect(recentLead(dashboard, /Ramesh Patil/)).toBeVisible(),
    expect(
      repsLead.getByRole('heading', { level: 1, name: 'Ramesh Patil', exact: true }),
    ).toBeVisible(),
  ]);
  await admin.send('ChangeLeadStatus', { leadId, status: 'Contacted' });
  await expect(list.getByRole('tab', { name: /^Contacted\s*1$/ })).toBeVisible();
  await expect(repsLead.getByRole('button', { name: /Contacted/ }).first()).toBeVisible();

  // New leads appear, and removed ones disappear.
  await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  await Promise.all(
    [list.getByRole('row', { name: /Sunita Rao/ }), recentLead(dashboard, /Sunita Rao/)].map(
      (place) => expect(place).toBeVisible(),
    ),
  );
  await reps[0].send('DeleteLead', { leadId });
  await expect(list.getByRole('row', { name: /Ramesh Patil/ })).toHaveCount(0);
  expect(await Promise.all(pages.map(isNotReloaded))).toEqual([true, true, true, true]);
  await Promise.all([adminContext.close(), repContext.close()]);
});

test('after a server restart the page catches up by itself', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Bina Shah');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Kulkarni',
    phone: newPhone(),
  });
  const page = await signIn(context, admin);
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: /Rajesh Kulkarni/ })).toBeVisible();
  await markPage(page);

  await product.restart('SIGKILL');
  await admin.send('EditLead', { leadId, firstName: 'Mahesh' });
  await expect(page.getByRole('row', { name: /Mahesh Kulkarni/ })).toBeVisible({ timeout: 30_000 });
  await admin.send('EditLead', { leadId, firstName: 'Suresh' });
  await expect(page.getByRole('row', { name: /Suresh Kulkarni/ })).toBeVisible();
  expect(await isNotReloaded(page)).toBe(true);
});

test('a lead that is edited again right after saving starts with the saved values', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Chetan Rao');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Naik' });
  const page = await signIn(context, reps[0]);
  for (const firstName of ['Mahesh', 'Suresh', 'Ganesh']) {
    // Reloaded, as after a phone call: the device has the last data.
    await page.goto(`/leads/${leadId}/edit`);
    await page.getByRole('textbox', { name: 'First name' }).fill(firstName);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${firstName} Naik` })).toBeVisible();
  }
});
