import { expect, type Page } from '@playwright/test';
import { createHash, randomUUID } from 'node:crypto';
import type { ProductList } from '#domain/catalogue/catalogue.views.js';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import type { Person } from '../../acceptance/product/person.js';
import { until } from '../../acceptance/product/until.js';
import { dayFromToday } from '../tools/days.js';
import type { Screen, SeededProduct } from './screens.js';
import { expectDialog, openPage } from './screen-steps.js';

export type SeededQuotations = {
  /** Sent quotation with its PDF. */
  readonly quotationId: string;
  /** Quotation with 200 lines, some with the longest names, for a customer with a long name. */
  readonly longQuotationId: string;
  /** Quotation with four versions, of which the newest is accepted. */
  readonly acceptedQuotationId: string;
  /** Quotation in Hindi. */
  readonly hindiQuotationId: string;
  /** Draft whose lines have the longest names. */
  readonly longDraftId: string;
  /** Draft with a line whose product has become dearer. */
  readonly draftId: string;
};

const line = (name: string, rupees: number, more: object = {}): object => ({
  lineId: randomUUID(),
  name,
  hsn: '8504',
  quantityThousandths: 1_000,
  unit: 'piece',
  unitPricePaise: rupees * 100,
  discountBasisPoints: 0,
  gstRateBasisPoints: 1_800,
  ...more,
});

/** Number of lines that a quotation may have. */
const MAX_LINES = 200;

/** Longest names that a line may have, with places to break and without. */
const longNames: readonly string[] = [
  'Venkatanarasimharajuvaripeta hybrid three-phase inverter with display '.repeat(2),
  'UNINTERRUPTIBLE'.repeat(9),
  'हाइब्रिड तीन-चरण इन्वर्टर, डिस्प्ले और बहुत लंबे नाम के साथ '.repeat(3),
].map((name) => name.slice(0, 120).trim());
const HIGHEST_PRICE_RUPEES = 9_99_99_999;
const longLines = longNames.map((name, index) =>
  line(name, index === 1 ? HIGHEST_PRICE_RUPEES : 48_000, {
    description: 'Works without the grid. '.repeat(20).trim(),
    discountBasisPoints: 1_234,
  }),
);

const lines: readonly object[] = [
  line('Solar panel 540 W mono PERC', 13_500, {
    quantityThousandths: 22_000,
    gstRateBasisPoints: 500,
    hsn: '8541',
    discountBasisPoints: 250,
    description: '25 years of performance warranty',
  }),
  line('Hybrid inverter 10 kW', 1_42_500),
  line('Mounting structure, hot-dip galvanized, for a flat roof with two rows', 48_000, {
    unit: 'set',
    hsn: '7308',
  }),
  line('DC cable 4 mm²', 62, {
    quantityThousandths: 180_500,
    unit: 'meter',
    hsn: '8544',
  }),
  line('Installation and commissioning', 36_000, { unit: 'job', hsn: '995461' }),
  line('Cleaning kit', 2_400, { optional: true, hsn: '9603' }),
];

/** Creates quotations in each state for one lead, with the settings of a registered seller. */
export async function seedQuotations(
  rep: Person,
  admin: Person,
  { leadId, longLeadId }: { readonly leadId: string; readonly longLeadId: string },
): Promise<SeededQuotations> {
  await admin.send('ChangeQuotationSettings', {
    legalName: 'Sharma Solar Private Limited',
    address: '12 Baner Road, Pune 411045',
    state: '27',
    gstRegistration: 'regular',
    gstin: '27AAPFU0939F1ZV',
    bankHolder: 'Sharma Solar Private Limited',
    bankAccountNumber: '50200012345678',
    bankIfsc: 'HDFC0000123',
    upiId: 'sharma.solar@okhdfc',
    advanceBasisPoints: 2_500,
    terms: 'Half of the price in advance, the rest on delivery.\nPrices hold for 15 days.',
  });
  const save = async (more: object): Promise<string> => {
    const quotationId = randomUUID();
    const content = { pricesIncludeGst: true, validUntilOn: dayFromToday(15), ...more };
    await rep.send('SaveQuotation', { quotationId, ...content });
    return quotationId;
  };
  const quotationId = await save({ leadId, lines, discountPaise: 5_000_00 });
  await rep.send('SendQuotation', { quotationId, version: 1 });
  const longQuotationId = await save({
    leadId: longLeadId,
    lines: [
      ...longLines,
      ...Array.from({ length: MAX_LINES - longLines.length }, (_, index) =>
        line(`Item ${longLines.length + index + 1}`, 100 + index),
      ),
    ],
  });
  await rep.send('SendQuotation', { quotationId: longQuotationId, version: 1 });
  const { items } = await rep.get<ProductList>('/api/products?status=Active');
  const [product] = items;
  const draftId = await save({
    leadId,
    lines: [
      line(product?.name ?? 'Panel', 9_000, {
        ...(product && { productId: product.productId }),
        productPricePaise: 9_000_00,
      }),
      ...lines.slice(1),
    ],
  });
  const longDraftId = await save({ leadId: longLeadId, lines: longLines });
  const hindiQuotationId = await save({ leadId, lines, language: 'hi-IN' });
  await rep.send('SendQuotation', { quotationId: hindiQuotationId, version: 1 });
  const acceptedQuotationId = await save({ leadId, lines });
  await rep.send('SendQuotation', { quotationId: acceptedQuotationId, version: 1 });
  for (let version = 2; version <= 4; version++) {
    const content = { pricesIncludeGst: true, validUntilOn: dayFromToday(15 + version) };
    await rep.send('SaveQuotation', {
      quotationId: acceptedQuotationId,
      leadId,
      lines,
      ...content,
    });
    await rep.send('SendQuotation', { quotationId: acceptedQuotationId, version });
  }
  for (const id of [quotationId, longQuotationId, hindiQuotationId])
    await until(async () => (await readDetail(rep, id)).linkToken !== undefined);
  await acceptAsCustomer(rep, acceptedQuotationId, 4);
  return {
    quotationId,
    longQuotationId,
    acceptedQuotationId,
    hindiQuotationId,
    draftId,
    longDraftId,
  };
}

const readDetail = (rep: Person, quotationId: string) =>
  rep.get<QuotationDetail>(`/api/quotations/${quotationId}`);

/** Accepts a version as its customer does, with the document that was shown. */
async function acceptAsCustomer(rep: Person, quotationId: string, version: number): Promise<void> {
  const { linkToken, fileId } = await until(async () => {
    const { linkToken: token, versions } = await readDetail(rep, quotationId);
    const pdfId = versions.find((each) => each.version === version)?.fileId;
    return token !== undefined && pdfId !== undefined && { linkToken: token, fileId: pdfId };
  });
  const { url } = await rep.get<{ readonly url: string }>(`/api/files/${fileId}`);
  const pdf = await (await fetch(new URL(url, rep.product.url))).arrayBuffer();
  await fetch(`${rep.product.url}/q/${linkToken}/accept`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      version: String(version),
      pdfSha256: createHash('sha256').update(Buffer.from(pdf)).digest('hex'),
      name: 'Rajesh Deshmukh',
      phone: '98220 41736',
    }),
  });
  await until(
    async () => (await readDetail(rep, quotationId)).acceptance?.copyFileId !== undefined,
  );
}

const openQuotations = async (page: Page, query = ''): Promise<void> => {
  await openPage(page, `/quotations${query}`, 'Quotations');
  await expect(
    page.locator('ul[aria-label=Quotations] > li, tbody tr, .empty').first(),
  ).toBeVisible();
};

async function openQuotation(page: Page, id: string): Promise<void> {
  await openPage(page, `/quotations/${id}`, /^Q\//);
  await expect(page.getByRole('article', { name: 'Quotation' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible();
}

async function openBuilder(page: Page, { draftId }: SeededProduct): Promise<void> {
  await openPage(page, `/quotations/${draftId}/edit`, 'Quotation');
  await expect(page.getByText(/Price is now/)).toBeVisible();
}

/** Page of a customer, with its forms open. */
const publicScreen = (name: string, idOf: (seeded: SeededProduct) => string): Screen => ({
  name,
  as: 'stranger',
  async open(page, seeded) {
    const { linkToken } = await readDetail(seeded.rep, idOf(seeded));
    await page.goto(`/q/${linkToken}`);
    await expect(page.locator('#title')).toBeVisible();
    for (const form of await page.locator('.card > summary').all()) await form.click();
    await page.locator('.lines').evaluate((lines) => lines.scrollIntoView());
  },
});

/** List, quotations, the builder with its sheets, settings, and customers' pages. */
export const quotationScreens: readonly Screen[] = [
  { name: 'quotations', as: 'admin', open: (page) => openQuotations(page) },
  { name: 'quotations-none', as: 'founder', open: (page) => openQuotations(page) },
  {
    name: 'quotation',
    as: 'rep',
    open: (page, { quotationId }) => openQuotation(page, quotationId),
  },
  {
    name: 'quotation-long',
    as: 'rep',
    open: (page, { longQuotationId }) => openQuotation(page, longQuotationId),
  },
  {
    name: 'quotation-share',
    as: 'rep',
    only: 'phone',
    isOverlay: true,
    open: async (page, { quotationId }) => {
      await openQuotation(page, quotationId);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Share on WhatsApp' }).last()).toBeVisible();
    },
  },
  {
    name: 'quotation-revoke',
    as: 'rep',
    isOverlay: true,
    open: async (page, { quotationId }) => {
      await openQuotation(page, quotationId);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Revoke link' }).click();
      await expectDialog(page, 'Revoke the link?');
    },
  },
  {
    name: 'quotation-accepted',
    as: 'rep',
    open: (page, { acceptedQuotationId }) => openQuotation(page, acceptedQuotationId),
  },
  {
    name: 'quotation-builder-long-names',
    as: 'rep',
    open: async (page, { longDraftId }) => {
      await openPage(page, `/quotations/${longDraftId}/edit`, 'Quotation');
      await expect(page.getByText(/Venkatanarasimharajuvaripeta/).first()).toBeVisible();
    },
  },
  publicScreen('public-quotation', ({ quotationId }) => quotationId),
  publicScreen('public-quotation-long-names', ({ longQuotationId }) => longQuotationId),
  publicScreen('public-quotation-hindi', ({ hindiQuotationId }) => hindiQuotationId),
  publicScreen('public-quotation-accepted', ({ acceptedQuotationId }) => acceptedQuotationId),
  { name: 'quotation-builder', as: 'rep', open: openBuilder },
  {
    name: 'quotation-builder-line',
    as: 'rep',
    isSample: true,
    open: async (page, seeded) => {
      await openBuilder(page, seeded);
      const wideButton = page.getByRole('button', { name: 'Open Hybrid inverter 10 kW' });
      const card = page.getByRole('button', { name: /^Hybrid inverter 10 kW/ });
      await wideButton.or(card).click();
      await expect(page.getByText('Optional: the customer may choose it')).toBeVisible();
    },
  },
  {
    name: 'quotation-builder-new',
    as: 'rep',
    open: async (page, { longLeadId }) => {
      await openPage(page, `/quotations/new?leadId=${longLeadId}`, 'Quotation');
      await expect(page.getByText(/Venkatanarasimharajuvaripeta/).first()).toBeVisible();
    },
  },
  {
    name: 'quotation-lead',
    as: 'rep',
    open: async (page) => {
      await openPage(page, '/quotations/new', 'New quotation');
      await expect(page.getByRole('list', { name: 'Leads' })).toBeVisible();
    },
  },
  {
    name: 'quotation-picker',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openBuilder(page, seeded);
      await page.getByRole('button', { name: 'Add products' }).click();
      await expect(page.getByRole('button', { name: /^Add / }).last()).toBeVisible();
    },
  },
  {
    name: 'quotation-preview',
    as: 'rep',
    isOverlay: true,
    open: async (page, seeded) => {
      await openBuilder(page, seeded);
      await page.getByRole('button', { name: 'Preview and send' }).click();
      await expectDialog(page, 'Preview');
    },
  },
  {
    name: 'create-quote',
    as: 'rep',
    isOverlay: true,
    open: async (page, { leadId }) => {
      await openPage(page, `/leads/${leadId}`, 'Rajesh Deshmukh');
      await page.getByRole('button', { name: 'Create quote' }).click();
      await expectDialog(page, 'Create quote');
    },
  },
  {
    name: 'settings-quotations',
    as: 'admin',
    open: (page) => openPage(page, '/settings/quotations', 'Quotations'),
  },
];
