import { captureLead, expect, createTeam, test, onSite } from '../tools/fixtures.js';

test.use(onSite);

test('a running visit is shown on every screen and in every tab, and a second visit asks what to do with the running one', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const firstLeadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  const secondLeadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${firstLeadId}`);
  // From a lead to its visit in one tap.
  await page.getByRole('link', { name: 'Add visit' }).tap();
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByRole('button', { name: 'Start Visit' }).tap();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();

  const bar = page.getByRole('link', { name: 'Back to the visit to Rajesh Patil' });
  for (const path of ['/dashboard', '/leads', `/leads/${secondLeadId}`, '/settings/profile']) {
    await page.goto(path);
    await expect(bar).toBeVisible();
  }
  const tab = await context.newPage();
  await tab.goto('/visits');
  await expect(tab.getByRole('link', { name: 'Back to the visit to Rajesh Patil' })).toContainText(
    /00:\d\d:\d\d/,
  );

  await page.goto(`/leads/${secondLeadId}`);
  await page.getByRole('link', { name: 'Add visit' }).tap();
  const dialog = page.getByRole('dialog', { name: 'A visit to Rajesh Patil is under way' });
  await dialog.getByRole('button', { name: 'Continue visit' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();

  // A tab shows what the other writes.
  await tab.getByRole('link', { name: 'Back to the visit to Rajesh Patil' }).tap();
  await page.getByRole('button', { name: 'Add note' }).tap();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Roof measured');
  await expect(tab.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');

  // A draft that is discarded for another visit and then restored is unchanged.
  await page.goto(`/visits/new?leadId=${secondLeadId}`);
  await dialog.getByRole('button', { name: 'Discard it' }).tap();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await dialog.getByRole('button', { name: 'Continue visit' }).tap();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');
  await expect(tab.getByRole('textbox', { name: 'Notes' })).toHaveValue('Roof measured');

  await page.goto(`/visits/new?leadId=${secondLeadId}`);
  await dialog.getByRole('button', { name: 'End it and save it first' }).tap();
  await expect(page.getByRole('region', { name: 'Rajesh Patil' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Visit' }).tap();
  await expect(page.getByText('Visit Completed!', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Capture Location' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Sunita Rao/ })).toBeVisible();
  await expect(tab.getByRole('textbox', { name: 'Notes' })).toBeHidden();
  await expect
    .poll(() => reps[0].get('/api/visits?tab=completed'))
    .toMatchObject({ items: [{ leadId: firstLeadId, notes: 'Roof measured' }] });
  await page.goto('/leads');
  await expect(page.getByRole('link', { name: /^Back to the visit to/ })).toHaveCount(0);
});

test('setting the clock back shortens no visit, even after a reload', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Patil' });
  await context.addInitScript(() => {
    const clock = Date.now.bind(Date);
    Date.now = () => clock() + Number(localStorage.getItem('test-clock') ?? 0);
    // The browser's monotonic counter, which runs while the page is awake.
    const counter = performance.now.bind(performance);
    performance.now = () => counter() + Number(localStorage.getItem('test-counter') ?? 0);
  });
  const moveClock = (minutes: number) =>
    page.evaluate((ms) => localStorage.setItem('test-clock', String(ms)), minutes * 60_000);
  const advanceCounter = (minutes: number) =>
    page.evaluate((ms) => localStorage.setItem('test-counter', String(ms)), minutes * 60_000);
  const page = await signIn(context, reps[0]);
  await page.goto(`/visits/new?leadId=${leadId}`);
  await moveClock(-30);
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByRole('button', { name: 'Start Visit' }).tap();
  // Half an hour passes.
  await moveClock(0);
  await advanceCounter(30);
  const dial = page.getByRole('timer');
  await expect(dial).toHaveText(/^00:30:/);
  const readShownTime = async (): Promise<string> => (await dial.textContent()) ?? '';
  const timeBefore = await readShownTime();
  await moveClock(-60);
  expect((await readShownTime()) >= timeBefore).toBe(true);
  await expect.poll(async () => (await readShownTime()) > timeBefore).toBe(true);
  await page.reload();
  await expect.poll(async () => (await readShownTime()) > timeBefore).toBe(true);
  await page.getByRole('button', { name: 'End Visit' }).tap();
  await expect(page.getByRole('region', { name: 'Rajesh Patil' })).toContainText('30m');
});
