import type { AuditFeed } from '#domain/audit/audit.views.js';
import type { BillDetail, BillList } from '#domain/bills/bill.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from './product/in-process.js';
import { type Person, newPhone, refusalOf, team } from './product/person.js';
import { until } from './product/until.js';

/** Erasures of records beside leads: bills and shares. */
let product: InProcessProduct;
let meera: Person;
let asha: Person;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await team(product, 'Asha');
  meera = people.admin;
  [asha] = people.reps;
});
afterAll(() => product.dispose());

const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const feed = (query: string) => meera.get<AuditFeed>(`/api/audit?${query}`);

describe('an erased bill', () => {
  const billId = newId();
  let fileId: string;
  beforeAll(async () => {
    const picture = await sharp({
      create: { width: 90, height: 70, channels: 3, background: '#d06030' },
    })
      .jpeg()
      .toBuffer();
    ({ fileId } = await asha.upload(new Uint8Array(picture), 'bill.jpg', 'image/jpeg'));
    await asha.send('SubmitBill', {
      ...{ billId, type: 'Food', amountPaise: 45_000, spentOn: today() },
      ...{ imageFileId: fileId, note: 'Lunch with Rajesh Patil' },
    });
  });

  test('was decided before, and is erased by admins', async () => {
    expect(await refusalOf(meera.send('EraseBill', { billId }))).toMatchObject({ status: 409 });
    await meera.send('RejectBill', { billId, reason: 'Rajesh paid it' });
    expect(await refusalOf(asha.send('EraseBill', { billId }))).toMatchObject({ status: 403 });
    await meera.send('EraseBill', { billId, reason: 'asked', askedOn: today() });
  });
  test('keeps its figures and its decision on every screen, without note, reason or picture', async () => {
    const bill = await asha.after(meera).get<BillDetail>(`/api/bills/${billId}`);
    expect(bill).toMatchObject({ amountPaise: 45_000, status: 'Rejected', isErased: true });
    const answers = [
      bill,
      await asha.get<BillList>('/api/bills'),
      await meera.get<BillList>('/api/bills?q=Rajesh'),
      await meera.get<string>('/api/bills.csv'),
      await meera.get(`/api/history/bill/${billId}`),
      await feed(`record=${billId}&kind=bill`),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/Rajesh/);
    expect(JSON.stringify(bill)).not.toContain(fileId);
    await until(async () => (await asha.request('GET', `/api/files/${fileId}`)).status === 404, {
      what: () => 'the picture to be gone',
    });
  });
  test('is decided no more', async () => {
    for (const [command, data] of [
      ['ApproveBill', {}],
      ['RejectBill', { reason: 'Twice' }],
    ] as const)
      expect(await refusalOf(meera.send(command, { billId, ...data }))).toMatchObject({
        problem: { code: 'bill-erased' },
      });
  });
  test('stands in the register with its request', async () => {
    const { items } = await meera.get<AuditFeed>('/api/audit/erasures');
    expect(items[0]).toMatchObject({
      ...{ type: 'BillErased', kind: 'bill', recordId: billId, by: { id: meera.id } },
      data: { reason: 'asked', askedOn: today() },
    });
  });
  test('refused to someone is a refused decision', async () => {
    const { items } = await feed(`outcome=refused&member=${asha.id}`);
    expect(items[0]!.data).toMatchObject({ command: 'EraseBill', reason: 'not-allowed' });
  });
});

test('an erased share keeps what was shared, and loses the number', async () => {
  const [shareId, productId, categoryId, to] = [newId(), newId(), newId(), newPhone()];
  await meera.send('AddCategory', { categoryId, kind: 'product', name: 'Panels' });
  await meera.send('AddProduct', {
    ...{ productId, name: 'Panel', description: 'For a roof', categoryId },
    ...{ mrpPaise: 20_000, livePricePaise: 10_000, minDiscountBasisPoints: 0 },
    ...{ maxDiscountBasisPoints: 0 },
  });
  await asha.send('ShareProduct', { shareId, productId, method: 'whatsapp', to });
  expect((await feed('kind=share')).items[0]).toMatchObject({ data: { to } });
  expect(await refusalOf(asha.send('EraseShare', { shareId }))).toMatchObject({ status: 403 });
  await meera.send('EraseShare', { shareId, reason: 'withdrawn' });
  await meera.send('EraseShare', { shareId, reason: 'withdrawn' });
  const { items } = await feed('kind=share');
  expect(items.map(({ type, erased }) => [type, erased])).toEqual([
    ['ShareErased', undefined],
    ['ProductShared', true],
  ]);
  expect(JSON.stringify(items)).not.toContain(to.slice(3));
  const products = await meera.get<{ items: { shareCount: number }[] }>('/api/products');
  expect(products.items[0]!.shareCount).toBe(1);
});
