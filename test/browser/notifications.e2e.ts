import type { AlertCounts } from '#domain/notifications/alerts.views.js';
import { captureLead, createTeam } from '../acceptance/product/person.js';
import { expect, test } from './tools/fixtures.js';

test('an alert about an assigned lead arrives at once, opens the lead, and is read', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const page = await signIn(context, reps[0]);
  await page.goto('/notifications');
  // Members without alerts see samples.
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(3);
  const leadId = await captureLead(admin, {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    assignedTo: reps[0].id,
  });
  const alerts = page.getByRole('main').getByRole('article');
  const leadAlert = alerts.filter({ hasText: 'Rajesh Deshmukh' });
  await expect(leadAlert.getByText('New', { exact: true })).toBeVisible();
  await expect(leadAlert.getByText('New Lead')).toBeVisible();

  // Opening the list marks alerts as seen, once their number has arrived.
  await expect
    .poll(async () => (await reps[0].get<AlertCounts>('/api/alerts/counts')).lead)
    .toBe(0);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.goto('/leads/new');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  const otherLeadId = await captureLead(admin, {
    firstName: 'Suresh',
    lastName: 'Nair',
    assignedTo: reps[0].id,
  });
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /1 lead/ })
    .click();
  await expect(page).toHaveURL(/\/notifications\?type=lead/);
  await page.goto(`/leads/${otherLeadId}`);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.goBack();
  await leadAlert.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(`/leads/${leadId}`);
  await page.goBack();
  await expect(leadAlert.getByText('New', { exact: true })).toHaveCount(0);

  await page.goto('/notifications?state=unread');
  await expect(alerts).toHaveCount(4);
  await page
    .getByRole('button', {
      name: 'A new offer that you can share with customers shows up here. Mark as read',
    })
    .click();
  await expect(alerts).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark All as Read' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search notifications' }).fill('deshmukh');
  await expect(alerts).toHaveCount(1);
});

test('a visitor without a session is asked to sign in', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page.getByText('Please sign in to view notifications')).toBeVisible();
  await expect(page).toHaveURL('/login');
});
