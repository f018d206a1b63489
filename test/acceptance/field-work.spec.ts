import { leadGaps, lostReasons } from '#domain/leads/lead.values.js';
import { sampleLeadIds } from '#domain/leads/sample-ids.js';
import { sampleCommands } from '#domain/leads/sample-leads.js';
import { moneyPeriods } from '#domain/leads/money-periods.js';
import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import type {
  Charts,
  Leaderboard,
  NeedsHelp,
  TeamWork,
  FollowUpList,
  UpcomingVisit,
  VisitList,
  VisitPins,
} from '#domain/visits/visit.views.js';
import type { List } from '#domain/kernel/views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type {
  Activity,
  Dashboard,
  LeadDetail,
  LeadList,
  Money,
  TimelineEntry,
} from '#domain/leads/lead.views.js';
import { visitTabs } from '#domain/visits/visit.values.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import {
  allLeadsPath,
  allVisitsPath,
  leadsConvertedPath,
  leadsConvertedOnPath,
  customersOfWeekPath,
  dueFollowUpsPath,
  leadsInStatusPath,
  leadsOfMemberPath,
  leadsOfWeekPath,
  leadsAddedOnPath,
  overdueFollowUpsPath,
  leadsQuotedPath,
  quotedLeadsPath,
  leadsQuotedOnPath,
  leadsWithGapPath,
  visitsOfMemberPath,
  visitsOfWeekPath,
  visitsOnPath,
} from '../../frontend/src/kit/leads/figure-links.js';
import { InProcessProduct, days } from './product/in-process.js';
import {
  Person,
  captureLead,
  foundOrganization,
  newPhone,
  expectRefusal,
  signUp,
  createTeam,
} from './product/person.js';
import { until } from './product/until.js';

/** A rep's day: visits, due follow-ups, conversions, and the leaderboard. */

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

const minutesAgo = (count: number) =>
  new Date(Date.parse(product.parts.clock.now()) - count * 60_000).toISOString();
const visit = (leadId: string, more: object = {}) => ({
  leadId,
  visitId: newId(),
  startedAt: minutesAgo(75),
  endedAt: minutesAgo(0),
  pausedSeconds: 600,
  accuracyMetres: 11.6,
  place: { lat: 18.559, lng: 73.7868, name: 'Baner' },
  notes: 'Roof measured',
  photoFileIds: [],
  ...more,
});
const today = () => dayIn('Asia/Kolkata', minutesAgo(0));
const tomorrow = () => dayAfter(today(), 1);

describe('a visit', () => {
  test('updates the lead, the visits, the agenda and the leaderboard', async () => {
    const boardBefore = await asha.get<Leaderboard>('/api/leaderboard');
    const leadId = await captureLead(asha);
    const data = visit(leadId, { followUpOn: tomorrow() });
    const recordedVisit = await asha.send('RecordVisit', data);
    expect(recordedVisit.id).toBe(leadId);
    expect(await asha.get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject({
      status: 'Contacted',
      lastVisitPlace: 'Baner',
    });
    expect((await asha.get<VisitList>('/api/visits?tab=completed')).items[0]).toMatchObject({
      visitId: data.visitId,
      durationMinutes: 75,
      activeMinutes: 65,
      accuracyMetres: 12,
      by: { id: asha.id, name: 'Asha' },
    });
    expect((await asha.get<VisitList>('/api/visits')).items[0]).toMatchObject({
      tab: 'upcoming',
      leadId,
      note: 'Roof measured',
    });
    expect((await asha.get<List<UpcomingVisit>>('/api/follow-ups')).items).toMatchObject([
      { leadId, dueOn: tomorrow() },
    ]);
    const { items: timeline } = await asha.get<List<TimelineEntry>>(
      `/api/leads/${leadId}/timeline`,
    );
    expect(timeline.map(({ type }) => type)).toEqual([
      'FollowUpScheduled',
      'LeadStatusChanged',
      'VisitRecorded',
      'LeadCreated',
    ]);
    const [row] = (await asha.get<Leaderboard>('/api/leaderboard')).items;
    expect([row!.leads, row!.visits]).toEqual([
      boardBefore.items[0]!.leads + 1,
      boardBefore.items[0]!.visits + 1,
    ]);
  });

  test('completes the follow-up that led to it in one append, however often it is sent', async () => {
    const leadId = await captureLead(asha, { followUpOn: today() });
    const key = newId();
    const data = visit(leadId, { followUpId: leadId, followUpOn: tomorrow() });
    const recordedVisit = await asha.send('RecordVisit', data, { key });
    expect(await asha.send('RecordVisit', data, { key })).toEqual(recordedVisit);
    expect(await asha.send('RecordVisit', data)).toEqual(recordedVisit);
    const { revision, followUps } = await asha.get<LeadDetail>(`/api/leads/${leadId}`);
    expect([revision, followUps]).toMatchObject([
      recordedVisit.revision,
      [{ followUpId: data.visitId, dueOn: tomorrow() }],
    ]);
    const { items: timeline } = await asha.get<List<TimelineEntry>>(
      `/api/leads/${leadId}/timeline`,
    );
    expect(timeline.slice(0, 4).map(({ type }) => type)).toEqual([
      'FollowUpScheduled',
      'FollowUpCompleted',
      'LeadStatusChanged',
      'VisitRecorded',
    ]);
    // An older build sends the completion as a separate command.
    await asha.send('CompleteFollowUp', { leadId, followUpId: leadId });
    // The office has cancelled it meanwhile; the visit still counts.
    const cancelledLeadId = await captureLead(asha, { followUpOn: today() });
    await meera.afterCommandsOf(asha).send('CancelFollowUp', {
      leadId: cancelledLeadId,
      followUpId: cancelledLeadId,
      reason: 'Out of town',
    });
    await asha
      .afterCommandsOf(meera)
      .send('RecordVisit', visit(cancelledLeadId, { followUpId: cancelledLeadId }));
    const { problem, ...refused } = await expectRefusal(
      asha.send('RecordVisit', visit(cancelledLeadId, { followUpId: leadId })),
    );
    expect([refused.status, Object.keys(problem.fields ?? {})]).toEqual([404, ['followUpId']]);
  });

  test('is visible to its member and admins, not to colleagues', async () => {
    const leadId = await captureLead(asha);
    const { visitId } = visit(leadId);
    await asha.send('RecordVisit', visit(leadId, { visitId }));
    const readVisitIds = async (who: Person) =>
      (await who.afterCommandsOf(asha).get<VisitList>('/api/visits?tab=completed')).items.map(
        (item) => item.tab === 'completed' && item.visitId,
      );
    expect(await readVisitIds(ravi)).not.toContain(visitId);
    expect(await readVisitIds(meera)).toContain(visitId);
    expect(
      (await ravi.get<VisitList>(`/api/visits?tab=completed&member=${asha.id}`)).items,
    ).toEqual([]);
  });

  test('that was cancelled shows the reason, and may have a next day', async () => {
    const leadId = await captureLead(asha, { followUpOn: tomorrow() });
    await asha.send('CancelFollowUp', {
      leadId,
      followUpId: leadId,
      reason: 'Out of town',
      nextOn: tomorrow(),
    });
    expect((await asha.get<VisitList>('/api/visits?tab=cancelled')).items[0]).toMatchObject({
      leadId,
      reason: 'Out of town',
      day: tomorrow(),
    });
    expect(
      (await asha.get<VisitList>('/api/visits')).items.filter((item) => item.leadId === leadId),
    ).toHaveLength(1);
  });

  test('is found by its texts, within a range of days', async () => {
    const leadId = await captureLead(asha);
    await asha.send('RecordVisit', visit(leadId, { notes: 'Zinc gutters along the parapet' }));
    expect((await asha.get<VisitList>('/api/visits?tab=completed&q=parapet')).items).toMatchObject([
      { leadId },
    ]);
    expect(
      (await asha.get<VisitList>('/api/visits?tab=completed&q=parapet&to=2020-01-01')).items,
    ).toEqual([]);
  });

  test('is counted only with the first page of its tab', async () => {
    const leadId = await captureLead(asha);
    for (let number = 1; number <= 13; number++)
      await asha.send('RecordVisit', visit(leadId, { notes: 'Meter box moved' }));
    const path = '/api/visits?tab=completed&q=meter&from=2020-01-01';
    const first = await asha.get<VisitList>(path);
    expect([first.items.length, first.hasMore, first.counts]).toEqual([
      12,
      true,
      { upcoming: 0, completed: 13, cancelled: 0 },
    ]);
    const secondPage = await asha.get<VisitList>(
      `${path}&after=${encodeURIComponent(first.next!)}`,
    );
    expect([secondPage.items.length, secondPage.hasMore, secondPage.counts]).toEqual([
      1,
      false,
      undefined,
    ]);
  });

  test('is on the map with all others that the filters match, for members who may see it', async () => {
    const leadId = await captureLead(asha);
    const place = { lat: 18.5204, lng: 73.8567, address: 'Baner Road' };
    const times = { startedAt: minutesAgo(75), endedAt: minutesAgo(5) };
    for (let number = 1; number <= 13; number++)
      await asha.send('RecordVisit', visit(leadId, { notes: 'Earthing pit', place, ...times }));
    await asha.send('RecordVisit', visit(leadId, { notes: 'Earthing pit', place: undefined }));
    const pins = await meera
      .afterCommandsOf(asha)
      .get<VisitPins>('/api/visit-pins?q=earthing&from=2020-01-01');
    expect([pins.items.length, pins.unplaced, pins.hasMore]).toEqual([13, 1, false]);
    expect(pins.items[0]).toEqual({
      visitId: expect.any(String),
      leadId,
      leadName: expect.any(String),
      by: { id: asha.id, name: asha.name },
      day: today(),
      lat: 18.5204,
      lng: 73.8567,
      startedAt: times.startedAt,
      endedAt: times.endedAt,
    });
    const none = { items: [], unplaced: 0, hasMore: false };
    expect(await asha.get<VisitPins>('/api/visit-pins?q=earthing&to=2020-01-01')).toEqual(none);
    expect(await ravi.get<VisitPins>(`/api/visit-pins?q=earthing&member=${asha.id}`)).toEqual(none);
    expect((await meera.request('GET', '/api/visit-pins?tab=upcoming')).status).toBe(400);
  });

  test.each([
    [{ endedAt: '2020-01-01T00:00:00.000Z' }, 409, 'endedAt'],
    [{ followUpOn: '2020-01-01' }, 409, 'followUpOn'],
    [{ pausedSeconds: -1 }, 400, 'pausedSeconds'],
    [{ startedAt: 'yesterday' }, 400, 'startedAt'],
  ])('with %j is refused at its field', async (wrong, status, field) => {
    const leadId = await captureLead(asha);
    const { problem, ...refused } = await expectRefusal(
      asha.send('RecordVisit', visit(leadId, wrong)),
    );
    expect(refused.status).toBe(status);
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  });
});

/**
 * Waits for the customer of a converted lead. Until then a 404 says that it is pending, never that
 * it is missing.
 */
const waitForCustomer = async (person: Person, customerId: string): Promise<CustomerDetail> => {
  await until(async () => {
    const { status, body } = await person.request<{ code?: string }>(
      'GET',
      `/api/customers/${customerId}`,
    );
    if (status === 404) expect(body.code).toBe('customer-on-its-way');
    return status === 200;
  });
  return person.get<CustomerDetail>(`/api/customers/${customerId}`);
};

describe('a conversion', () => {
  test('creates one customer, with every payment, whichever comes first', async () => {
    const leadId = await captureLead(asha, { siteName: 'Green Meadows' });
    const data = { leadId, projectValuePaise: 45_000_000, paymentPaise: 5_000_000, method: 'UPI' };
    const [one, other] = await Promise.all([
      asha.send('ConvertLead', data),
      meera.send('ConvertLead', { ...data, paymentPaise: 7_000_000 }),
    ]);
    expect([one, other]).toMatchObject([{ customerId: leadId }, { customerId: leadId }]);
    await waitForCustomer(asha, leadId);
    const readCustomer = () => ravi.get<CustomerDetail>(`/api/customers/${leadId}`);
    await until(async () => (await readCustomer()).payments.length === 2);
    expect(await readCustomer()).toMatchObject({
      stage: 'Paid',
      paymentStatus: 'Partial',
      projectValuePaise: 45_000_000,
      siteName: 'Green Meadows',
    });
    expect((await readCustomer()).paidPaise).toBe(12_000_000);
    expect(await asha.get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject({
      status: 'Converted',
      customerId: leadId,
    });
  });

  test('links back to its lead for members who may see it, while it exists', async () => {
    const leadId = await captureLead(asha);
    await asha.send('ConvertLead', { leadId, projectValuePaise: 45_000_000 });
    await waitForCustomer(asha, leadId);
    const readLinkToLead = (who: Person) =>
      who
        .afterCommandsOf(asha)
        .get<CustomerDetail>(`/api/customers/${leadId}`)
        .then(({ hasLead }) => hasLead);
    expect([
      await readLinkToLead(asha),
      await readLinkToLead(meera),
      await readLinkToLead(ravi),
    ]).toEqual([true, true, false]);
    await asha.send('DeleteLead', { leadId });
    expect([await readLinkToLead(asha), await readLinkToLead(meera)]).toEqual([false, false]);
  });

  test('of a converted lead adds its payment once, and no other value', async () => {
    const leadId = await captureLead(asha);
    await asha.send('ConvertLead', { leadId, projectValuePaise: 45_000_000 });
    await waitForCustomer(asha, leadId);
    const furtherPayment = { leadId, paymentId: newId(), paymentPaise: 100_00, method: 'UPI' };
    const answers = [
      await asha.send('ConvertLead', furtherPayment),
      await meera.send('ConvertLead', furtherPayment),
    ];
    expect(answers).toMatchObject([
      { customerId: leadId },
      { customerId: leadId, revision: answers[0]!.revision },
    ]);
    await until(
      async () => (await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).paidPaise === 100_00,
    );
    await asha.send('ConvertLead', { ...furtherPayment, paymentId: newId() });
    await until(
      async () => (await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).paidPaise === 200_00,
    );
    expect(
      await expectRefusal(asha.send('ConvertLead', { leadId, projectValuePaise: 90_000_000 })),
    ).toMatchObject({
      status: 409,
      problem: {
        code: 'project-value-of-customer',
        fields: { projectValuePaise: expect.anything() },
      },
    });
  });

  test('after a loss only adds its payment', async () => {
    const leadId = await captureLead(asha);
    await asha.send('ConvertLead', { leadId });
    await waitForCustomer(asha, leadId);
    await asha.send('MarkLeadLost', { leadId, reason: 'Second thoughts' });
    await asha.send('ConvertLead', { leadId, paymentPaise: 100_00 });
    await until(
      async () =>
        (await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).payments.length === 1,
    );
  });

  test('leads to a customer with company and GST number', async () => {
    const leadId = await captureLead(asha);
    await asha.send('ConvertLead', { leadId });
    await waitForCustomer(asha, leadId);
    const company = {
      companyName: 'Patil Cold Storage',
      billingAddress: '14 MIDC Road\nNashik 422007',
      notes: 'Bills go to the accountant',
    };
    await ravi.send('EditCustomer', {
      customerId: leadId,
      ...company,
      gstNumber: '27 aapfu 0939f1zv',
      projectStartsOn: dayAfter(today(), -10),
    });
    const expectedFields = {
      ...company,
      gstNumber: '27AAPFU0939F1ZV',
      projectStartsOn: dayAfter(today(), -10),
      daysSinceStart: 10,
    };
    expect(
      await asha.afterCommandsOf(ravi).get<CustomerDetail>(`/api/customers/${leadId}`),
    ).toMatchObject(expectedFields);
    const { items } = await asha.get<CustomerList>('/api/customers?q=cold+storage');
    expect(items).toMatchObject([{ customerId: leadId, companyName: 'Patil Cold Storage' }]);
    expect(Object.keys(items[0]!)).not.toEqual(expect.arrayContaining(['gstNumber']));
    for (const gstNumber of ['27AAPFU0939F1ZW', '27AAPFU', '']) {
      const { status, problem } = await expectRefusal(
        asha.send('EditCustomer', { customerId: leadId, gstNumber }),
      );
      expect([gstNumber, status, problem.fields]).toEqual([
        gstNumber,
        400,
        { gstNumber: expect.stringContaining('GST number') },
      ]);
    }
    await asha.send('EditCustomer', { customerId: leadId, gstNumber: null, projectStartsOn: null });
    expect(
      await asha.afterCommandsOf(asha).get<CustomerDetail>(`/api/customers/${leadId}`),
    ).toMatchObject({
      companyName: 'Patil Cold Storage',
      daysSinceStart: 0,
    });
    expect(await asha.get<CustomerDetail>(`/api/customers/${leadId}`)).not.toHaveProperty(
      'gstNumber',
    );
  });

  test('leads to a customer with consistent sums', async () => {
    const leadId = await captureLead(asha);
    await asha.send('ConvertLead', { leadId, projectValuePaise: 100_00 });
    await waitForCustomer(asha, leadId);
    for (const paymentId of [newId(), newId()])
      await ravi.send('RecordPayment', {
        customerId: leadId,
        paymentId,
        amountPaise: 50_00,
        paidOn: today(),
        method: 'Cash',
      });
    await asha.send('AddProject', {
      customerId: leadId,
      projectId: newId(),
      name: 'Rooftop',
      progressPercent: 30,
      assignedTo: ravi.id,
    });
    await asha.send('AddInvoice', {
      customerId: leadId,
      invoiceId: newId(),
      number: 'FT/1',
      issuedOn: '2026-01-01',
      dueOn: '2026-01-15',
      amountPaise: 100_00,
    });
    const customer = await asha
      .afterCommandsOf(ravi)
      .get<CustomerDetail>(`/api/customers/${leadId}`);
    expect(customer).toMatchObject({
      paymentStatus: 'Paid',
      paidPaise: 100_00,
      progressPercent: 30,
      projects: [{ assignedTo: { name: 'Ravi' } }],
    });
    expect(
      (await asha.get<CustomerList>('/api/customers?payment=Paid')).items.map(
        ({ customerId }) => customerId,
      ),
    ).toContain(leadId);
    expect(
      await expectRefusal(
        asha.send('OverridePaymentStatus', { customerId: leadId, status: 'Overdue' }),
      ),
    ).toMatchObject({ status: 403 });
    await meera.send('OverridePaymentStatus', { customerId: leadId, status: 'Overdue' });
    expect(
      (await meera.get<CustomerList>('/api/customers?payment=Overdue')).items.map(
        ({ customerId }) => customerId,
      ),
    ).toContain(leadId);
  });
});

test('a customer is erased with the lead', async () => {
  const leadId = await captureLead(asha, { firstName: 'Sunita', lastName: 'Rao' });
  await asha.send('ConvertLead', { leadId, paymentPaise: 100_00, reference: 'UPI 4411' });
  await until(async () => (await asha.request('GET', `/api/customers/${leadId}`)).status === 200);
  await meera.send('ErasePersonalData', { leadId });
  const refusal = await until(async () => {
    const answer = await meera.request<{ code: string }>('GET', `/api/customers/${leadId}`);
    return answer.status === 404 && answer.body.code;
  });
  expect(refusal).toBe('customer-not-found');
  expect((await meera.get<CustomerList>('/api/customers?q=Sunita')).items).toEqual([]);
  expect(
    await expectRefusal(meera.send('ChangeStage', { customerId: leadId, stage: 'Completed' })),
  ).toMatchObject({ status: 404 });
});

test('a leaderboard shows admins all who sell, others their own row and the number of rows', async () => {
  await captureLead(ravi);
  const [all, ownLeaderboard] = [
    await meera.afterCommandsOf(ravi).get<Leaderboard>('/api/leaderboard'),
    await ravi.get<Leaderboard>('/api/leaderboard'),
  ];
  expect(all.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Asha', 'Ravi']));
  expect(ownLeaderboard).toMatchObject({ items: [{ memberId: ravi.id }], of: all.items.length });
  expect(ownLeaderboard.items).toHaveLength(1);
  await meera.send('ChangeOrganizationDetails', { leaderboardOpen: true });
  expect(
    (await ravi.afterCommandsOf(meera).get<Leaderboard>('/api/leaderboard')).items,
  ).toHaveLength(all.items.length);
});

test('charts show the sums of the lists', async () => {
  const charts = await meera.get<Charts>('/api/charts');
  expect(charts.days).toHaveLength(30);
  const { total } = (await meera.get<{ total: number }>('/api/leads'))!;
  expect(charts.days.reduce((sum, { leads }) => sum + leads, 0)).toBe(total);
});

describe('every figure equals the list behind it', () => {
  const apiPathOf = (link: string) =>
    link.replace('/followups', '/api/follow-ups').replace(/^\/(?=leads|visits|customers)/, '/api/');
  /** All pages of a list. */
  async function readAllPages<Item>(who: Person, link: string): Promise<readonly Item[]> {
    const { items, next } = await who.get<List<Item>>(apiPathOf(link));
    if (next === undefined) return items;
    const [path, query = ''] = link.split('?');
    const params = new URLSearchParams(query);
    params.set('after', next);
    return [...items, ...(await readAllPages<Item>(who, `${path}?${params.toString()}`))];
  }
  const dueFollowUpId = newId();
  /** A lead with a follow-up that is due today. */
  async function captureDueLead(who: Person): Promise<string> {
    const leadId = await captureLead(who);
    await who.send('ScheduleFollowUp', { leadId, followUpId: dueFollowUpId, dueOn: today() });
    return leadId;
  }
  const countRows = async (link: string) => (await readAllPages(meera, link)).length;

  beforeAll(async () => {
    // Leads and visits captured offline count on the day of capture.
    const yesterday = { 'x-captured-at': minutesAgo(24 * 60), 'x-sent-at': minutesAgo(0) };
    const offlineLeadId = newId();
    const lead = {
      leadId: offlineLeadId,
      firstName: 'Asif',
      lastName: 'Khan',
      phone: newPhone(),
      city: 'Pune',
      type: 'Owner',
    };
    await asha.send('CreateLead', lead, { headers: yesterday });
    await asha.send(
      'RecordVisit',
      visit(offlineLeadId, { startedAt: minutesAgo(25 * 60), endedAt: minutesAgo(24 * 60) }),
      { headers: yesterday },
    );
    await asha.send('UploadQuotation', {
      leadId: offlineLeadId,
      quotationId: newId(),
      amountPaise: 50_000_00,
    });
    await asha.send('ScheduleFollowUp', {
      leadId: offlineLeadId,
      followUpId: newId(),
      dueOn: today(),
    });
    // Days pass, so that figures spread over days and follow-ups become overdue.
    product.advanceClock(days(2));
    for (const rep of [asha, ravi]) {
      const leads = await Promise.all(Array.from({ length: 14 }, () => captureLead(rep)));
      await Promise.all(
        leads
          .slice(0, 3)
          .map((leadId) =>
            rep.send('UploadQuotation', { leadId, quotationId: newId(), amountPaise: 1_000_00 }),
          ),
      );
      await rep.send('UploadQuotation', {
        leadId: leads[0]!,
        quotationId: newId(),
        amountPaise: 250_00,
      });
      await Promise.all(
        leads
          .slice(0, 2)
          .map((leadId) => rep.send('RecordVisit', visit(leadId, { followUpOn: today() }))),
      );
      await rep.send('ConvertLead', { leadId: leads[1]!, projectValuePaise: 70_000_00 });
      await rep.send('DeleteLead', { leadId: leads[13]! });
      meera.afterCommandsOf(rep);
    }
    const reassignedLeadId = await captureLead(ravi);
    await meera.send('ReassignLead', { leadId: reassignedLeadId, assignedTo: asha.id });
  });

  test('on the leaderboard, for each rep', async () => {
    for (const { memberId, leads, visits } of (await meera.get<Leaderboard>('/api/leaderboard'))
      .items) {
      expect(
        (await meera.get<LeadList>(apiPathOf(leadsOfMemberPath(memberId, today())))).total,
      ).toBe(leads);
      expect([
        await countRows(leadsOfMemberPath(memberId, today())),
        await countRows(visitsOfMemberPath(memberId, today())),
      ]).toEqual([leads, visits]);
    }
  });

  test('on the charts, for each day: leads, visits, quoted and converted amounts', async () => {
    const charts = await meera.get<Charts>('/api/charts');
    expect(charts.days.filter(({ leads }) => leads > 0).length).toBeGreaterThan(2);
    for (const { day, leads, visits, quotedPaise, convertedPaise } of charts.days) {
      const [captured, quoted, converted] = await Promise.all(
        [leadsAddedOnPath, leadsQuotedOnPath, leadsConvertedOnPath].map((linkOf) =>
          meera.get<LeadList>(apiPathOf(linkOf(day))),
        ),
      );
      expect([captured!.total, captured!.counts.All]).toEqual([leads, leads]);
      expect([await countRows(leadsAddedOnPath(day)), await countRows(visitsOnPath(day))]).toEqual([
        leads,
        visits,
      ]);
      expect([quoted!.paise, converted!.paise]).toEqual([quotedPaise, convertedPaise]);
      const details = await Promise.all(
        (await readAllPages<{ leadId: string }>(meera, leadsQuotedOnPath(day))).map(({ leadId }) =>
          meera.get<LeadDetail>(`/api/leads/${leadId}`),
        ),
      );
      const quotations = details
        .flatMap((detail) => detail.quotations)
        .filter(({ createdAt }) => dayIn('Asia/Kolkata', createdAt) === day);
      expect(quotations.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(quotedPaise);
    }
  });

  test('of overdue follow-ups, for each rep', async () => {
    const { overdueByMember } = await meera.get<Charts>('/api/charts');
    expect(overdueByMember.length).toBeGreaterThan(0);
    for (const { memberId, overdue } of overdueByMember)
      expect(await countRows(overdueFollowUpsPath(memberId))).toBe(overdue);
  });

  test('of members who need help, for admins', async () => {
    const help = await meera.get<NeedsHelp>('/api/needs-help');
    expect(help.unanswered).toBeGreaterThan(0);
    expect(help.undated).toBeGreaterThan(0);
    expect(help.members.length).toBeGreaterThan(0);
    for (const gap of leadGaps) {
      expect(await countRows(leadsWithGapPath(gap))).toBe(help[gap]);
      for (const member of help.members)
        expect(await countRows(leadsWithGapPath(gap, member.memberId))).toBe(member[gap]);
    }
    const { overdueByMember } = await meera.get<Charts>('/api/charts');
    for (const { memberId, overdue } of overdueByMember)
      expect(help.members).toContainEqual(expect.objectContaining({ memberId, overdue }));
    expect((await expectRefusal(asha.get('/api/needs-help'))).status).toBe(403);
  });

  test('of the work that each member has in hand, for admins', async () => {
    const { members } = await meera.get<TeamWork>('/api/team-work');
    expect(members.some(({ openLeads }) => openLeads > 0)).toBe(true);
    for (const { memberId, openLeads, quotedPaise, weekVisits, lastVisitOn } of members) {
      const { counts } = await meera.get<LeadList>(apiPathOf(allLeadsPath(memberId)));
      expect(openLeads).toBe(counts!.New + counts!.Contacted + counts!.Quoted);
      expect(quotedPaise).toBe(
        (await meera.get<LeadList>(apiPathOf(quotedLeadsPath(memberId)))).paise ?? 0,
      );
      expect(weekVisits).toBe(await countRows(visitsOfWeekPath(today(), memberId)));
      const [lastVisit] = await readAllPages<{ day: string }>(
        meera,
        visitsOfMemberPath(memberId, today()),
      );
      expect(lastVisitOn).toBe(lastVisit?.day);
    }
    expect((await expectRefusal(asha.get('/api/team-work'))).status).toBe(403);
  });

  test('of money, of everybody and of each rep, in each period', async () => {
    const readPaise = async (link: string) =>
      (await meera.get<LeadList>(apiPathOf(link))).paise ?? 0;
    for (const period of moneyPeriods)
      for (const member of [undefined, asha.id, ravi.id]) {
        const { from, to, quoted, won, bills } = await meera.get<Money>(
          `/api/money?period=${period}${member === undefined ? '' : `&member=${member}`}`,
        );
        expect(await countRows(quotedLeadsPath(member))).toBe(quoted.leads);
        expect(await readPaise(quotedLeadsPath(member))).toBe(quoted.paise);
        expect(await countRows(leadsConvertedPath(from, to, member))).toBe(won.leads);
        expect(await readPaise(leadsConvertedPath(from, to, member))).toBe(won.paise);
        expect(bills).toEqual({ pending: 0, paise: 0 });
      }
    const all = await meera.get<Money>('/api/money');
    expect(all.won.paise).toBeGreaterThan(0);
    expect(all.quoted.paise).toBeGreaterThan(0);
    const { items } = await meera.get<CustomerList>('/api/customers');
    expect(items.length).toBeLessThan(12);
    expect(all.toCollect?.paise).toBe(
      items.reduce(
        (sum, { paymentStatus, projectValuePaise, paidPaise }) =>
          paymentStatus === 'Paid' ? sum : sum + Math.max(0, projectValuePaise - paidPaise),
        0,
      ),
    );
  });

  test('of money of a rep, who sees only their own', async () => {
    const ownFigures = await asha.get<Money>('/api/money');
    expect(ownFigures).not.toHaveProperty('toCollect');
    expect(ownFigures).toEqual(await meera.get<Money>(`/api/money?member=${asha.id}`));
    expect((await asha.get<Money>(`/api/money?member=${ravi.id}`)).quoted.paise).toBe(0);
    expect(await expectRefusal(asha.get('/api/money?period=year'))).toMatchObject({ status: 400 });
  });

  test('of leads, which an admin exports by the filters of the list', async () => {
    const readLines = async (query: string) =>
      (await meera.get<string>(`/api/leads.csv?${query}`)).trim().split('\r\n').slice(1);
    for (const query of ['', 'status=New', `assignedTo=${asha.id}`, 'gap=undated', 'q=nobody'])
      expect(await readLines(query)).toHaveLength(
        (await meera.get<LeadList>(`/api/leads?${query}`)).total,
      );
    const { from, to } = await meera.get<Money>('/api/money');
    const converted = apiPathOf(leadsConvertedPath(from, to)).replace('/api/leads?', '');
    expect(await readLines(converted)).toHaveLength(await countRows(leadsConvertedPath(from, to)));
    expect(await expectRefusal(asha.get('/api/leads.csv'))).toMatchObject({ status: 403 });
  });

  test('of follow-ups and visits, which an admin exports by the filters of the lists', async () => {
    const leadId = await captureLead(asha, {
      firstName: '=Rajesh',
      lastName: 'Formula',
      note: '+Call',
      followUpOn: today(),
    });
    await asha.send('RecordVisit', visit(leadId, { notes: '@Measured' }));
    const readLines = async (path: string) =>
      (await meera.get<string>(path)).trim().split('\r\n').slice(1);
    meera.afterCommandsOf(asha);
    for (const query of ['', 'group=due', 'status=Lost', `member=${asha.id}`, 'q=nobody']) {
      const rows = await readAllPages(meera, `/followups?${query}`);
      expect(await readLines(`/api/follow-ups.csv?${query}`)).toHaveLength(rows.length);
    }
    for (const query of ['', 'tab=completed', 'tab=cancelled', `tab=completed&member=${ravi.id}`]) {
      const rows = await readAllPages(meera, `/visits?${query}`);
      expect(await readLines(`/api/visits.csv?${query}`)).toHaveLength(rows.length);
    }
    const [followUp] = await readLines('/api/follow-ups.csv?q=formula');
    expect(followUp).toMatch(/^"[\d-]{10}","'=Rajesh Formula.*,"Asha[^"]*","'\+Call","Asha/);
    const [visited] = await readLines('/api/visits.csv?tab=completed&q=formula');
    expect(visited).toMatch(/^"[\d-]{10}","'=Rajesh Formula.*,"'@Measured","","Asha/);
    for (const path of ['/api/follow-ups.csv', '/api/visits.csv'])
      expect(await expectRefusal(asha.get(path))).toMatchObject({ status: 403 });
  });

  test('of the leaderboard by money', async () => {
    for (const [by, field, linkOf] of [
      ['won', 'convertedPaise', leadsConvertedPath],
      ['quoted', 'quotedPaise', leadsQuotedPath],
    ] as const) {
      const { items } = await meera.get<Leaderboard>(`/api/leaderboard?by=${by}`);
      const figures = items.map((row) => row[field]);
      expect(figures).toEqual(figures.toSorted((one, other) => other - one));
      for (const row of items) {
        const link = linkOf(dayAfter(today(), -29), today(), row.memberId);
        expect((await meera.get<LeadList>(apiPathOf(link))).paise).toBe(row[field]);
      }
    }
  });

  test('of finished leads, whose follow-ups are not due', async () => {
    const leadId = await captureDueLead(asha);
    const listBefore = await asha.get<FollowUpList>('/api/follow-ups?group=due');
    await asha.send('MarkLeadLost', { leadId, reason: lostReasons[0] });
    const { losses } = await meera.afterCommandsOf(asha).get<Charts>('/api/charts');
    expect(losses).toContainEqual({ reason: lostReasons[0], leads: 1 });
    const listAfter = await asha.get<FollowUpList>('/api/follow-ups?group=due');
    expect(listAfter.counts).toEqual({
      ...listBefore.counts,
      due: listBefore.counts.due - 1,
      today: listBefore.counts.today - 1,
      All: listBefore.counts.All - 1,
      finished: listBefore.counts.finished + 1,
    });
    expect(listAfter.items.map((each) => each.leadId)).not.toContain(leadId);
    expect(
      (await asha.get<FollowUpList>('/api/follow-ups?group=finished')).items.map(
        (each) => each.leadId,
      ),
    ).toContain(leadId);
    expect(
      (await asha.get<FollowUpList>('/api/follow-ups?status=Lost')).items.map(
        (each) => each.leadId,
      ),
    ).toContain(leadId);
    expect((await asha.get<FollowUpList>('/api/follow-ups?group=due&status=Lost')).items).toEqual(
      [],
    );
    await asha.send('CompleteFollowUp', { leadId, followUpId: dueFollowUpId });
  });

  test('on the dashboard, of an admin and of a rep', async () => {
    const readCustomerCounts = async () => {
      const { customers, week } = await meera.get<Dashboard>('/api/dashboard');
      return [customers, week.customers];
    };
    for (const person of [meera, asha]) {
      const board = await person.get<Dashboard>('/api/dashboard');
      const counts = await Promise.all(
        ['/leads', '/visits?tab=completed', '/customers', dueFollowUpsPath()].map(
          async (link) => (await readAllPages(person, link)).length,
        ),
      );
      expect(counts).toEqual([
        board.leads.total,
        board.visits,
        board.customers,
        board.followUpsDue,
      ]);
      const weekFigures = await Promise.all(
        [leadsOfWeekPath, visitsOfWeekPath, customersOfWeekPath].map(
          async (linkOf) => (await readAllPages(person, linkOf(today()))).length,
        ),
      );
      expect(weekFigures).toEqual([board.week.leads, board.week.visits, board.week.customers]);
      // Customers belong to the whole organization.
      expect([board.customers, board.week.customers]).toEqual(await readCustomerCounts());
      for (const [status, count] of Object.entries(board.leads.byStatus))
        expect([
          await person.get<LeadList>(apiPathOf(leadsInStatusPath(status))),
          (await readAllPages(person, leadsInStatusPath(status))).length,
        ]).toMatchObject([{ total: count }, count]);
    }
  });

  test('on the tabs of visits, for all members and for one, with any filter', async () => {
    await asha.send('CancelFollowUp', {
      leadId: await captureDueLead(asha),
      followUpId: dueFollowUpId,
      reason: 'Zinc is sold out',
    });
    const day = `from=${today()}&to=${today()}`;
    const earlierDays = `to=${dayAfter(today(), -1)}`;
    const filters = [
      '',
      `member=${asha.id}`,
      day,
      earlierDays,
      `${day}&member=${asha.id}`,
      'q=Rajesh',
      'q=zinc',
      `q=Rajesh&${day}`,
      'q=nothing',
      'q=!',
    ];
    for (const person of [meera.afterCommandsOf(asha), asha])
      for (const filter of filters) {
        const { counts } = await person.get<VisitList>(apiPathOf(`/visits?${filter}`));
        const lists = await Promise.all(
          visitTabs.map(async (tab) => [
            tab,
            (await readAllPages(person, `/visits?tab=${tab}&${filter}`)).length,
          ]),
        );
        expect([filter, counts]).toEqual([filter, Object.fromEntries(lists)]);
      }
    expect((await meera.get<VisitList>('/api/visits?q=zinc')).counts).toMatchObject({
      upcoming: 0,
      cancelled: 1,
    });
    expect((await ravi.get<VisitList>(`/api/visits?member=${asha.id}`)).counts).toEqual({
      upcoming: 0,
      completed: 0,
      cancelled: 0,
    });
  });

  test('on the dashboard of other roles: their own, although lists show them everything', async () => {
    const { admin, reps } = await createTeam(product, 'Kiran', 'Neha');
    const [kiran, neha] = reps;
    await admin.send('ChangeMemberRole', { memberId: kiran.id, role: 'finance' });
    await captureLead(neha, { note: 'Not theirs', followUpOn: today() });
    await neha.send('RecordVisit', visit(await captureLead(neha)));
    const leadId = await captureLead(kiran, { note: 'Wants an invoice' });
    await kiran.send('RecordVisit', visit(leadId, { notes: 'Paid on site' }));
    await kiran.send('ConvertLead', { leadId });
    kiran.afterCommandsOf(neha);
    await waitForCustomer(kiran, leadId);
    const board = await kiran.get<Dashboard>('/api/dashboard');
    expect([board.leads.total, board.leads.byStatus.Converted, board.visits, board.week]).toEqual([
      1,
      1,
      1,
      { leads: 1, visits: 1, customers: 1 },
    ]);
    expect(board.recentLeads.map(({ leadId }) => leadId)).toEqual([leadId]);
    // Recent activity is everybody's, because a finance member sees all leads.
    const expectedActivities = [
      ...Array.from({ length: 3 }, () => ({ type: 'LeadCreated' })),
      { type: 'NoteAdded', note: 'Not theirs' },
      { type: 'VisitRecorded', note: 'Paid on site', brings: 'Contacted' },
      { type: 'VisitRecorded', note: 'Roof measured', brings: 'Contacted' },
      { type: 'LeadConverted' },
      { type: 'NoteAdded', note: 'Wants an invoice' },
    ];
    expect(board.recentActivity).toHaveLength(expectedActivities.length);
    expect(board.recentActivity.map((entry) => entry.noted)).toEqual(
      expect.arrayContaining(expectedActivities),
    );
    const readActivities = async (who: Person, member: string) => {
      const { items } = await who.get<List<Activity>>(`/api/activity?member=${member}`);
      return items.map(({ by, noted: { type } }) => [by.id, type]);
    };
    expect((await readActivities(kiran, neha.id)).toSorted()).toEqual([
      [neha.id, 'LeadCreated'],
      [neha.id, 'LeadCreated'],
      [neha.id, 'NoteAdded'],
      [neha.id, 'VisitRecorded'],
    ]);
    expect(await readActivities(neha, kiran.id)).toEqual([]);
    expect([
      board.followUpsDue,
      (await admin.afterCommandsOf(neha).get<Dashboard>('/api/dashboard')).followUpsDue,
    ]).toEqual([0, 1]);
    expect((await kiran.get<LeadList>('/api/leads')).total).toBe(3);
    const links = [allLeadsPath, allVisitsPath].map((linkOf) => linkOf(kiran.id));
    const weekLinks = [leadsOfWeekPath, visitsOfWeekPath, customersOfWeekPath].map((linkOf) =>
      linkOf(today(), kiran.id),
    );
    for (const link of [...links, ...weekLinks, leadsInStatusPath('Converted', kiran.id)])
      expect([link, (await readAllPages(kiran, link)).length]).toEqual([link, 1]);
  });

  test('also with further filters', async () => {
    const day = `from=${today()}&to=${today()}`;
    const dayList = await meera.get<LeadList>(`/api/leads?${day}`);
    const byType = await Promise.all(
      ['Builder', 'Owner'].map((type) => meera.get<LeadList>(`/api/leads?${day}&type=${type}`)),
    );
    expect(byType.reduce((sum, { total }) => sum + total, 0)).toBe(dayList.total);
    expect((await meera.get<LeadList>(`/api/leads?${day}&q=Rajesh`)).counts).toEqual(
      dayList.counts,
    );
    const quoted = await meera.get<LeadList>(
      `/api/leads?${day}&dayOf=quoted&status=Quoted&q=Rajesh`,
    );
    expect([quoted.total, quoted.counts.Converted]).toEqual([4, 2]);
    expect(
      (await asha.get<LeadList>(`/api/leads?${day}&dayOf=quoted&assignedTo=${ravi.id}`)).items,
    ).toEqual([]);
  });

  test.each([
    ['to=2026-01-01', 'from'],
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['from=2024-01-01&to=2026-01-01', 'to'],
    ['from=2026-02-31', 'from'],
    ['from=2026-01-01&sort=quoted', 'sort'],
    ['from=2026-01-01&gap=undated', 'gap'],
    ['gap=unanswered&sort=quoted', 'sort'],
    ['gap=unreplied&sort=quoted', 'sort'],
    ['rows=51', 'rows'],
  ])('and invalid filters such as %s are refused at their field', async (query, field) => {
    const { problem, ...refused } = await expectRefusal(meera.get(`/api/leads?${query}`));
    expect([refused.status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]]);
  });

  // This test is last, because days pass.
  test('and inactive reps are shown on the leaderboard', async () => {
    const readQuietDays = async () =>
      Object.fromEntries(
        (await meera.get<Leaderboard>('/api/leaderboard')).items.map(({ name, quietDays }) => [
          name,
          quietDays ?? 0,
        ]),
      );
    const readNeedsHelp = async () =>
      (await meera.get<NeedsHelp>('/api/needs-help')).members.flatMap(({ memberId, quietDays }) =>
        quietDays === undefined ? [] : [{ memberId, quietDays }],
      );
    expect(await readQuietDays()).toMatchObject({ Asha: 0, Ravi: 0 });
    expect(await readNeedsHelp()).toEqual([]);
    product.advanceClock(days(3));
    await asha.send('RecordVisit', visit(await captureLead(asha)));
    product.advanceClock(days(3));
    meera.afterCommandsOf(asha);
    expect(await readQuietDays()).toMatchObject({ Asha: 0, Ravi: 6 });
    expect(await readNeedsHelp()).toEqual([{ memberId: ravi.id, quietDays: 6 }]);
    const [last] = await readAllPages<{ day: string }>(meera, visitsOfMemberPath(ravi.id, today()));
    expect(last?.day).toBe(dayAfter(today(), -6));
    // Quoted on the first day, with no contact since.
    product.advanceClock(days(2));
    const help = await meera.get<NeedsHelp>('/api/needs-help');
    const unreplied = await meera.get<LeadList>(apiPathOf(leadsWithGapPath('unreplied')));
    expect(help.unreplied).toBeGreaterThan(0);
    expect(unreplied).toMatchObject({ total: help.unreplied, paise: help.unrepliedPaise });
    expect(unreplied.items.map(({ status }) => status)).toEqual(
      unreplied.items.map(() => 'Quoted'),
    );
  });
});

test('sample leads are created by a founder under dates of their own, and nothing of them counts once they are deleted', async () => {
  const meera = await signUp(product, 'Meera Sharma');
  const { organizationId } = await foundOrganization(meera);
  const now = new Date(product.parts.clock.now());
  const samples = sampleCommands({
    organizationId,
    timeZone: 'Asia/Kolkata',
    now,
    siteName: 'Sample',
    translate: (english) => english,
  });
  for (const { type, data, id, capturedAt } of samples.flat())
    await meera.send(type, data, {
      key: id,
      headers: { 'x-captured-at': capturedAt, 'x-sent-at': now.toISOString() },
    });
  const leadList = await meera.get<LeadList>('/api/leads');
  expect(new Set(leadList.items.map(({ leadId }) => leadId))).toEqual(
    new Set(sampleLeadIds(organizationId)),
  );
  expect(new Set(leadList.items.map(({ status }) => status))).toEqual(
    new Set(['New', 'Contacted', 'Quoted', 'Lost']),
  );
  expect(leadList.items.every(({ siteName }) => siteName === 'Sample')).toBe(true);
  for (const leadId of sampleLeadIds(organizationId)) await meera.send('DeleteLead', { leadId });
  expect((await meera.get<LeadList>('/api/leads')).items).toEqual([]);
  expect((await meera.get<Leaderboard>('/api/leaderboard')).items).toEqual([]);
  expect(await meera.get('/api/dashboard')).toMatchObject({
    leads: { total: 0 },
    visits: 0,
    followUpsDue: 0,
    recentActivity: [],
  });
});
