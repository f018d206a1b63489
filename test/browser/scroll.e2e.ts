import { captureLead, expect, createTeam, test, onPhone } from './tools/fixtures.js';

test.use(onPhone);

/** Distance to the end of a page within which its last entry is shown. */
const NEAR_END_PX = 160;

test('a page opened by its address starts at its top, wherever another page of the tab was scrolled', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const leads = await Promise.all(Array.from({ length: 11 }, () => captureLead(reps[0])));
  for (let number = 1; number <= 14; number++)
    await admin.send('AddNote', {
      leadId: leads[0]!,
      noteId: crypto.randomUUID(),
      note: `Note ${number}`,
    });
  const page = await signIn(context, reps[0]);
  const readScrollTop = () => page.evaluate(() => Math.round(scrollY));
  const measureDistanceToEnd = () =>
    page.evaluate(() => Math.round(document.documentElement.scrollHeight - innerHeight - scrollY));
  await page.goto('/leads');
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem')).toHaveCount(11);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(readScrollTop).toBeGreaterThan(300);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent leads' })).toBeVisible();
  expect(await readScrollTop()).toBe(0);

  // A lead opens at its newest entry, by address, from the list, and from the device.
  for (let time = 1; time <= 2; time++) {
    await page.goto(`/leads/${leads[0]}`);
    await expect(page.getByText('Note 14', { exact: true })).toBeVisible();
    await expect.poll(measureDistanceToEnd).toBeLessThan(NEAR_END_PX);
  }
  await page.getByRole('link', { name: 'Back to leads' }).click();
  await page
    .getByRole('list', { name: 'Leads' })
    .locator(`a[href="/leads/${leads[0]}"]`)
    .first()
    .click();
  await expect(page.getByText('Note 14', { exact: true })).toBeVisible();
  await expect.poll(measureDistanceToEnd).toBeLessThan(NEAR_END_PX);
});

test('Back and Reload restore the scroll position, and other pages start at their top', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await Promise.all(Array.from({ length: 12 }, () => captureLead(reps[0])));
  const page = await signIn(context, reps[0]);
  const readScrollTop = () => page.evaluate(() => Math.round(scrollY));
  const listedLeads = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
  const scrollDown = async () => {
    await expect(listedLeads).toHaveCount(12);
    await page.evaluate(() => scrollTo(0, 420));
    await expect.poll(readScrollTop).toBe(420);
  };
  await page.goto('/leads');
  await scrollDown();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await expect(page.getByRole('heading', { name: 'Recent leads' })).toBeVisible();
  expect(await readScrollTop()).toBe(0);
  await page.goBack();
  await expect(listedLeads).toHaveCount(12);
  await expect.poll(readScrollTop).toBe(420);
  await page.reload();
  await expect(listedLeads).toHaveCount(12);
  await expect.poll(readScrollTop).toBe(420);
});

test('six leads of the list are above the navigation when it opens', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  await Promise.all(Array.from({ length: 8 }, () => captureLead(reps[0])));
  const page = await signIn(context, reps[0]);
  await page.goto('/leads');
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem')).toHaveCount(8);
  const sixth = await page
    .getByRole('list', { name: 'Leads' })
    .getByRole('listitem')
    .nth(5)
    .boundingBox();
  const navigation = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
  expect(sixth!.y + sixth!.height).toBeLessThanOrEqual(navigation!.y);
});
