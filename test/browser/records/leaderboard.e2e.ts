import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { scrollToCharts } from '../screens/customer-screens.js';
import { captureLead, desktop, expect, type Person, createTeam, test } from '../tools/fixtures.js';

test.use({ viewport: desktop });

async function recordVisit(rep: Person, leadId: string): Promise<void> {
  const [startedAt, endedAt] = [new Date(Date.now() - 40 * 60_000), new Date()].map((at) =>
    at.toISOString(),
  );
  await rep.send('RecordVisit', {
    leadId,
    visitId: randomUUID(),
    startedAt,
    endedAt,
    pausedSeconds: 0,
  });
}

const boardTable = (page: Page) =>
  page.getByRole('table', { name: /Leads and visits by sales rep/ });

test('a saved visit updates leaderboard, figures and charts in an admin’s browser', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  const [anilsLeadId, binasLeadId] = [await captureLead(reps[0]), await captureLead(reps[1])];
  await recordVisit(reps[0], anilsLeadId);
  const context = await browser.newContext();
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  await expect(boardTable(page).getByRole('row').nth(1)).toContainText('Anil Kale');
  await scrollToCharts(page);
  await expect(page.getByRole('region', { name: 'Leads and visits by week' })).toContainText(
    /Most in .* – today: 2 leads 1 visit/,
  );
  await page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }));

  await recordVisit(reps[1], binasLeadId);
  await recordVisit(reps[1], binasLeadId);
  await expect(boardTable(page).getByRole('row').nth(1)).toContainText('Bina Shah');
  await expect(boardTable(page).getByRole('link', { name: '2 visits of Bina Shah' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Site Visits\s*3$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Leads and visits by week' })).toContainText(
    /Most in .* – today: 2 leads 3 visits/,
  );
  expect(await page.evaluate(() => (globalThis as { notReloaded?: boolean }).notReloaded)).toBe(
    true,
  );

  // Each figure links to its list.
  await boardTable(page).getByRole('link', { name: '2 visits of Bina Shah' }).click();
  // The table's head and the heading of the day count as rows.
  await expect(page.getByRole('table', { name: 'Completed' }).getByRole('row')).toHaveCount(4);
  await context.close();
});

test('other roles see their own rank among all, and no chart', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Chetan Rao', 'Divya Nair');
  await captureLead(reps[1]);
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  await expect(boardTable(page).getByRole('row')).toHaveCount(2);
  await expect(boardTable(page)).toContainText('2nd of 2');
  await expect(page.getByRole('button', { name: /as a table/ })).toHaveCount(0);

  // The rank follows colleagues' changes, without their details.
  const refetch = page.waitForResponse((response) => response.url().endsWith('/api/leaderboard'));
  await captureLead(reps[0]);
  await captureLead(reps[0]);
  await refetch;
  await expect(boardTable(page)).toContainText('1st of 2');
  await captureLead(reps[1]);
  await captureLead(reps[1]);
  await expect(boardTable(page)).toContainText('2nd of 2');
});

test('every chart has a table', async ({ product, signIn, context }) => {
  const { admin, reps } = await createTeam(product, 'Esha Kapoor');
  const leadId = await captureLead(reps[0]);
  await reps[0].send('UploadQuotation', {
    leadId,
    quotationId: randomUUID(),
    amountPaise: 12_345_650,
  });
  await reps[0].send('ConvertLead', { leadId, projectValuePaise: 10_000_000 });
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  await scrollToCharts(page);
  await page.getByRole('button', { name: 'Quoted and converted value as a table' }).click();
  const today = page
    .getByRole('table', { name: /Quoted and converted value/ })
    .getByRole('row', { name: /^Today/ });
  await expect(today).toContainText('₹1,23,456.50');
  await expect(today).toContainText('₹1,00,000.00');
  await page.getByRole('button', { name: 'Leads by status as a table' }).click();
  await page.getByRole('link', { name: '1 lead Converted' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
});

test('the board ranks by money that was won or quoted', async ({ product, signIn, context }) => {
  const { admin, reps } = await createTeam(product, 'Chetan Rao', 'Divya Nair');
  await captureLead(reps[0]);
  const leadId = await captureLead(reps[1]);
  await reps[1].send('ConvertLead', { leadId, projectValuePaise: 25_000_000 });
  for (let count = 0; count < 3; count++) await captureLead(reps[0]);
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Sales Rep Leaderboard' });
  await expect(card.getByRole('row').nth(1)).toContainText('Chetan Rao');
  await card.getByRole('button', { name: 'Won', exact: true }).click();
  await expect(card.getByRole('row').nth(1)).toContainText('Divya Nair');
  await expect(page).toHaveURL(/by=won/);
  await card.getByRole('link', { name: '₹2,50,000.00 won by Divya Nair' }).click();
  await expect(page).toHaveURL(/dayOf=converted/);
  await expect(page.getByText('₹2.50 L converted', { exact: true })).toBeVisible();
});
