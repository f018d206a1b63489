import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { CountedInput } from '../tools/counted-input.js';
import { expectAccessible } from '../tools/expect-accessible.js';
import { captureLead, desktop, expect, onPhone, createTeam, test } from '../tools/fixtures.js';

const slider = (page: Page) => page.getByRole('slider', { name: 'Event' });
const eventHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name });
const pastRecord = (page: Page, number: number) =>
  page.getByRole('region', { name: `The lead at event ${number}` });

test.describe('on a phone', () => {
  test.use(onPhone);

  test('an auditor opens a lead’s history with 2 taps, from the feed with 1, and steps @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    await reps[0].send('ChangeLeadStatus', { leadId, status: 'Contacted' });
    await reps[0].send('EditLead', { leadId, siteName: 'Deshmukh Residency' });
    await reps[0].send('MarkLeadLost', { leadId, reason: 'Bought elsewhere' });
    const page = await signIn(context, admin);
    const input = new CountedInput(page);
    await page.goto(`/leads/${leadId}`);

    await input.tap(page.getByRole('button', { name: 'More', exact: true }));
    await input.tap(page.getByRole('menuitem', { name: 'History' }));
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Lead marked as Lost/);
    expect(input.taps).toBe(2);

    await page.getByRole('button', { name: 'Previous event' }).tap();
    await expect(eventHeading(page, 'Changed: Site name')).toBeVisible();
    await expect(page.getByText(/^As it stood on /)).toBeVisible();
    await expect(page).toHaveURL(/\?at=3$/);
    await expect(pastRecord(page, 3)).not.toContainText('Bought elsewhere');
    await expectAccessible(page, 'history');

    // The status of event 3 was set by event 2.
    await pastRecord(page, 3).getByRole('button', { name: 'Contacted' }).tap();
    await expect(eventHeading(page, 'Status changed to Contacted')).toBeVisible();
    await expect(page).toHaveURL(/\?at=2$/);
    await page.goBack();
    await expect(eventHeading(page, 'Changed: Site name')).toBeVisible();

    await page.getByRole('button', { name: 'Compare' }).tap();
    await page.getByRole('button', { name: 'Next event' }).tap();
    const compared = page.getByRole('region', { name: 'Event 3 and event 4' });
    await expect(compared).toContainText('Bought elsewhere');
    await expect(compared).not.toContainText('Deshmukh Residency');

    await expect(page.getByRole('link', { name: 'Back to now' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Previous event' }).tap();
    await page.getByRole('link', { name: 'Back to now' }).tap();
    await expect(page.getByRole('button', { name: /^Status Lost/ })).toBeVisible();

    await page.goto('/audit');
    const feedInput = new CountedInput(page);
    await feedInput.tap(page.getByRole('link', { name: /^Lead marked as Lost/ }));
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Lead marked as Lost/);
    await expect(page).toHaveURL(new RegExp(`/leads/${leadId}/history\\?at=4$`));
    expect(feedInput.taps).toBe(1);
  });

  test('an auditor steps through past days on the screen of leads', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const now = new Date();
    const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000);
    const lead = { firstName: 'Rajesh', lastName: 'Deshmukh', type: 'Builder', city: 'Pune' };
    await reps[0].send(
      'CreateLead',
      { ...lead, leadId: randomUUID(), phone: '+919812345670' },
      { headers: { 'x-captured-at': twoDaysAgo.toISOString(), 'x-sent-at': now.toISOString() } },
    );
    const page = await signIn(context, admin);
    await page.goto('/leads?status=New');
    await expect(page.getByText('Rajesh Deshmukh')).toBeVisible();

    await page.getByRole('link', { name: 'As of a day' }).tap();
    await expect(page.getByText(/^As of \w+, /)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    await page.getByRole('button', { name: 'Happened' }).tap();
    await expect(page.getByText('Rajesh Deshmukh')).toBeVisible();
    await expect(page).toHaveURL(/status=New&asOf=\d{4}-\d\d-\d\d&clock=happened$/);
    await expect(page.getByRole('link', { name: 'Add Lead' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /change status/ })).toHaveCount(0);
    await expectAccessible(page, 'as of a day');

    await page.getByRole('button', { name: 'Day before' }).tap();
    await expect(page.getByText('Rajesh Deshmukh')).toBeVisible();
    await page.getByRole('button', { name: 'Day before' }).tap();
    await expect(page.getByText('Rajesh Deshmukh')).toHaveCount(0);

    await page.getByRole('link', { name: 'Back to now' }).tap();
    await expect(page.getByText('Rajesh Deshmukh')).toBeVisible();
    await expect(page).toHaveURL(/\/leads\?status=New$/);
  });

  test('a rep finds no link to a history', async ({ product, signIn, context }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
    const page = await signIn(context, reps[0]);
    await page.goto(`/leads/${leadId}`);
    await expect(page.getByRole('link', { name: 'Edit lead' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
    await page.goto(`/leads/${leadId}/history`);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('the keyboard moves through time, and an address shows its moment', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    const leadId = await captureLead(reps[0], { firstName: 'Sunil', lastName: 'Joshi' });
    await reps[0].send('ChangeLeadStatus', { leadId, status: 'Contacted' });
    await reps[0].send('EditLead', { leadId, city: 'Nashik' });
    const page = await signIn(context, admin);
    await page.goto(`/leads/${leadId}/history?at=2`);
    await expect(eventHeading(page, 'Status changed to Contacted')).toBeVisible();

    await slider(page).focus();
    await page.keyboard.press('Home');
    await expect(eventHeading(page, 'Lead created')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(eventHeading(page, 'Status changed to Contacted')).toBeVisible();
    await page.keyboard.press('End');
    await expect(eventHeading(page, 'Changed: City')).toBeVisible();
    await page.keyboard.press('PageDown');
    await expect(eventHeading(page, 'Lead created')).toBeVisible();

    await page.getByRole('button', { name: 'Play' }).click();
    await expect(eventHeading(page, 'Changed: City')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${product.url}/leads/${leadId}/history?at=3`);

    await expectAccessible(page, 'history on a desktop');
    await page.getByRole('button', { name: 'Screen' }).click();
    await expect(page.getByRole('region', { name: 'Lead Information' })).toContainText('Nashik');
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
  });
});
