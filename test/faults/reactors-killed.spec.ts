import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import type { AlertList } from '#domain/notifications/alerts.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Person,
  captureLead,
  joinOrganization,
  newPhone,
  signUp,
  createTeam,
} from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { ControlledProcess } from '../chaos/controlled-process.js';
import { readAllLeads } from './all-pages.js';
import { findBrokenChains, readEventsIn, streamsOf } from './log-checks.js';
import { type SentCommand, sendUntilAnswered } from './send-until-answered.js';

/** Reactors complete a command's effects, at whatever point the process is killed. */

let folder: string;
let controlledProcess: ControlledProcess;
let [meera, asha]: [Person, Person] = [undefined!, undefined!];
let inviteCode: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-reactors-'));
  controlledProcess = await ControlledProcess.start(
    'product',
    'backend/src/all-in-one',
    join(folder, 'data'),
  );
  const people = await createTeam(controlledProcess.product, 'Asha');
  ({ admin: meera, inviteCode } = people);
  [asha] = people.reps;
});
afterAll(async () => {
  await controlledProcess?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Kills the process by a failpoint during `send`, within 30 s, and restarts it. */
async function killAt(failpoint: string, send: () => Promise<SentCommand>): Promise<void> {
  await controlledProcess.armAndWait(`${failpoint}:kill`);
  const sending = send();
  let lastAnswer: unknown = 'nothing';
  sending.then(
    ({ answer: { status, body } }) => (lastAnswer = { status, body }),
    (error: unknown) => (lastAnswer = error),
  );
  const hasEnded = await controlledProcess.exitsWithin(30_000);
  expect({
    failpoint,
    ended: hasEnded,
    ...(!hasEnded && { answered: lastAnswer, output: controlledProcess.product.output }),
  }).toEqual({ failpoint, ended: true });
  await controlledProcess.kill();
  await controlledProcess.restart();
  await sending;
}

const [FIRST_PAYMENT_PAISE, SECOND_PAYMENT_PAISE] = [5_000_001, 99];
const customerReactor = 'customer-of-lead';
const boundaries = [
  ['is in the log and was not answered', 'after-append(ConvertLead)'],
  ['was read by the reactor, which has sent nothing', `before-follow-up(${customerReactor})`],
  ['has its customer decided, and not in the log', 'before-append(CreateCustomer)'],
  ['has its customer in the log, and the reactor was not told', 'after-append(CreateCustomer)'],
  ['has its customer, and the checkpoint is older', `after-follow-up(${customerReactor})`],
] as const;

/** Leads whose customers are checked in the log at the end. */
const convertedLeadIds: string[] = [];

test.each(boundaries)(
  'a conversion that %s when the process ends has one customer, and its payment once',
  async (_, failpoint) => {
    const leadId = await captureLead(asha, { siteName: 'Green Meadows' });
    convertedLeadIds.push(leadId);
    const readCustomer = () =>
      asha.request<CustomerDetail>('GET', `/api/customers/${leadId}`).catch(() => undefined);
    const untilPaid = (paise: number) =>
      until(async () => (await readCustomer())?.body.paidPaise === paise, {
        withinMs: 30_000,
        what: () => `${paise} paise`,
      });

    await killAt(failpoint, () =>
      sendUntilAnswered(asha, 'ConvertLead', {
        leadId,
        projectValuePaise: 45_000_001,
        paymentPaise: FIRST_PAYMENT_PAISE,
        method: 'UPI',
      }),
    );
    await untilPaid(FIRST_PAYMENT_PAISE);
    // Lost and converted again, the lead keeps its customer, with a second payment.
    await sendUntilAnswered(asha, 'MarkLeadLost', { leadId, reason: 'Second thoughts' });
    await killAt(failpoint, () =>
      sendUntilAnswered(asha, 'ConvertLead', { leadId, paymentPaise: SECOND_PAYMENT_PAISE }),
    );
    await untilPaid(FIRST_PAYMENT_PAISE + SECOND_PAYMENT_PAISE);
    expect((await readCustomer())!.body).toMatchObject({
      projectValuePaise: 45_000_001,
      siteName: 'Green Meadows',
      stage: 'Paid',
    });
  },
);

const alertsReactor = 'alerts-of-events';
/** Leads that caused one alert each. */
const assignedLeadIds: string[] = [];

test.each([
  ['was read by the reactor, which has sent nothing', `before-follow-up(${alertsReactor})`],
  ['has its alert decided, and not in the log', 'before-append(RaiseAlert)'],
  ['has its alert in the log, and the reactor was not told', 'after-append(RaiseAlert)'],
  ['has its alert, and the checkpoint is older', `after-follow-up(${alertsReactor})`],
] as const)('an assigned lead that %s when the process ends alerts once', async (_, failpoint) => {
  const leadId = randomUUID();
  const lead = {
    leadId,
    firstName: 'Sunita',
    lastName: 'Rao',
    phone: newPhone(),
    city: 'Pune',
    type: 'Owner',
    assignedTo: asha.id,
  };
  await killAt(failpoint, () => sendUntilAnswered(meera, 'CreateLead', lead));
  const readAlertsOrNone = async () =>
    (await asha.request<AlertList>('GET', '/api/alerts').catch(() => undefined))?.body.items ?? [];
  const readAlerts = async () =>
    (await readAlertsOrNone()).filter(({ about }) => about.leadId === leadId);
  await until(async () => (await readAlerts()).length > 0, {
    withinMs: 30_000,
    what: () => 'the alert',
  });
  assignedLeadIds.push(leadId);
});

test('a departure during which the process ends between two leads passes each lead on once', async () => {
  const ravi = await signUp(controlledProcess.product, 'Ravi');
  await joinOrganization(ravi, inviteCode);
  const leadIds = [await captureLead(ravi), await captureLead(ravi), await captureLead(ravi)];
  await killAt('between-follow-ups(leads-of-who-left)', () =>
    sendUntilAnswered(ravi, 'LeaveOrganization', {}, { key: randomUUID() }),
  );
  const readReassignedLeads = async () =>
    (await readAllLeads(meera).catch(() => [])).filter(
      (lead) => leadIds.includes(lead.leadId) && lead.assignedTo.id === meera.id,
    );
  await until(async () => (await readReassignedLeads()).length === leadIds.length, {
    withinMs: 30_000,
    what: () => 'all three to be an admin’s',
  });

  await controlledProcess.product.end();
  const events = await readEventsIn(controlledProcess.product.dataDir);
  expect(findBrokenChains(events)).toEqual([]);
  const typesOf = (id: string, category: string) =>
    [...streamsOf(events)]
      .filter(([stream]) => stream.startsWith(`${category}-`) && stream.endsWith(id))
      .map(([, history]) => history.map(({ type }) => type));
  for (const leadId of leadIds)
    expect(typesOf(leadId, 'lead')).toEqual([['LeadCreated', 'LeadReassigned']]);
  expect(assignedLeadIds).toHaveLength(4);
  const alertedLeadIds = events
    .filter(({ type }) => type === 'AlertRaised')
    .map(({ data }) => (data as { readonly about: AlertAbout }).about.leadId);
  for (const leadId of assignedLeadIds)
    expect(alertedLeadIds.filter((each) => each === leadId)).toEqual([leadId]);
  expect(convertedLeadIds).toHaveLength(boundaries.length);
  for (const leadId of convertedLeadIds)
    expect(typesOf(leadId, 'customer')).toEqual([
      ['CustomerCreated', 'PaymentRecorded', 'PaymentRecorded'],
    ]);
});
