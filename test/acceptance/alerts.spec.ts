import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { AlertCounts, AlertItem, AlertList } from '#domain/notifications/alerts.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import {
  type Person,
  captureLead,
  joinOrganization,
  newPhone,
  signUp,
  createTeam,
} from './product/person.js';
import { until } from './product/until.js';

/** Alerts of a member, as the endpoint answers them. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let ravi: Person;
let inviteCode: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Ravi');
  meera = people.admin;
  [asha, ravi] = people.reps;
  ({ inviteCode } = people);
});
afterAll(() => product.dispose());

const readAlerts = async (person: Person, query = ''): Promise<readonly AlertItem[]> =>
  (await person.get<AlertList>(`/api/alerts${query}`)).items;
const waitForAlert = (
  person: Person,
  about: Partial<AlertItem['about']>,
  query = '',
): Promise<AlertItem> =>
  until(
    async () => {
      const isWanted = (alert: AlertItem) =>
        Object.entries(about).every(
          ([field, value]) => alert.about[field as keyof typeof about] === value,
        );
      return (await readAlerts(person, query)).find(isWanted);
    },
    { what: () => `an alert about ${JSON.stringify(about)} for ${person.name}` },
  );

describe('an alert', () => {
  test('tells of a lead that another member assigned, with its current name', async () => {
    const leadId = await captureLead(meera, {
      assignedTo: asha.id,
      firstName: 'Kavita',
      lastName: 'Joshi',
    });
    const alert = await waitForAlert(asha, { kind: 'lead-assigned', leadId });
    expect(alert).toMatchObject({
      type: 'lead',
      isRead: false,
      by: { name: 'Meera Sharma' },
      lead: { name: 'Kavita Joshi', city: 'Pune' },
    });
    await meera.send('EditLead', { leadId, lastName: 'Rao' });
    expect((await waitForAlert(asha.afterCommandsOf(meera), { leadId })).lead).toMatchObject({
      name: 'Kavita Rao',
      city: 'Pune',
    });
    expect((await readAlerts(meera)).filter(({ about }) => about.leadId === leadId)).toEqual([]);
  });

  test('disappears when the lead is reassigned or erased', async () => {
    const leadId = await captureLead(meera, { assignedTo: asha.id, firstName: 'Farhan' });
    await waitForAlert(asha, { leadId });
    await meera.send('ReassignLead', { leadId, assignedTo: ravi.id });
    await waitForAlert(ravi, { leadId });
    expect((await waitForAlert(asha.afterCommandsOf(meera), { leadId })).lead).toBeUndefined();
    expect((await waitForAlert(ravi, { leadId })).lead?.name).toBe('Farhan Patil');
    await meera.send('ErasePersonalData', { leadId });
    expect((await waitForAlert(ravi.afterCommandsOf(meera), { leadId })).lead).toBeUndefined();
    expect(await readAlerts(ravi, '?q=Farhan')).toEqual([]);
  });

  test('tells admins of new members, requested roles and quotation requests', async () => {
    const sunita = await signUp(product, 'Sunita');
    await joinOrganization(sunita, inviteCode);
    expect(await waitForAlert(meera, { kind: 'member-joined', memberId: sunita.id })).toMatchObject(
      { type: 'team', member: { name: 'Sunita' } },
    );
    const leadId = await captureLead(asha);
    await asha.send('RequestQuotation', { leadId });
    expect(await waitForAlert(meera, { kind: 'quote-requested', leadId })).toMatchObject({
      type: 'lead',
      by: { name: 'Asha' },
    });
  });

  test('is found by type, by read state, and by its names', async () => {
    const leadId = await captureLead(meera, {
      assignedTo: ravi.id,
      firstName: 'Zubeda',
      city: 'Nashik',
    });
    const { alertId, on } = await waitForAlert(ravi, { leadId });
    const findAlerts = async (query: string) =>
      (await readAlerts(ravi, query)).map((alert) => alert.alertId);
    for (const query of [
      '?type=lead',
      '?state=unread',
      '?q=zubeda',
      '?q=nashik&type=lead',
      '?q=meera',
    ])
      expect(await findAlerts(query)).toContain(alertId);
    for (const query of [
      '?type=bill',
      '?state=read',
      '?q=zubin',
      '?q=zubeda&type=followup',
      '?q=%22',
    ])
      expect(await findAlerts(query)).not.toContain(alertId);
    await ravi.send('ReadAlert', { alertId, on });
    expect(await findAlerts('?state=read')).toContain(alertId);
    expect(await findAlerts('?state=unread')).not.toContain(alertId);
  });

  test('of a colleague cannot be read, and answers as missing', async () => {
    const { alertId, on } = await waitForAlert(asha, { kind: 'lead-assigned' });
    await expect(ravi.send('ReadAlert', { alertId, on })).rejects.toMatchObject({
      status: 404,
      problem: { code: 'alert-not-found' },
    });
  });
});

test('all alerts are read at once, in each month with unread ones', async () => {
  await captureLead(meera, { assignedTo: asha.id }).then((leadId) =>
    waitForAlert(asha, { leadId }),
  );
  const readUnreadMonths = async () => (await asha.get<AlertList>('/api/alerts')).unreadMonths;
  const months = (await readUnreadMonths())!;
  expect(months).toEqual([dayIn('Asia/Kolkata', product.parts.clock.now()).slice(0, 7)]);
  for (const month of months) await asha.send('ReadAllAlerts', { on: `${month}-01` });
  expect(await readUnreadMonths()).toEqual([]);
  expect(await readAlerts(asha, '?state=unread')).toEqual([]);
});

test('the bell counts alerts by type since it was last opened', async () => {
  const readCounts = () => ravi.get<AlertCounts>('/api/alerts/counts');
  await ravi.send('MarkAlertsSeen', {});
  expect(await readCounts()).toEqual({ lead: 0, followup: 0, offer: 0, bill: 0, team: 0 });
  for (const phone of [newPhone(), newPhone()])
    await captureLead(meera, { assignedTo: ravi.id, phone });
  await until(async () => (await readCounts()).lead === 2, { what: () => 'two leads on the bell' });
  await ravi.send('MarkAlertsSeen', {});
  expect((await readCounts()).lead).toBe(0);
  // Alerts are new even if the clock was set back before.
  product.advanceClock(minutes(-10));
  await captureLead(meera, { assignedTo: ravi.id, phone: newPhone() });
  await until(async () => (await readCounts()).lead === 1, { what: () => 'a lead on the bell' });
  product.advanceClock(minutes(10));
});

/** Time from two at night, when the product's clock starts, until follow-ups alert. */
const FROM_START_TO_MORNING = minutes(6 * 60 + 1);
describe('a follow-up', () => {
  test('alerts on the morning of its day, and again when it is overdue', async () => {
    const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
    const leadId = await captureLead(asha, { followUpOn: today() });
    const readKinds = async () =>
      (await readAlerts(asha))
        .filter(({ about }) => about.leadId === leadId)
        .map(({ about: { kind } }) => kind);
    const { followUpAlerts } = product.parts;
    await followUpAlerts.raiseDue();
    expect(await readKinds()).toEqual([]);
    product.advanceClock(FROM_START_TO_MORNING);
    await followUpAlerts.raiseDue();
    await waitForAlert(asha, { kind: 'follow-up-due', leadId, dueOn: today() });
    await followUpAlerts.raiseDue();
    product.advanceClock(days(1));
    await followUpAlerts.raiseDue();
    await waitForAlert(asha, { kind: 'follow-up-overdue', leadId, dueOn: dayAfter(today(), -1) });
    expect(await readKinds()).toEqual(['follow-up-overdue', 'follow-up-due']);
  });

  test('that is planned for today after the morning alerts at once, and so does one with a new assignee', async () => {
    product.advanceClock(FROM_START_TO_MORNING);
    const dueOn = dayIn('Asia/Kolkata', product.parts.clock.now());
    const leadId = await captureLead(asha, { followUpOn: dueOn });
    const about = { kind: 'follow-up-due', leadId, dueOn } as const;
    await waitForAlert(asha, about);
    await meera.afterCommandsOf(asha).send('ReassignLead', { leadId, assignedTo: ravi.id });
    await waitForAlert(ravi.afterCommandsOf(meera), about);
    await product.parts.followUpAlerts.raiseDue();
    for (const person of [asha, ravi])
      expect(
        (await readAlerts(person, '?type=followup')).filter(
          (alert) => alert.about.leadId === leadId,
        ),
      ).toHaveLength(1);
  });
});

test('a new offer alerts everybody once, even if paused and resumed in another month', async () => {
  const { admin, reps } = await createTeam(product, 'Asha');
  const [rep] = reps;
  const picture = await sharp({
    create: { width: 16, height: 16, channels: 3, background: '#2060a0' },
  })
    .jpeg()
    .toBuffer();
  const { fileId } = await admin.upload(new Uint8Array(picture), 'diwali.jpg', 'image/jpeg');
  const offerId = newId();
  await admin.send('AddOffer', {
    offerId,
    title: 'Diwali',
    description: 'Free cleaning',
    fileId,
    fileType: 'image',
    isActive: false,
  });
  await admin.send('ActivateOffer', { offerId });
  const about = { kind: 'offer-added', offerId } as const;
  expect(await waitForAlert(rep, about)).toMatchObject({
    type: 'offer',
    by: { name: 'Meera Sharma' },
    offer: { title: 'Diwali' },
  });
  product.advanceClock(days(32));
  for (const person of [admin, rep]) await person.signIn();
  await admin.send('DeactivateOffer', { offerId });
  await admin.send('ActivateOffer', { offerId });
  // The reactor handles events sequentially.
  const leadId = await captureLead(admin, { assignedTo: rep.id });
  await waitForAlert(rep, { leadId });
  expect(
    (await readAlerts(rep, '?type=offer')).filter((alert) => alert.about.kind === 'offer-added'),
  ).toHaveLength(1);
  expect((await readAlerts(admin, '?type=offer')).map(({ about: { kind } }) => kind)).toEqual([
    'sample-offer',
  ]);
  await admin.send('DeleteOffer', { offerId });
  expect(await waitForAlert(rep.afterCommandsOf(admin), about)).not.toHaveProperty('offer');
});

test('a new member gets three samples, once ever, and queries write nothing', async () => {
  const { admin: leela } = await createTeam(product);
  const samples = await until(
    async () => {
      const alerts = await readAlerts(leela);
      return alerts.length >= 3 && alerts;
    },
    { what: () => 'sample alerts' },
  );
  expect(samples.map(({ about: { kind } }) => kind).sort()).toEqual([
    'sample-followup',
    'sample-lead',
    'sample-offer',
  ]);
  expect(await leela.get<AlertCounts>('/api/alerts/counts')).toEqual({
    lead: 0,
    followup: 0,
    offer: 0,
    bill: 0,
    team: 0,
  });
  expect(await readAlerts(leela)).toHaveLength(3);
});
