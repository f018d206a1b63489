import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { LeadDetail, LeadList } from '#domain/leads/lead.views.js';
import type {
  QuotationDetail,
  QuotationHistory,
  QuotationList,
  QuotationSettingsShown,
} from '#domain/quotations/quotation.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from './product/in-process.js';
import { type Person, captureLead, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** Quotations: built, sent, listed, followed by their lead. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  meera = people.admin;
  [asha, ravi] = people.reps;
});
afterAll(() => product.dispose());

const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const newLine = (more: object = {}) => ({
  lineId: newId(),
  name: 'Inverter 5 kW',
  hsn: '8504',
  quantityThousandths: 1_000,
  unit: 'piece',
  unitPricePaise: 50_000_00,
  discountBasisPoints: 0,
  gstRateBasisPoints: 1_800,
  ...more,
});
async function save(person: Person, leadId: string, more: object = {}): Promise<string> {
  const quotationId = newId();
  await person.send('SaveQuotation', {
    quotationId,
    leadId,
    lines: [newLine()],
    pricesIncludeGst: false,
    validUntilOn: dayAfter(today(), 15),
    ...more,
  });
  return quotationId;
}
const send = (person: Person, quotationId: string, version = 1) =>
  person.send('SendQuotation', { quotationId, version });
const readDetail = (person: Person, quotationId: string) =>
  person.get<QuotationDetail>(`/api/quotations/${quotationId}`);
const readList = (person: Person, query = '') =>
  person.get<QuotationList>(`/api/quotations${query}`);
const idsIn = ({ items }: QuotationList) => items.map(({ quotationId }) => quotationId);

const settings = {
  legalName: 'Sharma Solar Private Limited',
  address: '12 Baner Road, Pune',
  state: '27',
  gstRegistration: 'regular',
  gstin: '27AAPFU0939F1ZV',
};

describe('the settings of quotations', () => {
  test('are changed by admins, and read by every member', async () => {
    expect(await asha.get<QuotationSettingsShown>('/api/quotation-settings')).toMatchObject({
      gstRegistration: 'none',
      validityDays: 15,
    });
    await meera.send('ChangeQuotationSettings', settings);
    expect(
      await asha.afterCommandsOf(meera).get<QuotationSettingsShown>('/api/quotation-settings'),
    ).toMatchObject(settings);
    expect(await expectRefusal(asha.send('ChangeQuotationSettings', settings))).toMatchObject({
      status: 403,
    });
  });
  test.each([
    [{ state: '29' }, 'gstin-of-other-state', { gstin: 'GSTIN does not match the state' }],
    [{ gstin: null }, 'gstin-needed', { gstin: 'Enter the GSTIN' }],
    [
      { bankIfsc: 'HDFC0000123' },
      'bank-account-incomplete',
      { bankHolder: 'Enter holder, number and IFSC of the bank account' },
    ],
  ])('%j is refused at its field', async (wrong, code, fields) =>
    expect(await expectRefusal(meera.send('ChangeQuotationSettings', wrong))).toMatchObject({
      status: 409,
      problem: { code, fields },
    }),
  );
});

test('a draft is listed and summed with its tax, by the present settings', async () => {
  const leadId = await captureLead(ravi);
  const quotationIds = [
    await save(ravi, leadId),
    await save(ravi, leadId, {
      lines: [newLine({ unitPricePaise: 12_345_67 }), newLine({ gstRateBasisPoints: 500 })],
      placeOfSupply: '29',
    }),
    await save(ravi, leadId, { pricesIncludeGst: true }),
  ];
  const readFigures = async (query: string) => {
    const { items, paise } = await readList(ravi.afterCommandsOf(meera), query);
    const totals = quotationIds.map(
      (id) => items.find(({ quotationId }) => quotationId === id)!.totalPaise,
    );
    return { totals, sum: paise.Draft };
  };
  const queries = ['', '?q=Rajesh', `?from=${today()}`];
  const expectTotals = async (...totals: readonly number[]) => {
    const sum = totals.reduce((all, total) => all + total, 0);
    for (const query of queries) expect(await readFigures(query)).toEqual({ totals, sum });
  };
  await expectTotals(59_000_00, 67_068_00, 50_000_00);
  await meera.send('ChangeQuotationSettings', { roundsOff: false });
  await expectTotals(59_000_00, 67_067_89, 50_000_00);
  await meera.send('ChangeQuotationSettings', { gstRegistration: 'none', gstin: null });
  await expectTotals(50_000_00, 62_345_67, 50_000_00);
  await meera.send('ChangeQuotationSettings', { ...settings, roundsOff: true });
  for (const quotationId of quotationIds) await ravi.send('DiscardQuotation', { quotationId });
  expect((await readList(ravi)).paise.Draft).toBe(0);
});

describe('a quotation', () => {
  test('is drafted, sent with a number, and changed as a second version', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    expect(await readDetail(asha, quotationId)).toMatchObject({ status: 'Draft', versions: [] });
    await send(asha, quotationId);
    const quotation = await readDetail(asha, quotationId);
    const [version] = quotation.versions;
    expect(version).toMatchObject({
      version: 1,
      taxHead: 'CGST and SGST',
      totals: { taxablePaise: 50_000_00, cgstPaise: 4_500_00, sgstPaise: 4_500_00 },
      totalPaise: 59_000_00,
    });
    expect(version?.number).toMatch(/^Q\/\d{4}-\d\d\/\d{4}$/);
    await asha.send('SaveQuotation', {
      quotationId,
      leadId,
      lines: [newLine({ discountBasisPoints: 1_000 })],
      pricesIncludeGst: false,
      validUntilOn: dayAfter(today(), 15),
    });
    await send(asha, quotationId, 2);
    const reread = await readDetail(asha, quotationId);
    expect(reread.versions.map(({ version: each, number }) => [each, number])).toEqual([
      [2, version?.number],
      [1, version?.number],
    ]);
    const { items } = await asha.get<QuotationHistory>(`/api/quotations/${quotationId}/history`);
    expect(items.map(({ type, version: each }) => [type, each])).toEqual([
      ['QuotationSent', 2],
      ['QuotationSent', 1],
    ]);
  });

  test('gets a PDF and a link, and both go when its lead is erased', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    await send(asha, quotationId);
    const quotationWithPdf = await until(async () => {
      const quotation = await readDetail(asha, quotationId);
      return quotation.linkToken !== undefined && quotation;
    });
    expect(quotationWithPdf.linkToken).toMatch(/^[0-9a-f]{32}$/);
    const { fileId } = quotationWithPdf.versions[0]!;
    const { url } = await asha.get<{ url: string }>(`/api/files/${fileId}`);
    const pdf = await fetch(new URL(url, product.url));
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/);
    expect(await expectRefusal(ravi.get(`/api/files/${fileId}`))).toMatchObject({ status: 404 });
    await meera.send('ErasePersonalData', { leadId });
    await until(async () => (await meera.request('GET', `/api/files/${fileId}`)).status === 404);
    await until(async () => (await fetch(new URL(url, product.url))).status !== 200);
  });

  test('gets its PDF from any text and after the death of its process, without a failed job', async () => {
    const maker = product.parts.pdfMaker;
    const { make } = maker;
    let killCount = 0;
    maker.make = (task) => {
      const result = make.call(maker, task);
      const kill = () => {
        const { child } = maker as unknown as { child?: ChildProcess };
        if (killCount === 0 && child?.kill('SIGKILL')) killCount++;
      };
      setImmediate(kill);
      return result;
    };
    try {
      const leadId = await captureLead(asha, { firstName: 'شركة الطاقة', lastName: '👨‍👩‍👧 太陽' });
      const text = 'क्षत्रिय 🏠 شمسي 太 '.repeat(120).slice(0, 2_000).trim();
      const quotationId = await save(asha, leadId, {
        lines: [newLine({ name: 'W'.repeat(120), description: text })],
        notes: text,
      });
      await send(asha, quotationId);
      const { versions } = await until(async () => {
        const quotation = await readDetail(asha, quotationId);
        return quotation.linkToken !== undefined && quotation;
      });
      expect(killCount).toBe(1);
      expect(versions[0]!.missingCharacters).toMatch(/太.*🏠/u);
      expect(versions[0]).not.toHaveProperty('pdfFailed');
      const { items } = await asha.get<QuotationHistory>(`/api/quotations/${quotationId}/history`);
      expect(items.map(({ type }) => type)).not.toContain('QuotationPdfFailed');
      expect(await product.parts.jobs.readDepth()).toMatchObject({ failed: 0 });
    } finally {
      maker.make = make;
    }
  });

  test('has the next number, also if several are sent at once', async () => {
    const leadId = await captureLead(asha);
    const QUOTATIONS = 6;
    const ids = await Promise.all(Array.from({ length: QUOTATIONS }, () => save(asha, leadId)));
    await Promise.all(ids.map((quotationId) => send(asha, quotationId)));
    const numbers = await Promise.all(
      ids.map(async (quotationId) => (await readDetail(asha, quotationId)).versions[0]!.number),
    );
    const serialNumbers = numbers.map((number) => Number(number.slice(-4))).sort((a, b) => a - b);
    expect(serialNumbers).toEqual(
      Array.from({ length: QUOTATIONS }, (_, index) => serialNumbers[0]! + index),
    );
  });

  test('moves its lead to Quoted, with the sum of its total and those of uploads', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    await send(asha, quotationId);
    const lead = await until(async () => {
      const detail = await asha.get<LeadDetail>(`/api/leads/${leadId}`);
      return detail.status === 'Quoted' && detail;
    });
    expect(lead).toMatchObject({
      quotedPaise: 59_000_00,
      quotations: [{ quotationId, status: 'Sent', isBuilt: true, amountPaise: 59_000_00 }],
    });
    const readQuotedInList = async () => {
      const { items } = await asha.get<LeadList>('/api/leads?sort=quoted');
      return items.find((item) => item.leadId === leadId)?.quotedPaise;
    };
    expect(await readQuotedInList()).toBe(59_000_00);
    await asha.send('UploadQuotation', { leadId, quotationId: newId(), amountPaise: 45_000_00 });
    expect(await readQuotedInList()).toBe(1_04_000_00);
  });

  test('is listed with uploaded ones, counted, and found by number, name and phone', async () => {
    const leadId = await captureLead(asha, { firstName: 'Sunita', lastName: 'Kulkarni' });
    const uploadedId = newId();
    await asha.send('UploadQuotation', { leadId, quotationId: uploadedId, amountPaise: 100_00 });
    const quotationId = await save(asha, leadId);
    await send(asha, quotationId);
    const results = await readList(asha, '?q=sunita');
    expect(idsIn(results).toSorted()).toEqual([uploadedId, quotationId].toSorted());
    expect(results.counts).toMatchObject({ Sent: 2, All: 2 });
    expect(results.paise.Sent).toBe(59_100_00);
    const { number } = results.items.find(({ isBuilt }) => isBuilt)!;
    expect(idsIn(await readList(asha, `?q=${encodeURIComponent(number!)}`))).toEqual([quotationId]);
    const all = await readList(asha);
    expect(all.counts.All).toBeGreaterThan(2);
    expect(await readList(asha, `?from=${today()}&status=Draft&q=sunita`)).toMatchObject({
      items: [],
    });
  });

  test('of a colleague is hidden from sales, and visible to everybody else', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    for (const request of [
      readDetail(ravi.afterCommandsOf(asha), quotationId),
      send(ravi, quotationId),
      ravi.send('DiscardQuotation', { quotationId }),
    ])
      expect(await expectRefusal(request)).toMatchObject({
        status: 404,
        problem: { code: 'quotation-not-found' },
      });
    expect(await expectRefusal(save(ravi, leadId))).toMatchObject({
      status: 404,
      problem: { code: 'lead-not-found' },
    });
    expect(idsIn(await readList(ravi.afterCommandsOf(asha)))).not.toContain(quotationId);
    expect(idsIn(await readList(meera.afterCommandsOf(asha)))).toContain(quotationId);
    await send(meera, quotationId);
  });

  test('follows its lead to another assignee, and ends with it', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    await send(asha, quotationId);
    await meera.send('ReassignLead', { leadId, assignedTo: ravi.id });
    await until(async () => idsIn(await readList(ravi)).includes(quotationId));
    expect(idsIn(await readList(asha.afterCommandsOf(meera)))).not.toContain(quotationId);
    expect(await expectRefusal(asha.send('DiscardQuotation', { quotationId }))).toMatchObject({
      status: 404,
    });
    await ravi.send('DeleteLead', { leadId });
    await until(
      async () => !idsIn(await readList(meera.afterCommandsOf(ravi))).includes(quotationId),
    );
    expect(await expectRefusal(send(meera, quotationId, 2))).toMatchObject({ status: 404 });
  });

  test('is erased with its lead', async () => {
    const leadId = await captureLead(asha);
    const quotationId = await save(asha, leadId);
    await meera.send('ErasePersonalData', { leadId });
    await until(async () => !idsIn(await readList(meera)).includes(quotationId));
    await until(async () =>
      (
        await product.parts.log.read(
          `quotation-${(await meera.readMe()).organization!.id}_${quotationId}`,
        )
      ).some(({ type }) => type === 'QuotationErased'),
    );
  });

  test.each([
    [{ lines: [] }, 'Add at least one line'],
    [{ lines: [newLine({ gstRateBasisPoints: 2_800 })] }, 'This rate of GST is no longer valid'],
    [{ discountPaise: 60_000_00 }, 'Total cannot be below zero'],
    [{ lines: [newLine({ unitPricePaise: -100_00 })] }, 'Total cannot be below zero'],
  ])('%j is saved and not sent', async (wrong, words) => {
    const quotationId = await save(asha, await captureLead(asha), wrong);
    expect(await expectRefusal(send(asha, quotationId))).toMatchObject({
      status: 409,
      problem: { detail: words },
    });
  });

  test('has discounts within the range of its product', async () => {
    const productId = newId();
    await meera.send('AddProduct', {
      productId,
      name: 'Panel 540 W',
      description: 'Mono PERC',
      mrpPaise: 20_000_00,
      livePricePaise: 18_000_00,
      maxDiscountBasisPoints: 750,
      hsn: '8541',
      gstRateBasisPoints: 500,
    });
    const quotationId = await save(asha, await captureLead(asha), {
      lines: [newLine({ productId, discountBasisPoints: 1_000 })],
    });
    expect(await expectRefusal(send(asha, quotationId))).toMatchObject({
      status: 409,
      problem: {
        fields: { 'lines.0.discountBasisPoints': 'Discount must be between 0% and 7.5%' },
      },
    });
    await send(meera.afterCommandsOf(asha), quotationId);
    const allowanceId = await save(asha, await captureLead(asha), {
      lines: [newLine(), newLine({ productId, unitPricePaise: -100_00 })],
    });
    expect(await expectRefusal(send(asha, allowanceId))).toMatchObject({
      status: 409,
      problem: {
        fields: { 'lines.1.unitPricePaise': 'Only a free line may be negative, as an allowance' },
      },
    });
  });
});
