import { HISTORY_PAGE_SIZE, type HistoryKind } from '#domain/history/history.values.js';
import type { HistoryEntry, RecordHistory, RecordState } from '#domain/history/history.views.js';
import { type Moment, stepBack } from '#domain/history/moments.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import {
  Person,
  captureLead,
  newPhone,
  expectRefusal,
  signUp,
  createTeam,
} from './product/person.js';
import { until } from './product/until.js';

/** Histories of records, for admins and finance. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let farah: Person;
let organizationId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Farah');
  ({ organizationId, admin: meera } = people);
  [asha, farah] = people.reps;
  await meera.send('ChangeMemberRole', { memberId: farah.id, role: 'finance' });
});
afterAll(() => product.dispose());

const readHistory = (person: Person, kind: HistoryKind, id: string, query = '') =>
  person.get<RecordHistory>(`/api/history/${kind}/${id}${query}`);
const readState = (person: Person, kind: HistoryKind, id: string, at: number) =>
  person.get<RecordState>(`/api/history/${kind}/${id}/state?at=${at}`);
const typesIn = ({ items }: RecordHistory) => items.map(({ type }) => type);

/** Walks back over a page and compares each moment with the state that the server answers. */
async function walkBack(kind: HistoryKind, id: string, { items, record }: RecordHistory) {
  let moment = record as Moment;
  for (const entry of items) {
    expect((await readState(meera, kind, id, entry.revision)).record).toEqual(moment);
    moment = stepBack(moment, entry.changes);
  }
  return moment;
}

describe('a lead', () => {
  test('shows each event with its person, its role then, and what it changed', async () => {
    const leadId = await captureLead(asha, { city: 'Pune' });
    product.advanceClock(minutes(5));
    await meera.send('EditLead', { leadId, city: 'Nashik', siteName: 'Warehouse 4' });
    await asha.send('ChangeLeadStatus', { leadId, status: 'Contacted' });
    await asha.send('AddNote', {
      leadId,
      noteId: newId(),
      activity: 'Call',
      note: 'Call on Monday',
    });

    const history = await readHistory(farah, 'lead', leadId);
    expect(history).toMatchObject({ total: 4, hasMore: false, recordName: 'Rajesh Patil' });
    expect(history.record).toEqual(await asha.get<LeadDetail>(`/api/leads/${leadId}`));
    const [note, status, edit, creation] = history.items as [
      HistoryEntry,
      HistoryEntry,
      HistoryEntry,
      HistoryEntry,
    ];
    expect(note).toMatchObject({
      type: 'NoteAdded',
      revision: 4,
      data: { note: 'Call on Monday' },
    });
    expect(status.changes).toContainEqual({ field: 'status', before: 'New', after: 'Contacted' });
    expect(edit).toMatchObject({ by: { id: meera.id, name: 'Meera Sharma', role: 'admin' } });
    expect(edit.changes).toEqual([
      { field: 'city', before: 'Pune', after: 'Nashik' },
      { field: 'revision', before: 0, after: 1 },
      { field: 'siteName', after: 'Warehouse 4' },
    ]);
    expect(creation).toMatchObject({ revision: 1, by: { name: 'Asha', role: 'sales' } });
    expect(creation.hash).toMatch(/^[\da-f]{64}$/);
    expect(await walkBack('lead', leadId, history)).toBeNull();
  });

  test('names people and roles as of each event', async () => {
    const rep = await addNewMember('Kavita');
    const leadId = await captureLead(rep);
    await rep.send('ChangeProfile', { name: 'Kavita Rao' });
    await meera.send('ChangeMemberRole', { memberId: rep.id, role: 'marketing' });
    await rep.send('EditLead', { leadId, city: 'Thane' });
    const { items } = await readHistory(meera, 'lead', leadId);
    expect(items.map(({ by }) => by)).toEqual([
      { id: rep.id, name: 'Kavita Rao', role: 'marketing' },
      { id: rep.id, name: 'Kavita', role: 'sales' },
    ]);
    expect(items[0]!.changes).toContainEqual({
      field: 'assignedTo',
      before: { id: rep.id, name: 'Kavita' },
      after: { id: rep.id, name: 'Kavita Rao' },
      derived: true,
    });
  });

  test('names the device that a command came from', async () => {
    const leadId = await captureLead(asha);
    const headers = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    };
    await asha.send('ChangeLeadStatus', { leadId, status: 'Contacted' }, { headers });
    const [change] = (await readHistory(meera, 'lead', leadId)).items;
    expect(change).toMatchObject({ device: 'Chrome on Android' });
    // This machine's own network has no provider.
    expect(change!.network).toBeUndefined();
  });
  test('marks what was captured on an earlier day', async () => {
    const leadId = await captureLead(asha);
    const yesterday = new Date(Date.parse(product.parts.clock.now()) - days(1));
    const headers = {
      'x-captured-at': yesterday.toISOString(),
      'x-sent-at': product.parts.clock.now(),
    };
    await asha.send(
      'AddNote',
      { leadId, noteId: newId(), activity: 'Call', note: 'Called' },
      { headers },
    );
    const { items } = await readHistory(meera, 'lead', leadId);
    expect(items.map(({ late }) => late)).toEqual([true, undefined]);
  });

  test('stays readable once it is deleted', async () => {
    const leadId = await captureLead(asha);
    await asha.send('DeleteLead', { leadId });
    const history = await readHistory(meera, 'lead', leadId);
    expect(history).toMatchObject({ record: null, deleted: true, recordName: 'Rajesh Patil' });
    expect(history.items[0]!.changes).toContainEqual({ field: 'city', before: 'Pune' });
    expect((await readState(meera, 'lead', leadId, 1)).record).toMatchObject({ city: 'Pune' });
    expect(await walkBack('lead', leadId, history)).toBeNull();
  });

  test('keeps the shape of its history without a word of an erased person', async () => {
    const phone = newPhone();
    const leadId = await captureLead(asha, { phone, city: 'Sangamner', firstName: 'Zubeda' });
    await asha.send('AddNote', {
      leadId,
      noteId: newId(),
      activity: 'Call',
      note: 'Has a blue gate',
    });
    await meera.send('ErasePersonalData', { leadId });
    const history = await readHistory(meera, 'lead', leadId);
    expect(history).toMatchObject({ erased: true, record: null, recordName: '', total: 3 });
    expect(typesIn(history)).toEqual(['PersonalDataErased', 'NoteAdded', 'LeadCreated']);
    expect(history.items[1]).toMatchObject({ erased: true, by: { name: 'Asha' } });
    expect(history.items[1]!.data).not.toHaveProperty('note');
    const answersText = JSON.stringify([history, await readState(meera, 'lead', leadId, 1)]);
    for (const secretText of [phone, 'Sangamner', 'Zubeda', 'blue gate'])
      expect(answersText).not.toContain(secretText);
  });

  test('is answered in pages', async () => {
    const leadId = await captureLead(asha);
    const noteCount = HISTORY_PAGE_SIZE + 4;
    const add = (note: string) =>
      asha.send('AddNote', { leadId, noteId: newId(), activity: 'Call', note });
    for (let note = 0; note < noteCount; note++) await add(`Note ${note}`);
    const newest = await readHistory(meera, 'lead', leadId);
    expect(newest).toMatchObject({ total: noteCount + 1, hasMore: true });
    expect(newest.items).toHaveLength(HISTORY_PAGE_SIZE);
    const olderPage = await readHistory(meera, 'lead', leadId, `?after=${newest.next}`);
    expect(olderPage.items.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1]);
    expect(olderPage).toMatchObject({
      hasMore: false,
      total: noteCount + 1,
      recordName: 'Rajesh Patil',
    });
    const olderMoment = newest.items.reduce<Moment>(
      (moment, { changes }) => stepBack(moment, changes),
      newest.record as Moment,
    );
    expect(olderMoment).toEqual(olderPage.record);
    for (const after of ['0', '1', '-3', 'x', '1e3', '999999'])
      expect(
        await expectRefusal(readHistory(meera, 'lead', leadId, `?after=${after}`)),
      ).toMatchObject({
        status: 400,
      });
    const { worker } = product.parts.historyPages;
    if (!worker) return; // A log on a server is read without a thread.
    await until(() => worker.start());
    const askSpy = jest.spyOn(worker, 'ask');
    expect(await readHistory(meera, 'lead', leadId)).toEqual(newest);
    expect(await askSpy.mock.results[0]!.value).toMatchObject({ total: noteCount + 1 });
    await meera.send('ErasePersonalData', { leadId });
    const erasedHistory = await readHistory(meera, 'lead', leadId);
    expect(askSpy).toHaveBeenCalledTimes(2);
    expect(erasedHistory).toMatchObject({ erased: true, total: noteCount + 2 });
    expect(JSON.stringify(erasedHistory)).not.toContain('Note 1');
  });

  test('has no moment before its first event or after its last', async () => {
    const leadId = await captureLead(asha);
    const requestStateAt = (text: string) =>
      expectRefusal(meera.get(`/api/history/lead/${leadId}/state?at=${text}`));
    for (const text of ['0', '-1', '1.5', 'x', ''])
      expect(await requestStateAt(text)).toMatchObject({ status: 400 });
    expect(await requestStateAt('2')).toMatchObject({ status: 404 });
  });
});

test('a customer’s history names its lead as the cause, and has its payments', async () => {
  const leadId = await captureLead(asha);
  await asha.send('ConvertLead', { leadId, projectValuePaise: 45_000_000 });
  await until(() => asha.get(`/api/customers/${leadId}`).catch(() => undefined), {
    what: () => 'the customer',
  });
  await meera.send('RecordPayment', {
    customerId: leadId,
    paymentId: newId(),
    amountPaise: 5_000_000,
    paidOn: dayIn('Asia/Kolkata', product.parts.clock.now()),
    method: 'UPI',
  });
  const history = await readHistory(meera, 'customer', leadId);
  expect(history.record).toEqual(await meera.get(`/api/customers/${leadId}`));
  const [payment, creation] = history.items as [HistoryEntry, HistoryEntry];
  expect(payment.changes).toContainEqual(
    expect.objectContaining({ field: 'payments', at: 0, before: [] }),
  );
  expect(creation).toMatchObject({ cause: { type: 'LeadConverted', kind: 'lead' } });
  expect(creation.by).toBeUndefined();
  expect(await walkBack('customer', leadId, history)).toBeNull();

  await meera.send('ErasePersonalData', { leadId });
  const erasedHistory = await readHistory(meera, 'customer', leadId);
  expect(typesIn(erasedHistory)).toContain('PersonalDataErased');
  expect(erasedHistory).toMatchObject({ erased: true, record: null });
  expect(JSON.stringify(erasedHistory)).not.toContain('Patil');
});

test('a bill shows how its decision was changed', async () => {
  const billId = newId();
  const spentOn = dayAfter(dayIn('Asia/Kolkata', product.parts.clock.now()), -1);
  await asha.send('SubmitBill', { billId, type: 'Food', amountPaise: 45_000, spentOn });
  await meera.send('RejectBill', { billId, reason: 'Blurred' });
  await meera.send('ApproveBill', { billId });
  const history = await readHistory(farah, 'bill', billId);
  expect(typesIn(history)).toEqual(['BillApproved', 'BillRejected', 'BillSubmitted']);
  expect(history.record).toEqual(await farah.afterCommandsOf(meera).get(`/api/bills/${billId}`));
  expect(history.items[0]!.changes).toContainEqual({ field: 'reason', before: 'Blurred' });
  await walkBack('bill', billId, history);
});

test('a quotation shows its drafts and versions', async () => {
  const [leadId, quotationId] = [await captureLead(asha), newId()];
  const today = dayIn('Asia/Kolkata', product.parts.clock.now());
  const line = {
    lineId: newId(),
    name: 'Inverter 5 kW',
    hsn: '8504',
    quantityThousandths: 1_000,
    unit: 'piece',
    unitPricePaise: 50_000_00,
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
  };
  const quotation = {
    quotationId,
    leadId,
    pricesIncludeGst: false,
    validUntilOn: dayAfter(today, 15),
  };
  await asha.send('SaveQuotation', { ...quotation, lines: [line] });
  await asha.send('SaveQuotation', {
    ...quotation,
    lines: [{ ...line, quantityThousandths: 2_000 }],
  });
  await asha.send('SendQuotation', { quotationId, version: 1 });
  const history = await readHistory(meera, 'quotation', quotationId);
  expect(typesIn(history).slice(-3)).toEqual([
    'QuotationSent',
    'QuotationDrafted',
    'QuotationDrafted',
  ]);
  expect(JSON.stringify(history)).not.toContain('"salt"');
  await walkBack('quotation', quotationId, history);
});

test('products, packages and offers have a history, inactive ones too', async () => {
  const [productId, packageId] = [newId(), newId()];
  const details = { name: 'Panel 540 W', description: 'Mono PERC' };
  const prices = { unit: 'piece', mrpPaise: 100_00, livePricePaise: 90_00 };
  await meera.send('AddProduct', { productId, ...details, ...prices });
  await meera.send('AddPackage', { packageId, ...details, items: [{ productId, quantity: 2 }] });
  await meera.send('EditProduct', { productId, livePricePaise: 80_00 });
  await meera.send('EditPackage', { packageId, items: [{ productId, quantity: 3 }] });
  await meera.send('DeactivateProduct', { productId });
  const productHistory = await readHistory(farah, 'product', productId);
  expect(productHistory.record).toMatchObject({
    status: 'Inactive',
    createdBy: { name: 'Meera Sharma' },
  });
  expect(productHistory.items[1]!.changes).toContainEqual({
    field: 'livePricePaise',
    before: 90_00,
    after: 80_00,
  });
  await walkBack('product', productId, productHistory);
  const packageHistory = await readHistory(meera, 'package', packageId);
  expect((await readState(meera, 'package', packageId, 1)).record).toMatchObject({
    totalPricePaise: 180_00,
  });
  // The price of the product changed in between, and not by the package's own event alone.
  expect(packageHistory.record).toMatchObject({ totalPricePaise: 240_00 });
  await walkBack('package', packageId, packageHistory);
});

test('a member’s history begins when they join, and ends when they are removed', async () => {
  const rep = await addNewMember('Lata');
  await rep.send('ChangeProfile', { name: 'Lata Pawar' });
  await meera.send('ChangeMemberRole', { memberId: rep.id, role: 'designer' });
  const history = await readHistory(meera, 'member', rep.id);
  expect(typesIn(history)).toEqual(['MemberRoleChanged', 'ProfileChanged', 'MemberJoined']);
  expect(history.record).toMatchObject({ name: 'Lata Pawar', role: 'designer', phone: rep.phone });
  await walkBack('member', rep.id, history);
  expect(JSON.stringify(await readHistory(farah, 'member', rep.id))).not.toContain(rep.phone);

  await meera.send('RemoveMember', { memberId: rep.id, leadsTo: meera.id });
  await rep.send('ChangeProfile', { name: 'Somebody else' });
  const historyAfterRemoval = await readHistory(meera, 'member', rep.id);
  expect(historyAfterRemoval).toMatchObject({ deleted: true, total: 4, recordName: 'Lata Pawar' });
});

test('the organization’s history shows which payment details a change replaced', async () => {
  await meera.send('ChangeQuotationSettings', { upiId: 'sharma@upi' });
  await meera.send('ChangeQuotationSettings', { upiId: 'other@upi', state: '27' });
  const { items } = await readHistory(meera, 'organization', organizationId);
  expect(items[0]).toMatchObject({
    type: 'QuotationSettingsChanged',
    changes: expect.arrayContaining([
      { field: 'upiId', before: 'sharma@upi', after: 'other@upi' },
      { field: 'state', after: '27' },
    ]),
  });
});

test('the organization’s history has no invite code, and numbers of invited people for admins only', async () => {
  const phone = newPhone();
  await meera.send('InviteMember', { invitationId: newId(), name: 'Ravi', phone, role: 'sales' });
  await meera.send('ChangeOrganizationDetails', { name: 'Sharma Solar Power' });
  const forAdmin = await readHistory(meera, 'organization', organizationId);
  expect(forAdmin).toMatchObject({
    recordName: 'Sharma Solar Power',
    record: { name: 'Sharma Solar Power' },
  });
  expect(JSON.stringify(forAdmin)).toContain(phone);
  const forFinance = JSON.stringify(await readHistory(farah, 'organization', organizationId));
  expect(forFinance).not.toContain(phone);
  const { organization } = await meera.readMe();
  for (const answer of [JSON.stringify(forAdmin), forFinance])
    expect(answer).not.toContain(organization!.inviteCode);
});

describe('a history is refused', () => {
  test('to sales, removed members and unverified accounts', async () => {
    const leadId = await captureLead(asha);
    const path = `/api/history/lead/${leadId}`;
    expect(await expectRefusal(asha.get(path))).toMatchObject({ status: 403 });
    expect(await expectRefusal(asha.get(`${path}/state?at=1`))).toMatchObject({ status: 403 });
    const formerMember = await addNewMember('Nitin');
    await meera.send('ChangeMemberRole', { memberId: formerMember.id, role: 'finance' });
    expect((await readHistory(formerMember, 'lead', leadId)).total).toBe(1);
    await meera.send('RemoveMember', { memberId: formerMember.id, leadsTo: meera.id });
    expect(await expectRefusal(formerMember.get(path))).toMatchObject({ status: 403 });
    const stranger = await new Person(product, 'Nobody', newPhone()).signUp({ verify: false });
    expect(await expectRefusal(stranger.get(path))).toMatchObject({ status: 403 });
  });

  test('to members of another organization, for whom the record is missing', async () => {
    const leadId = await captureLead(asha);
    const otherTeam = await createTeam(product);
    const records: readonly (readonly [HistoryKind, string])[] = [
      ['lead', leadId],
      ['member', asha.id],
      ['organization', organizationId],
      ['lead', 'no-id'],
      ['bill', newId()],
    ];
    for (const [kind, id] of records)
      expect(await expectRefusal(readHistory(otherTeam.admin, kind, id))).toMatchObject({
        status: 404,
      });
    expect(await expectRefusal(meera.get(`/api/history/alert/${leadId}`))).toMatchObject({
      status: 404,
    });
  });
});

/** A new sales member. */
async function addNewMember(name: string): Promise<Person> {
  const person = await signUp(product, name);
  const { organization } = await meera.readMe();
  await person.send('JoinOrganization', { inviteCode: organization!.inviteCode });
  return person;
}
