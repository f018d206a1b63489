import { randomUUID } from 'node:crypto';
import type {
  QuotationDetail,
  QuotationSettingsShown,
} from '#domain/quotations/quotation.views.js';
import { until } from '../../acceptance/product/until.js';
import { dayFromToday } from '../tools/days.js';
import {
  captureLead,
  desktop,
  expect,
  type Person,
  phone,
  createTeam,
  test,
} from '../tools/fixtures.js';
import { KeyboardUser } from '../tools/keyboard-user.js';

/** User agent of a customer's browser, because an automated browser counts as a crawler. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const seller = {
  legalName: 'Sharma Solar Private Limited',
  state: '27',
  gstRegistration: 'regular',
  gstin: '27AAPFU0939F1ZV',
};

/** Registered seller with a product, and a rep with a lead. */
async function createSellerWithLead(product: Parameters<typeof createTeam>[0]) {
  const { admin, reps } = await createTeam(product, 'Anil Kale');
  await admin.send('ChangeQuotationSettings', seller);
  await admin.send('AddProduct', {
    productId: randomUUID(),
    name: 'Panel 540 W',
    description: 'Mono PERC',
    mrpPaise: 20_000_00,
    livePricePaise: 10_500_00,
    maxDiscountBasisPoints: 750,
    hsn: '8541',
    gstRateBasisPoints: 500,
  });
  const rep = reps[0].afterCommandsOf(admin);
  const leadId = await captureLead(rep, { firstName: 'Rajesh', lastName: 'Deshmukh' });
  return { admin, rep, leadId };
}

async function sendQuotation(rep: Person, leadId: string): Promise<string> {
  const quotationId = randomUUID();
  const line = {
    quantityThousandths: 1_000,
    unit: 'piece',
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
  };
  await rep.send('SaveQuotation', {
    quotationId,
    leadId,
    pricesIncludeGst: true,
    validUntilOn: dayFromToday(15),
    lines: [
      { ...line, lineId: randomUUID(), name: 'Inverter', unitPricePaise: 1_000_00 },
      {
        ...line,
        lineId: randomUUID(),
        name: 'Insurance',
        unitPricePaise: 100_00,
        optional: true,
      },
    ],
  });
  await rep.send('SendQuotation', { quotationId, version: 1 });
  await until(async () => (await readDetail(rep, quotationId)).linkToken);
  return quotationId;
}
/** Day as a person types it. */
const typedDay = (day: string): string => day.split('-').toReversed().join('/');
const readDetail = (person: Person, quotationId: string) =>
  person.get<QuotationDetail>(`/api/quotations/${quotationId}`);

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('a quotation is built, sent, copied and changed by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { rep } = await createSellerWithLead(product);
    const page = await signIn(context, rep);
    const keys = new KeyboardUser(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.goto('/quotations');
    await keys.activate(page.getByRole('link', { name: 'New quotation' }));
    await keys.activate(button(/Rajesh Deshmukh/));

    // Escape closes the sheet of products and returns the focus.
    await keys.activate(button('Add products'));
    const picker = page.getByRole('dialog', { name: 'Add products' });
    await expect(picker).toBeVisible();
    await keys.press('Escape');
    await expect(picker).toHaveCount(0);
    await expect(button('Add products')).toBeFocused();
    await keys.press('Enter');
    await keys.activate(button('Add Panel 540 W'));
    await keys.activate(button('One Panel 540 W more'));
    await keys.activate(button(/^Done/));
    await expect(picker).toHaveCount(0);

    // Adds a free line: fills in its row from left to right, moves it up and opens it.
    await keys.activate(button('Other item'));
    await keys.fill(page.getByLabel('Item 2'), 'Cleaning kit');
    await keys.fill(page.getByLabel('Price of Cleaning kit'), '2400');
    await keys.press('ArrowUp');
    await expect(page.getByLabel('Price of Panel 540 W')).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByLabel('Price of Cleaning kit')).toBeFocused();
    await keys.press('Alt+ArrowUp');
    await expect(page.getByLabel('Item 1', { exact: true })).toHaveValue('Cleaning kit');
    await expect(page.getByLabel('Price of Cleaning kit')).toBeFocused();
    await keys.activate(page.getByLabel('Optional: the customer may choose it'), 'Space');
    await keys.activate(button('Move Cleaning kit down'));
    await expect(page.getByLabel('Item 2', { exact: true })).toHaveValue('Cleaning kit');

    // A day in the past is refused before the preview, and keeps what was typed.
    const validUntil = page.getByLabel('Valid until', { exact: true });
    await keys.fill(validUntil, typedDay(dayFromToday(-1)));
    await keys.activate(button('Preview and send'));
    await expect(page.getByText('Valid until cannot be before today')).toBeVisible();
    await expect(validUntil).toBeFocused();
    await expect(page.getByLabel('Item 2', { exact: true })).toHaveValue('Cleaning kit');
    await keys.fill(validUntil, typedDay(dayFromToday(15)));

    const preview = page.getByRole('dialog', { name: 'Preview' });
    await keys.activate(button('Preview and send'));
    await expect(preview).toBeVisible();
    await keys.press('Escape');
    await expect(button('Preview and send')).toBeFocused();
    await keys.press('Enter');
    await keys.activate(preview.getByRole('button', { name: /^Send/ }));
    // An answer that takes longer than a form waits leads to the list.
    const sentQuotation = page.getByRole('heading', { level: 1, name: /\/0001$/ });
    const listedQuotation = page.getByRole('link', { name: /Rajesh Deshmukh/ });
    await expect(sentQuotation.or(listedQuotation)).toBeVisible();
    if (await listedQuotation.isVisible()) await keys.activate(listedQuotation);
    await expect(sentQuotation).toBeVisible();

    // The quotation: its menu, a new version, and the older one.
    await keys.activate(button('Copy link'));
    await expect(page.getByText(/Link copied|did not allow copying/)).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Mark as rejected' });
    await keys.activate(button('More'));
    const rejectItem = page.getByRole('menuitem', { name: 'Mark as rejected' });
    await expect(rejectItem).toBeVisible();
    await keys.press('ArrowUp');
    await expect(rejectItem).toBeFocused();
    await keys.press('Enter');
    await expect(dialog).toBeVisible();
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await keys.activate(button('More'));
    await expect(page.getByRole('menuitem', { name: 'New version' })).toBeFocused();
    await keys.press('Enter');
    await keys.fill(page.getByLabel('Quantity of Panel 540 W'), '3');
    await keys.activate(button('Preview and send'));
    await keys.activate(preview.getByRole('button', { name: /^Send/ }));
    await keys.activate(page.getByRole('button', { name: 'Version 1', exact: true }));
    await expect(page.getByText('There is a newer version of this quotation')).toBeVisible();
  });

  test('the settings of quotations are changed by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { admin } = await createTeam(product, 'Anil Kale');
    const page = await signIn(context, admin);
    const keys = new KeyboardUser(page);
    await page.goto('/settings/quotations');
    await keys.fill(page.getByLabel('Legal name'), 'Sharma Solar');
    const state = page.getByRole('combobox', { name: /^State/ });
    await keys.activate(state);
    await expect(page.getByRole('option', { name: 'Goa' })).toBeVisible();
    await keys.type('Maha');
    await expect(page.getByRole('option', { name: 'Goa' })).toHaveCount(0);
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(state.first()).toContainText('Maharashtra');
    await keys.tabTo(page.getByLabel('GST registration'));
    await keys.type('Regular');
    await keys.fill(page.getByLabel('GSTIN'), '29AAPFU0939F1ZR');
    await keys.activate(page.getByLabel('Round the total to the rupee'), 'Space');
    await keys.activate(page.getByRole('button', { name: 'Save', exact: false }).first());
    await expect(page.getByText('GSTIN does not match the state')).toBeVisible();
    await expect(page.getByLabel('GSTIN')).toBeFocused();
    await keys.fill(page.getByLabel('GSTIN'), seller.gstin);
    await keys.press('Enter');
    await expect(page.getByText('Settings of quotations saved')).toBeVisible();
    await expect
      .poll(() => admin.get<QuotationSettingsShown>('/api/quotation-settings'))
      .toMatchObject({
        legalName: 'Sharma Solar',
        state: '27',
        gstin: seller.gstin,
        roundsOff: false,
      });
  });

  test('a customer chooses a line, asks and accepts by keyboard alone', async ({
    product,
    browser,
  }) => {
    const { rep, leadId } = await createSellerWithLead(product);
    const quotationId = await sendQuotation(rep, leadId);
    const { linkToken } = await readDetail(rep, quotationId);
    const context = await browser.newContext({ viewport: desktop, userAgent });
    const page = await context.newPage();
    const keys = new KeyboardUser(page);
    await page.goto(`${product.url}/q/${linkToken}`);
    await keys.activate(page.getByRole('checkbox', { name: /Insurance/ }), 'Space');
    const accept = page.getByRole('button', { name: 'Accept for ₹1,100.00' });
    await expect(accept).toBeEnabled();
    await keys.activate(page.locator('summary').filter({ hasText: 'Ask a question' }));
    await keys.fill(page.getByLabel('Your question'), 'When can you begin?');
    await keys.activate(page.getByRole('button', { name: 'Send question' }));
    await expect(page.getByText('Your question was sent.')).toBeVisible();
    await keys.activate(page.getByRole('checkbox', { name: /Insurance/ }), 'Space');
    await expect(accept).toBeEnabled();
    await keys.fill(page.getByLabel('Your name'), 'Rajesh Patil');
    await keys.fill(page.getByLabel('Your mobile number'), '98220 41736');
    await keys.activate(accept);
    await expect(page.getByText(/Accepted on .* by Rajesh Patil/)).toBeVisible();
    await keys.tabTo(page.getByRole('link', { name: 'Download the accepted copy' }));
    await expect
      .poll(async () => (await readDetail(rep, quotationId)).acceptance)
      .toMatchObject({ totalPaise: 1_100_00 });
    await context.close();
  });
});

test.describe('in a window as narrow as a phone', () => {
  test.use({ viewport: phone });

  test('a line is opened and changed, and a quotation shared, by keyboard alone', async ({
    product,
    signIn,
    context,
  }) => {
    const { rep, leadId } = await createSellerWithLead(product);
    const quotationId = await sendQuotation(rep, leadId);
    const page = await signIn(context, rep);
    const keys = new KeyboardUser(page);
    await page.goto(`/quotations/${quotationId}/edit`);
    const line = page.getByRole('button', { name: /^Inverter/ });
    await keys.activate(line);
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    await keys.activate(page.getByRole('button', { name: 'More discount' }));
    await expect(page.getByLabel('Discount (%)')).toHaveValue('0.5');
    await keys.activate(page.getByRole('button', { name: 'More for Inverter' }));
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await keys.activate(page.getByRole('button', { name: 'Undo' }));
    await expect(line).toBeVisible();
    await keys.activate(page.getByRole('button', { name: 'One Inverter more' }));
    await expect(page.getByLabel(/^Quantity of Inverter/)).toHaveValue('2');

    await page.goto(`/quotations/${quotationId}`);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await keys.activate(share);
    const dialog = page.getByRole('dialog', { name: /^Share Q/ });
    await keys.tabTo(dialog.getByRole('button', { name: 'Share on WhatsApp' }));
    await keys.activate(dialog.getByRole('button', { name: 'Copy link' }));
    await expect(page.getByText(/Link copied|did not allow copying/)).toBeVisible();
    if (await dialog.isVisible()) await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(share).toBeFocused();
  });
});
