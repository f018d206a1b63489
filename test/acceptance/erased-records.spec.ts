import type { AuditFeed } from '#domain/audit/audit.views.js';
import type { BillDetail, BillList } from '#domain/bills/bill.views.js';
import type { RecordHistory } from '#domain/history/history.views.js';
import type { Invitations } from '#domain/organizations/organization.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from './product/in-process.js';
import {
  Person,
  captureLead,
  joinOrganization,
  newPhone,
  expectRefusal,
  signUp,
  createTeam,
} from './product/person.js';
import { isOnServers } from './product/servers-of-run.js';
import { readStoredContents } from './product/stored-contents.js';
import { until } from './product/until.js';

/** Erasures of bills, shares, invitations and members. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let organizationId: string;
let inviteCode: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha');
  meera = people.admin;
  [asha] = people.reps;
  ({ organizationId, inviteCode } = people);
});
afterAll(() => product.dispose());

const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const readFeed = (query: string) => meera.get<AuditFeed>(`/api/audit?${query}`);

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
      billId,
      type: 'Food',
      amountPaise: 45_000,
      spentOn: today(),
      imageFileId: fileId,
      note: 'Lunch with Rajesh Patil',
    });
  });

  test('can be erased by admins only, once it is decided', async () => {
    expect(await expectRefusal(meera.send('EraseBill', { billId }))).toMatchObject({ status: 409 });
    await meera.send('RejectBill', { billId, reason: 'Rajesh paid it' });
    expect(await expectRefusal(asha.send('EraseBill', { billId }))).toMatchObject({ status: 403 });
    await meera.send('EraseBill', { billId, reason: 'asked', askedOn: today() });
  });
  test('keeps its figures and its decision on every screen, without note, reason or picture', async () => {
    const bill = await asha.afterCommandsOf(meera).get<BillDetail>(`/api/bills/${billId}`);
    expect(bill).toMatchObject({ amountPaise: 45_000, status: 'Rejected', isErased: true });
    const answers = [
      bill,
      await asha.get<BillList>('/api/bills'),
      await meera.get<BillList>('/api/bills?q=Rajesh'),
      await meera.get<string>('/api/bills.csv'),
      await meera.get(`/api/history/bill/${billId}`),
      await readFeed(`record=${billId}&kind=bill`),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/Rajesh/);
    expect(JSON.stringify(bill)).not.toContain(fileId);
    await until(async () => (await asha.request('GET', `/api/files/${fileId}`)).status === 404, {
      what: () => 'the picture to be gone',
    });
  });
  test('can no longer be decided', async () => {
    for (const [command, data] of [
      ['ApproveBill', {}],
      ['RejectBill', { reason: 'Twice' }],
    ] as const)
      expect(await expectRefusal(meera.send(command, { billId, ...data }))).toMatchObject({
        problem: { code: 'bill-erased' },
      });
  });
  test('stands in the register with its request', async () => {
    const { items } = await meera.get<AuditFeed>('/api/audit/erasures');
    expect(items[0]).toMatchObject({
      type: 'BillErased',
      kind: 'bill',
      recordId: billId,
      by: { id: meera.id },
      data: { reason: 'asked', askedOn: today() },
    });
  });
  test('a refused erasure is recorded as a refused decision', async () => {
    const { items } = await readFeed(`outcome=refused&member=${asha.id}`);
    expect(items[0]!.data).toMatchObject({ command: 'EraseBill', reason: 'not-allowed' });
  });
});

test('an erased share keeps what was shared, and loses the number', async () => {
  const [shareId, productId, categoryId, to] = [newId(), newId(), newId(), newPhone()];
  await meera.send('AddCategory', { categoryId, kind: 'product', name: 'Panels' });
  await meera.send('AddProduct', {
    productId,
    name: 'Panel',
    description: 'For a roof',
    categoryId,
    mrpPaise: 20_000,
    livePricePaise: 10_000,
    minDiscountBasisPoints: 0,
    maxDiscountBasisPoints: 0,
  });
  await asha.send('ShareProduct', { shareId, productId, method: 'whatsapp', to });
  expect((await readFeed('kind=share')).items[0]).toMatchObject({ data: { to } });
  expect(await expectRefusal(asha.send('EraseShare', { shareId }))).toMatchObject({ status: 403 });
  await meera.send('EraseShare', { shareId, reason: 'withdrawn' });
  await meera.send('EraseShare', { shareId, reason: 'withdrawn' });
  const { items } = await readFeed('kind=share');
  expect(items.map(({ type, erased }) => [type, erased])).toEqual([
    ['ShareErased', undefined],
    ['ProductShared', true],
  ]);
  expect(JSON.stringify(items)).not.toContain(to.slice(3));
  const products = await meera.get<{ items: { shareCount: number }[] }>('/api/products');
  expect(products.items[0]!.shareCount).toBe(1);
});

const readStoredTexts = async () =>
  [...(await readStoredContents(product.dataDir, undefined)).values()].map((bytes) =>
    Buffer.from(bytes).toString('latin1'),
  );

test('an erased invitation loses name and number, and the others of the organization stay', async () => {
  const [erasedId, keptInvitationId] = [newId(), newId()];
  const invite = (invitationId: string, name: string, phone = newPhone()) =>
    meera.send('InviteMember', { invitationId, name, phone, role: 'sales' });
  const phone = newPhone();
  const key = newId();
  const inviteKiran = () =>
    meera.send(
      'InviteMember',
      { invitationId: erasedId, name: 'Kiran Wagle', phone, role: 'sales' },
      { key },
    );
  await inviteKiran();
  await invite(keptInvitationId, 'Sunita Rao');
  // The repeated command is the same invitation.
  await inviteKiran();
  expect(
    await expectRefusal(asha.send('EraseInvitation', { invitationId: erasedId })),
  ).toMatchObject({
    status: 403,
  });
  await meera.send('EraseInvitation', { invitationId: erasedId, reason: 'asked' });
  const { items } = await meera.get<Invitations>('/api/team/invitations');
  expect(items.map(({ invitationId, name, status }) => [invitationId, name, status])).toEqual(
    expect.arrayContaining([
      [keptInvitationId, 'Sunita Rao', 'pending'],
      [erasedId, '', 'cancelled'],
    ]),
  );
  const events = (await readFeed('type=MemberInvited')).items;
  expect(events.map(({ data, erased: isErased }) => [data['name'], isErased])).toEqual([
    ['Sunita Rao', undefined],
    ['', true],
  ]);
  const history = await meera.get<RecordHistory>(`/api/history/organization/${organizationId}`);
  expect(history).not.toHaveProperty('erased');
  expect(JSON.stringify([items, events, history])).not.toMatch(/Wagle/);
  const register = await meera.get<AuditFeed>('/api/audit/erasures');
  expect(register.items[0]).toMatchObject({
    type: 'InvitationErased',
    data: { invitationId: erasedId },
  });
  expect(await expectRefusal(inviteKiran())).toMatchObject({ status: 404 });
  // The number is free for another invitation.
  await invite(newId(), 'Kiran again', phone);
});

test('an erased member has no account, name or number, and what was done stays', async () => {
  const phone = newPhone();
  const invitationId = newId();
  await meera.send('InviteMember', { invitationId, name: 'Vikas Joshi', phone, role: 'sales' });
  const vikas = await new Person(product, 'Vikas Joshi', phone).signUp();
  await joinOrganization(vikas, inviteCode);
  const leadId = await captureLead(vikas);
  const erase = () =>
    meera.afterCommandsOf(vikas).send('EraseMember', { memberId: vikas.id, reason: 'asked' });
  expect(await expectRefusal(erase())).toMatchObject({ problem: { code: 'member-not-removed' } });
  await meera.send('RemoveMember', { memberId: vikas.id });
  expect(
    await expectRefusal(asha.send('EraseMember', { memberId: vikas.id, reason: 'asked' })),
  ).toMatchObject({ status: 403 });
  const otherTeam = await createTeam(product);
  expect(
    await expectRefusal(otherTeam.admin.send('EraseMember', { memberId: vikas.id })),
  ).toMatchObject({
    status: 404,
  });
  await erase();

  expect((await vikas.request('GET', '/api/me')).status).toBe(401);
  await until(
    async () =>
      (await readFeed('type=InvitationErased')).items.some(
        ({ data }) => data['invitationId'] === invitationId,
      ),
    { what: () => 'the invitation to be erased' },
  );
  const answers = await Promise.all([
    meera.afterCommandsOf(vikas).get(`/api/leads/${leadId}/timeline`),
    meera.get('/api/leaderboard'),
    meera.get('/api/audit'),
    meera.get(`/api/history/member/${vikas.id}`),
    meera.get('/api/team/invitations'),
  ]);
  expect(JSON.stringify(answers)).not.toMatch(/Vikas/);
  expect(JSON.stringify(answers)).not.toContain(phone.slice(3));
  const [creation] = (await readFeed(`kind=lead&record=${leadId}&type=LeadCreated`)).items;
  expect(creation!.by).toMatchObject({ id: vikas.id, name: '', role: 'sales' });
  const register = await meera.get<AuditFeed>('/api/audit/erasures');
  expect(register.items.map(({ type, recordId }) => [type, recordId])).toContainEqual([
    'AccountErased',
    vikas.id,
  ]);
  if (!isOnServers)
    expect((await readStoredTexts()).filter((text) => text.includes('Vikas'))).toEqual([]);
  // The number opens a new account.
  const reopened = await new Person(product, 'Vikas Again', phone).signUp();
  expect(reopened.id).not.toBe(vikas.id);
});

test('a former member who is in another organization by now is not erased', async () => {
  const ravi = await signUp(product, 'Ravi Menon');
  // The invite code changed when a member was removed.
  await joinOrganization(ravi, (await meera.readMe()).organization!.inviteCode);
  await ravi.send('LeaveOrganization', {});
  const otherTeam = await createTeam(product);
  await joinOrganization(ravi, otherTeam.inviteCode);
  expect(
    await expectRefusal(meera.afterCommandsOf(ravi).send('EraseMember', { memberId: ravi.id })),
  ).toMatchObject({ problem: { code: 'account-in-use' } });
  expect((await ravi.request('GET', '/api/me')).status).toBe(200);
});
