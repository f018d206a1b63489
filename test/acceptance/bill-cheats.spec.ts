import type { BillDetail, SamePicture } from '#domain/bills/bill.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, seconds } from './product/in-process.js';
import { type Person, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';

let product: InProcessProduct;
let admin: Person;
let rep: Person;
let otherRep: Person;
let receipt: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  [admin, rep, otherRep] = [people.admin, ...people.reps];
  receipt = new Uint8Array(
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c06020' } })
      .jpeg()
      .toBuffer(),
  );
});
afterAll(() => product.dispose());

const upload = async (person: Person) =>
  (await person.upload(receipt, 'receipt.jpg', 'image/jpeg')).fileId;
async function submit(person: Person, change: object = {}): Promise<string> {
  const billId = newId();
  await person.send('SubmitBill', {
    billId,
    type: 'Fuel',
    amountPaise: 45_000,
    spentOn: new Date(Date.now() - days(3)).toISOString().slice(0, 10),
    ...change,
  });
  return billId;
}
const readProblem = async (sent: Promise<unknown>) => (await expectRefusal(sent)).problem;

test('an uploaded receipt belongs to one bill, whatever hash is sent, even if sent for four bills at once', async () => {
  const imageFileId = await upload(rep);
  const billId = await submit(rep, { imageFileId });
  for (const change of [{}, { imageSha256: 'a'.repeat(64) }, { amountPaise: 1 }])
    expect(await readProblem(submit(rep, { imageFileId, ...change }))).toMatchObject({
      code: 'bill-picture-taken',
      fields: { imageFileId: expect.any(String) },
    });
  await admin.send('RejectBill', { billId, reason: 'Wrong amount' });
  expect(await readProblem(submit(rep, { imageFileId }))).toMatchObject({
    code: 'bill-picture-taken',
  });

  const anotherFileId = await upload(rep);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => submit(rep, { imageFileId: anotherFileId })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a reused picture is shown only to those who decide and pay, by the server’s hash', async () => {
  const [othersBillId, repsBillId] = [
    await submit(otherRep, { imageFileId: await upload(otherRep), imageSha256: 'b'.repeat(64) }),
    await submit(rep, { imageFileId: await upload(rep) }),
  ];
  const readSamePictures = (person: Person, billId: string) =>
    person.get<SamePicture>(`/api/bills/${billId}/same-picture`);
  const findOther = async () =>
    (await readSamePictures(admin.afterCommandsOf(rep), repsBillId)).bills.find(
      ({ billId }) => billId === othersBillId,
    );
  expect(await until(findOther, { what: () => 'the other bill to be known' })).toMatchObject({
    submittedBy: { name: 'Ravi' },
    amountPaise: 45_000,
  });
  expect((await readSamePictures(admin, othersBillId)).bills.map(({ billId }) => billId)).toContain(
    repsBillId,
  );
  expect(await readProblem(readSamePictures(rep, repsBillId))).toMatchObject({
    code: 'not-allowed',
  });
  expect(await readProblem(readSamePictures(admin, newId()))).toMatchObject({
    code: 'bill-not-found',
  });
  const otherBill = await submit(rep, { imageSha256: 'c'.repeat(64) });
  expect(
    await admin.afterCommandsOf(rep).get<BillDetail>(`/api/bills/${otherBill}`),
  ).not.toHaveProperty('imageSha256');
  expect((await readSamePictures(admin, otherBill)).bills).toEqual([]);
});

test('an admin cannot decide on their own bill by demoting or removing the other admin for a moment', async () => {
  await admin.send('ChangeMemberRole', { memberId: otherRep.id, role: 'admin' });
  const billId = await submit(admin);
  expect(await readProblem(admin.send('ApproveBill', { billId }))).toMatchObject({
    code: 'own-bill',
  });
  await admin.send('ChangeMemberRole', { memberId: otherRep.id, role: 'sales' });
  expect(await readProblem(admin.send('ApproveBill', { billId }))).toMatchObject({
    status: 403,
    code: 'own-bill-today',
  });
  expect(await readProblem(admin.send('RejectBill', { billId, reason: 'x' }))).toMatchObject({
    code: 'own-bill-today',
  });
  await admin.send('ChangeMemberRole', { memberId: otherRep.id, role: 'admin' });
  await admin.send('RemoveMember', { memberId: otherRep.id });
  expect(await readProblem(admin.send('ApproveBill', { billId }))).toMatchObject({
    code: 'own-bill-today',
  });
  product.advanceClock(days(1) + seconds(1));
  await admin.send('ApproveBill', { billId });
});

test('an organization’s name must not contain a link or a phone number', async () => {
  for (const name of ['Prod http://evil.example', 'Bank +91 98765 43210'])
    expect(await readProblem(admin.send('ChangeOrganizationDetails', { name }))).toMatchObject({
      code: 'invalid-fields',
      fields: { name: expect.any(String) },
    });
});
