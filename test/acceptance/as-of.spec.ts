import type { BillList, BillTotals } from '#domain/bills/bill.views.js';
import type { CustomerList } from '#domain/customers/customer.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { Dashboard, LeadList } from '#domain/leads/lead.views.js';
import type { Team } from '#domain/organizations/organization.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { SeededRandom } from '../faults/seeded-random.js';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import { type Person, captureLead, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** Screens as of a past day, for admins and finance. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha');
  meera = people.admin;
  [asha] = people.reps;
});
afterAll(() => product.dispose());

const PATHS = [
  '/api/leads',
  '/api/leads?status=Contacted',
  '/api/leads?q=pune',
  '/api/customers',
  '/api/customers?payment=Overdue',
  '/api/bills',
  '/api/bills?range=week',
  '/api/bill-totals',
  '/api/dashboard',
  '/api/leaderboard',
  '/api/charts',
];
const today = (timeZone = 'Asia/Kolkata') => dayIn(timeZone, product.parts.clock.now());
const asOf = (path: string, day: string, clock = '') =>
  `${path}${path.includes('?') ? '&' : '?'}asOf=${day}${clock && `&clock=${clock}`}`;

/** Repeats a query until the views of the day are made. */
const readPast = <Answer>(
  path: string,
  day: string,
  { clock, person = meera }: { readonly clock?: 'happened'; readonly person?: Person } = {},
): Promise<Answer> =>
  until(
    () =>
      person.get<Answer>(asOf(path, day, clock)).catch((error: unknown) => {
        if ((error as { readonly status?: number }).status === 503) return undefined;
        throw error;
      }),
    { withinMs: 120_000, everyMs: 250, what: () => `${path} as of ${day}` },
  );
const readScreens = (ask: (path: string) => Promise<unknown>) =>
  Promise.all(PATHS.map(async (path) => [path, await ask(path)] as const));

/** Work of a rep on one day: changes to leads, visits and bills. */
async function workOneDay(
  random: SeededRandom,
  leadIds: string[],
  admin: Person,
  rep: Person,
): Promise<void> {
  if (leadIds.length < 3 || random.percent(40))
    leadIds.push(
      await captureLead(random.pick([rep, admin]), { city: random.pick(['Pune', 'Nashik']) }),
    );
  const leadId = random.pick(leadIds);
  if (random.percent(40))
    await rep
      .send('AddNote', { leadId, noteId: newId(), activity: 'Call', note: 'Called' })
      .catch(ignoreRefusal);
  if (random.percent(30))
    await admin.send('ChangeLeadStatus', { leadId, status: 'Contacted' }).catch(ignoreRefusal);
  if (random.percent(20))
    await admin.send('ConvertLead', { leadId, projectValuePaise: 100_00 }).catch(ignoreRefusal);
  if (random.percent(10)) await admin.send('DeleteLead', { leadId }).catch(ignoreRefusal);
  if (random.percent(50)) {
    const billId = newId();
    await rep.send('SubmitBill', {
      billId,
      type: 'Food',
      amountPaise: 450_00,
      spentOn: dayAfter(today(), -1),
    });
    if (random.percent(60)) await admin.send('ApproveBill', { billId });
  }
  if (random.percent(10))
    await rep.send('ChangeProfile', { name: random.pick(['Asha', 'Asha Patil']) });
}
const ignoreRefusal = () => undefined;

test('a lead sent late counts on the day of its capture only by the clock `happened`', async () => {
  const yesterday = today();
  product.advanceClock(days(1));
  const dashboardBefore = await readPast<Dashboard>('/api/dashboard', yesterday);
  const capturedAt = new Date(Date.parse(product.parts.clock.now()) - days(1)).toISOString();
  await captureLate(capturedAt);
  expect(await readPast('/api/dashboard', yesterday)).toEqual(dashboardBefore);
  const dashboardByHappened = await readPast<Dashboard>('/api/dashboard', yesterday, {
    clock: 'happened',
  });
  expect(dashboardByHappened.leads.total).toBe(dashboardBefore.leads.total + 1);
});

test('a former member is in the team of the days on which they were a member', async () => {
  const { admin, reps } = await createTeam(product, 'Kiran');
  const [kiran] = reps;
  const day = today();
  product.advanceClock(days(1));
  await admin.send('RemoveMember', { memberId: kiran!.id });
  const dayAfterRemoval = today();
  product.advanceClock(days(1));
  const readIds = async (answer: Promise<Team>) =>
    (await answer).members.map(({ memberId }) => memberId);
  expect(await readIds(readPast('/api/team', day, { person: admin }))).toContain(kiran!.id);
  expect(await readIds(readPast('/api/team', dayAfterRemoval, { person: admin }))).toEqual([
    admin.id,
  ]);
  expect(await readIds(admin.get('/api/team'))).toEqual([admin.id]);
});

test('an erased person is in no past day any more, also of views made before', async () => {
  const leadId = await captureLead(asha, { firstName: 'Zubeda', lastName: 'Khan' });
  const day = today();
  product.advanceClock(days(1));
  const readList = async () => JSON.stringify(await readPast<LeadList>('/api/leads', day));
  expect(await readList()).toContain('Zubeda');
  await meera.send('ErasePersonalData', { leadId });
  await until(async () => !(await readList()).includes('Zubeda'), { what: () => 'the erasure' });
  expect(await readList()).not.toContain(leadId);
});

test('only auditors ask for a past day, and only for one before today', async () => {
  const yesterday = dayAfter(today(), -1);
  for (const path of ['/api/leads', '/api/dashboard', '/api/customers'])
    expect(await expectRefusal(asha.get(asOf(path, yesterday)))).toMatchObject({ status: 403 });
  for (const day of [today(), dayAfter(today(), 1), '2026-02-30', 'yesterday'])
    expect(await expectRefusal(meera.get(asOf('/api/leads', day)))).toMatchObject({
      status: 400,
      problem: { fields: { asOf: expect.any(String) } },
    });
  expect(await expectRefusal(meera.get(asOf('/api/leads', yesterday, 'mine')))).toMatchObject({
    status: 400,
  });
  await meera.send('ChangeMemberRole', { memberId: asha.id, role: 'finance' });
  expect((await readPast<BillTotals>('/api/bill-totals', yesterday, { person: asha })).month).toBe(
    yesterday.slice(0, 7),
  );
});

test('a day before the organization existed is empty, also if other organizations have data of it', async () => {
  const day = dayAfter(today(), -400);
  expect(await readPast<LeadList>('/api/leads', day)).toMatchObject({ items: [], total: 0 });
  expect(await readPast<CustomerList>('/api/customers', day)).toMatchObject({ items: [] });
  const otherTeam = await createTeam(product);
  product.advanceClock(days(1));
  const yesterday = dayAfter(today(), -1);
  expect(
    await readPast<LeadList>('/api/leads', yesterday, { person: otherTeam.admin }),
  ).toMatchObject({
    total: 0,
  });
  expect(
    await readPast<BillList>('/api/bills', yesterday, { person: otherTeam.admin }),
  ).toMatchObject({
    items: [],
  });
});

const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];
const daysPerZone = process.env['THOROUGH'] === '1' ? 90 : 3;

test.each(zones)(
  'each past day shows what its screens showed at its end: %s',
  async (timeZone) => {
    const { admin, reps } = await createTeam(product, 'Asha');
    await admin.send('ChangeOrganizationDetails', { timeZone });
    const [random, leadIds] = [new SeededRandom(`as of ${timeZone}`, 1), [] as string[]];
    const shownByDay = new Map<string, unknown>();
    for (let day = 0; day < daysPerZone; day++) {
      for (let step = random.integer(0, 3); step >= 0; step--)
        await workOneDay(random, leadIds, admin, reps[0]);
      await waitForReactors();
      // The end of a day decides what is overdue. The clock stays half an hour before it, because
      // the queries may take minutes on a slow machine.
      product.advanceClock(msUntilMidnight(timeZone) - minutes(30));
      shownByDay.set(today(timeZone), await readScreens((path) => admin.get(path)));
      product.advanceClock(msUntilMidnight(timeZone) + minutes(1));
    }
    for (const [day, answerThen] of shownByDay) {
      expect([day, await readScreens((path) => readPast(path, day, { person: admin }))]).toEqual([
        day,
        answerThen,
      ]);
      // Queries of past days are limited per hour.
      product.advanceClock(minutes(10));
    }
  },
  minutes(30),
);

/** Waits until reactors have answered, so that customers exist. */
async function waitForReactors(): Promise<void> {
  let [lastHead, quietRounds] = ['', 0];
  await until(
    async () => {
      const head = await product.parts.log.readLastPosition();
      const isCurrent = product.parts.readSide.lanes.all[0]!.position >= head;
      quietRounds = head === lastHead && isCurrent ? quietRounds + 1 : 0;
      lastHead = head;
      return quietRounds > 3;
    },
    { withinMs: 120_000, what: () => 'nothing more to happen' },
  );
}

/** Milliseconds until the next day of a time zone, in whole minutes. */
function msUntilMidnight(timeZone: string): number {
  const [now, day] = [Date.parse(product.parts.clock.now()), today(timeZone)];
  let aheadMs = 0;
  while (dayIn(timeZone, new Date(now + aheadMs)) === day) aheadMs += minutes(1);
  return aheadMs;
}

async function captureLate(capturedAt: string): Promise<void> {
  await asha.send(
    'CreateLead',
    {
      leadId: newId(),
      firstName: 'Late',
      lastName: 'Lead',
      type: 'Builder',
      city: 'Pune',
      phone: '+919812345670',
    },
    { headers: { 'x-captured-at': capturedAt, 'x-sent-at': product.parts.clock.now() } },
  );
}
