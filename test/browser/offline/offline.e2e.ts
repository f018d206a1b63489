import { dayFromToday } from '../tools/days.js';
import { expectCached, expectInstalled } from '../tools/device-storage.js';
import { activityList } from '../tools/capture-steps.js';
import { captureLead, expect, newPhone, createTeam, test, onPhone } from '../tools/fixtures.js';
import { fillLeadForm, openSavedLead } from '../tools/fill-lead-form.js';

test.use(onPhone);

test('the installed app opens offline with its last list and its age, and sends later what is captured then @main', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(
    page.getByRole('list', { name: 'Leads' }).getByText('Rajesh Deshmukh'),
  ).toBeVisible();
  await expectInstalled(page);
  await expectCached(page, 'Deshmukh', '["leads"');
  await page.close();

  await context.setOffline(true);
  const app = await context.newPage();
  await app.goto('/leads');
  await expect(app.getByRole('list', { name: 'Leads' }).getByText('Rajesh Deshmukh')).toBeVisible();
  await expect(app.getByText(/^Showing leads from \d{1,2}:\d{2} (am|pm)$/)).toBeVisible();
  await expect(app.getByRole('status').getByText('No network.', { exact: true })).toBeVisible();

  await app
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Add' })
    .tap();
  await app.getByRole('menuitem', { name: 'Lead' }).tap();
  await fillLeadForm(app, newPhone());
  await app.getByRole('button', { name: 'Save' }).tap();
  const waitingRows = app.getByRole('list', { name: 'Added on this device' }).getByRole('listitem');
  await expect(waitingRows).toContainText('Sunita Rao');
  await expect(waitingRows).toContainText('Waiting for network');
  await expect(
    app.getByRole('status').getByText(/^No network\. 1 item waiting to be sent$/),
  ).toBeVisible();
  await app.getByRole('button', { name: /^1 waiting/ }).tap();
  await expect(
    app
      .getByRole('dialog', { name: 'Waiting to be sent' })
      .getByText('Lead Sunita Rao', { exact: true }),
  ).toBeVisible();
  await app.keyboard.press('Escape');

  await context.setOffline(false);
  await expect(waitingRows).toHaveCount(0);
  await expect(app.getByRole('list', { name: 'Leads' }).getByText('Sunita Rao')).toBeVisible();
  await expect(app.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  expect((await reps[0].get<{ readonly total: number }>('/api/leads')).total).toBe(2);
});

test('a lead seen only on the agenda or with a visit opens offline with its known fields', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const [dueLeadId, visitedLeadId] = [
    await captureLead(reps[0], {
      firstName: 'Rajesh',
      lastName: 'Patil',
      city: 'Nashik',
      note: 'Call on Monday',
      followUpOn: dayFromToday(0),
    }),
    await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao', city: 'Satara' }),
  ];
  const [startedAt, endedAt] = [90, 30].map((minutes) =>
    new Date(Date.now() - minutes * 60_000).toISOString(),
  );
  await reps[0].send('RecordVisit', {
    leadId: visitedLeadId,
    visitId: crypto.randomUUID(),
    startedAt,
    endedAt,
    pausedSeconds: 0,
  });
  const page = await signIn(context, reps[0]);
  await page.goto('/visits?tab=completed');
  await expect(page.getByRole('link', { name: /^Sunita Rao/ })).toBeVisible();
  await expectInstalled(page);
  await page.goto('/followups');
  await expect(page.getByRole('link', { name: /^Rajesh Patil/ })).toBeVisible();
  await expectCached(page, 'Rajesh Patil', 'Sunita Rao');
  await context.setOffline(true);

  await page.goto(`/leads/${dueLeadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Patil' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status New, change' })).toBeVisible();
  await page.getByText('Information', { exact: true }).tap();
  const about = page.getByRole('group', { name: 'About this lead' });
  await expect(about.getByText('Call on Monday')).toBeVisible();
  await expect(about.getByText('Nashik').first()).toBeVisible();

  await page.goto(`/leads/${visitedLeadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sunita Rao' })).toBeVisible();
  await page.getByText('Information', { exact: true }).tap();
  await expect(about.getByText('Satara').first()).toBeVisible();
  await expect(about.getByText('Not on this device yet').first()).toBeVisible();
  await page.getByText('Activity', { exact: true }).tap();
  const composer = page.getByRole('form', { name: 'Add to this lead' });
  await composer.getByRole('textbox', { name: 'Note' }).fill('Asked for a quote');
  await composer.getByRole('button', { name: 'Send note' }).tap();
  await expect(
    page.getByRole('list', { name: 'Activities' }).getByText('Asked for a quote'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Not on this device yet')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Status Contacted, change' })).toBeVisible();
});

test('a number that was taken meanwhile is refused with its reason, and corrected on the device', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/leads/new');
  await expectInstalled(page);
  const number = newPhone();
  await fillLeadForm(page, number);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(
    page.getByRole('list', { name: 'Added on this device' }).getByRole('listitem'),
  ).toContainText('Waiting for network');
  await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh', phone: number });
  await context.setOffline(false);
  const refusedRow = page.getByRole('list', { name: 'Added on this device' }).getByRole('listitem');
  await expect(refusedRow).toContainText(
    'Not sent. A lead with this phone number already exists in your organization.',
  );
  await refusedRow.getByRole('button', { name: 'Show', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Duplicate Lead Detected' });
  await expect(dialog.getByText('Rajesh Deshmukh')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a different phone number' }).tap();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Sunita');
  // The refused number is selected, so that typing replaces it.
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await page.keyboard.type(newPhone());
  await page.getByRole('button', { name: 'Save' }).tap();
  await openSavedLead(page, 'Sunita Rao');
  await expect(page.getByRole('button', { name: /not sent|waiting/ })).toHaveCount(0);
});

test('after 200 searches every lead that was opened that day opens offline', async ({
  product,
  signIn,
  context,
}) => {
  test.slow();
  const { reps } = await createTeam(product, 'Anil Kale');
  const names = Array.from(
    { length: 30 },
    (_, number) => `Rajesh${String.fromCharCode(97 + (number % 26))}${number}`,
  );
  const leads = new Map<string, string>();
  for (const firstName of names) {
    const leadId = await captureLead(reps[0], { firstName });
    await reps[0].send('AddNote', {
      leadId,
      noteId: crypto.randomUUID(),
      note: `Note of ${firstName}`,
    });
    leads.set(leadId, firstName);
  }
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expectInstalled(page);
  for (const [leadId, firstName] of leads) {
    await page.goto(`/leads/${leadId}`);
    await expect(
      activityList(page).getByText(`Note of ${firstName}`, { exact: true }),
    ).toBeVisible();
    await expectCached(page, `["timeline","${leadId}"]`);
  }
  await page.goto('/leads');
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  for (let number = 1; number <= 200; number++) {
    const answerToSearch = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === `Rajesh ${number}`,
    );
    await search.fill(`Rajesh ${number}`);
    await answerToSearch;
  }
  await expectCached(page, '"q":"Rajesh 200"');
  await context.setOffline(true);
  for (const [leadId, firstName] of leads) {
    await page.goto(`/leads/${leadId}`);
    await expect(page.getByRole('heading', { level: 1, name: `${firstName} Patil` })).toBeVisible();
    await expect(
      activityList(page).getByText(`Note of ${firstName}`, { exact: true }),
    ).toBeVisible();
  }
});
