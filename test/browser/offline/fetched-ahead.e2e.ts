import { dayFromToday } from '../tools/days.js';
import { expectCached, expectInstalled } from '../tools/device-storage.js';
import { captureLead, expect, onPhone, createTeam, test } from '../tools/fixtures.js';
import { activityList } from '../tools/capture-steps.js';

test.use(onPhone);

test('a lead due in two days that was never opened here opens offline with its timeline', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], {
    firstName: 'Rajesh',
    lastName: 'Patil',
    landmark: 'Behind the temple',
    followUpOn: dayFromToday(2),
  });
  await reps[0].send('AddNote', { leadId, noteId: crypto.randomUUID(), note: 'Asked for a quote' });
  const page = await signIn(context, reps[0]);
  await page.goto('/dashboard');
  await expectInstalled(page);
  await expectCached(page, 'Behind the temple', 'Asked for a quote');
  await context.setOffline(true);
  await page.goto(`/leads/${leadId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Patil' })).toBeVisible();
  await expect(activityList(page).getByText('Asked for a quote')).toBeVisible();
  await page.getByText('Information', { exact: true }).tap();
  await expect(
    page.getByRole('group', { name: 'About this lead' }).getByText('Behind the temple').first(),
  ).toBeVisible();
});
