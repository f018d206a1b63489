import { randomUUID } from 'node:crypto';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { QuotationDetail, QuotationList } from '#domain/quotations/quotation.views.js';
import { goOffline } from '../tools/language.js';
import { expectOutboxEmpty } from '../tools/device-storage.js';
import { captureLead, expect, type Person, team, test, onPhone } from '../tools/fixtures.js';

test.use(onPhone);

const products = Array.from({ length: 10 }, (_, place) => `Panel ${540 + 10 * place} W`);

async function sellerWithProducts(admin: Person): Promise<void> {
  await admin.send('ChangeQuotationSettings', {
    legalName: 'Sharma Solar Private Limited',
    address: '12 Baner Road, Pune',
    state: '27',
    gstRegistration: 'regular',
    gstin: '27AAPFU0939F1ZV',
  });
  for (const name of products)
    await admin.send('AddProduct', {
      productId: randomUUID(),
      name,
      description: 'Mono PERC',
      mrpPaise: 20_000_00,
      livePricePaise: 10_500_00,
      maxDiscountBasisPoints: 750,
      hsn: '8541',
      gstRateBasisPoints: 500,
    });
}

const quotationsOf = (person: Person): Promise<QuotationList> =>
  person.get<QuotationList>('/api/quotations');

test('ten lines are built from a lead in at most 45 taps, sent, shown as a PDF and listed', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await team(product, 'Anil Kale');
  await sellerWithProducts(admin);
  const leadId = await captureLead(reps[0].after(admin), {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
  });
  const page = await signIn(context, reps[0]);
  await page.goto(`/leads/${leadId}`);
  let taps = 0;
  const tap = async (name: string): Promise<void> => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).last().tap();
  };
  await tap('Create quote');
  taps += 1;
  await page.getByRole('link', { name: /^Build quotation/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Deshmukh' })).toBeVisible();
  await tap('Add products');
  for (const name of products) await tap(`Add ${name}`);
  await tap(`One ${products[0]} more`);
  await tap('Done, ₹1,15,500.00');
  await expect(page.getByRole('button', { name: 'Preview and send' })).toBeVisible();
  await tap('Preview and send');
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText('₹1,15,500.00').first()).toBeVisible();
  await expect(preview.getByText('CGST')).toBeVisible();
  await tap('Send ₹1,15,500.00');
  await expect(
    page.getByRole('heading', { level: 1, name: /^Q\/\d{4}-\d\d\/0001$/ }),
  ).toBeVisible();
  expect(taps).toBeLessThanOrEqual(45);

  const opened = page.getByRole('link', { name: 'Open PDF' });
  await expect(opened).toBeVisible();
  const pdf = await page.request.get((await opened.getAttribute('href'))!);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await expect
    .poll(async () => (await reps[0].get<LeadDetail>(`/api/leads/${leadId}`)).status)
    .toBe('Quoted');

  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Share on WhatsApp' }).last()).toBeVisible();
  await page.getByRole('dialog').press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'Back to quotations' }).tap();
  await expect(page.getByRole('list', { name: 'Quotations' }).getByRole('listitem')).toContainText([
    'Rajesh Deshmukh',
  ]);
});

test('a quotation that is built and sent without a network lands once, with its number', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await team(product, 'Anil Kale');
  await sellerWithProducts(admin);
  const leadId = await captureLead(reps[0].after(admin), {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
  });
  const page = await signIn(context, reps[0]);
  await page.goto(`/quotations/new?leadId=${leadId}`);
  await page.getByRole('button', { name: 'Add products' }).tap();
  await expect(page.getByRole('button', { name: `Add ${products[9]}` })).toBeVisible();
  await goOffline(page);
  await page.getByRole('button', { name: `Add ${products[9]}` }).tap();
  await page.getByRole('button', { name: /^Done/ }).tap();
  await page.getByRole('button', { name: 'Preview and send' }).tap();
  await page.getByRole('button', { name: 'Send ₹10,500.00' }).tap();
  const waiting = page.getByRole('list', { name: 'Added on this device' });
  await expect(waiting.getByText('Rajesh Deshmukh')).toBeVisible();
  expect((await quotationsOf(reps[0])).items).toEqual([]);

  await context.setOffline(false);
  await expect(waiting).toBeHidden();
  await expectOutboxEmpty(page);
  // views follow a moment after the commands
  await expect
    .poll(async () =>
      (await quotationsOf(reps[0])).items.map(({ status, number }) => [status, number?.slice(-5)]),
    )
    .toEqual([['Sent', '/0001']]);
});

test('somebody else’s change of a draft is shown, and nothing is lost', async ({
  product,
  signIn,
  context,
}) => {
  const { admin, reps } = await team(product, 'Anil Kale');
  await sellerWithProducts(admin);
  const leadId = await captureLead(reps[0].after(admin), {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
  });
  const quotationId = randomUUID();
  const draft = (notes: string): object => ({
    ...{ quotationId, leadId, notes, pricesIncludeGst: true, validUntilOn: '2027-03-31' },
    lines: [
      {
        ...{ lineId: randomUUID(), name: 'Panel', quantityThousandths: 1_000, unit: 'piece' },
        ...{ unitPricePaise: 100_00, discountBasisPoints: 0, gstRateBasisPoints: 500 },
      },
    ],
  });
  const first = draft('Call before noon');
  await reps[0].send('SaveQuotation', first);
  const page = await signIn(context, reps[0]);
  await page.goto(`/quotations/${quotationId}/edit`);
  await page.getByLabel('Notes').fill('Call in the evening');
  await admin.after(reps[0]).send('SaveQuotation', { ...first, notes: 'Call after six' });
  await expect(page.getByText(/changed this quotation while you were typing/)).toBeVisible();
  await page.getByRole('button', { name: 'See what changed' }).tap();
  await page.getByRole('button', { name: 'Keep what I typed' }).tap();
  await page.getByRole('button', { name: 'Save draft' }).tap();
  await expect
    .poll(async () => (await reps[0].get<QuotationDetail>(`/api/quotations/${quotationId}`)).draft)
    .toMatchObject({ notes: 'Call in the evening' });
});
