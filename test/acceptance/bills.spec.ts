import type {
  BillDetail,
  BillItem,
  BillList,
  BillTotals,
  SimilarBill,
} from '#domain/bills/bill.views.js';
import { billStatuses } from '#domain/bills/bill.values.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct, minutes } from './product/in-process.js';
import { Person, joinOrganization, expectRefusal, signUp, createTeam } from './product/person.js';

/** Expenses: submitted, searched, decided, summed. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
let inviteCode: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  ({ inviteCode } = people);
  meera = people.admin;
  [asha, ravi] = people.reps;
});
afterAll(() => product.dispose());

const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const pictureSha256 = '0'.repeat(64);
async function uploadPicture(person: Person): Promise<string> {
  const jpeg = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  return (await person.upload(new Uint8Array(jpeg), 'bill.jpg', 'image/jpeg')).fileId;
}

async function submit(person: Person, more: object = {}): Promise<string> {
  const billId = newId();
  await person.send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 45_000,
    spentOn: today(),
    ...more,
  });
  return billId;
}
const readList = (person: Person, query = '') => person.get<BillList>(`/api/bills${query}`);
const readBill = (person: Person, billId: string) => person.get<BillDetail>(`/api/bills/${billId}`);
const idsIn = ({ items }: { readonly items: readonly BillItem[] }) =>
  items.map(({ billId }) => billId);

describe('a bill', () => {
  test('is pending until an admin decides, and its submitter sees the decision with time and admin', async () => {
    const billId = await submit(asha, { note: 'Lunch on site' });
    expect(await readBill(asha, billId)).toMatchObject({
      status: 'Pending',
      amountPaise: 45_000,
      note: 'Lunch on site',
      submittedBy: { name: 'Asha' },
    });
    await meera.send('ApproveBill', { billId });
    await meera.send('RejectBill', { billId, reason: 'Submitted twice' });
    const seenBill = await readBill(asha.afterCommandsOf(meera), billId);
    expect(seenBill).toMatchObject({
      status: 'Rejected',
      reason: 'Submitted twice',
      decidedBy: { name: 'Meera Sharma' },
    });
    expect(seenBill.history.map(({ by, from, to, reason }) => [by.name, from, to, reason])).toEqual(
      [
        ['Asha', undefined, 'Pending', undefined],
        ['Meera Sharma', 'Pending', 'Approved', undefined],
        ['Meera Sharma', 'Approved', 'Rejected', 'Submitted twice'],
      ],
    );
    await meera.send('ApproveBill', { billId });
    expect(await readBill(asha.afterCommandsOf(meera), billId)).not.toHaveProperty('reason');
  });

  test('of a colleague is hidden from sales, and visible to everybody else', async () => {
    const billId = await submit(asha);
    expect(await expectRefusal(readBill(ravi.afterCommandsOf(asha), billId))).toMatchObject({
      status: 404,
      problem: { code: 'bill-not-found' },
    });
    expect(idsIn(await readList(ravi))).not.toContain(billId);
    expect(idsIn(await readList(ravi, `?member=${asha.id}`))).toEqual([]);
    expect(idsIn(await readList(meera.afterCommandsOf(asha)))).toContain(billId);
    expect(await expectRefusal(asha.send('ApproveBill', { billId }))).toMatchObject({
      status: 403,
      problem: { code: 'not-allowed' },
    });
  });

  test('is dated by the organization’s day', async () => {
    const tomorrow = dayAfter(today(), 1);
    expect(await expectRefusal(submit(asha, { spentOn: tomorrow }))).toMatchObject({
      status: 409,
      problem: {
        code: 'bill-in-the-future',
        fields: { spentOn: 'The bill date cannot be in the future.' },
      },
    });
    await submit(asha, { spentOn: today() });
  });

  test.each([
    [{ amountPaise: 0 }, 'amountPaise', 'Please enter a valid amount'],
    [{ amountPaise: 1e17 }, 'amountPaise', 'Please enter a valid amount'],
    [{ spentOn: '' }, 'spentOn', 'Please select a date'],
    [{ type: 'Gifts' }, 'type', 'Choose the type of bill'],
  ])('%j is refused at its field', async (wrong, field, words) =>
    expect(await expectRefusal(submit(asha, wrong))).toMatchObject({
      status: 400,
      problem: { fields: { [field]: words } },
    }),
  );

  test('sent twice is recorded once', async () => {
    const data = { billId: newId(), type: 'Stay', amountPaise: 1_00_000, spentOn: today() };
    const first = await asha.send('SubmitBill', data);
    expect(await asha.send('SubmitBill', data)).toMatchObject({ revision: first.revision });
    expect(await expectRefusal(ravi.send('SubmitBill', data))).toMatchObject({
      problem: { code: 'bill-exists' },
    });
  });

  test('shows a picture of its submitter, and no other file', async () => {
    const fileId = await uploadPicture(asha);
    expect(await expectRefusal(submit(ravi, { imageFileId: fileId }))).toMatchObject({
      status: 404,
      problem: { code: 'unknown-reference' },
    });
    const pdf = await asha.upload(
      new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF\n'),
      'b.pdf',
      'application/pdf',
    );
    expect(await expectRefusal(submit(asha, { imageFileId: pdf.fileId }))).toMatchObject({
      problem: { fields: { imageFileId: expect.anything() } },
    });
    const billId = await submit(asha, { imageFileId: fileId });
    expect((await readBill(meera.afterCommandsOf(asha), billId)).imageFileId).toBe(fileId);
    expect(await meera.get(`/api/files/${fileId}`)).toMatchObject({ kind: 'image' });
    expect(await expectRefusal(ravi.get(`/api/files/${fileId}`))).toMatchObject({ status: 404 });
  });
});

describe('a decision', () => {
  test('of two admins at once: the second admin is shown the first decision', async () => {
    const billId = await submit(asha);
    const { revision } = await readBill(meera.afterCommandsOf(asha), billId);
    const asSeen = { headers: { 'if-match': `"${revision}"` } };
    const decide = [
      meera.send('ApproveBill', { billId }, asSeen),
      meera.send('RejectBill', { billId, reason: 'No' }, asSeen),
    ];
    const answers = await Promise.allSettled(decide);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusal = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refusal.reason).toMatchObject({ status: 412, problem: { code: 'revision-stale' } });
    expect((await readBill(meera, billId)).history).toHaveLength(2);
  });

  test('needs a reason to reject', async () => {
    const billId = await submit(asha);
    expect(await expectRefusal(meera.send('RejectBill', { billId, reason: '  ' }))).toMatchObject({
      status: 400,
      problem: { fields: { reason: 'Please provide a reason for rejecting this bill' } },
    });
  });

  test('on an admin’s own bill is left to another admin, if there is one', async () => {
    const billOfOnlyAdmin = await submit(meera);
    await meera.send('ApproveBill', { billId: billOfOnlyAdmin });
    const billId = await submit(meera);
    const kiran = await signUp(product, 'Kiran');
    await joinOrganization(kiran, inviteCode);
    await meera.send('ChangeMemberRole', { memberId: kiran.id, role: 'admin' });
    expect(await expectRefusal(meera.send('ApproveBill', { billId }))).toMatchObject({
      status: 403,
      problem: { code: 'own-bill' },
    });
    await kiran.send('ApproveBill', { billId });
    expect(await readBill(meera.afterCommandsOf(kiran), billId)).toMatchObject({
      status: 'Approved',
      decidedBy: { name: 'Kiran' },
    });
    await meera.send('ChangeMemberRole', { memberId: kiran.id, role: 'finance' });
  });
});

describe('the list', () => {
  test('is searched by submitter, note and type together, with its counts', async () => {
    const [fuelBillId, stayBillId] = [
      await submit(ravi, { type: 'Fuel', note: 'Zanzibar road' }),
      await submit(asha, { type: 'Stay', note: 'Zanzibar road' }),
    ];
    await meera
      .afterCommandsOf(asha)
      .afterCommandsOf(ravi)
      .send('ApproveBill', { billId: fuelBillId });
    expect(idsIn(await readList(meera, '?status=Approved&q=zanzibar'))).toEqual([fuelBillId]);
    expect(idsIn(await readList(meera, '?q=zanzibar%20fuel'))).toEqual([fuelBillId]);
    expect(idsIn(await readList(meera, '?q=zanzibar%20ravi'))).toEqual([fuelBillId]);
    expect(idsIn(await readList(meera, '?q=asha%20ZANZIBAR%20stay'))).toEqual([stayBillId]);
    expect((await readList(meera, '?q=zanzibar')).counts).toEqual({
      Pending: 1,
      Approved: 1,
      Rejected: 0,
    });
    expect((await readList(ravi.afterCommandsOf(meera), '?q=zanzibar%20asha')).items).toEqual([]);
    expect((await readList(meera, '?q=%25')).counts).toEqual({
      Pending: 0,
      Approved: 0,
      Rejected: 0,
    });
  });

  test('is searched by the type’s label on the searching screen', async () => {
    const [foodBillId, stayBillId] = [
      await submit(ravi, { type: 'Food', note: 'Xanadu road' }),
      await submit(asha, { type: 'Stay', note: 'Xanadu road' }),
    ];
    const searchInHindi = (q: string, typeNames: unknown = { Food: 'खाना', Stay: 'होटल' }) =>
      readList(
        meera.afterCommandsOf(ravi).afterCommandsOf(asha),
        `?${new URLSearchParams({ q, typeNames: JSON.stringify(typeNames) })}`,
      );
    expect(idsIn(await searchInHindi('xanadu खाना'))).toEqual([foodBillId]);
    expect(idsIn(await searchInHindi('होट xanadu asha'))).toEqual([stayBillId]);
    expect((await searchInHindi('xanadu खाना')).counts).toEqual({
      Pending: 1,
      Approved: 0,
      Rejected: 0,
    });
    // A word that names both a type and a person finds the bills of both.
    expect(idsIn(await searchInHindi('xanadu asha', { Food: 'Asha' })).sort()).toEqual(
      [foodBillId, stayBillId].sort(),
    );
    expect(idsIn(await searchInHindi('xanadu यात्रा'))).toEqual([]);
    for (const wrong of [{ Gifts: 'उपहार' }, { Food: 1 }, 'Food'])
      expect(await expectRefusal(searchInHindi('खाना', wrong))).toMatchObject({ status: 400 });
    expect(await expectRefusal(readList(meera, '?q=x&typeNames=Food'))).toMatchObject({
      status: 400,
    });
  });

  test('counts what it shows, by type, member and range, with or without a search', async () => {
    const vikram = await signUp(product, 'Vikram');
    await joinOrganization(vikram, inviteCode);
    const submitSpentBefore = (daysAgo: number, type: string) =>
      submit(vikram, { type, spentOn: dayAfter(today(), -daysAgo) });
    for (const [daysAgo, type] of [
      [0, 'Fuel'],
      [6, 'Fuel'],
      [7, 'Food'],
      [29, 'Food'],
      [30, 'Travel'],
    ] as const)
      await submitSpentBefore(daysAgo, type);
    const rejectedBillId = await submitSpentBefore(1, 'Others');
    await meera
      .afterCommandsOf(vikram)
      .send('RejectBill', { billId: rejectedBillId, reason: 'No' });
    const countItems = async (query: string) => {
      const { items, counts, paise } = await readList(vikram.afterCommandsOf(meera), query);
      for (const status of billStatuses) {
        const itemsOfStatus = items.filter((item) => item.status === status);
        expect(itemsOfStatus).toHaveLength(counts[status]);
        const sum = itemsOfStatus.reduce((total, { amountPaise }) => total + amountPaise, 0);
        const mayLackSums = query.includes('q=');
        if (paise || !mayLackSums) expect(paise?.[status]).toBe(sum);
      }
      return items.length;
    };
    expect(await countItems('')).toBe(6);
    expect(await countItems('?range=today')).toBe(1);
    expect(await countItems('?range=week')).toBe(3);
    expect(await countItems('?range=month')).toBe(5);
    expect(await countItems('?range=week&type=Fuel')).toBe(2);
    expect(await countItems('?type=Food')).toBe(2);
    expect(await countItems('?range=week&q=fuel')).toBe(2);
    expect((await readList(meera, `?member=${vikram.id}&range=week&type=Others`)).counts).toEqual({
      Pending: 0,
      Approved: 0,
      Rejected: 1,
    });
  });

  test('has the sums of the month for the bills of one member alone', async () => {
    const nila = await signUp(product, 'Nila');
    await joinOrganization(nila, inviteCode);
    await submit(nila, { amountPaise: 12_300, spentOn: today() });
    const month = {
      month: today().slice(0, 7),
      paise: { Pending: 12_300, Approved: 0, Rejected: 0 },
    };
    expect((await readList(nila)).month).toEqual(month);
    expect((await readList(meera.afterCommandsOf(nila), `?member=${nila.id}`)).month).toEqual(
      month,
    );
    expect(await readList(meera)).not.toHaveProperty('month');
  });

  test('has pages of twelve, the latest day first', async () => {
    const pooja = await signUp(product, 'Pooja');
    await joinOrganization(pooja, inviteCode);
    const ids: string[] = [];
    for (let daysAgo = 12; daysAgo >= 0; daysAgo--)
      ids.unshift(await submit(pooja, { spentOn: dayAfter(today(), -daysAgo) }));
    const firstPage = await readList(pooja, '?status=Pending');
    expect([firstPage.items.length, firstPage.hasMore]).toEqual([12, true]);
    const secondPage = await readList(
      pooja,
      `?status=Pending&after=${encodeURIComponent(firstPage.next!)}`,
    );
    expect([...idsIn(firstPage), ...idsIn(secondPage)]).toEqual(ids);
    expect(secondPage.hasMore).toBe(false);
  });
});

describe('before a bill is sent', () => {
  const readSimilar = (person: Person, query: object) =>
    person.get<{ bill?: SimilarBill }>(`/api/similar-bill?${new URLSearchParams({ ...query })}`);
  test('a bill of the same member with the same picture, or the same type, amount and date, is found', async () => {
    const spentOn = dayAfter(today(), -40);
    const imageFileId = await uploadPicture(ravi);
    const billId = await submit(ravi, {
      type: 'Travel',
      amountPaise: 12_345,
      spentOn,
      imageFileId,
      imageSha256: pictureSha256,
    });
    const values = { type: 'Travel', amountPaise: '12345', spentOn };
    expect((await readSimilar(ravi, values)).bill).toEqual({
      billId,
      type: 'Travel',
      amountPaise: 12_345,
      spentOn,
    });
    expect(
      (
        await readSimilar(ravi, {
          ...values,
          type: 'Fuel',
          amountPaise: '1',
          imageSha256: pictureSha256,
        })
      ).bill?.billId,
    ).toBe(billId);
    expect((await readBill(ravi, billId)).imageSha256).toBe(pictureSha256);
    expect(await readSimilar(ravi, { ...values, amountPaise: '12346' })).toEqual({});
    expect(await readSimilar(ravi, { ...values, spentOn: today() })).toEqual({});
    expect(
      await readSimilar(asha.afterCommandsOf(ravi), { ...values, imageSha256: pictureSha256 }),
    ).toEqual({});
  });

  test('a similar bill is found among any number of its type and day', async () => {
    const spentOn = dayAfter(today(), -41);
    const billId = await submit(ravi, { type: 'Travel', amountPaise: 1, spentOn });
    for (let amountPaise = 2; amountPaise <= 102; amountPaise++)
      await submit(ravi, { type: 'Travel', amountPaise, spentOn });
    expect(
      (await readSimilar(ravi, { type: 'Travel', amountPaise: '1', spentOn })).bill?.billId,
    ).toBe(billId);
  });
});

describe('totals', () => {
  test('of a month are sums of its bills, by type and person, with undecided bills and decision times', async () => {
    const otherProduct = await InProcessProduct.start();
    try {
      const { admin, reps } = await createTeam(otherProduct, 'Sunil', 'Neha');
      const [sunil, neha] = reps;
      const day = dayIn('Asia/Kolkata', otherProduct.parts.clock.now());
      const send = async (person: Person, type: string, amountPaise: number) => {
        const billId = newId();
        await person.send('SubmitBill', { billId, type, amountPaise, spentOn: day });
        return billId;
      };
      const approvedBillId = await send(sunil, 'Fuel', 1_000);
      await send(sunil, 'Food', 200);
      const rejectedBillId = await send(neha, 'Fuel', 30);
      const untilDecision = minutes(120);
      otherProduct.advanceClock(untilDecision);
      await admin.afterCommandsOf(neha).send('ApproveBill', { billId: approvedBillId });
      await admin.send('RejectBill', { billId: rejectedBillId, reason: 'No' });
      const totals = await admin.get<BillTotals>(`/api/bill-totals?month=${day.slice(0, 7)}`);
      const paise = (Pending: number, Approved: number, Rejected: number) => ({
        Pending,
        Approved,
        Rejected,
      });
      expect(totals.byType.filter((row) => row.type === 'Fuel' || row.type === 'Food')).toEqual([
        { type: 'Fuel', paise: paise(0, 1_000, 30) },
        { type: 'Food', paise: paise(200, 0, 0) },
      ]);
      expect(totals.byMember.map(({ member, paise }) => [member.name, paise])).toEqual([
        ['Sunil', paise(200, 1_000, 0)],
        ['Neha', paise(0, 0, 30)],
      ]);
      expect(totals.pending).toEqual({ bills: 1, paise: 200 });
      expect(totals.decided.bills).toBe(2);
      const expectedSeconds = untilDecision / 1_000;
      expect(Math.abs(totals.decided.averageSeconds! - expectedSeconds)).toBeLessThan(30);
      expect(await admin.get<BillTotals>('/api/bill-totals?month=2020-02')).toMatchObject({
        byMember: [],
        decided: { bills: 0 },
      });
      expect(await expectRefusal(sunil.get('/api/bill-totals'))).toMatchObject({ status: 403 });
      expect(await expectRefusal(admin.get('/api/bill-totals?month=2020-13'))).toMatchObject({
        status: 400,
      });
    } finally {
      await otherProduct.dispose();
    }
  });
});

describe('the CSV', () => {
  test('contains every filtered bill, and no formula', async () => {
    const billId = await submit(ravi, {
      type: 'Stay',
      amountPaise: 90_050,
      note: '=HYPERLINK("http://x")',
      spentOn: '2026-01-31',
    });
    const { headers, body } = await meera
      .afterCommandsOf(ravi)
      .request<string>('GET', `/api/bills.csv?month=2026-01&member=${ravi.id}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="bills.csv"');
    const text = await meera.get<string>('/api/bills.csv?month=2026-01');
    expect(text).toContain(
      `"2026-01-31","Ravi","Stay","900.50","Pending","'=HYPERLINK(""http://x"")","","","","${billId}"\r\n`,
    );
    expect(body).toContain('"Date","Submitted by"');
    expect(await expectRefusal(asha.get('/api/bills.csv'))).toMatchObject({ status: 403 });
    await meera.send('ChangeLanguage', { language: 'hi-IN' });
    expect(await meera.get<string>('/api/bills.csv?month=2026-01')).toContain(
      '"तारीख़","किसने जमा किया"',
    );
    await meera.send('ChangeLanguage', { language: 'en-IN' });
  });

  test('may have more rows than one read of the views returns', async () => {
    const amounts = Array.from({ length: 210 }, (_, index) => index + 1);
    await Promise.all(
      amounts.map((amountPaise) => submit(asha, { amountPaise, spentOn: '2026-02-01' })),
    );
    const text = await meera.afterCommandsOf(asha).get<string>('/api/bills.csv?month=2026-02');
    const [, ...rows] = text.trim().split('\r\n');
    expect(rows).toHaveLength(amounts.length);
  });
});
