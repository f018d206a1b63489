import type { JobPayloads } from '#domain/jobs.js';
import type { Language } from '#domain/accounts/account.values.js';
import { asha, leadId, organization, ravi } from '#domain/leads/lead.examples.js';
import { alertsAggregate, type Alerts } from '#domain/notifications/alerts.aggregate.js';
import type { AlertsEvent } from '#domain/notifications/alerts.commands.js';
import { assignedAlert } from '#domain/notifications/alerts.examples.js';
import type {
  PushMessage,
  PushSubscription,
  WebPush,
} from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { folders } from '#platform/testing/folders.js';
import { recorded } from '#platform/testing/recorded.js';
import { beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { PushAlert } from './push-alert.job.js';
import { PushAlerts } from './push-alerts.reactor.js';

const createFolder = folders();
const now = '2026-11-21T09:30:00.000Z';
let secrets: KeyValueStoreOnSqlite;
let subscriptions: PushSubscriptions;
let sent: { readonly to: string; readonly message: PushMessage; readonly secondsLeft: number }[];
let alertEvents: AlertsEvent[];
let pushServiceAnswer: 'sent' | 'gone';

beforeEach(() => {
  secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(createFolder(), 'secrets.sqlite')), {
    now: () => now,
  });
  subscriptions = new PushSubscriptions(secrets);
  [sent, pushServiceAnswer, alertEvents] = [[], 'sent', []];
});

/** Subscribes a browser with a live session. */
async function subscribe(
  name: string,
  topics: readonly string[] = ['lead'],
  sessionFields: object = {},
): Promise<void> {
  await secrets.update('session', name, () => ({ value: { owner: asha.id, ...sessionFields } }));
  const browser = {
    endpoint: `https://push.example.com/${name}`,
    keys: { p256dh: '', auth: '' },
    owner: asha.id,
    organizationId: organization.id,
    sessionId: name,
    topics,
    ...sessionFields,
  };
  await subscriptions.add(browser, '2026-12-21T09:30:00.000Z');
}

const createOrganizations = (members = organization.members) => ({
  get: async () => ({ ...organization, members, locations: new Set<string>() }),
});

const alert = { ...assignedAlert.data };
const findJobs = async (at = now, data: object = alert, correlationId = 'cause') => {
  const [raised] = recorded([
    `alerts-${organization.id}_${asha.id}-2026-11`,
    { type: 'AlertRaised', data },
  ]);
  const event = { ...raised!, metadata: { ...raised!.metadata, correlationId } };
  const reactor = new PushAlerts(
    subscriptions,
    { load: async () => ({ asOf: () => ({ details: organization }) }) } as never,
    { now: () => at } as never,
  );
  return (await reactor.react(event as never)).jobs ?? [];
};

/** Runs the jobs; by default those of `alert`. */
async function runJobs({
  members = organization.members,
  language = 'en-IN',
  jobs,
  at = now,
}: {
  readonly members?: typeof organization.members;
  readonly language?: Language;
  readonly jobs?: Awaited<ReturnType<typeof findJobs>>;
  readonly at?: string;
} = {}): Promise<void> {
  const webPush = {
    send: async ({ endpoint: to }: PushSubscription, message: PushMessage, secondsLeft: number) => {
      sent.push({ to, message, secondsLeft });
      return pushServiceAnswer;
    },
  };
  const alerts = alertEvents.reduce<Alerts>(alertsAggregate.evolve, alertsAggregate.initialState);
  const languages = { load: async () => language } as never;
  const folded = { load: async () => ({ state: alerts }) } as never;
  const clock = { now: () => at } as never;
  const handler = new PushAlert(
    subscriptions,
    webPush as unknown as WebPush,
    createOrganizations(members),
    languages,
    folded,
    clock,
  );
  for (const { data } of jobs ?? (await findJobs()))
    await handler.handle({ data: data as JobPayloads['push-alert'] });
}

test('an alert is sent once to each browser that subscribes to its type', async () => {
  await subscribe('phone', ['lead', 'bill']);
  await subscribe('laptop', ['lead']);
  await subscribe('tablet', ['bill']);
  expect(new Set((await findJobs()).map(({ id }) => id)).size).toBe(2);
  expect(await findJobs()).toEqual(await findJobs());
  await runJobs();
  expect(sent.map(({ to }) => to).sort()).toEqual([
    'https://push.example.com/laptop',
    'https://push.example.com/phone',
  ]);
});

test('what happened before a browser subscribed is not sent to it', async () => {
  await subscribe('phone', ['lead'], { since: now });
  await subscribe('laptop', ['lead'], { since: alert.happenedAt });
  // A change of topics keeps `since`.
  await subscribe('laptop', ['lead', 'bill'], { since: now });
  await runJobs();
  expect(sent.map(({ to }) => to)).toEqual(['https://push.example.com/laptop']);
});

test('the text of a message is fixed, without names and numbers, because it may be on a locked screen', async () => {
  await subscribe('phone');
  await runJobs();
  expect(sent[0]!.message).toEqual({
    title: 'Fieldtrace',
    body: 'A lead was assigned to you.',
    url: `/leads/${leadId}`,
    tag: alert.alertId,
  });
});

test('a message is in the language of the browser’s account', async () => {
  await subscribe('phone');
  await runJobs({ language: 'hi-IN' });
  expect(sent.map(({ message }) => message.body)).toEqual(['आपको एक लीड दी गई है।']);
});

test('a subscription that the push service has ended is dropped', async () => {
  await subscribe('phone');
  pushServiceAnswer = 'gone';
  await runJobs();
  expect(await subscriptions.findByAccount(asha.id)).toEqual([]);
});

test('a former member gets no alerts until they return', async () => {
  await subscribe('phone');
  await runJobs({ members: new Map() });
  expect(sent).toEqual([]);
  await runJobs();
  expect(sent.map(({ to }) => to)).toEqual(['https://push.example.com/phone']);
});

test('a signed-out browser gets no alerts, and its subscription is dropped', async () => {
  await subscribe('laptop');
  await secrets.remove('session', 'laptop');
  await runJobs();
  expect(sent).toEqual([]);
  expect(await subscriptions.findByAccount(asha.id)).toEqual([]);
});

test('an alert is pushed for 12 hours after its event, however late it was raised', async () => {
  await subscribe('phone');
  const raisedLate = { ...alert, happenedAt: '2026-11-21T01:30:00.000Z' };
  await runJobs({ jobs: await findJobs(now, raisedLate) });
  expect(sent.map(({ secondsLeft }) => secondsLeft)).toEqual([4 * 60 * 60]);
  expect(await findJobs('2026-11-21T13:30:00.000Z', raisedLate)).toEqual([]);
});

test('a due follow-up is pushed until its day ends in the organization', async () => {
  await subscribe('phone', ['followup']);
  const due = {
    ...alert,
    type: 'followup',
    about: { kind: 'follow-up-due', leadId, dueOn: '2026-11-21' },
    on: '2026-11-21',
    happenedAt: undefined,
  };
  const jobs = await findJobs(now, due);
  alertEvents = [{ type: 'AlertRaised', data: due as never }];
  await runJobs({ jobs });
  // In Pune the day ends in nine hours: there it is 3 pm.
  expect(sent.map(({ secondsLeft }) => secondsLeft)).toEqual([9 * 60 * 60]);
  const nextDay = '2026-11-21T18:30:00.000Z';
  expect(await findJobs(nextDay, due)).toEqual([]);
  await runJobs({ jobs, at: nextDay });
  expect(sent).toHaveLength(1);
});

test('the follow-ups of a round are one message, while one of them is unread', async () => {
  await subscribe('phone', ['followup']);
  const [due, overdue] = (['follow-up-due', 'follow-up-overdue'] as const).map((kind, index) => ({
    type: 'followup',
    on: '2026-11-21',
    happenedAt: undefined,
    alertId: `0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8f0${index}`,
    about: { kind, leadId, dueOn: kind === 'follow-up-due' ? '2026-11-21' : '2026-11-20' },
  }));
  const dueJobs = await findJobs(now, due);
  const overdueJobs = await findJobs(now, overdue);
  expect(dueJobs.map(({ id }) => id)).toEqual(overdueJobs.map(({ id }) => id));
  // The queue ignores a repeated id for a day, so that later alerts need another one.
  const laterJobs = await findJobs(now, overdue, 'a later cause');
  expect(laterJobs.map(({ id }) => id)).not.toEqual(dueJobs.map(({ id }) => id));
  alertEvents = [
    { type: 'AlertRaised', data: due as never },
    { type: 'AlertRaised', data: overdue as never },
    { type: 'AlertRead', data: { alertId: due!.alertId } },
  ];
  await runJobs({ jobs: dueJobs });
  expect(sent.map(({ message }) => message)).toEqual([
    {
      title: 'Fieldtrace',
      body: 'Follow-ups wait for you today.',
      url: '/followups?group=due',
      tag: 'follow-ups-2026-11-21',
    },
  ]);
  alertEvents.push({ type: 'AlertRead', data: { alertId: overdue!.alertId } });
  await runJobs({ jobs: dueJobs });
  expect(sent).toHaveLength(1);
});

test('an alert that was read while its job waited is not pushed', async () => {
  await subscribe('phone');
  alertEvents = [
    { type: 'AlertRaised', data: alert },
    { type: 'AlertRead', data: { alertId: alert.alertId } },
  ];
  await runJobs();
  expect(sent).toEqual([]);
});

test('old alerts, samples, and alerts of other organizations are not sent', async () => {
  await subscribe('phone', ['lead']);
  expect(await findJobs('2026-11-21T21:30:00.001Z')).toEqual([]);
  expect(await findJobs(now, { ...alert, about: { kind: 'sample-lead' } })).toEqual([]);
  await subscribe('phone', ['lead'], { organizationId: asha.id });
  expect(await findJobs()).toEqual([]);
});

test('a waiting alert is not sent to the browser’s new account, whose subscription stays', async () => {
  await subscribe('tablet');
  const waiting = await findJobs();
  for (const newSession of [{ owner: ravi.id }, { owner: asha.id, organizationId: ravi.id }]) {
    await subscribe('tablet', ['lead'], newSession);
    await runJobs({ jobs: waiting });
    expect(await subscriptions.findByAccount(newSession.owner)).toHaveLength(1);
  }
  expect(sent).toEqual([]);
});

test('knowing an endpoint does not suffice to take over a signed-in browser', async () => {
  const subscriptionOf = (owner: string, sessionId: string, auth: string) => ({
    endpoint: 'https://push.example.com/shared',
    keys: { p256dh: '', auth },
    owner,
    organizationId: organization.id,
    sessionId,
    topics: ['lead'],
  });
  const expiresAt = '2026-12-21T09:30:00.000Z';
  for (const [session, owner] of [
    ['hers', asha.id],
    ['his', ravi.id],
  ] as const)
    await secrets.update('session', session, () => ({ value: { owner } }));
  expect(await subscriptions.add(subscriptionOf(asha.id, 'hers', 'a'), expiresAt)).toBe(true);
  expect(await subscriptions.add(subscriptionOf(ravi.id, 'his', 'b'), expiresAt)).toBe(false);
  await subscriptions.removeByEndpoint(ravi.id, 'https://push.example.com/shared');
  expect(await subscriptions.findByAccount(asha.id)).toHaveLength(1);
  expect(await subscriptions.add(subscriptionOf(ravi.id, 'his', 'a'), expiresAt)).toBe(true);
  await secrets.remove('session', 'his');
  expect(await subscriptions.add(subscriptionOf(asha.id, 'hers', 'c'), expiresAt)).toBe(true);
});
