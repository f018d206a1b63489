import { expectInstalled } from '../tools/device-storage.js';
import type { BrowserContext, Page } from '@playwright/test';
import type { BillList } from '#domain/bills/bill.views.js';
import { dayFromToday } from '../tools/days.js';
import { CountedInput } from '../tools/counted-input.js';
import { drawPhoto } from '../tools/sample-files.js';
import { desktop, expect, createTeam, test, onPhone } from '../tools/fixtures.js';
import { fillDay } from '../tools/fill-day.js';

const openNewBill = (person: Page) => person.goto('/bills/new');

async function choosePhoto(page: Page, number: number): Promise<void> {
  await page.getByTestId('gallery').setInputFiles([await drawPhoto(number)]);
  await expect(page.getByRole('img', { name: /^Photo 1/ })).toBeVisible();
}

/** Captures a bill offline, which waits on the device. */
async function captureOffline(
  page: Page,
  context: BrowserContext,
  bill: { photo: number; rupees: number; type: string },
): Promise<void> {
  await page.goto('/bills');
  await expectInstalled(page);
  await openNewBill(page);
  await context.setOffline(true);
  await choosePhoto(page, bill.photo);
  await page.getByRole('textbox', { name: /Amount/ }).fill(String(bill.rupees));
  await page.getByText(bill.type, { exact: true }).tap();
  await page.getByRole('button', { name: 'Submit Bill' }).tap();
  await expect(page.getByRole('list', { name: 'Added on this device' })).toContainText(
    `₹${bill.rupees}.00 ${bill.type}`,
  );
}

test.describe('on a phone', () => {
  test.use(onPhone);

  test('a bill is captured with at most 7 taps, in at most 15 seconds at 250 ms a key @main', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    const input = new CountedInput(page);
    await page.goto('/dashboard');

    await input.tap(
      page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Add' }),
    );
    await input.tap(page.getByRole('menuitem', { name: 'Bill' }));
    const camera = page.waitForEvent('filechooser');
    await input.tap(page.getByRole('button', { name: 'Take photo' }));
    await (await camera).setFiles([await drawPhoto(1)]);
    input.tapOutsidePage(1);
    await expect(page.getByRole('textbox', { name: /Amount/ })).toBeFocused();
    await input.type('450.50');
    await input.tap(page.getByText('Fuel', { exact: true }));
    await input.tap(page.getByRole('button', { name: 'Submit Bill' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Bills' }).getByRole('link', { name: /Fuel ₹450\.50/ }),
    ).toBeVisible();
    await expect(page.getByText('₹450.50 pending', { exact: true })).toBeVisible();

    const { items } = await reps[0].get<BillList>('/api/bills');
    expect(items).toMatchObject([
      { type: 'Fuel', amountPaise: 45_050, spentOn: dayFromToday(0), status: 'Pending' },
    ]);
    expect(items[0]!.imageFileId).toBeDefined();
    test.info().annotations.push({
      type: 'measured',
      description: `${input.taps} taps, ${input.keys} keys, ${input.seconds} s`,
    });
    expect(input.taps).toBeLessThanOrEqual(7);
    expect(input.seconds).toBeLessThanOrEqual(15);
  });

  test('a bill captured offline waits on the device, and is sent later with its picture', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await captureOffline(page, context, { photo: 2, rupees: 120, type: 'Food' });
    // Repeats the bill while the first one waits.
    await page.getByRole('link', { name: 'New Bill' }).tap();
    await page.getByRole('textbox', { name: /Amount/ }).fill('120');
    await page.getByText('Food', { exact: true }).tap();
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(page.getByRole('dialog', { name: /^Looks like bill of .*, ₹120$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Look again' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.setOffline(false);
    await page.goto('/bills');
    await expect(page.getByRole('list', { name: 'Added on this device' })).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: 'Open picture: Bill of Anil Kale' }),
    ).toBeVisible();
    expect((await reps[0].get<BillList>('/api/bills')).items).toHaveLength(1);
  });

  test('a repeated picture, or the same type, amount and date, needs confirmation', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await openNewBill(page);
    await choosePhoto(page, 3);
    await page.getByRole('textbox', { name: /Amount/ }).fill('450');
    await page.getByText('Food', { exact: true }).tap();
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible();

    const warning = page.getByRole('dialog', { name: /^Looks like bill of .*, ₹450$/ });
    await openNewBill(page);
    await choosePhoto(page, 3);
    await page.getByRole('textbox', { name: /Amount/ }).fill('99');
    await page.getByText('Stay', { exact: true }).tap();
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(warning).toBeVisible();
    await warning.getByRole('button', { name: 'Look again' }).tap();
    const remove = page.getByRole('button', { name: 'Remove photo 1' });
    await remove.tap();
    await expect(remove).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await remove.tap();
    await page.getByRole('textbox', { name: /Amount/ }).fill('450');
    await page.getByText('Food', { exact: true }).tap();
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(warning).toBeVisible();
    await warning.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(page.getByRole('tab', { name: /^Pending\s*2$/ })).toBeVisible();
  });

  test('a refused bill reopens with its picture, is changed and sent, however often it is refused', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await captureOffline(page, context, { photo: 4, rupees: 700, type: 'Stay' });
    // Refuses the date, as if the organization's day had not begun yet.
    const message = 'The bill date cannot be in the future.';
    await page.route('**/api/commands/SubmitBill', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          code: 'bill-in-the-future',
          detail: message,
          fields: { spentOn: message },
        }),
      }),
    );
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Show', exact: true }).tap();
    await page.getByRole('button', { name: 'Change and send again' }).tap();
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
    await page.getByRole('textbox', { name: /Amount/ }).fill('710');
    // The first refusal stands at its field until the second one arrives.
    const secondRefusal = page.waitForResponse('**/api/commands/SubmitBill');
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await secondRefusal;
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await fillDay(page, 'Date', dayFromToday(-1));
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(
      page
        .getByRole('list', { name: 'Bills', exact: true })
        .getByRole('link', { name: /Stay ₹710\.00/ }),
    ).toBeVisible();
    const { items } = await reps[0].get<BillList>('/api/bills');
    expect(items).toMatchObject([{ amountPaise: 71_000, spentOn: dayFromToday(-1) }]);
    expect(items[0]!.imageFileId).toBeDefined();
  });

  test('missing or wrong values are reported at their fields', async ({
    product,
    signIn,
    context,
  }) => {
    const { reps } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, reps[0]);
    await openNewBill(page);
    await page.getByRole('textbox', { name: /Amount/ }).fill('0');
    await fillDay(page, 'Date', dayFromToday(1));
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    for (const message of [
      'Please enter a valid amount',
      'Choose the type of bill',
      'The bill date cannot be in the future.',
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    const summary = page.getByRole('alert').filter({ hasText: '3 fields need a look.' });
    for (const label of ['Amount (₹)', 'Type', 'Date'])
      await expect(summary.getByRole('button', { name: label, exact: true })).toBeVisible();
    await fillDay(page, 'Date', '');
    await page.getByRole('button', { name: 'Submit Bill' }).tap();
    await expect(page.getByText('Please select a date', { exact: true })).toBeVisible();
  });
});

test('an admin decides in one browser, and the submitter sees each step live in another @main', async ({
  product,
  signIn,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  const billId = crypto.randomUUID();
  await reps[0].send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 45_000,
    spentOn: dayFromToday(0),
    note: 'Lunch on site',
  });
  const [adminContext, repContext] = await Promise.all([
    browser.newContext({ viewport: desktop }),
    browser.newContext(onPhone),
  ]);
  const [adminPage, listPage] = [
    await signIn(adminContext, admin),
    await signIn(repContext, reps[0]),
  ];
  const billPage = await repContext.newPage();
  await Promise.all([
    adminPage.goto('/bills'),
    listPage.goto('/bills'),
    billPage.goto(`/bills/${billId}`),
  ]);
  await expect(listPage.getByRole('tab', { name: /^Pending\s*1$/ })).toBeVisible();
  await expect(listPage.getByRole('button', { name: /update status/ })).toHaveCount(0);

  await adminPage.getByRole('button', { name: /^Pending: update status/ }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Update Bill Status' });
  await expect(dialog.getByRole('button', { name: 'Reject Bill' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Approve Bill' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(listPage.getByRole('tab', { name: /^Approved\s*1$/ })).toBeVisible();
  await expect(billPage.getByRole('list', { name: 'History' })).toContainText(
    'Pending to Approved',
  );

  await adminPage.getByRole('tab', { name: /^Approved/ }).click();
  await expect(adminPage.getByText('Approved by Meera Sharma')).toBeVisible();
  await adminPage.getByRole('button', { name: /^Approved: update status/ }).click();
  await dialog.getByLabel('Rejection reason').fill('Submitted twice');
  await dialog.getByRole('button', { name: 'Reject Bill' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(billPage.getByRole('list', { name: 'History' })).toContainText(
    'Approved to Rejected',
  );
  await expect(billPage.getByRole('list', { name: 'History' })).toContainText('Submitted twice');
  await listPage.getByRole('tab', { name: /^Rejected\s*1$/ }).tap();
  await expect(listPage.getByText('Rejected: Submitted twice')).toBeVisible();
  await Promise.all([adminContext.close(), repContext.close()]);
});

test('twelve bills are reviewed by keyboard alone, one after another', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  for (let number = 1; number <= 12; number++)
    await reps[0].send('SubmitBill', {
      billId: crypto.randomUUID(),
      type: 'Fuel',
      amountPaise: number * 10_000,
      spentOn: dayFromToday(0),
    });
  const page = await signIn(context, admin);
  await page.setViewportSize(desktop);
  await page.goto('/bills');
  await page.getByRole('link', { name: 'Review one by one' }).click();
  await expect(page.getByText('12 pending, ₹7,800', { exact: true })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Pending bills' }).getByRole('listitem');

  await page.keyboard.press('j');
  await expect(rows.nth(1).getByRole('button')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('r');
  await page.keyboard.type('Which road?');
  await page.getByRole('button', { name: 'Reject Bill' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(11);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: /^Approve 2, ₹/ })).toBeVisible();
  await page.keyboard.press('Shift+A');
  await expect(page.getByText('2 bills approved', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(9);
  for (let remaining = 8; remaining >= 0; remaining--) {
    await page.keyboard.press('a');
    await expect(rows).toHaveCount(remaining);
  }
  await page.keyboard.press('a');
  await expect(page.getByText('Nothing to review', { exact: true })).toBeVisible();
  const { items } = await admin.get<BillList>('/api/bills?status=Approved');
  expect(items).toHaveLength(11);
});

test('an admin sees that another one has to decide on their own bill', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Kiran Rao');
  await admin.send('ChangeMemberRole', { memberId: reps[0].id, role: 'admin' });
  await admin.send('SubmitBill', {
    billId: crypto.randomUUID(),
    type: 'Stay',
    amountPaise: 90_000,
    spentOn: dayFromToday(0),
  });
  const page = await signIn(context, admin);
  await page.goto('/bills');
  await page.getByRole('button', { name: /^Pending: update status/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Bill Status' });
  await expect(dialog.getByText('Another admin has to decide on your own bill.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve Bill' })).toBeDisabled();
  // The focus returns to the opening button.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pending: update status/ })).toBeFocused();
});

test('of two admins who decide at once, the second one sees the first one’s decision', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale', 'Kiran Rao');
  await admin.send('ChangeMemberRole', { memberId: reps[1].id, role: 'admin' });
  const billId = crypto.randomUUID();
  await reps[0].send('SubmitBill', {
    billId,
    type: 'Stay',
    amountPaise: 90_000,
    spentOn: dayFromToday(0),
  });
  const page = await signIn(context, admin);
  await page.goto('/bills');
  await page.getByRole('button', { name: /^Pending: update status/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Bill Status' });
  await reps[1].send('RejectBill', { billId, reason: 'No bill number' });
  await expect(dialog).toContainText('Rejected: No bill number');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: /^Rejected\s*1$/ })).toBeVisible();
});

test('totals have charts and tables, for admins, and can be downloaded', async ({
  product,
  signIn,
  context,
  browser,
}) => {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await reps[0].send('SubmitBill', {
    billId: crypto.randomUUID(),
    type: 'Fuel',
    amountPaise: 1_23_456,
    spentOn: dayFromToday(0),
    note: '=1+1',
  });
  const page = await signIn(context, admin.afterCommandsOf(reps[0]));
  await page.goto('/bills');
  await page.getByRole('link', { name: 'Totals' }).click();
  await expect(page.getByText('Pending amount')).toBeVisible();
  await page.getByRole('button', { name: 'By person as a table' }).click();
  await expect(page.getByRole('row', { name: /Anil Kale/ })).toContainText('₹1,234.56');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('bills.csv');
  const rep = await signIn(await browser.newContext(), reps[0]);
  await rep.goto('/bills/totals');
  await expect(rep.getByText('Access Denied')).toBeVisible();
  await rep.context().close();
});
