import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import {
  captureLead,
  desktop,
  expect,
  type Person,
  createTeam,
  test,
  onPhone,
} from '../tools/fixtures.js';

test.use({ viewport: desktop });

async function createCustomer(rep: Person, more: object = {}): Promise<string> {
  const leadId = await captureLead(rep, {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    siteName: 'Green Meadows',
  });
  await rep.send('ConvertLead', { leadId, projectValuePaise: 45_000_000, ...more });
  await expect
    .poll(async () => (await rep.request<CustomerDetail>('GET', `/api/customers/${leadId}`)).status)
    .toBe(200);
  return leadId;
}

test('a customer’s money, work and invoices change live in another browser @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Ravi Jadhav');
  const customerId = await createCustomer(reps[0]);
  const [phoneContext, colleagueContext] = await Promise.all([
    browser.newContext(onPhone),
    browser.newContext(),
  ]);
  // A colleague sees customers too, and gets live changes.
  const [page, colleaguePage] = [
    await signIn(phoneContext, reps[0]),
    await signIn(colleagueContext, reps[1]),
  ];
  const listPage = await colleagueContext.newPage();
  await Promise.all([
    page.goto(`/customers/${customerId}`),
    colleaguePage.goto(`/customers/${customerId}`),
    listPage.goto('/customers'),
  ]);
  await expect(listPage.getByRole('row', { name: /Rajesh Deshmukh/ })).toContainText('Pending');
  await expect(colleaguePage.getByText('No payments yet.', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add Payment' }).tap();
  await page.getByLabel('Amount').fill('-5');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Payment' }).tap();
  await expect(page.getByText('Please enter a valid amount', { exact: true })).toBeVisible();
  await page.getByLabel('Amount').fill('1,50,000.50');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Payment' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const screen of [page, colleaguePage])
    await expect(
      screen.getByRole('img', { name: /₹1,50,000\.50 of ₹4,50,000\.00 paid, 33%/ }),
    ).toBeVisible();
  await expect(listPage.getByRole('row', { name: /Rajesh Deshmukh/ })).toContainText('Partial');

  await page.getByRole('button', { name: 'Add Project' }).tap();
  await page.getByLabel('Project name').fill('Rooftop, 10 kW');
  await page.getByLabel('Progress, %').fill('forty');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Project' }).tap();
  await expect(colleaguePage.getByText('Rooftop, 10 kW', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Update Rooftop, 10 kW' }).tap();
  await page.getByLabel('Progress, %').fill('-5');
  await page.getByRole('dialog').getByRole('button', { name: 'Update Project' }).tap();
  await expect(page.getByText('Enter a whole number from 0 to 100', { exact: true })).toBeVisible();
  await page.getByLabel('Progress, %').fill('40');
  await page.getByRole('dialog').getByRole('button', { name: 'Update Project' }).tap();
  await expect(listPage.getByRole('row', { name: /Rajesh Deshmukh/ })).toContainText('40%');

  await page.getByRole('button', { name: 'Add Invoice' }).tap();
  await page.getByLabel('Invoice number').fill('FT/2026/014');
  await page.getByLabel('Amount').fill('300000');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Invoice' }).tap();
  await colleaguePage.getByRole('button', { name: 'Invoice FT/2026/014: Sent, change' }).click();
  await colleaguePage.getByRole('menuitemradio', { name: 'Paid' }).click();
  await expect(
    page.getByRole('button', { name: 'Invoice FT/2026/014: Paid, change' }),
  ).toBeVisible();

  await page.getByText('Completed', { exact: true }).tap();
  await expect(listPage.getByRole('tab', { name: /^Completed\s*1$/ })).toBeVisible();

  // Members with the right have the button; others do not.
  await expect(page.getByRole('button', { name: 'Set by hand' })).toHaveCount(0);
  await admin.send('OverridePaymentStatus', { customerId, status: 'Overdue' });
  await expect(page.getByText('Set by hand', { exact: true })).toBeVisible();
  await expect(listPage.getByRole('row', { name: /Rajesh Deshmukh/ })).toContainText('Overdue');
  await Promise.all([phoneContext.close(), colleagueContext.close()]);
});

test('a payment is added by keyboard: errors get the focus, Escape returns, Enter sends', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Divya Nair');
  const customerId = await createCustomer(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto(`/customers/${customerId}`);
  const addButton = page.getByRole('button', { name: 'Add Payment' });
  await addButton.focus();
  await page.keyboard.press('Enter');
  const amount = page.getByRole('dialog', { name: 'Add Payment' }).getByLabel('Amount');
  await expect(amount).toBeFocused();
  await page.keyboard.type('some');
  await page.getByLabel('Reference number').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid amount', { exact: true })).toBeVisible();
  await expect(amount).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(addButton).toBeFocused();
  await page.keyboard.press('Enter');
  await amount.fill('5000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Recent Payments' }).getByRole('listitem'),
  ).toHaveCount(1);
});

test('an edited customer does not overwrite unseen changes by others', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Bina Shah');
  const customerId = await createCustomer(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto(`/customers/${customerId}/edit`);
  await page.getByLabel('City').fill('Nashik');
  await admin.send('EditCustomer', { customerId, city: 'Satara', firstName: 'Ramesh' });
  await expect(
    page.getByText('Somebody changed this customer while you were typing.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'See what changed' }).click();
  const dialog = page.getByRole('dialog', { name: 'What Somebody changed' });
  await expect(dialog.locator('ins')).toHaveText(['Ramesh', 'Satara']);
  await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ramesh Deshmukh' })).toBeVisible();
  await expectOutboxEmpty(page);
  expect((await reps[0].get<CustomerDetail>(`/api/customers/${customerId}`)).city).toBe('Nashik');

  // The GST number's check digit is checked before anything is sent.
  const details = page.getByRole('region', { name: 'Project Details' });
  await details.getByRole('link', { name: 'Add them' }).click();
  await page.getByLabel('Company name').fill('Patil Cold Storage');
  await page.getByLabel('Billing address').fill('14 MIDC Road\nNashik 422007');
  await page.getByLabel('GST number').fill('27aapfu0939f1zw');
  await page.getByLabel('Project start date').fill('2026-01-05');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(
    page
      .getByText('This is not a valid GST number. Compare it with the certificate', { exact: true })
      .first(),
  ).toBeVisible();
  await expect(page.getByLabel('GST number')).toHaveValue('27aapfu0939f1zw');
  await page.getByLabel('GST number').fill('27aapfu0939f1zv');
  await page.getByRole('button', { name: 'Save' }).first().click();
  for (const expectedText of [
    'Patil Cold Storage',
    '27AAPFU0939F1ZV',
    /^14 MIDC Road\s+Nashik 422007$/,
    /5 Jan/,
  ])
    await expect(details.getByRole('definition').filter({ hasText: expectedText })).toHaveCount(1);

  // A removed value is empty.
  await page.goto(`/customers/${customerId}/edit`);
  await page.getByLabel('Total project value').fill('');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Nobody has said what the project is worth')).toBeVisible();
});

test('a payment whose answer was lost is not mistaken for another one', async ({
  product,
  signIn,
  context,
}) => {
  const { reps } = await createTeam(product, 'Bina Shah');
  const customerId = await createCustomer(reps[0]);
  const page = await signIn(context, reps[0]);
  await page.goto(`/customers/${customerId}`);
  await page.getByRole('button', { name: 'Add Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Payment' });
  const addButton = dialog.getByRole('button', { name: 'Add Payment' });
  // Lets the command arrive and drops its answer.
  await page.route('**/api/commands/RecordPayment', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialog.getByLabel('Amount').fill('500');
  await addButton.click();
  await expect(
    dialog.getByText('Failed to add payment. The server could not be reached.', { exact: true }),
  ).toBeVisible();
  await page.unroute('**/api/commands/RecordPayment');
  await dialog.getByLabel('Amount').fill('600');
  await expect(addButton).toBeEnabled();
  await addButton.click();
  await expect(
    dialog.getByText(/This payment was recorded before, with other values\./),
  ).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue(/^600/);
  await addButton.click();
  await expect(dialog).toHaveCount(0);
  const { payments } = await reps[0].get<CustomerDetail>(`/api/customers/${customerId}`);
  expect(payments.map(({ amountPaise }) => amountPaise).sort()).toEqual([500_00, 600_00]);
});

test('customers are filtered by stage and payment, and an empty list says so', async ({
  product,
  signIn,
  context,
  browser,
}) => {
  const { reps } = await createTeam(product, 'Chetan Rao');
  const emptyPage = await signIn(context, reps[0]);
  await emptyPage.goto('/customers');
  await expect(emptyPage.getByRole('heading', { name: 'No customers yet' })).toBeVisible();
  for (let number = 0; number < 3; number++)
    await createCustomer(reps[0], number === 0 ? { paymentPaise: 100 } : {});
  await expect(emptyPage.getByRole('tab', { name: /^All\s*3$/ })).toBeVisible();
  const page = await signIn(await browser.newContext(), reps[0]);
  await page.goto('/customers');
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('tab', { name: /^Paid/ }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Payment: All' }).click();
  await page.getByRole('menuitemradio', { name: 'Overdue' }).click();
  await expect(page.getByRole('heading', { name: 'No customers match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.goto('/customers/6a0e0f6e-1f5b-4a52-9a5c-0d1c2b3a4f5e');
  await page.getByRole('link', { name: 'Back to customers' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
});
