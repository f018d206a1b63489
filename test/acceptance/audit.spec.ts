import type {
  AuditFeed,
  AuditItem,
  AuditLinks,
  AuditStatements,
  ErasureRegister,
  LinkedAudit,
} from '#domain/audit/audit.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import { unzip } from './product/unzip.js';
import {
  Person,
  captureLead,
  joinOrganization,
  newPhone,
  expectRefusal,
  signUp,
  createTeam,
} from './product/person.js';

/** Feed of the organization, its access log, and refused decisions. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let priya: Person;
/** Id of a lead that Asha captured. */
let rajeshLeadId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Priya');
  meera = people.admin;
  [asha, priya] = people.reps;
  await meera.send('ChangeMemberRole', { memberId: priya.id, role: 'finance' });
  rajeshLeadId = await captureLead(asha);
});
afterAll(() => product.dispose());

const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const readFeed = (person: Person, query = '') =>
  person.afterCommandsOf(asha).afterCommandsOf(meera).get<AuditFeed>(`/api/audit${query}`);
const typesIn = ({ items }: AuditFeed) => items.map(({ type }) => type);

async function readAllPages(query: string): Promise<AuditItem[]> {
  const items: AuditItem[] = [];
  let after: string | undefined;
  do {
    const page = await readFeed(meera, `${query}${after === undefined ? '' : `&after=${after}`}`);
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

describe('the feed', () => {
  test('has each event with who did it, in which role, and the record', async () => {
    const [creation] = (await readFeed(meera, `?record=${rajeshLeadId}&kind=lead`)).items;
    expect(creation).toMatchObject({
      type: 'LeadCreated',
      kind: 'lead',
      recordId: rajeshLeadId,
      recordName: 'Rajesh Patil',
      revision: 1,
      by: { id: asha.id, name: 'Asha', role: 'sales' },
      data: { firstName: 'Rajesh', city: 'Pune' },
    });
  });
  test('begins with the newest event and leads page by page to the founding', async () => {
    for (let number = 0; number < 60; number++)
      await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: `Note ${number}` });
    const items = await readAllPages('?');
    const notes = items.filter(({ type }) => type === 'NoteAdded');
    expect(notes.map(({ data }) => data['note'])).toEqual(
      Array.from({ length: 60 }, (_, number) => `Note ${59 - number}`),
    );
    expect(items.at(-1)).toMatchObject({ type: 'OrganizationFounded', by: { role: 'admin' } });
    expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
    expect(items.map(({ type }) => type)).not.toContain('Reserved');
  });
  test('names people and roles as of the event', async () => {
    await asha.send('ChangeProfile', { name: 'Asha Kulkarni' });
    await meera.send('ChangeMemberRole', { memberId: asha.id, role: 'marketing' });
    await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Renamed' });
    const [noteAfterRename, noteBefore] = (await readFeed(meera, '?type=NoteAdded')).items;
    expect(noteAfterRename!.by).toEqual({ id: asha.id, name: 'Asha Kulkarni', role: 'marketing' });
    expect(noteBefore!.by).toEqual({ id: asha.id, name: 'Asha', role: 'sales' });
    const [roleChange] = (await readFeed(meera, `?type=MemberRoleChanged`)).items;
    expect(roleChange).toMatchObject({ people: { [asha.id]: 'Asha Kulkarni' } });
    await meera.send('ChangeMemberRole', { memberId: asha.id, role: 'sales' });
  });
  test('has sign-ins of members, and nothing that an account did before it joined', async () => {
    const items = await readAllPages('?kind=account');
    expect(items.map(({ type }) => type)).toContain('ProfileChanged');
    expect(items.map(({ type }) => type)).not.toContain('AccountOpened');
  });
  test('is filtered by record, person, kind, type, day and outcome', async () => {
    const { items } = await readFeed(meera, `?member=${asha.id}&kind=lead`);
    expect(new Set(items.map(({ by }) => by!.id))).toEqual(new Set([asha.id]));
    expect(typesIn(await readFeed(meera, '?type=OrganizationFounded'))).toEqual([
      'OrganizationFounded',
    ]);
    expect(typesIn(await readFeed(meera, `?from=${dayAfter(today(), 1)}`))).toEqual([]);
    expect(typesIn(await readFeed(meera, `?to=${dayAfter(today(), -1)}`))).toEqual([]);
    expect(await expectRefusal(readFeed(meera, '?type=lead%20created'))).toMatchObject({
      status: 400,
    });
  });
  test('answers `since` with only the events after the newest known one', async () => {
    const { newest } = await readFeed(meera);
    expect((await readFeed(meera, `?since=${newest}`)).items).toEqual([]);
    await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Since then' });
    const newerFeed = await readFeed(meera, `?since=${newest}`);
    expect(typesIn(newerFeed)).toEqual(['NoteAdded']);
    expect(newerFeed.hasMore).toBe(false);
  });
  test('shows nothing of another organization', async () => {
    const otherTeam = await createTeam(product, 'Ravi');
    const foreignLeadId = await captureLead(otherTeam.reps[0]);
    const items = await readAllPages('?');
    expect(JSON.stringify(items)).not.toContain(otherTeam.organizationId);
    expect((await readFeed(meera, `?kind=lead&record=${foreignLeadId}`)).items).toEqual([]);
    expect(
      (await readFeed(meera, `?kind=organization&record=${otherTeam.organizationId}`)).items,
    ).toEqual([]);
  });
  test('shows the events of an erased record without their content', async () => {
    const leadId = await captureLead(asha, { firstName: 'Sunita', lastName: 'Deshpande' });
    await meera.send('ErasePersonalData', { leadId });
    const { items } = await readFeed(meera, `?kind=lead&record=${leadId}`);
    expect(items.map(({ type, erased }) => [type, erased])).toEqual([
      ['PersonalDataErased', undefined],
      ['LeadCreated', true],
    ]);
    expect(JSON.stringify(items)).not.toMatch(/Sunita|Deshpande/);
    expect(items[1]).toMatchObject({ by: { name: 'Asha Kulkarni' }, recordName: '' });
  });
  test('names a deleted record', async () => {
    const leadId = await captureLead(asha, { firstName: 'Vikas', lastName: 'Joshi' });
    await asha.send('DeleteLead', { leadId });
    expect((await readFeed(meera, `?kind=lead&record=${leadId}`)).items[0]).toMatchObject({
      type: 'LeadDeleted',
      recordName: 'Vikas Joshi',
    });
  });
  test('is for admins and finance', async () => {
    expect((await readFeed(priya)).items.length).toBeGreaterThan(0);
    expect(await expectRefusal(readFeed(asha))).toMatchObject({ status: 403 });
  });
});

describe('the access log', () => {
  const readAccesses = async (person: Person) =>
    (await readAllPages(`?kind=access&member=${person.id}`)).filter(
      ({ type }) => type === 'AccessRecorded',
    );

  test('has one entry for an opened feed, and none for its next pages and newer events', async () => {
    product.advanceClock(minutes(2));
    const countBefore = (await readAccesses(priya)).length;
    const first = await readFeed(priya, '?kind=lead');
    await readFeed(priya, `?kind=lead&after=${first.next}`);
    await readFeed(priya, `?kind=lead&since=${first.newest}`);
    const accesses = await readAccesses(priya);
    expect(accesses.length - countBefore).toBe(1);
    expect(accesses[0]).toMatchObject({
      by: { name: 'Priya', role: 'finance' },
      data: { screen: 'feed', filters: { kind: 'lead' } },
    });
  });
  test('has an entry for other filters, also with a cursor of the first', async () => {
    const countBefore = (await readAccesses(priya)).length;
    const { next } = await readFeed(priya, '?kind=lead');
    await readFeed(priya, `?type=NoteAdded&after=${next}`);
    await readFeed(priya, '?kind=bill');
    expect((await readAccesses(priya)).length - countBefore).toBe(2);
  });
  test('has one entry for an opened history, also if several moments are read', async () => {
    const countBefore = (await readAccesses(priya)).length;
    await priya.get(`/api/history/lead/${rajeshLeadId}`);
    for (const at of [1, 2, 3]) await priya.get(`/api/history/lead/${rajeshLeadId}/state?at=${at}`);
    const after = await readAccesses(priya);
    expect(after.length - countBefore).toBe(1);
    expect(after[0]!.data).toEqual({
      screen: 'history',
      about: { kind: 'lead', recordId: rajeshLeadId },
    });
    expect(await expectRefusal(asha.get(`/api/history/lead/${rajeshLeadId}`))).toMatchObject({
      status: 403,
    });
    expect(await readAccesses(asha)).toEqual([]);
  });
  test('has requested records of another organization without their names', async () => {
    const otherTeam = await createTeam(product);
    const foreignLeadId = await captureLead(otherTeam.admin);
    const foreignRecords = [
      ['organization', otherTeam.organizationId],
      ['member', otherTeam.admin.id],
      ['lead', foreignLeadId],
    ] as const;
    for (const [kind, id] of foreignRecords)
      expect(await expectRefusal(priya.get(`/api/history/${kind}/${id}`))).toMatchObject({
        status: 404,
      });
    const recordedAccesses = (await readAccesses(priya))
      .slice(0, 3)
      .map(({ data, recordName }) => ({
        ...(data['about'] as object),
        recordName,
      }));
    expect(recordedAccesses).toEqual([
      { kind: 'lead', recordId: foreignLeadId, recordName: '' },
      { kind: 'account', recordId: otherTeam.admin.id, recordName: '' },
      { kind: 'organization', recordId: otherTeam.organizationId, recordName: '' },
    ]);
  });
  test('has a list that was read as of a past day', async () => {
    const day = dayAfter(today(), -1);
    await priya.get(`/api/leads?asOf=${day}`);
    expect((await readAccesses(priya))[0]!.data).toEqual({ screen: 'as-of', filters: { to: day } });
  });
  test('has exports', async () => {
    await priya.get('/api/audit.zip?kind=lead');
    await priya.get('/api/bills.csv');
    expect((await readAccesses(priya)).slice(0, 2).map(({ data }) => data)).toEqual([
      { export: 'bills' },
      { export: 'feed', filters: { kind: 'lead' } },
    ]);
  });
});

describe('a refused decision', () => {
  const readRefusals = (person: Person) => readAllPages(`?outcome=refused&member=${person.id}`);

  test('stands in the feed with its reason', async () => {
    const billId = newId();
    const bill = { billId, type: 'Food', amountPaise: 45_000, spentOn: today() };
    await meera.send('SubmitBill', bill);
    await expectRefusal(asha.send('ApproveBill', { billId }));
    await expectRefusal(meera.send('ChangeMemberRole', { memberId: meera.id, role: 'sales' }));
    await expectRefusal(asha.send('ErasePersonalData', { leadId: rajeshLeadId }));
    await expectRefusal(asha.send('ConvertLead', { leadId: newId() }));
    expect((await readRefusals(asha)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ command: 'ConvertLead', reason: 'lead-not-found' }),
      { command: 'ErasePersonalData', kind: 'lead', recordId: rajeshLeadId, reason: 'not-allowed' },
      { command: 'ApproveBill', kind: 'bill', recordId: billId, reason: 'not-allowed' },
    ]);
    expect(await readRefusals(meera)).toMatchObject([
      { type: 'DecisionRefused', data: { memberId: meera.id, reason: 'not-on-oneself' } },
    ]);
    const { items } = await readFeed(meera, `?record=${billId}`);
    expect(items.map(({ type }) => type)).toEqual(['DecisionRefused', 'BillSubmitted']);
  });
  test('sent again with its key is recorded once', async () => {
    const countBefore = (await readRefusals(asha)).length;
    const key = newId();
    for (let times = 0; times < 3; times++)
      await expectRefusal(asha.send('RejectBill', { billId: newId(), reason: 'Twice' }, { key }));
    expect((await readRefusals(asha)).length - countBefore).toBe(1);
  });
  test('is not recorded if the body was invalid', async () => {
    const countBefore = (await readRefusals(asha)).length;
    await expectRefusal(asha.send('ConvertLead', { leadId: 'no id' }));
    expect((await readRefusals(asha)).length).toBe(countBefore);
  });
});

describe('a link of an auditor', () => {
  const newToken = () => randomBytes(16).toString('hex');
  const readFeedByLink = (token: string, query = '') =>
    newVisitor().request<LinkedAudit>('GET', `/api/linked-audit/${token}${query}`);
  const newVisitor = () => new Person(product, 'Nobody', newPhone());
  const createLink = async (person: Person, period: object = {}) => {
    const [token, linkId] = [newToken(), newId()];
    await person.send('CreateAuditLink', {
      linkId,
      tokenSha256: createHash('sha256').update(token).digest('hex'),
      from: today(),
      to: today(),
      expiresOn: today(),
      ...period,
    });
    return { token, linkId };
  };

  test('shows the feed of its period without an account, and each use stands in the access log', async () => {
    const { token, linkId } = await createLink(priya);
    const { status, body } = await readFeedByLink(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: today(), to: today(), organization: {} });
    expect(body.items.length).toBeGreaterThan(10);
    expect(JSON.stringify(body)).not.toContain('tokenSha256');
    const nextPage = await readFeedByLink(token, `?after=${body.next}`);
    expect(nextPage.body.items[0]!.eventId).not.toBe(body.items[0]!.eventId);
    const uses = (await readAllPages('?kind=access')).filter(
      ({ data }) => data['linkId'] === linkId,
    );
    expect(uses).toHaveLength(1);
    expect(uses[0]).not.toHaveProperty('by');
    expect(uses[0]!.data).toMatchObject({ filters: { from: today(), to: today() } });
  });
  test('shows statements and erasures of its period', async () => {
    const { token, linkId } = await createLink(meera);
    const path = `/api/linked-audit/${token}`;
    const read = <Answer>(part: string) => newVisitor().request<Answer>('GET', `${path}/${part}`);
    const { body } = await read<AuditStatements>('statements');
    expect(body).toMatchObject({ period: { from: today(), to: today() }, isCounting: false });
    expect(body.kinds.find(({ kind }) => kind === 'lead')!.events).toBeGreaterThan(60);
    const register = (await read<ErasureRegister>('erasures')).body;
    expect(register.items.map(({ type }) => type)).toContain('PersonalDataErased');
    const uses = (await readAllPages('?kind=access')).filter(
      ({ data }) => data['linkId'] === linkId,
    );
    expect(uses.map(({ data }) => data['screen'])).toEqual(['erasures', 'statements']);
    const oldLink = await createLink(meera, {
      from: dayAfter(today(), -20),
      to: dayAfter(today(), -20),
    });
    const answerForOldPeriod = await newVisitor().request<AuditStatements>(
      'GET',
      `/api/linked-audit/${oldLink.token}/statements`,
    );
    expect(answerForOldPeriod.body).toMatchObject({ kinds: [], erasures: 0 });
    expect(answerForOldPeriod.body).not.toHaveProperty('newest');
    const missing = await newVisitor().request('GET', `/api/linked-audit/${newToken()}/statements`);
    expect(missing.status).toBe(404);
  });
  test('shows no other period', async () => {
    const day = dayAfter(today(), -20);
    const { token } = await createLink(meera, { from: day, to: day });
    expect((await readFeedByLink(token)).body.items).toEqual([]);
  });
  test('that is unknown, revoked or expired answers like a missing page', async () => {
    const missing = await readFeedByLink(newToken());
    const { token, linkId } = await createLink(meera);
    expect((await readFeedByLink(token)).status).toBe(200);
    await priya.send('RevokeAuditLink', { linkId });
    const revokedFeed = await readFeedByLink(token);
    const oldLink = await createLink(meera);
    product.advanceClock(days(1));
    const expiredFeed = await readFeedByLink(oldLink.token);
    for (const answer of [missing, revokedFeed, expiredFeed, await readFeedByLink('no-token')]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(missing.body);
    }
    const { items } = await meera.afterCommandsOf(priya).get<AuditLinks>('/api/audit/links');
    expect(items.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['revoked', 'expired']),
    );
  });
  test('opens nothing else, and changes nothing', async () => {
    const { token } = await createLink(meera);
    const stranger = newVisitor();
    for (const path of ['/api/audit', '/api/leads', '/api/audit/links', '/api/audit.zip'])
      expect((await stranger.request('GET', `${path}?token=${token}`)).status).toBe(401);
    const posted = await stranger.request('POST', `/api/linked-audit/${token}`);
    const missing = await stranger.request('POST', '/api/no-such-page');
    expect([posted.status, posted.body]).toEqual([missing.status, missing.body]);
    const otherTeam = await createTeam(product);
    expect((await otherTeam.admin.get<AuditLinks>('/api/audit/links')).items).toEqual([]);
  });
  test('is made by admins and finance', async () =>
    expect(await expectRefusal(createLink(asha))).toMatchObject({ status: 403 }));
});

describe('the auditor’s page', () => {
  const readStatements = (person: Person) => person.get<AuditStatements>('/api/audit/statements');
  const readRegister = (person: Person) =>
    person.afterCommandsOf(meera).get<ErasureRegister>('/api/audit/erasures');
  const sumOf = ({ kinds }: AuditStatements) => kinds.reduce((sum, { events }) => sum + events, 0);

  test('counts each event that the feed shows, also those since the last count', async () => {
    product.advanceClock(minutes(2));
    await readStatements(priya);
    await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Counted too' });
    const answer = await readStatements(priya.afterCommandsOf(asha));
    const items = await readAllPages('?');
    // The opening of the feed in this test was recorded after the count.
    expect(sumOf(answer)).toBe(items.length - 1);
    expect(answer).toMatchObject({ isCounting: false, first: { eventId: items.at(-1)!.eventId } });
    expect(answer.newest).toEqual({
      eventId: items[1]!.eventId,
      at: items[1]!.at,
      hash: items[1]!.hash,
    });
  });
  test('has the register of erasures: which record, when and by whom, and never whose data', async () => {
    const leadId = await captureLead(asha, { firstName: 'Kiran', lastName: 'Wagle' });
    await meera.send('ErasePersonalData', { leadId });
    const { items, isCounting } = await readRegister(priya);
    expect(isCounting).toBe(false);
    expect(items[0]).toMatchObject({
      type: 'PersonalDataErased',
      kind: 'lead',
      recordId: leadId,
      recordName: '',
      by: { id: meera.id, role: 'admin' },
    });
    expect(JSON.stringify(items)).not.toMatch(/Kiran|Wagle|Sunita/);
    expect((await readStatements(priya)).erasures).toBe(items.length);
  });
  test('is recorded in the access log, and is for admins and finance', async () => {
    product.advanceClock(minutes(2));
    await readStatements(priya);
    await readRegister(priya);
    const [second, first] = (await readFeed(meera, `?kind=access&member=${priya.id}`)).items;
    expect([first!.data, second!.data]).toEqual([{ screen: 'statements' }, { screen: 'erasures' }]);
    expect(await expectRefusal(readStatements(asha))).toMatchObject({ status: 403 });
    expect(await expectRefusal(asha.get('/api/audit/erasures'))).toMatchObject({ status: 403 });
  });
});

async function readCsv(query: string): Promise<string> {
  const file = await meera.afterCommandsOf(asha).get<string>(`/api/audit.zip${query}`);
  return unzip(Buffer.from(file, 'latin1')).get('audit.csv') ?? '';
}

test('the CSV has each event of the filter in a row that no spreadsheet executes', async () => {
  await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: '=1+1' });
  const text = await readCsv('?type=NoteAdded');
  const [head, first, ...rows] = text.trimEnd().split('\r\n');
  expect(head).toContain('"Recorded","Happened","Person","Role"');
  expect(first).toContain('"Asha Kulkarni","sales","lead","Rajesh Patil","NoteAdded"');
  expect(rows.length).toBeGreaterThan(60);
  const formulaLeadId = await captureLead(asha, { firstName: '=HYPERLINK("x")', lastName: 'Shah' });
  const leadRows = await readCsv(`?kind=lead&record=${formulaLeadId}`);
  expect(leadRows).toContain(`"'=HYPERLINK(""x"") Shah"`);
});

test('members of another organization are not in the feed', async () => {
  const otherTeam = await createTeam(product);
  const ravi = await signUp(product, 'Ravi');
  await joinOrganization(ravi, otherTeam.inviteCode);
  await ravi.send('ChangeProfile', { name: 'Ravi Menon' });
  const items = await readAllPages('?kind=account');
  expect(items.map(({ recordId }) => recordId)).not.toContain(ravi.id);
});
