import { randomUUID } from 'node:crypto';
import type { NeedsHelp } from '#domain/visits/visit.views.js';
import { scrollToCharts } from '../screens/customer-screens.js';
import { dayFromToday } from '../tools/days.js';
import {
  captureLead,
  desktop,
  expect,
  foundOrganization,
  newPhone,
  type Person,
  signUp,
  createTeam,
  test,
} from '../tools/fixtures.js';

test.use({ viewport: desktop });

test('arrow keys move between a chart’s figures, and Enter opens the list behind one', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  await expect(
    page
      .getByRole('region', { name: 'Recent leads', exact: true })
      .getByRole('link', { name: /Rajesh Patil/ }),
  ).toBeVisible();
  const charts = page.getByRole('main');
  // The space of the charts is reserved before they load.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      return charts.getByRole('application').count();
    })
    .toBeGreaterThan(2);
  const chart = charts.getByRole('region', { name: 'Leads by status' });
  const drawing = chart.getByRole('application');
  await drawing.focus();
  // The first arrow key may precede the chart's focus handler.
  await expect
    .poll(async () => {
      await drawing.press('ArrowRight');
      return chart.getByText(/^(New|Contacted|Quoted|Converted|Lost)$/).count();
    })
    // five labels of the axis, and the tooltip's
    .toBeGreaterThan(5);
  await drawing.press('Enter');
  await expect(page).toHaveURL(/\/leads\?status=/);
});

test('drawn figures are links, and the point of a line shows its day’s amount', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Chetan Rao');
  const leadId = await captureLead(reps[0], { firstName: 'Farida', lastName: 'Merchant' });
  await reps[0].send('UploadQuotation', {
    leadId,
    quotationId: randomUUID(),
    amountPaise: 12_345_650,
  });
  await reps[0].send('ConvertLead', { leadId, projectValuePaise: 10_000_000 });
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  await scrollToCharts(page);
  const charts = page.getByRole('main');
  await expect(charts.getByRole('link', { name: '1 lead Converted' })).toHaveAttribute(
    'href',
    '/leads?status=Converted',
  );
  await expect(charts.getByRole('link', { name: /^1 lead, / })).toHaveCount(1);
  const quoted = charts.getByRole('link', { name: /^₹1,23,456.50 quoted on / });
  await expect(quoted).toHaveAttribute('href', /^\/leads\?from=.*dayOf=quoted$/);
  await charts
    .getByRole('link', { name: /^₹1,00,000.00 converted on / })
    .last()
    .click();
  await expect(page).toHaveURL(/dayOf=converted$/);
  await expect(page.getByRole('row', { name: /Farida Merchant/ })).toBeVisible();
});

test('charts that cannot be fetched affect nothing else, and can be retried', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Deepa Joshi');
  await captureLead(reps[0], { firstName: 'Meena', lastName: 'Kulkarni' });
  const page = await signIn(context, admin);
  await context.route('**/assets/charts-*', (route) => route.abort());
  await page.goto('/dashboard');
  const offlineAlert = page
    .getByRole('alert')
    .filter({ hasText: 'Charts cannot be shown without a network.' });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      return offlineAlert.count();
    })
    .toBe(1);
  await expect(
    page
      .getByRole('region', { name: 'Recent leads', exact: true })
      .getByRole('link', { name: /Meena Kulkarni/ }),
  ).toBeVisible();
  await context.unroute('**/assets/charts-*');
  await offlineAlert.getByRole('button', { name: 'Retry' }).click();
  await scrollToCharts(page);
  await expect(page.getByRole('region', { name: 'Leads by status' })).toBeVisible();
});

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

/** Captures a lead like a device that was offline for `days`; the lead dates from then. */
async function captureLeadDaysAgo(rep: Person, days: number, followUpOn?: string): Promise<string> {
  const leadId = randomUUID();
  const lead = {
    leadId,
    firstName: 'Rajesh',
    lastName: 'Patil',
    phone: newPhone(),
    city: 'Pune',
    type: 'Builder',
    followUpOn,
  };
  await rep.send('CreateLead', lead, {
    headers: { 'x-captured-at': daysAgo(days), 'x-sent-at': daysAgo(0) },
  });
  return leadId;
}

async function captureVisitedLead(rep: Person, days: number): Promise<string> {
  const [leadId, startedAt] = [await captureLeadDaysAgo(rep, days), daysAgo(days)];
  await rep.send('RecordVisit', {
    leadId,
    visitId: randomUUID(),
    startedAt,
    endedAt: startedAt,
    pausedSeconds: 0,
  });
  return leadId;
}

test('each line of Needs Help links to the list behind it', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  const [anil, bina] = reps;
  const overdue = [
    await captureLeadDaysAgo(anil, 5, dayFromToday(-3)),
    await captureLeadDaysAgo(anil, 5, dayFromToday(-1)),
  ];
  const unanswered = [await captureLeadDaysAgo(anil, 4)];
  await captureLeadDaysAgo(bina, 5, dayFromToday(-2));
  const visits = [await captureVisitedLead(anil, 6), await captureVisitedLead(anil, 7)];
  const newLeadId = await captureLead(bina, {});
  // Not listed: captured today, due today, visited today.
  await captureLead(anil, { followUpOn: dayFromToday(0) });
  const undated = [...unanswered, ...visits, newLeadId, await captureVisitedLead(bina, 0)];
  const page = await signIn(context, admin);
  // Members joined today, so nobody is inactive yet.
  await page.route('**/api/needs-help', async (route) => {
    const answer = await route.fetch();
    const help = (await answer.json()) as NeedsHelp;
    const members = help.members.map((member) =>
      member.memberId === anil.id ? { ...member, quietDays: 6 } : member,
    );
    await route.fulfill({ response: answer, json: { ...help, members } });
  });
  const help = page.getByRole('region', { name: 'Who needs help' });
  const row = page
    .getByRole('region', { name: 'By rep' })
    .getByRole('table', { name: 'Reps who need help' })
    .getByRole('row')
    .filter({ hasText: 'Anil Kale' });
  const readShownLeads = async () =>
    [
      ...new Set(
        await page
          .getByRole('main')
          .locator('a[href^="/leads/"]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ),
    ]
      .filter((href) => href !== '/leads/new')
      .toSorted();
  const links = [
    {
      name: /^1 lead unanswered oldest \d+ days?$/,
      url: /\/leads\?/,
      leads: unanswered,
      region: help,
    },
    {
      name: '5 leads without a follow-up of 9 open',
      url: /\/leads\?/,
      leads: undated,
      region: help,
    },
    { name: '1 unanswered, Anil Kale', url: /\/leads\?/, leads: unanswered, region: row },
    {
      name: /^2 overdue, for \d+ days?, Anil Kale$/,
      url: /\/followups\?/,
      leads: overdue,
      region: row,
    },
    { name: 'No visit for 6 days', url: /\/visits\?/, leads: visits, region: row },
  ];
  for (const { name, url, leads, region } of links) {
    await page.goto('/dashboard');
    await region.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(url);
    await expect
      .poll(readShownLeads, { message: String(name) })
      .toEqual(leads.map((leadId) => `/leads/${leadId}`).toSorted());
  }
  // Open work of a rep is reassigned.
  await page.goto('/dashboard');
  await row.getByRole('button', { name: 'More for Anil Kale' }).click();
  await page.getByRole('menuitem', { name: 'Reassign leads of Anil Kale' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reassign/ });
  await dialog.getByRole('radio', { name: 'Unanswered' }).check();
  await expect(dialog).toHaveAccessibleName('Reassign 1 lead');
  await dialog.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: 'Bina Shah' }).click();
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await expect(page.getByText('1 lead reassigned', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: '1 unanswered, Anil Kale' })).toHaveCount(0);
});

test('a failed leaderboard affects nothing else', async ({ product, signIn, context }) => {
  const { admin, reps } = await createTeam(product, 'Bina Shah');
  await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  const page = await signIn(context, admin);
  await page.route('**/api/leaderboard', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('Failed to load leaderboard', { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Recent leads', exact: true })
      .getByRole('link', { name: /Sunita Rao/ }),
  ).toBeVisible();
  // Other changes refetch the leaderboard too.
  const retry = page
    .getByRole('region', { name: 'Sales Rep Leaderboard' })
    .getByRole('button', { name: 'Retry' });
  await expect(retry).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute('**/api/leaderboard');
  await retry.click();
  await expect(page.getByRole('table', { name: /Leads and visits by sales rep/ })).toBeVisible();
});

test('a long leaderboard shows the first ten and the viewer, and all on request', async ({
  product,
  signIn,
  context,
}) => {
  const names = Array.from(
    { length: 12 },
    (_, index) => `Rep ${String(index + 1).padStart(2, '0')}`,
  );
  const { admin, reps } = await createTeam(product, ...names);
  // The first rep has captured nothing. Meera does not sell, so she is not ranked.
  for (const rep of reps.slice(1)) await captureLead(rep);
  await admin.send('ChangeOrganizationDetails', { leaderboardOpen: true });
  const page = await signIn(context, reps[0]!);
  await page.goto('/dashboard');
  const rows = page.getByRole('table', { name: /Leads and visits by sales rep/ }).getByRole('row');
  // the heading, the first ten and the viewer
  await expect(rows).toHaveCount(1 + 10 + 1);
  await expect(rows.last()).toContainText('Rep 01');
  await expect(rows).not.toContainText(['Meera Sharma']);
  await page.getByRole('button', { name: 'Show all 12 reps', exact: true }).click();
  await expect(rows).toHaveCount(1 + 12);
  await page.getByRole('button', { name: 'Show fewer', exact: true }).click();
  await expect(rows).toHaveCount(1 + 10 + 1);
});

test('money follows the period and the rep, and each figure leads to its list', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Bina Shah');
  const [anil, bina] = reps;
  const wonLeadId = await captureLead(anil, { firstName: 'Rajesh', lastName: 'Patil' });
  await anil.send('ConvertLead', { leadId: wonLeadId, projectValuePaise: 25_000_000 });
  const quotedLeadId = await captureLead(bina, { firstName: 'Farida', lastName: 'Merchant' });
  await bina.send('UploadQuotation', {
    leadId: quotedLeadId,
    quotationId: randomUUID(),
    amountPaise: 12_345_650,
  });
  // An organization with few leads shows its first steps in place of money.
  for (let count = 0; count < 8; count++) await captureLead(bina);
  const page = await signIn(context, admin);
  await page.goto('/dashboard');
  const money = page.getByRole('region', { name: 'Money' });
  const moneyTile = (name: RegExp) => money.getByRole('link', { name });
  await expect(moneyTile(/^Quoted, open.*₹1,23,456.50.*1 lead$/)).toBeVisible();
  await expect(moneyTile(/^Won this month.*₹2,50,000.00/)).toBeVisible();
  await expect(moneyTile(/^To collect.*₹2,50,000.00.*₹0 overdue$/)).toBeVisible();

  await money.getByRole('button', { name: 'Week' }).click();
  await expect(page).toHaveURL(/period=week/);
  await money.getByRole('combobox', { name: 'Rep' }).click();
  await page.getByRole('option', { name: 'Bina Shah' }).click();
  await expect(moneyTile(/^Won this week.*₹0.00/)).toBeVisible();
  await expect(moneyTile(/^To collect/)).toHaveCount(0);
  await moneyTile(/^Quoted, open/).click();
  await expect(page).toHaveURL(/status=Quoted.*assignedTo=/);
  await expect(page.getByText('₹1.23 L quoted', { exact: true })).toBeVisible();

  // A rep sees only their own, without a choice of reps.
  const anilsPage = await signIn(context, anil);
  await anilsPage.goto('/dashboard');
  await expect(
    anilsPage.getByRole('link', { name: /^Won this month.*₹2,50,000.00/ }),
  ).toBeVisible();
  await expect(anilsPage.getByRole('link', { name: /^Quoted, open.*₹0.00/ })).toBeVisible();
  await expect(anilsPage.getByRole('combobox', { name: 'Rep' })).toHaveCount(0);
});

test('a founder looks around with sample data, and removes them by one press', async ({
  product,
  signIn,
  context,
}) => {
  const founder = await signUp(product, 'Meera Sharma');
  await foundOrganization(founder);
  const page = await signIn(context, founder);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show me with sample data' }).click();
  await expect(page.getByRole('link', { name: /^Leads 8$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent leads' })).toContainText('Sample, Nashik');
  // Samples do not count as her first lead.
  const steps = page.getByRole('region', { name: /^Set up / }).getByRole('listitem');
  await expect(steps.first()).toContainText('Add your first lead');
  await expect(steps.first().getByRole('link', { name: 'Add Lead' })).toBeVisible();
  await page.goto('/followups');
  await expect(page.getByText(/days? overdue/).first()).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByRole('region', { name: 'What this page will show' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show me with sample data' }).click();
  await expect(page.getByText('The sample data were shown and removed before.')).toBeVisible();
});
