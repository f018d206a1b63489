import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { dayFromToday } from '../tools/days.js';
import {
  captureLead,
  desktop,
  expect,
  type Person,
  signUp,
  foundOrganization,
  createTeam,
  test,
  onPhone,
} from '../tools/fixtures.js';

test.use({ viewport: desktop });

const readNames = (page: Page): Promise<string[]> =>
  page.locator('tbody td:first-child a .font-medium, ul[aria-label=Leads] a .t3').allTextContents();
const expectNames = (page: Page, expected: readonly string[]) =>
  expect.poll(() => readNames(page)).toEqual([...expected]);

/**
 * Captures five leads, each with another searchable text; the newest last.
 * @returns id of the newest lead
 */
async function captureFewLeads(rep: Person): Promise<string> {
  const ashasLeadId = await captureLead(rep, {
    firstName: 'Asha',
    lastName: 'Iyer',
    city: 'Nashik',
    type: 'Architect',
    followUpOn: dayFromToday(5),
  });
  const balasLeadId = await captureLead(rep, {
    firstName: 'Bala',
    lastName: 'Nair',
    siteName: 'Silver Oak Villas',
    type: 'Owner',
    followUpOn: dayFromToday(1),
  });
  await captureLead(rep, { firstName: 'Chetan', lastName: 'Rao', phone: '+919822041736' });
  const divyasLeadId = await captureLead(rep, {
    firstName: 'Divya',
    lastName: 'Patil',
    type: 'Contractor',
  });
  const eshasLeadId = await captureLead(rep, {
    firstName: 'Esha',
    lastName: 'Shah',
    city: 'Satara',
  });
  await rep.send('ChangeLeadStatus', { leadId: ashasLeadId, status: 'Contacted' });
  await rep.send('MarkLeadLost', { leadId: divyasLeadId, reason: 'Bought elsewhere' });
  await rep.send('UploadQuotation', {
    leadId: balasLeadId,
    quotationId: crypto.randomUUID(),
    amountPaise: 12_345_650,
  });
  return eshasLeadId;
}

test('search finds by name, number, city and site; tabs count within the other filters; all of it is in the address', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureFewLeads(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expectNames(page, ['Esha Shah', 'Divya Patil', 'Chetan Rao', 'Bala Nair', 'Asha Iyer']);
  for (const [tab, count] of [
    ['All', 5],
    ['New', 2],
    ['Contacted', 1],
    ['Quoted', 1],
    ['Converted', 0],
    ['Lost', 1],
  ] as const)
    await expect(page.getByRole('tab', { name: `${tab} ${count}`, exact: true })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search leads' });
  for (const [text, expectedName] of [
    ['asha', 'Asha Iyer'],
    ['98220 41736', 'Chetan Rao'],
    ['SATARA', 'Esha Shah'],
    ['silver oak', 'Bala Nair'],
  ] as const) {
    await search.fill(text);
    await expectNames(page, [expectedName]);
    await expect(page.getByRole('tab', { name: 'All 1', exact: true })).toBeVisible();
  }
  await expect(page).toHaveURL(/[?&]q=silver(\+|%20)oak/);
  await page.reload();
  await expect(search).toHaveValue('silver oak');
  await expectNames(page, ['Bala Nair']);

  // Without matches, the filters are named and can be cleared.
  await page.getByRole('tab', { name: 'Lost 0' }).click();
  await expect(
    page.getByText('Nothing found for “silver oak”, Lost.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await expectNames(page, ['Esha Shah', 'Divya Patil', 'Chetan Rao', 'Bala Nair', 'Asha Iyer']);

  await page.getByRole('button', { name: 'Type: All' }).click();
  await page.getByRole('menuitemradio', { name: 'Property Owner' }).click();
  await expectNames(page, ['Bala Nair']);
  await expect(page.getByRole('tab', { name: 'Quoted 1', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/type=Owner/);
});

test('leads are sorted by date, next follow-up and quoted amount, by column head', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureFewLeads(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  const [byLead, byFollowUp] = ['Lead', 'Next follow-up'].map((name) =>
    page.getByRole('columnheader', { name }).getByRole('button'),
  );
  await expect(byLead!).toHaveText('Lead, newest first');
  await byFollowUp!.click();
  await expectNames(page, ['Bala Nair', 'Asha Iyer', 'Esha Shah', 'Divya Patil', 'Chetan Rao']);
  await expect(page).toHaveURL(/sort=next-follow-up/);
  await page.getByRole('columnheader', { name: 'Quoted' }).getByRole('button').click();
  await expectNames(page, ['Bala Nair', 'Esha Shah', 'Divya Patil', 'Chetan Rao', 'Asha Iyer']);
  await expect(page.getByRole('columnheader', { name: 'Quoted' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('table').getByText('₹1,23,456.50')).toBeVisible();
});

test('a table’s page has fifty leads; Load More goes on by itself, and no lead is repeated', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  for (let number = 1; number <= 56; number++)
    await captureLead(reps[0], { firstName: `Lead ${number}`, lastName: 'Patil' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByText('50 of 56', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Load More' }).click();
  // Further pages come as the end of the list comes near.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  await expectNames(
    page,
    Array.from({ length: 56 }, (_, index) => `Lead ${56 - index} Patil`),
  );

  // The head stays in sight, and covers no row that gets the focus.
  const head = page.getByRole('columnheader', { name: 'Status' });
  const links = page.locator('[data-key] a[href^="/leads/"]');
  await links.nth(30).focus();
  for (let number = 29; number >= 0; number--) {
    while (!(await links.nth(number).evaluate((link) => link === document.activeElement)))
      await page.keyboard.press('Shift+Tab');
    const { y: headTop, height } = (await head.boundingBox())!;
    const { y: linkTop } = (await links.nth(number).boundingBox())!;
    expect(linkTop).toBeGreaterThanOrEqual(headTop + height);
  }
});

for (const [device, size, shownCount, lastName, countAfterwards] of [
  ['on a phone', onPhone, '12 of 30', 'Lead 19 Patil', '13 of 31'],
  ['on a desktop', { viewport: desktop }, '30 leads', 'Lead 1 Patil', '31 leads'],
] as const)
  test.describe(device, () => {
    test.use(size);

    test('the visible row stays in place while a colleague adds a lead', async ({
      product,
      signIn,
      context,
    }) => {
      const { admin, reps } = await createTeam(product, 'Anil Kale');
      for (let number = 1; number <= 30; number++)
        await captureLead(reps[0], { firstName: `Lead ${number}`, lastName: 'Patil' });
      const page = await signIn(context, admin);
      await page.goto('/leads');
      await expect(page.getByRole('status').getByText(shownCount, { exact: true })).toBeVisible();
      await page.evaluate(() => {
        // Safari has no scroll anchoring.
        document.documentElement.style.overflowAnchor = 'none';
        scrollTo(0, document.documentElement.scrollHeight);
      });
      const lastRow = page.locator('[data-key]', { hasText: lastName });
      await expect(lastRow).toBeInViewport();
      const yBefore = (await lastRow.boundingBox())!.y;
      await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
      await expect(
        page.getByRole('status').getByText(countAfterwards, { exact: true }),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible();
      await expect(lastRow).toBeInViewport();
      await expect.poll(async () => (await lastRow.boundingBox())!.y).toBeCloseTo(yBefore, 0);
    });
  });

test('an organization without leads is offered its first one', async ({
  product,
  signIn,
  context,
}) => {
  const admin = await signUp(product, 'Meera Sharma');
  await foundOrganization(admin);
  const page = await signIn(context, admin);
  await page.goto('/leads');
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Add Lead' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New lead' })).toBeVisible();
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Set up Sharma Solar' })
    .getByRole('link', { name: 'Add Lead' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'New lead' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(onPhone);

  test('type, sort and assignee are chosen on a sheet that shows the resulting count', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
    await captureFewLeads(reps[0]);
    await captureLead(reps[1], { firstName: 'Farhan', lastName: 'Khan', type: 'Architect' });
    const page = await signIn(context, admin);
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Filters' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('Architect', { exact: true }).tap();
    await expect(sheet.getByRole('button', { name: 'Show 2 leads' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Owner', exact: true }).tap();
    await page.getByRole('option', { name: /Bina Shah/ }).tap();
    await sheet.getByRole('button', { name: 'Show 1 lead' }).tap();
    await expectNames(page, ['Farhan Khan']);
    await expect(page).toHaveURL(new RegExp(`assignedTo=${reps[1].id}`));

    // Set filters are shown below the search, and can be removed there.
    await page.getByRole('button', { name: 'Remove filter Bina Shah' }).tap();
    await expect(page).not.toHaveURL(/assignedTo/);
    await expect(page.getByRole('button', { name: 'Filters, filtered' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove filter Type: Architect' }).tap();
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
    await expect(page).toHaveURL(/\/leads$/);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('the search of leads leaves room for typing, for an admin too', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    await captureFewLeads(reps[0]);
    const page = await signIn(context, admin);
    await page.goto('/leads');
    const search = page.getByRole('searchbox', { name: 'Search leads' });
    await expect(page.getByRole('row', { name: /Kale|Rao|Deshmukh/ }).first()).toBeVisible();
    expect((await search.boundingBox())!.width).toBeGreaterThan(240);
  });
});

test('open leads without a follow-up say so, and are found by a filter', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureFewLeads(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: /Divya Patil/ })).not.toContainText('No follow-up');
  for (const name of [/Esha Shah/, /Chetan Rao/])
    await expect(page.getByRole('row', { name })).toContainText('No follow-up');
  await page.getByRole('button', { name: 'Next step: any' }).click();
  await page.getByRole('menuitemradio', { name: 'No follow-up' }).click();
  await expectNames(page, ['Esha Shah', 'Chetan Rao']);
  await expect(page.getByRole('tab', { name: 'All 2', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/gap=undated/);

  // A lead that gets a date leaves the list.
  await page.getByRole('link', { name: /^Esha Shah/ }).click();
  const leadId = new URL(page.url()).pathname.split('/').at(-1);
  await reps[0].send('AddNote', {
    leadId,
    noteId: crypto.randomUUID(),
    note: 'Spoke',
    followUpOn: dayFromToday(2),
  });
  await page.goBack();
  await expectNames(page, ['Chetan Rao']);
  await expect(page.getByRole('tab', { name: 'All 1', exact: true })).toBeVisible();
});

test('several leads are chosen and reassigned, and the filtered list is exported and saved', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  const eshasLeadId = await captureFewLeads(reps[0]);
  const page = await signIn(context, admin);
  await page.goto('/leads');
  await expect(page.getByRole('row', { name: /Esha Shah/ })).toContainText('Anil Kale');
  for (const name of ['Choose Esha Shah', 'Choose Chetan Rao'])
    await page.getByRole('checkbox', { name }).check();
  const actions = page.getByRole('toolbar', { name: 'Chosen leads' });
  await expect(actions).toContainText('2 leads chosen');
  await actions.getByRole('button', { name: 'Reassign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign 2 leads' });
  await dialog.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: 'Bina Shah' }).click();
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await expect(page.getByText('2 leads reassigned', { exact: true })).toBeVisible();
  await expect(actions).toHaveCount(0);
  for (const name of [/Esha Shah/, /Chetan Rao/])
    await expect(page.getByRole('row', { name })).toContainText('Bina Shah');

  // If somebody else has changed the chosen leads, the dialog stays and says so.
  await page.goto('/leads?status=New');
  await page.getByRole('checkbox', { name: 'Choose Esha Shah' }).check();
  await actions.getByRole('button', { name: 'Reassign' }).click();
  await expect(page.getByRole('dialog', { name: 'Reassign 1 lead' })).toBeVisible();
  await admin.send('ChangeLeadStatus', { leadId: eshasLeadId, status: 'Contacted' });
  const reassignDialog = page.getByRole('dialog', { name: 'Reassign leads' });
  await expect(reassignDialog).toContainText('Nothing is left to reassign here');
  await reassignDialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(reassignDialog).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Choose all shown rows' }).check();
  await actions.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Contacted' }).click();
  await expect(page.getByRole('tab', { name: 'Contacted 3', exact: true })).toBeVisible();

  await page.goto('/leads?status=Lost');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export these leads as CSV' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Divya Patil');

  // Filters are saved under a name, and opened again.
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save these filters' }).click();
  await page.getByRole('textbox', { name: 'Name of the filters' }).fill('Lost ones');
  await page.getByRole('button', { name: 'Save filters' }).click();
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Lost ones' }).click();
  await expect(page).toHaveURL(/\/leads\?status=Lost$/);
});
