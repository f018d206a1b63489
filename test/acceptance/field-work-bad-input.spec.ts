import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { List } from '#domain/kernel/views.js';
import type { Dashboard, LeadDetail, TimelineEntry } from '#domain/leads/lead.views.js';
import type { UpcomingVisit, VisitList } from '#domain/visits/visit.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { InProcessProduct, minutes } from './product/in-process.js';
import { type Person, captureLead, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** Commands of field work with wrong or malicious content. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
let stranger: Person;
let customerId: string;

beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  meera = people.admin;
  [asha, ravi] = people.reps;
  stranger = (await createTeam(product)).admin;
  customerId = await createCustomer(asha);
});
afterAll(() => product.dispose());

const now = () => product.parts.clock.now();
const today = () => dayIn('Asia/Kolkata', now());
type Answer = {
  readonly code?: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
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

async function createCustomer(person: Person, more: object = {}): Promise<string> {
  const leadId = await captureLead(person);
  await person.send('ConvertLead', { leadId, ...more });
  await until(async () => (await person.request('GET', `/api/customers/${leadId}`)).status === 200);
  return leadId;
}
const visit = (leadId: string, more: object = {}) => ({
  leadId,
  visitId: newId(),
  startedAt: new Date(Date.parse(now()) - minutes(60)).toISOString(),
  endedAt: now(),
  pausedSeconds: 0,
  ...more,
});
const payment = (more: object = {}) => ({
  customerId,
  paymentId: newId(),
  amountPaise: 100_00,
  paidOn: today(),
  method: 'Cash',
  ...more,
});
const invoice = (more: object = {}) => ({
  customerId,
  invoiceId: newId(),
  number: newId(),
  issuedOn: today(),
  amountPaise: 100_00,
  ...more,
});
const project = (more: object = {}) => ({
  customerId,
  projectId: newId(),
  name: 'Rooftop',
  ...more,
});
const readCustomer = (who: Person = asha) =>
  who.get<CustomerDetail>(`/api/customers/${customerId}`);

const invalidAmount = 'Please enter a valid amount';
const amountMessage = (paise: unknown) =>
  paise === 100_000_000_001 ? 'At most ₹100 crore' : invalidAmount;
const wholeNumber = 'Enter a whole number from 0 to 100';
type WrongCommand = readonly [
  name: string,
  data: () => object,
  status: number,
  field: string,
  message: string | undefined,
];
const wrongCommands: readonly WrongCommand[] = [
  ...[null, '', '100', -1, 0, 0.1, 1.000000000001, 1e21, 100_000_000_001, true, [], {}].flatMap(
    (amountPaise): WrongCommand[] => [
      [
        'RecordPayment',
        () => payment({ amountPaise }),
        400,
        'amountPaise',
        amountMessage(amountPaise),
      ],
      [
        'AddInvoice',
        () => invoice({ amountPaise }),
        400,
        'amountPaise',
        amountMessage(amountPaise),
      ],
      // 0 is a value, and null removes it.
      ...(amountPaise === 0 || amountPaise === null
        ? []
        : [
            [
              'EditCustomer',
              () => ({ customerId, projectValuePaise: amountPaise }),
              400,
              'projectValuePaise',
              amountMessage(amountPaise),
            ] as const,
          ]),
    ],
  ),
  [
    'RecordPayment',
    () => payment({ paidOn: dayAfter(today(), 1) }),
    409,
    'paidOn',
    'The payment date cannot be after today.',
  ],
  ['RecordPayment', () => payment({ paidOn: '2026-02-30' }), 400, 'paidOn', 'Enter a date'],
  ['RecordPayment', () => payment({ paidOn: '' }), 400, 'paidOn', 'Enter a date'],
  ['RecordPayment', () => payment({ method: 'Gold' }), 400, 'method', 'Choose a payment method'],
  [
    'RecordPayment',
    () => payment({ reference: 'x'.repeat(121) }),
    400,
    'reference',
    'At most 120 characters',
  ],
  [
    'RecordPayment',
    () => payment({ notes: 'x'.repeat(2_001) }),
    400,
    'notes',
    'At most 2,000 characters',
  ],
  [
    'AddInvoice',
    () => invoice({ dueOn: dayAfter(today(), -1) }),
    409,
    'dueOn',
    'The due date cannot be before the invoice date.',
  ],
  ['AddInvoice', () => invoice({ number: ' ' }), 400, 'number', 'Invoice number is required'],
  ['AddInvoice', () => invoice({ status: 'Overdue' }), 400, 'status', 'Choose a status'],
  ...[-1, 101, 50.5, '50', null].map((progressPercent): WrongCommand => [
    'AddProject',
    () => project({ progressPercent }),
    400,
    'progressPercent',
    wholeNumber,
  ]),
  ['AddProject', () => project({ name: '' }), 400, 'name', 'Project name is required'],
  [
    'AddProject',
    () => project({ startsOn: '2026-12-02', endsOn: '2026-12-01' }),
    409,
    'endsOn',
    'The end date cannot be before the start date.',
  ],
  [
    'AddProject',
    () => project({ assignedTo: stranger.id }),
    404,
    'assignedTo',
    'Not found in your organization.',
  ],
  ['ChangeStage', () => ({ customerId, stage: 'Gone' }), 400, 'stage', 'Choose a stage'],
];

describe('a wrong command on a customer is refused at its field, and nothing is recorded:', () => {
  test.each(wrongCommands.map(([name, , , field], number) => [name, field, number] as const))(
    '%s, %s (%d)',
    async (_, __, number) => {
      const [name, data, status, field, message] = wrongCommands[number]!;
      const { revision } = await readCustomer();
      const { body, ...answer } = await requestCommand(asha, name, data());
      expect([answer.status, body.fields]).toEqual([status, { [field]: message }]);
      expect((await readCustomer()).revision).toBe(revision);
    },
  );

  test('an amount that is infinite, not a number, negative or too large is refused', async () => {
    for (const amountText of ['1e999', 'NaN', '-0.5', '1e21']) {
      const body = JSON.stringify(payment({ amountPaise: 12_345 })).replace('12345', amountText);
      expect([amountText, (await requestCommand(asha, 'RecordPayment', body)).status]).toEqual([
        amountText,
        400,
      ]);
    }
  });

  test('a stranger’s commands are refused as if the customer did not exist', async () => {
    const { revision } = await readCustomer();
    const bodies: readonly (readonly [string, object])[] = [
      ['RecordPayment', payment()],
      ['AddInvoice', invoice()],
      ['AddProject', project()],
      ['ChangeStage', { customerId, stage: 'Completed' }],
      ['EditCustomer', { customerId, city: 'Elsewhere' }],
      ['OverridePaymentStatus', { customerId, status: 'Paid' }],
    ];
    for (const [name, body] of bodies) {
      const [answer, answerForUnknown] = [
        await requestCommand(stranger, name, body),
        await requestCommand(stranger, name, { ...body, customerId: newId() }),
      ];
      expect([name, answer.status, answer.body]).toEqual([name, 404, answerForUnknown.body]);
    }
    expect((await stranger.request('GET', `/api/customers/${customerId}`)).status).toBe(404);
    expect((await stranger.get<CustomerList>('/api/customers')).items).toEqual([]);
    expect((await readCustomer()).revision).toBe(revision);
  });
});

describe('a repetition', () => {
  test('of a payment is recorded once, even from two browsers at once; other content under its id is refused', async () => {
    const data = payment({ amountPaise: 250_00 });
    const { paidPaise } = await readCustomer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => requestCommand(asha, 'RecordPayment', data)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const otherAnswer = await requestCommand(asha, 'RecordPayment', {
      ...data,
      amountPaise: 300_00,
    });
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([409, 'payment-exists']);
    await until(async () => (await readCustomer()).paidPaise === paidPaise + 250_00);
    expect(
      (await readCustomer()).payments.filter(({ paymentId }) => paymentId === data.paymentId),
    ).toHaveLength(1);
  });

  test('of an invoice and a project is recorded once', async () => {
    const [sentInvoice, sentProject] = [invoice(), project()];
    for (const _ of [1, 2, 3])
      for (const [name, data] of [
        ['AddInvoice', sentInvoice],
        ['AddProject', sentProject],
      ] as const)
        await asha.send(name, data);
    const { invoices, projects } = await readCustomer();
    expect([
      invoices.filter(({ invoiceId }) => invoiceId === sentInvoice.invoiceId).length,
      projects.filter(({ projectId }) => projectId === sentProject.projectId).length,
    ]).toEqual([1, 1]);
    expect(
      (await requestCommand(asha, 'AddInvoice', { ...sentInvoice, amountPaise: 1 })).body.code,
    ).toBe('invoice-exists');
    expect(
      (await requestCommand(asha, 'AddProject', { ...sentProject, name: 'Carport' })).body.code,
    ).toBe('project-exists');
  });

  const followUpToCancel = newId();
  const inThreeDays = () => dayAfter(today(), 3);
  const [noteId, visitId, quotationId, followUpId] = [newId(), newId(), newId(), newId()];
  type Repeatable = {
    readonly name: string;
    readonly first: (leadId: string) => object;
    readonly other: object;
    readonly code: string;
  };
  const additions: readonly Repeatable[] = [
    {
      name: 'AddNote',
      first: () => ({ noteId, note: 'Wants three quotes', followUpOn: inThreeDays() }),
      other: { note: 'Wants four quotes' },
      code: 'note-exists',
    },
    {
      name: 'RecordVisit',
      first: (leadId) => visit(leadId, { visitId, notes: 'Roof measured' }),
      other: { notes: 'Roof is flat' },
      code: 'visit-exists',
    },
    {
      name: 'UploadQuotation',
      first: () => ({ quotationId, amountPaise: 100_00 }),
      other: { amountPaise: 101_00 },
      code: 'quotation-exists',
    },
    {
      name: 'ScheduleFollowUp',
      first: () => ({ followUpId, dueOn: inThreeDays() }),
      other: { dueOn: '2099-01-01' },
      code: 'follow-up-exists',
    },
    {
      name: 'CancelFollowUp',
      first: () => ({ followUpId: followUpToCancel, reason: 'Zinc is sold out' }),
      other: { reason: 'Rain' },
      code: 'follow-up-cancelled',
    },
  ];
  test.each(additions)(
    'is recorded once, by $name; other content under its id is refused, and the first one stays',
    async ({ name, first, other, code }) => {
      const leadId = await captureLead(asha);
      await asha.send('ScheduleFollowUp', { leadId, followUpId: followUpToCancel, dueOn: today() });
      const data = { leadId, ...first(leadId) };
      const key = randomUUID();
      const firstAnswer = await asha.send(name, data, { key });
      // Repeats with the first key, as a waiting phone does, and with another one.
      expect((await requestCommand(asha, name, data, { 'idempotency-key': key })).body).toEqual(
        firstAnswer,
      );
      await asha.send(name, data);
      const refusal = await requestCommand(asha, name, { ...data, ...other });
      expect([refusal.status, refusal.body.code]).toEqual([409, code]);
      expect(refusal.body.detail).toMatch(
        / before, (with|for) (other|another) .*\. Look at the .* again\.$/,
      );
      expect((await asha.get<LeadDetail>(`/api/leads/${leadId}`)).revision).toBe(
        firstAnswer.revision,
      );
    },
  );

  test('of a conversion leaves one customer, which keeps its value and gets the payment', async () => {
    const leadId = await createCustomer(asha, {
      projectValuePaise: 450_000_00,
      paymentPaise: 50_000_00,
    });
    const readConvertedPaise = async () =>
      (
        await meera
          .afterCommandsOf(asha)
          .get<{ days: readonly { convertedPaise: number }[] }>('/api/charts')
      ).days.at(-1)!.convertedPaise;
    const paiseBefore = await readConvertedPaise();
    await asha.send('ChangeLeadStatus', { leadId, status: 'Contacted' });
    await asha.send('ConvertLead', { leadId, projectValuePaise: 450_000_00 });
    expect(await readConvertedPaise()).toBe(paiseBefore);
    await asha.send('ChangeLeadStatus', { leadId, status: 'Contacted' });
    const refusal = await requestCommand(asha, 'ConvertLead', {
      leadId,
      projectValuePaise: 1_00,
      paymentPaise: 7_00,
    });
    expect([refusal.status, refusal.body.code]).toEqual([409, 'project-value-of-customer']);
    await asha.send('ConvertLead', { leadId, paymentPaise: 7_00 });
    await until(
      async () =>
        (await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).payments.length === 2,
    );
    expect(await readConvertedPaise()).toBe(paiseBefore);
    expect(await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).toMatchObject({
      projectValuePaise: 450_000_00,
      paidPaise: 50_007_00,
      stage: 'Paid',
    });
  });
});

test('payments may exceed the value', async () => {
  const paidCustomerId = await createCustomer(asha, {
    projectValuePaise: 100_00,
    paymentPaise: 90_00,
  });
  await asha.send(
    'RecordPayment',
    payment({ customerId: paidCustomerId, amountPaise: 100_00, reference: '', notes: '' }),
  );
  const detail = await asha.get<CustomerDetail>(`/api/customers/${paidCustomerId}`);
  expect(detail).toMatchObject({
    paymentStatus: 'Paid',
    paidPaise: 190_00,
    projectValuePaise: 100_00,
  });
  expect(detail.payments.find(({ amountPaise }) => amountPaise === 100_00)).not.toHaveProperty(
    'reference',
  );
});

test('a removed value leaves the sum of payments', async () => {
  const valuedCustomerId = await createCustomer(asha, {
    projectValuePaise: 100_00,
    paymentPaise: 40_00,
  });
  await asha.send('EditCustomer', { customerId: valuedCustomerId, projectValuePaise: null });
  expect(await asha.get<CustomerDetail>(`/api/customers/${valuedCustomerId}`)).toMatchObject({
    valueGiven: false,
    projectValuePaise: 40_00,
    paymentStatus: 'Partial',
  });
});

describe('a visit', () => {
  test.each([
    ['startedAt', { startedAt: '0001-01-01T00:00:00.000Z' }, 409],
    ['startedAt', { startedAt: '1970-01-01T00:00:00.000Z' }, 409],
    ['endedAt', { endedAt: '9999-12-31T23:59:59.999Z' }, 409],
    ['pausedSeconds', { pausedSeconds: 1e21 }, 400],
    ['pausedSeconds', { pausedSeconds: 3_601 }, 409],
    ['pausedSeconds', { pausedSeconds: 0.5 }, 400],
    ['accuracyMetres', { accuracyMetres: -1 }, 400],
    ['place.lat', { place: { lat: 90.1, lng: 0 } }, 400],
    ['place.lng', { place: { lat: 0, lng: '73' } }, 400],
    ['notes', { notes: 'x'.repeat(2_001) }, 400],
    ['photoFileIds', { photoFileIds: [newId()] }, 404],
    ['photoFileIds', { photoFileIds: Array.from({ length: 21 }, () => newId()) }, 400],
    ['photoFileIds', { photoFileIds: [[newId()]] }, 400],
    ['followUpOn', { followUpOn: '2020-01-01' }, 409],
  ])('with a wrong %s %j is refused at that field', async (field, wrong, status) => {
    const leadId = await captureLead(asha);
    const { body, ...answer } = await requestCommand(asha, 'RecordVisit', visit(leadId, wrong));
    expect([answer.status, Object.keys(body.fields ?? {})]).toEqual([status, [field]]);
    expect((await asha.get<LeadDetail>(`/api/leads/${leadId}`)).status).toBe('New');
  });

  test('to a reassigned or deleted lead is refused, except an admin’s to a reassigned one', async () => {
    const [reassignedLeadId, deletedLeadId] = [await captureLead(asha), await captureLead(asha)];
    await meera.send('ReassignLead', { leadId: reassignedLeadId, assignedTo: ravi.id });
    await asha.send('DeleteLead', { leadId: deletedLeadId });
    for (const leadId of [reassignedLeadId, deletedLeadId])
      expect(await requestCommand(asha, 'RecordVisit', visit(leadId))).toMatchObject({
        status: 404,
        body: { code: 'lead-not-found', detail: 'Lead not found' },
      });
    expect((await requestCommand(meera, 'RecordVisit', visit(reassignedLeadId))).status).toBe(200);
    expect((await requestCommand(meera, 'RecordVisit', visit(deletedLeadId))).status).toBe(404);
  });

  test('may overlap another one, and each counts', async () => {
    const [one, other] = [await captureLead(ravi), await captureLead(ravi)];
    await Promise.all([
      ravi.send('RecordVisit', visit(one)),
      ravi.send('RecordVisit', visit(other)),
      ravi.send('RecordVisit', visit(one)),
    ]);
    const { items } = await ravi.get<VisitList>('/api/visits?tab=completed');
    expect(items.filter(({ leadId }) => leadId === one || leadId === other)).toHaveLength(3);
    const { items: timeline } = await ravi.get<List<TimelineEntry>>(`/api/leads/${one}/timeline`);
    expect(timeline.filter(({ type }) => type === 'LeadStatusChanged')).toHaveLength(1);
  });
});

test('days follow Kolkata’s calendar and the capture time: for an action a minute before midnight, that day is today', async () => {
  const leadId = await captureLead(asha);
  const [day, yesterday] = [today(), dayAfter(today(), -1)];
  const scheduleFollowUp = (dueOn: string, headers = {}) =>
    requestCommand(asha, 'ScheduleFollowUp', { leadId, followUpId: newId(), dueOn }, headers);
  expect([
    (await scheduleFollowUp(yesterday)).status,
    (await scheduleFollowUp(day)).status,
  ]).toEqual([409, 200]);
  // Midnight in Kolkata is 18:30 UTC of the day before.
  const lateYesterday = { 'x-captured-at': `${yesterday}T18:29:00.000Z`, 'x-sent-at': now() };
  expect([
    (await scheduleFollowUp(dayAfter(yesterday, -1), lateYesterday)).status,
    (await scheduleFollowUp(yesterday, lateYesterday)).status,
  ]).toEqual([409, 200]);
  const paidToday = payment({ paidOn: day });
  expect((await requestCommand(asha, 'RecordPayment', paidToday, lateYesterday)).status).toBe(409);
  expect((await requestCommand(asha, 'RecordPayment', paidToday)).status).toBe(200);
});

describe('a list', () => {
  const lists = [
    '/api/visits',
    '/api/visits?tab=completed',
    '/api/visits?tab=cancelled',
    '/api/follow-ups',
    '/api/customers',
    '/api/activity',
  ];
  const badParams = [
    'after=x',
    'after=eyJ4IjoxfQ',
    `after=${'A'.repeat(600)}`,
    'after[$gt]=',
    'unknown=1',
    'limit=100000',
  ];
  test.each(
    lists.flatMap((list) =>
      badParams.map((query) => `${list}${list.includes('?') ? '&' : '?'}${query}`),
    ),
  )('refuses %s', async (path) => expect((await meera.request('GET', path)).status).toBe(400));
  test.each([
    '/api/visits?tab=gone',
    '/api/visits?from=2026-02-30',
    '/api/visits?member=x',
    '/api/visits?member[$ne]=x',
    '/api/follow-ups?group=never',
    '/api/follow-ups?status=New&status=Lost',
    '/api/follow-ups?type=Ghost',
    '/api/customers?stage=Gone',
    '/api/customers?payment[$ne]=Paid',
    `/api/customers?q=${'x'.repeat(300)}`,
  ])('refuses %s', async (path) => expect((await meera.request('GET', path)).status).toBe(400));

  test('refuses cursors of other queries, and of other organizations', async () => {
    const leads = await Promise.all(
      Array.from({ length: 13 }, () => captureLead(ravi, { followUpOn: today() })),
    );
    expect(leads).toHaveLength(13);
    const { next } = await ravi.get<VisitList>('/api/visits');
    expect((await ravi.request('GET', `/api/visits?after=${next}`)).status).toBe(200);
    expect((await ravi.request('GET', `/api/visits?tab=completed&after=${next}`)).status).toBe(400);
    const { status, body } = await stranger.request<VisitList>('GET', `/api/visits?after=${next}`);
    expect(status === 400 ? [] : body.items).toEqual([]);
  });

  test('shows nothing of a member of another organization', async () => {
    for (const path of [
      `/api/visits?member=${asha.id}`,
      `/api/follow-ups?member=${asha.id}`,
      `/api/visits?tab=completed&member=${asha.id}`,
    ])
      expect((await stranger.get<List<unknown>>(path)).items).toEqual([]);
  });
});

test('texts are stored as written: markup, formulas, other scripts, without outer spaces', async () => {
  const texts = [
    '<img src=x onerror="alert(1)">',
    '=HYPERLINK("http://x";"y")',
    '@SUM(A1)',
    "Robert'); DROP TABLE visits;--",
    'नमस्ते 👷🏽‍♀️ \u202Eevil',
    '$ne',
  ];
  for (const text of texts) {
    const leadId = await captureLead(asha, { firstName: text, followUpOn: today() });
    await asha.send(
      'RecordVisit',
      visit(leadId, { notes: ` ${text}\n${text} `, followUpOn: today() }),
    );
    await asha.send('CancelFollowUp', { leadId, followUpId: leadId, reason: text });
    const due = await asha.get<List<UpcomingVisit>>(`/api/follow-ups?group=today`);
    await asha.send('ConvertLead', { leadId, paymentPaise: 1, reference: text });
    const [visits, cancelled, board] = await Promise.all([
      asha.get<VisitList>('/api/visits?tab=completed'),
      asha.get<VisitList>('/api/visits?tab=cancelled'),
      asha.get<Dashboard>('/api/dashboard'),
    ]);
    expect(visits.items[0]).toMatchObject({ leadName: `${text} Patil`, notes: `${text}\n${text}` });
    expect(cancelled.items[0]).toMatchObject({ leadName: `${text} Patil`, reason: text });
    expect(due.items).toContainEqual(expect.objectContaining({ leadId, note: `${text}\n${text}` }));
    expect(board.recentActivity).toContainEqual(
      expect.objectContaining({
        leadId,
        noted: { type: 'VisitRecorded', note: `${text}\n${text}`, brings: 'Contacted' },
      }),
    );
    await until(async () => (await asha.request('GET', `/api/customers/${leadId}`)).status === 200);
    expect((await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).payments).toMatchObject([
      { reference: text },
    ]);
  }
});

test('invisible texts count as empty', async () => {
  const leadId = await captureLead(asha, { followUpOn: today() });
  const invisibleText = '\u200b\u200e \u2060\ufeff';
  const cancelled = await requestCommand(asha, 'CancelFollowUp', {
    leadId,
    followUpId: leadId,
    reason: invisibleText,
  });
  expect([cancelled.status, cancelled.body.fields]).toEqual([
    400,
    { reason: 'Please provide a reason for cancelling' },
  ]);
  expect(
    (await requestCommand(asha, 'AddNote', { leadId, noteId: newId(), note: invisibleText })).body
      .fields,
  ).toEqual({ note: 'Write a note, or choose what came of it.' });
  expect(
    (await requestCommand(asha, 'AddProject', project({ name: invisibleText }))).body.fields,
  ).toEqual({
    name: 'Project name is required',
  });
  await asha.send('RecordVisit', visit(leadId, { notes: invisibleText }));
  expect((await asha.get<VisitList>('/api/visits?tab=completed')).items[0]).not.toHaveProperty(
    'notes',
  );
});

test('a lost role counts at the next query: visits, agenda, dashboard and overrides', async () => {
  const { admin, reps } = await createTeam(product, 'Kiran', 'Neha');
  const [kiran, neha] = reps;
  await admin.send('ChangeMemberRole', { memberId: kiran.id, role: 'finance' });
  const leadId = await captureLead(neha, { followUpOn: today() });
  await neha.send('RecordVisit', visit(leadId));
  kiran.afterCommandsOf(neha);
  const countItems = async () =>
    Promise.all(
      ['/api/visits', '/api/visits?tab=completed', '/api/follow-ups'].map(
        async (path) => (await kiran.get<List<unknown>>(path)).items.length,
      ),
    );
  expect(await countItems()).toEqual([1, 1, 1]);
  const override = () =>
    requestCommand(kiran, 'OverridePaymentStatus', { customerId: leadId, status: 'Paid' });
  expect((await override()).status).toBe(404);
  await admin.send('ChangeMemberRole', { memberId: kiran.id, role: 'sales' });
  expect(await countItems()).toEqual([0, 0, 0]);
  expect((await override()).status).toBe(403);
  expect((await requestCommand(kiran, 'RecordVisit', visit(leadId))).status).toBe(404);
  await admin.send('RemoveMember', { memberId: kiran.id });
  expect((await kiran.request('GET', '/api/visits')).status).toBe(403);
});
