import type { LeadItem, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { QueryDefinition } from '#domain/kernel/query.js';
import type { List } from '#domain/kernel/views.js';
import { queries } from '#domain/queries.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { InProcessProduct } from './product/in-process.js';
import { Person, captureLead, newPhone, signUp, createTeam, inDays } from './product/person.js';
import { until } from './product/until.js';

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
let organizationId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  ({ admin: meera, organizationId } = people);
  [asha, ravi] = people.reps;
});
afterAll(() => product.dispose());

type Answer = {
  readonly id?: string;
  readonly revision?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly existing?: object;
};
const requestCommand = (
  person: Person,
  name: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  person.request<Answer>('POST', `/api/commands/${name}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  });
const lead = (more: object = {}) => ({
  leadId: newId(),
  firstName: 'Rajesh',
  lastName: 'Patil',
  phone: newPhone(),
  city: 'Pune',
  type: 'Builder',
  ...more,
});
const readStream = (leadId: string) => product.parts.log.read(`lead-${organizationId}_${leadId}`);

test('an id in capitals is the same record', async () => {
  const data = lead();
  const capitals = { ...data, leadId: data.leadId.toUpperCase() };
  expect((await requestCommand(asha, 'CreateLead', capitals)).body.id).toBe(data.leadId);
  expect(
    (
      await requestCommand(asha, 'AddNote', {
        leadId: capitals.leadId,
        noteId: newId(),
        note: 'Called',
      })
    ).status,
  ).toBe(200);
  await until(
    async () => (await asha.request('GET', `/api/leads/${capitals.leadId}`)).status === 200,
  );
});

test('two organizations may use one id without affecting each other', async () => {
  const { admin: stranger } = await createTeam(product);
  const data = lead({ note: 'Ours' });
  expect((await requestCommand(asha, 'CreateLead', data)).status).toBe(200);
  expect(
    (await requestCommand(stranger, 'AddNote', { leadId: data.leadId, noteId: newId(), note: 'x' }))
      .status,
  ).toBe(404);
  expect(
    (
      await requestCommand(stranger, 'CreateLead', {
        ...data,
        firstName: 'Theirs',
        note: undefined,
      })
    ).status,
  ).toBe(200);
  await requestCommand(stranger, 'DeleteLead', { leadId: data.leadId });
  await until(
    async () => (await stranger.request('GET', `/api/leads/${data.leadId}`)).status === 404,
  );
  expect(await meera.request('GET', `/api/leads/${data.leadId}`)).toMatchObject({
    status: 200,
    body: { firstName: 'Rajesh' },
  });
  expect(
    (await meera.get<List<TimelineEntry>>(`/api/leads/${data.leadId}/timeline`)).items,
  ).toHaveLength(2);
});

test.each([
  ['x', 'y'],
  ['2026-02-31T10:00:00.000Z', '2026-02-31T10:00:00.000Z'],
  ['2026-11-21T10:00:00.000Z', ''],
  ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'],
  ['2026-11-21T10:00:00.12345678901234567890+23:59', '2026-11-21T10:00:00-23:59'],
])(
  'a command of a device whose clock says %s and %s is dated by the server’s clock',
  async (captured, sent) => {
    const data = lead();
    expect(
      (
        await requestCommand(asha, 'CreateLead', data, {
          'x-captured-at': captured,
          'x-sent-at': sent,
        })
      ).status,
    ).toBe(200);
    const [event] = await readStream(data.leadId);
    const ageMs = Date.parse(event!.metadata.at) - Date.parse(event!.metadata.capturedAt);
    expect(ageMs >= 0 && ageMs <= 30 * 24 * 60 * 60_000).toBe(true);
  },
);

test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE'])(
  '%s needs a session, and changes nothing',
  async (method) => {
    const anonymous = new Person(product, 'Nobody', newPhone());
    for (const path of ['/api/leads', '/api/commands/CreateLead', '/api/files', '/api/nothing'])
      expect([path, (await anonymous.request(method, path)).status]).toEqual([path, 401]);
  },
);

describe('one command', () => {
  test('sent three times has one effect and one answer', async () => {
    const data = lead();
    const key = randomUUID();
    const answers = [];
    for (let times = 0; times < 3; times++)
      answers.push(
        (await requestCommand(asha, 'CreateLead', data, { 'idempotency-key': key })).body,
      );
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await readStream(data.leadId)).toHaveLength(1);
  });

  test('sent twenty times at once has one effect and one answer', async () => {
    const data = lead({ note: 'Called' });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        requestCommand(asha, 'CreateLead', data, { 'idempotency-key': key }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(await readStream(data.leadId)).toHaveLength(2);
  });

  test('with a used key is refused; only the key’s own sender is told that it was used', async () => {
    const data = lead();
    const key = randomUUID();
    await requestCommand(asha, 'CreateLead', data, { 'idempotency-key': key });
    expect(
      await requestCommand(
        asha,
        'CreateLead',
        { ...data, city: 'Nashik' },
        { 'idempotency-key': key },
      ),
    ).toMatchObject({
      status: 409,
      body: { code: 'command-id-reused' },
    });
    expect(
      await requestCommand(
        ravi,
        'AddNote',
        { leadId: data.leadId, noteId: newId(), note: 'x' },
        { 'idempotency-key': key },
      ),
    ).toMatchObject({
      status: 404,
    });
  });

  test('without a key, or with an invalid one, is refused with the header’s name', async () => {
    for (const key of ['', 'x', '123'])
      expect(
        await requestCommand(asha, 'CreateLead', lead(), { 'idempotency-key': key }),
      ).toMatchObject({
        status: 400,
        body: { code: 'idempotency-key-needed' },
      });
  });

  test('on a changed record is refused if its sender expects a revision', async () => {
    const leadId = await captureLead(asha);
    const note = { leadId, noteId: newId(), note: 'Called' };
    expect((await requestCommand(asha, 'AddNote', note, { 'if-match': '"0"' })).status).toBe(200);
    expect(
      await requestCommand(asha, 'AddNote', { ...note, noteId: newId() }, { 'if-match': '"0"' }),
    ).toMatchObject({
      status: 412,
      body: { code: 'revision-stale' },
    });
  });

  test('captured in another organization is refused by a code of its own', async () => {
    expect(
      await requestCommand(asha, 'CreateLead', lead(), { 'x-organization': newId() }),
    ).toMatchObject({
      status: 409,
      body: { code: 'another-membership' },
    });
    expect(
      (await requestCommand(asha, 'CreateLead', lead(), { 'x-organization': organizationId }))
        .status,
    ).toBe(200);
  });

  test('captured offline is dated by its capture', async () => {
    const data = lead();
    await requestCommand(asha, 'CreateLead', data, {
      'x-captured-at': '2020-01-01T10:00:00.000Z',
      'x-sent-at': '2020-01-01T12:00:00.000Z',
    });
    const [event] = await readStream(data.leadId);
    const ageMs = Date.parse(event!.metadata.at) - Date.parse(event!.metadata.capturedAt);
    expect(ageMs).toBeGreaterThan(119 * 60_000);
  });
});

describe('a command whose answer was lost', () => {
  const sendTwice = async (person: Person, name: string, data: object) => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await requestCommand(person, name, data, key);
    expect(first.status).toBe(200);
    const repeated = await requestCommand(person, name, data, key);
    expect(repeated).toMatchObject({ status: 200, body: first.body });
    return { key, answer: first.body };
  };

  test('is answered again, even if it changed the sender’s rights', async () => {
    const { admin, organizationId: leftOrganizationId, inviteCode } = await createTeam(product);
    const kavya = await signUp(product, 'Kavya');
    await sendTwice(kavya, 'JoinOrganization', { inviteCode });
    const { key, answer } = await sendTwice(kavya, 'LeaveOrganization', {});
    expect(answer.id).toBe(leftOrganizationId);
    const foundedId = newId();
    expect(
      (
        await sendTwice(kavya, 'FoundOrganization', {
          organizationId: foundedId,
          name: 'Kavya Solar',
        })
      ).answer.id,
    ).toBe(foundedId);
    // A repetition still concerns the organization that was left.
    expect(
      await requestCommand(
        kavya,
        'LeaveOrganization',
        {},
        { ...key, 'x-organization': leftOrganizationId },
      ),
    ).toMatchObject({ status: 200, body: answer });
    expect((await kavya.readMe()).organization?.id).toBe(foundedId);
    expect((await requestCommand(admin, 'LeaveOrganization', {}, key)).body.code).toBe(
      'command-id-reused',
    );
  });

  test('is answered again to a sender who lost the right since; any other command is refused, whatever its content', async () => {
    const { admin, reps } = await createTeam(product, 'Kavya');
    const [kavya] = reps;
    await admin.send('ChangeMemberRole', { memberId: kavya.id, role: 'admin' });
    const leadId = await captureLead(kavya);
    const data = { leadId, assignedTo: admin.id };
    const { key, answer } = await sendTwice(kavya, 'ReassignLead', data);
    await admin.send('ChangeMemberRole', { memberId: kavya.id, role: 'sales' });
    expect(await requestCommand(kavya, 'ReassignLead', data, key)).toMatchObject({
      status: 200,
      body: answer,
    });
    const refusal = { status: 403, body: { code: 'not-allowed' } };
    expect(
      await requestCommand(kavya, 'ReassignLead', { ...data, assignedTo: kavya.id }, key),
    ).toMatchObject(refusal);
    expect(await requestCommand(kavya, 'ReassignLead', data)).toMatchObject(refusal);
    for (const body of ['{', {}, lead({ note: 'x'.repeat(300_000) })])
      expect(await requestCommand(kavya, 'ReassignLead', body)).toMatchObject(refusal);
  });
});

describe('a phone number that is taken', () => {
  test('shows the lead to members who may see it, and only its owner to others', async () => {
    const phone = newPhone();
    const leadId = await captureLead(asha, { phone });
    const localNumber = `0${phone.slice(3, 8)} ${phone.slice(8)}`;
    expect(
      (await requestCommand(asha, 'CreateLead', lead({ phone: localNumber }))).body,
    ).toMatchObject({
      code: 'lead-phone-taken',
      detail: 'A lead with this phone number already exists in your organization.',
      fields: { phone: expect.any(String) },
      existing: {
        leadId,
        name: 'Rajesh Patil',
        phone,
        city: 'Pune',
        status: 'New',
        assignedTo: { id: asha.id, name: 'Asha' },
        quotedPaise: 0,
        nextFollowUpOn: null,
      },
    });
    expect((await requestCommand(ravi, 'CreateLead', lead({ phone }))).body.existing).toEqual({
      assignedTo: { id: asha.id, name: 'Asha' },
    });

    // Looks up a number as the form does before it is saved.
    const lookUp = (person: Person, number: string) =>
      person.get(`/api/lead-with-number?phone=${encodeURIComponent(number)}`);
    expect(await lookUp(asha, localNumber)).toMatchObject({
      existing: { leadId, name: 'Rajesh Patil' },
    });
    expect(await lookUp(ravi, phone)).toEqual({
      existing: { assignedTo: { id: asha.id, name: 'Asha' } },
    });
    expect(await lookUp(asha, newPhone())).toEqual({});
    expect((await asha.request('GET', '/api/lead-with-number?phone=98')).status).toBe(400);
    await asha.send('DeleteLead', { leadId });
    expect(await lookUp(ravi, phone)).toEqual({});
  });

  test('belongs to one of fifty leads that are created with it at once', async () => {
    const phone = newPhone();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => requestCommand(meera, 'CreateLead', lead({ phone }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(49).fill(409),
    ]);
  });
});

describe('the order of checks:', () => {
  test('first the session', async () => {
    const anonymous = new Person(product, 'Nobody', newPhone());
    for (const path of ['CreateLead', 'Nothing', 'OpenAccount'])
      expect((await requestCommand(anonymous, path, '{')).status).toBe(401);
  });
  test('then the command’s name, suggesting the nearest known one', async () => {
    expect(await requestCommand(asha, 'CreatLead', '{')).toMatchObject({
      status: 404,
      body: { code: 'unknown-command', detail: expect.stringContaining('CreateLead') },
    });
    for (const internal of [
      'OpenAccount',
      'ChangePhone',
      'VerifyPhone',
      'RecordSignIn',
      '__proto__',
      'constructor',
      'toString',
    ])
      expect((await requestCommand(asha, internal, {})).body.code).toBe('unknown-command');
  });
  test('then the role, whatever is in the body', async () => {
    expect(await requestCommand(asha, 'ReassignLead', '{')).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    });
    const newcomer = await signUp(product, 'Newcomer');
    expect(await requestCommand(newcomer, 'CreateLead', '{')).toMatchObject({
      status: 403,
      body: {
        code: 'organization-needed-for-leads',
        detail: 'You must join an organization before creating leads',
      },
    });
    expect(await requestCommand(newcomer, 'SubmitBill', '{')).toMatchObject({
      status: 403,
      body: { code: 'organization-needed', detail: 'You must join an organization first.' },
    });
  });
  test('then its shape, by field', async () => {
    expect(await requestCommand(asha, 'ScheduleFollowUp', { leadId: newId() })).toMatchObject({
      status: 400,
      body: { fields: { followUpId: expect.any(String), dueOn: expect.any(String) } },
    });
  });
  test('then the record’s existence and ownership', async () => {
    const leadId = await captureLead(asha);
    for (const id of [leadId, newId()])
      expect(
        await requestCommand(ravi, 'AddNote', { leadId: id, noteId: newId(), note: 'x' }),
      ).toMatchObject({
        status: 404,
        body: { code: 'lead-not-found', detail: 'Lead not found' },
      });
  });
});

describe('bad input has no effect:', () => {
  const cases: readonly (readonly [string, unknown, number])[] = [
    ['a query operator', lead({ phone: { $ne: 1 } }), 400],
    ['a query operator in an optional field', lead({ note: { $gt: '' } }), 400],
    ['an array for a text', lead({ firstName: ['Rajesh'] }), 400],
    ['an unknown field', lead({ isAdmin: true }), 400],
    ['a text of 100 kB', lead({ firstName: 'x'.repeat(100_000) }), 400],
    ['a phone number of 100 kB', lead({ phone: '9'.repeat(100_000) }), 400],
    ['__proto__', '{"__proto__":{"role":"admin"},"leadId":"x"}', 400],
    ['constructor.prototype', `{"constructor":{"prototype":{"x":1}},"leadId":"${newId()}"}`, 400],
    ['an array for the body', [lead()], 400],
    ['null for the body', 'null', 400],
    ['a text for the body', '"CreateLead"', 400],
    ['invalid JSON', '{', 400],
    ['nothing', '', 400],
    ['more than 256 kB', lead({ note: 'x'.repeat(300_000) }), 413],
    ['an invalid id', lead({ leadId: '../../x' }), 400],
    ['an empty id as assignee', lead({ assignedTo: '' }), 400],
    ['a stranger as assignee', lead({ assignedTo: newId() }), 404],
    ['an invalid day', lead({ followUpOn: '2026-02-30' }), 400],
    ['an invalid place', lead({ place: { lat: 91, lng: 0 } }), 400],
    ['a follow-up before today', lead({ followUpOn: '2020-01-01' }), 409],
  ];
  test.each(cases)('%s', async (_, body, status) => {
    const began = performance.now();
    const answer = await requestCommand(meera, 'CreateLead', body);
    expect([answer.status, answer.headers.get('content-type'), typeof answer.body.detail]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
      'string',
    ]);
    // No input takes seconds to validate.
    expect(performance.now() - began).toBeLessThan(5_000);
    const leadId =
      typeof body === 'object' && body !== null && 'leadId' in body ? String(body.leadId) : newId();
    if (!leadId.includes('/')) expect(await readStream(leadId)).toEqual([]);
  });
  test('a missing field has the message of an empty one', async () => {
    const missing = await requestCommand(meera, 'CreateLead', { leadId: newId() });
    const fields = {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      phone: 'Phone number is required',
      city: 'City is required',
      type: 'Choose the type of lead',
    };
    expect(missing.body.fields).toEqual(fields);
    const emptyAnswer = await requestCommand(meera, 'CreateLead', {
      leadId: newId(),
      firstName: '',
      lastName: ' ',
      phone: '',
      city: '',
      type: '',
    });
    expect(emptyAnswer.body.fields).toEqual(fields);
    const note = await requestCommand(meera, 'AddNote', { leadId: newId(), noteId: newId() });
    expect(note.body.fields).toEqual(
      (await requestCommand(meera, 'AddNote', { leadId: newId(), noteId: newId(), note: '' })).body
        .fields,
    );
    const reason = { reason: 'Please provide a reason for marking this lead as lost' };
    expect((await requestCommand(meera, 'MarkLeadLost', { leadId: newId() })).body.fields).toEqual(
      reason,
    );
    expect(
      (await requestCommand(meera, 'UploadQuotation', { leadId: newId(), quotationId: newId() }))
        .body.fields,
    ).toEqual({
      amountPaise: 'Please enter a valid amount',
    });
  });
  test.each(['half of a pair \ud83d', 'a \0'])('%j in a text', async (text) =>
    expect(
      await requestCommand(meera, 'CreateLead', lead({ place: { lat: 1, lng: 1, name: text } })),
    ).toMatchObject({
      status: 400,
      body: { fields: { 'place.name': 'This text has characters that cannot be kept' } },
    }),
  );
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ])('%s', async (type) =>
    expect(
      (await requestCommand(meera, 'CreateLead', lead(), { 'content-type': type })).status,
    ).toBe(415),
  );
  test.each([
    'status[$ne]=New',
    'status=New&status=Lost',
    'sort=phone',
    'assignedTo=x',
    'after=x',
    'after=eyJ4IjoxfQ',
    'unknown=1',
    `q=${'x'.repeat(300)}`,
  ])('%s in a query', async (query) =>
    expect((await meera.request('GET', `/api/leads?${query}`)).status).toBe(400),
  );
});

describe('the list of leads', () => {
  test('has pages, filters, sorts, counts and a search, limited to visible leads', async () => {
    const { admin, reps } = await createTeam(product, 'Kiran', 'Neha');
    const [kiran, neha] = reps;
    const ids: string[] = [];
    for (let number = 0; number < 14; number++)
      ids.push(
        await captureLead(number % 2 ? kiran : neha, {
          firstName: `Lead${number}`,
          city: number < 3 ? 'Satara' : 'Pune',
          type: number < 5 ? 'Owner' : 'Builder',
        }),
      );
    await neha.send('ChangeLeadStatus', { leadId: ids[0]!, status: 'Contacted' });
    await kiran.send('UploadQuotation', {
      leadId: ids[1]!,
      quotationId: newId(),
      amountPaise: 900_000,
    });
    await kiran.send('ScheduleFollowUp', {
      leadId: ids[3]!,
      followUpId: newId(),
      dueOn: inDays(31),
    });
    const lastPosition = (
      await kiran.send('ScheduleFollowUp', {
        leadId: ids[5]!,
        followUpId: newId(),
        dueOn: inDays(30),
      })
    ).position;
    const readLeads = async (person: Person, query: string) =>
      (
        await person.request<LeadList>('GET', `/api/leads?${query}`, {
          headers: { 'x-after-position': lastPosition },
        })
      ).body;
    const idsOf = ({ items }: List<LeadItem>) => items.map(({ leadId }) => leadId);

    const first = await readLeads(admin, '');
    expect([first.items.length, first.hasMore, first.total, first.counts]).toEqual([
      12,
      true,
      14,
      { New: 12, Contacted: 1, Quoted: 1, Converted: 0, Lost: 0, All: 14 },
    ]);
    const second = await readLeads(admin, `after=${encodeURIComponent(first.next!)}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual([...ids].reverse());
    expect(second.hasMore).toBe(false);
    expect(idsOf(await readLeads(admin, 'sort=next-follow-up')).slice(0, 2)).toEqual([
      ids[5],
      ids[3],
    ]);
    expect(idsOf(await readLeads(admin, 'sort=quoted'))[0]).toBe(ids[1]);
    expect((await readLeads(admin, 'type=Owner&status=New')).counts.All).toBe(5);
    expect(idsOf(await readLeads(admin, 'q=satara')).sort()).toEqual(ids.slice(0, 3).sort());
    expect((await readLeads(admin, 'q=lead1')).total).toBe(5);
    expect((await readLeads(admin, `q=${encodeURIComponent('!!')}`)).total).toBe(0);
    expect((await readLeads(kiran, '')).total).toBe(7);
    expect((await readLeads(kiran, `assignedTo=${neha.id}`)).total).toBe(0);
    expect((await readLeads(admin, `assignedTo=${neha.id}`)).total).toBe(7);
    expect(
      (await readLeads(admin, '')).items.every(({ assignedTo }) =>
        ['Kiran', 'Neha'].includes(assignedTo.name),
      ),
    ).toBe(true);
  });

  test('is answered with the minimum position of its views', async () => {
    const { id, position } = await asha.send('CreateLead', lead());
    const { headers } = await asha.request('GET', `/api/leads/${id}`, {
      headers: { 'x-after-position': position },
    });
    expect(headers.get('x-position')! >= position).toBe(true);
    expect(Date.parse(headers.get('x-views')!)).toBeLessThan(Date.now());
  });

  test('is marked as stale if its views do not reach the position in time', async () => {
    const { headers } = await meera.request('GET', '/api/leads', {
      headers: { 'x-after-position': '99999999999999999999' },
    });
    expect(headers.get('x-stale')).toBe('true');
  });
});

test('a page of a timeline needs a valid cursor', async () => {
  const leadId = await captureLead(asha);
  await asha.get(`/api/leads/${leadId}`);
  for (const query of ['x=1', 'after=x', 'after=a&after=b', 'after[$gt]='])
    expect([
      query,
      (await asha.request('GET', `/api/leads/${leadId}/timeline?${query}`)).status,
    ]).toEqual([query, 400]);
});

test('a timeline shows the events newest first, and nothing to members who may not see the lead', async () => {
  const leadId = await captureLead(asha, { note: 'First call' });
  await asha.send('MarkLeadLost', { leadId, reason: 'Chose another' });
  const { items } = await asha.get<List<TimelineEntry>>(`/api/leads/${leadId}/timeline`);
  expect(items.map(({ type }) => type)).toEqual(['LeadLost', 'NoteAdded', 'LeadCreated']);
  expect(items[0]!.by).toEqual({ id: asha.id, name: 'Asha' });
  for (const path of [
    `/api/leads/${leadId}`,
    `/api/leads/${leadId}/timeline`,
    `/api/leads/${newId()}`,
    '/api/leads/x',
    '/api/leads/%2e%2e',
  ])
    expect([path, (await ravi.request('GET', path)).status]).toEqual([path, 404]);
});

describe('a removed member', () => {
  test('sees nothing from the next request on, and their leads go to the acting admin', async () => {
    const { admin, reps } = await createTeam(product, 'Imran');
    const [imran] = reps;
    const leadIds = [await captureLead(imran), await captureLead(imran)];
    await admin.send('RemoveMember', { memberId: imran.id });
    expect((await imran.request('GET', '/api/leads')).status).toBe(403);
    expect((await imran.readMe()).organization).toBeNull();
    for (const leadId of leadIds)
      await until(
        async () => (await admin.get<LeadItem>(`/api/leads/${leadId}`)).assignedTo.id === admin.id,
      );
  });
});

test('invite codes cannot be guessed: twenty tries an hour are allowed', async () => {
  const guesser = await signUp(product, 'Guesser');
  const statuses = [];
  for (let tries = 0; tries < 21; tries++)
    statuses.push(
      (await requestCommand(guesser, 'JoinOrganization', { inviteCode: 'AAAAAAAA' })).status,
    );
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
});

interface OperationDescription {
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly required: boolean }[];
  readonly responses?: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  };
}

test('the API description names every command, and marks open endpoints', async () => {
  const api = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, OperationDescription>>;
  };
  expect(Object.keys(api.paths)).toEqual(
    expect.arrayContaining([
      '/api/commands/CreateLead',
      '/api/leads/{leadId}/timeline',
      '/api/auth/verify',
    ]),
  );
  expect(api.paths['/api/auth/sign-up']!['post']!.security).toEqual([]);
  expect(api.paths['/api/leads']!['get']!.security).toBeUndefined();
  for (const { path, params, answer } of Object.values<QueryDefinition>(queries)) {
    const { parameters, responses } = api.paths[path.replace(/:(\w+)/g, '{$1}')]!['get']!;
    expect(parameters!.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(params.shape)),
    );
    const [{ schema }] = Object.values(responses![200].content) as [{ schema: object }];
    if (answer instanceof z.ZodObject)
      expect(schema).toMatchObject({ type: 'object', properties: expect.anything() });
    else expect(schema).not.toEqual({});
  }
  expect((await fetch(`${product.url}/api/docs`)).status).toBe(200);
});

test('health, readiness and metrics exist for operators', async () => {
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${product.url}/readyz`)).json()).toMatchObject({
    status: 'ready',
    views: { role: 'active', parked: 0 },
  });
  const figures = await (await fetch(`${product.url}/metrics`)).text();
  for (const name of [
    'fieldtrace_command_seconds',
    'fieldtrace_projection_lag_seconds',
    'fieldtrace_jobs',
    'fieldtrace_sockets',
    'fieldtrace_parked_streams',
    'fieldtrace_conflicts_total',
  ])
    expect(figures).toContain(name);
  expect(figures).not.toContain(meera.phone);
});

test('the inbox shows messages as plain text', async () => {
  const page = await fetch(`${product.url}/dev/inbox`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain(meera.phone);
});
