import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { captureLead, desktop, expect, createTeam, test, onPhone } from '../tools/fixtures.js';

test.use({ viewport: desktop });

const openConvertDialog = async (page: Page, leadId: string): Promise<void> => {
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: /^Status \w+, change$/ }).click();
  await page.getByRole('radio', { name: /Converted/ }).click();
  await expect(page.getByRole('dialog', { name: 'Convert to customer' })).toBeVisible();
};

test('a lead is converted on a phone: its quotation is the default value, and its customer opens without ever being missing @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { reps } = await createTeam(product, 'Anil Kale');
  const leadId = await captureLead(reps[0], { firstName: 'Rajesh', lastName: 'Deshmukh' });
  await reps[0].send('UploadQuotation', {
    leadId,
    quotationId: randomUUID(),
    amountPaise: 48_250_000,
  });
  const context = await browser.newContext(onPhone);
  const page = await signIn(context, reps[0]);
  await openConvertDialog(page, leadId);
  await expect(page.getByLabel('Total project value')).toHaveValue('4,82,500.00');
  await expect(page.getByLabel('Payment method')).toHaveValue('Cash');

  // The error is shown at its field, and typed values stay.
  await page.getByLabel('Initial payment').fill('1.123456789012');
  await page.getByLabel('Payment date').fill('2099-01-01');
  await page.getByRole('button', { name: 'Convert Lead' }).tap();
  await expect(page.getByText('An amount can have two decimals', { exact: true })).toBeVisible();
  await expect(
    page.getByText('The payment date cannot be after today.', { exact: true }),
  ).toBeVisible();

  await page.getByLabel('Initial payment').fill('50,000');
  await page.getByLabel('Payment date').fill('2026-01-02');
  await page.getByLabel('Payment method').selectOption('UPI');
  const missingPageOutcome = page
    .getByRole('heading', { level: 1, name: 'Customer not found', exact: true })
    .waitFor({ timeout: 15_000 })
    .then(
      () => 'was missing',
      () => 'was never missing',
    );
  await page.getByRole('button', { name: 'Convert Lead' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Deshmukh' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
  await expect(page.getByRole('img', { name: /₹50,000\.00 of ₹4,82,500\.00 paid/ })).toBeVisible();
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('link', { name: 'Open customer' }).first().tap();
  await expect(page.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
  await context.close();
  expect(await missingPageOutcome).toBe('was never missing');
});

test('two members who convert a lead get one customer, and the second reads who was first', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Bina Shah');
  const leadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  const [repContext, adminContext] = await Promise.all([
    browser.newContext(),
    browser.newContext(),
  ]);
  const [repPage, adminPage] = [
    await signIn(repContext, reps[0]),
    await signIn(adminContext, admin),
  ];
  await Promise.all([openConvertDialog(repPage, leadId), openConvertDialog(adminPage, leadId)]);
  await adminPage.getByLabel('Initial payment').fill('7000');
  await repPage.getByLabel('Initial payment').fill('5000');
  await repPage.getByRole('button', { name: 'Convert Lead' }).click();
  await expect(repPage.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
  await expect(
    adminPage.getByText('Sunita Rao was converted meanwhile.', { exact: true }),
  ).toBeVisible();
  await adminPage.getByRole('button', { name: 'Convert Lead' }).click();
  await expect(
    adminPage.getByText(/^Bina Shah converted Sunita Rao first\. This is the customer\./),
  ).toBeVisible();
  await expect(adminPage.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
  // the second payment is recorded too
  await expect(
    adminPage.getByRole('region', { name: 'Recent Payments' }).getByRole('listitem'),
  ).toHaveCount(2);
  await Promise.all([repContext.close(), adminContext.close()]);
});

test('a lead that was a customer before only asks for the new payment', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Divya Nair');
  const leadId = await captureLead(reps[0], { firstName: 'Sunita', lastName: 'Rao' });
  await reps[0].send('ConvertLead', {
    leadId,
    projectValuePaise: 9_000_000,
    paymentPaise: 500_000,
  });
  await reps[0].send('ChangeLeadStatus', { leadId, status: 'Contacted' });
  const page = await signIn(context, reps[0]);
  await openConvertDialog(page, leadId);
  await expect(
    page.getByText('Sunita Rao has been a customer before. What is paid now is added there.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByLabel('Total project value')).toHaveCount(0);
  await page.getByLabel('Initial payment').fill('7000');
  await page.getByRole('button', { name: 'Convert Lead' }).click();
  await expect(page.getByRole('img', { name: /₹12,000\.00 of ₹90,000\.00 paid/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Recent Payments' }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('an offline conversion waits, and its values survive a closed tab', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Chetan Rao');
  const leadId = await captureLead(reps[0]);
  const page = await signIn(context, reps[0]);
  await openConvertDialog(page, leadId);
  await page.getByLabel('Total project value').fill('90000');
  await context.setOffline(true);
  await expect(page.getByRole('dialog').getByText('No network.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Convert Lead' })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Convert Lead' })).toBeEnabled();
  await page.close();
  const reopened = await context.newPage();
  await openConvertDialog(reopened, leadId);
  await expect(reopened.getByLabel('Total project value')).toHaveValue(/90,?000/);
});
