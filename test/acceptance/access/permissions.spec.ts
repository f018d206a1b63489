import { commandDefinitions } from '#domain/aggregates.js';
import { type Role, auditors, mayEver, roles, seesEverything } from '#domain/kernel/policy.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { type EndpointRule, policy } from '#domain/policy.js';
import { queries as queryDefinitions } from '#domain/queries.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from '../product/in-process.js';
import {
  Person,
  captureLead,
  joinOrganization,
  newPhone,
  signUp,
  createTeam,
  inDays,
} from '../product/person.js';

/** Every row of the policy, checked against the running product. */

let product: InProcessProduct;
const people = new Map<Role | 'newcomer' | 'nobody', Person>();
let leadId: string;
let unverified: Person;

beforeAll(async () => {
  product = await InProcessProduct.start();
  const { admin, inviteCode } = await createTeam(product);
  people
    .set('admin', admin)
    .set('nobody', new Person(product, 'Nobody', newPhone()))
    .set('newcomer', await signUp(product, 'Newcomer'));
  for (const role of roles.filter((each) => each !== 'admin')) {
    const person = await signUp(product, role);
    await joinOrganization(person, inviteCode);
    if (role !== 'sales') await admin.send('ChangeMemberRole', { memberId: person.id, role });
    people.set(role, person);
  }
  leadId = await captureLead(admin);
  unverified = await new Person(product, 'Unverified', newPhone()).signUp({ verify: false });
});
afterAll(() => product.dispose());

const everybody = [...roles, 'newcomer', 'nobody'] as const;
type Sender = (typeof everybody)[number];
const roleOf = (sender: Sender): Role | undefined =>
  sender === 'newcomer' || sender === 'nobody' ? undefined : sender;

const send = (sender: Sender, name: string, body: unknown = {}) =>
  people.get(sender)!.request<{ code: string }>('POST', `/api/commands/${name}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  });

describe.each(Object.entries(policy.commands))('%s', (name, rule) => {
  test.each(everybody)('sent by %s is accepted or refused as the policy says', async (sender) => {
    // An account without an organization may send only sixty commands an hour, fewer than exist.
    if (sender === 'newcomer') people.set(sender, await signUp(product, 'Newcomer'));
    const { status, body } = await send(sender, name, { noSuchField: 1 });
    if (sender === 'nobody') return expect(status).toBe(401);
    if (rule === 'internal') return expect([status, body.code]).toEqual([404, 'unknown-command']);
    // Permitted senders get 400 for the invalid data; other senders are refused before.
    return expect(status).toBe(rule === 'newcomer' || mayEver(rule, roleOf(sender)) ? 400 : 403);
  });
});

/** Parameters that a query requires. */
const requiredParams: Readonly<Record<string, string>> = {
  '/api/audit/package.zip': '?year=2026-27',
  '/api/geocode': '?lat=18.5204&lng=73.8567',
  '/api/lead-with-number': '?phone=9812345678',
  '/api/history/:kind/:id/state': '?at=1',
  '/api/similar-bill': '?type=Food&amountPaise=45000&spentOn=2026-11-12',
};
const queries = Object.entries<EndpointRule>(policy.queries).map(
  ([row, rule]) => [row.split(' ')[1]!, rule] as const,
);
/** Path parameters that the test fills with an id that no record has. */
const unknownIds = /:(fileId|customerId|productId|packageId|offerId|billId|quotationId|id)/;
describe.each(queries)('GET %s', (path, rule) => {
  test.each(everybody)('asked by %s is answered or refused as the policy says', async (sender) => {
    const { status } = await people
      .get(sender)!
      .request(
        'GET',
        path.replace(':leadId', leadId).replace(':kind', 'lead').replace(unknownIds, newId()) +
          (requiredParams[path] ?? ''),
        path.startsWith('/api/uploads') ? { headers: { 'tus-resumable': '1.0.0' } } : {},
      );
    // Nobody has a link with this token.
    if (rule === 'anyone') return expect(status).toBe(path.includes(':token') ? 404 : 200);
    if (sender === 'nobody') return expect(status).toBe(401);
    if (!mayEver(rule, roleOf(sender))) return expect(status).toBe(403);
    // Sales do not find the admin's lead, and nobody finds an unknown file.
    const isHidden =
      unknownIds.test(path) || (path.includes(':leadId') && !seesEverything(roleOf(sender)!));
    return expect(status).toBe(isHidden ? 404 : 200);
  });
});

/** Path of a query about a record, with its required parameters. */
const addressOf = (path: string, id: string) =>
  path.replace(':kind', 'lead').replace(':leadId', id).replace(unknownIds, id) +
  (requiredParams[path] ?? '');
const auditorQueries = queries.filter(([, rule]) => rule === auditors).map(([path]) => path);

describe('queries of auditors', () => {
  let formerMember: Person;
  let outsider: Person;
  beforeAll(async () => {
    formerMember = await signUp(product, 'Former');
    const admin = people.get('admin')!;
    const { organization } = await admin.readMe();
    await joinOrganization(formerMember, organization!.inviteCode!);
    await admin.send('ChangeMemberRole', { memberId: formerMember.id, role: 'finance' });
    await admin.send('RemoveMember', { memberId: formerMember.id });
    outsider = (await createTeam(product)).admin;
  });

  test.each(auditorQueries)(
    '%s refuses a former auditor and an unverified account',
    async (path) => {
      for (const person of [formerMember, unverified])
        expect((await person.request('GET', addressOf(path, leadId))).status).toBe(403);
    },
  );

  test.each(auditorQueries)('%s tells another organization nothing', async (path) => {
    const answer = await outsider.request('GET', addressOf(path, leadId));
    const unknownRecord = await outsider.request('GET', addressOf(path, newId()));
    expect(answer.status).toBe(unknownRecord.status);
    if (unknownIds.test(path))
      expect(answer).toMatchObject({ status: 404, body: unknownRecord.body });
    else expect(JSON.stringify(answer.body)).not.toContain(people.get('admin')!.id);
  });

  const pastDayPaths = Object.values(queryDefinitions)
    .filter(({ params }) => 'asOf' in params.shape)
    .map(({ path }) => path);
  test.each(pastDayPaths)(
    '%s as of a past day is refused to everybody but auditors',
    async (path) => {
      const yesterday = dayAfter(dayIn('Asia/Kolkata', product.parts.clock.now()), -1);
      const others = everybody.filter((sender) => !mayEver(auditors, roleOf(sender)));
      for (const person of [
        ...others.map((sender) => people.get(sender)!),
        formerMember,
        unverified,
      ]) {
        const { status } = await person.request('GET', `${path}?asOf=${yesterday}`);
        expect([person.name, status]).toEqual([person.name, person.name === 'Nobody' ? 401 : 403]);
      }
    },
  );
});

const commandsOnOwnRecords = Object.entries(commandDefinitions).filter(
  ([, { may, data }]) => may === 'own' && 'leadId' in data.shape,
);
test.each(commandsOnOwnRecords.map(([name]) => name))(
  '%s on another member’s lead answers sales as if it did not exist',
  async (name) => {
    const requiredFields: Readonly<Record<string, object>> = {
      ChangeLeadStatus: { status: 'Contacted' },
      MarkLeadLost: { reason: 'x' },
      AddNote: { noteId: newId(), note: 'x' },
      ScheduleFollowUp: { followUpId: newId(), dueOn: inDays(30) },
      CompleteFollowUp: { followUpId: newId() },
      CancelFollowUp: { followUpId: newId(), reason: 'x' },
      RecordVisit: {
        visitId: newId(),
        startedAt: '2026-11-21T07:30:00.000Z',
        endedAt: '2026-11-21T08:00:00.000Z',
        pausedSeconds: 0,
      },
      UploadQuotation: { quotationId: newId(), amountPaise: 100 },
      ShareWithLead: { shareId: newId(), productId: newId(), title: 'Pump', method: 'link' },
      SaveQuotation: {
        quotationId: newId(),
        lines: [],
        pricesIncludeGst: true,
        validUntilOn: inDays(30),
      },
    };
    const answer = await send('sales', name, { leadId, ...requiredFields[name] });
    const unknownRecord = await send('sales', name, { leadId: newId(), ...requiredFields[name] });
    expect([answer.status, answer.body]).toEqual([404, unknownRecord.body]);
  },
);

test('an unverified member may not join, promote or rotate the code, and a changed role counts at once', async () => {
  const { organization } = await people.get('admin')!.readMe();
  const join = {
    body: JSON.stringify({ inviteCode: organization!.inviteCode }),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  };
  expect(await unverified.request('POST', '/api/commands/JoinOrganization', join)).toMatchObject({
    status: 403,
    body: { code: 'verification-needed' },
  });

  const finance = people.get('finance')!;
  await people.get('admin')!.send('ChangeMemberRole', { memberId: finance.id, role: 'admin' });
  expect((await send('finance', 'RotateInviteCode')).status).toBe(200);
  await people.get('admin')!.send('ChangeMemberRole', { memberId: finance.id, role: 'finance' });
  expect((await send('finance', 'RotateInviteCode')).status).toBe(403);
});
