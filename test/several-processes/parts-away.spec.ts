import { dayIn, wallClockIn } from '#domain/kernel/values/days.js';
import type { AlertList } from '#domain/notifications/alerts.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person, captureLead, newPhone, createTeam } from '../acceptance/product/person.js';
import { freeze, thaw } from '../acceptance/product/freeze-process.js';
import { findFreePort } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import { EventStoreProcess } from '../servers/event-store-stand-in/event-store-process.js';
import { startReplicaSet } from '../servers/programs/mongod.js';
import { RedisProcess } from '../servers/programs/redis-process.js';
import { S3StandIn } from '../servers/stand-ins/s3-stand-in.js';
import { Deployment } from './deployment.js';

/** Own servers, because this spec stops them. */
let folder: string;
let events: EventStoreProcess;
let redis: RedisProcess;
let mongo: Awaited<ReturnType<typeof startReplicaSet>>;
let files: S3StandIn;
let deployment: Deployment;
let asha: Person;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-away-'));
  // Sequential, so that a failure leaves no started server unassigned.
  events = await EventStoreProcess.start(join(folder, 'log'));
  redis = await RedisProcess.start();
  mongo = await startReplicaSet();
  files = await S3StandIn.start();
  const servers = {
    EVENTSTORE_URL: events.url,
    MONGO_URL: mongo.urlOf('away'),
    REDIS_URL: redis.url(),
    S3_URL: files.url(),
  };
  deployment = await Deployment.start({ backend: 1, projections: 1, workers: 1 }, servers);
  const { reps } = await createTeam(deployment.backend[0]!, 'Asha');
  [asha] = reps;
});
afterAll(async () => {
  await deployment?.dispose();
  await Promise.all([events?.kill(), redis?.dispose(), mongo?.stop(), files?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

type Ready = { readonly status: string; readonly down?: Readonly<Record<string, string>> };
const readReadiness = async (): Promise<readonly [number, Ready]> => {
  const answer = await fetch(`${deployment.backend[0]!.url}/readyz`);
  return [answer.status, (await answer.json()) as Ready];
};
const expectEverythingWorks = () =>
  until(
    async () => {
      const [status, { down }] = await readReadiness();
      return status === 200 && down === undefined;
    },
    { withinMs: 30_000, everyMs: 100, what: () => 'everything to answer again' },
  );
/** Repeats a capture with one key until it is accepted. */
const sendUntilAccepted = async (lead: ReturnType<typeof newLeadData>, key: string) =>
  until(async () => (await sendCommand(asha, 'CreateLead', lead, { key })).status === 200, {
    withinMs: 30_000,
    everyMs: 100,
    what: () => 'the lead to be accepted',
  });

describe('while Redis is away', () => {
  test('leads are captured and read, codes are refused with the reason, and everything resumes when it is back', async () => {
    await redis.end('SIGKILL');
    const leadId = await captureLead(asha);
    expect(await asha.get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
    expect((await asha.request('GET', '/api/dashboard')).status).toBe(200);

    const stranger = new Person(deployment.backend[0]!, 'Bina', newPhone());
    const refusal = await stranger.signUp({ verify: false }).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^503 unavailable: Redis/);
    const [status, { down }] = await readReadiness();
    expect([status, Object.keys(down ?? {})]).toEqual([200, ['jobs']]);
    expect(down!['jobs']).toMatch(/Redis/);

    await redis.start();
    await expectEverythingWorks();
    await new Person(deployment.backend[0]!, 'Chetan', newPhone()).signUp();
  });
});

describe('while Redis is emptied', () => {
  test('each due alert is raised once, by three workers, two of which are killed', async () => {
    const { admin, reps } = await createTeam(deployment.backend[0]!, 'Asha', 'Ravi');
    const [owner, successor] = reps;
    // Chooses a time zone where it is after eight in the morning and long before midnight.
    const isDay = (time: string) => time >= '08:10' && time < '23:30';
    const timeZone = ['Asia/Kolkata', 'America/New_York'].find((zone) =>
      isDay(wallClockIn(zone, new Date().toISOString()).slice(-5)),
    )!;
    await admin.send('ChangeOrganizationDetails', { timeZone });
    const today = dayIn(timeZone, new Date().toISOString());
    const readAlerts = async (person: Person) =>
      (await person.get<AlertList>('/api/alerts?type=followup')).items.filter(
        ({ about }) => about.leadId,
      );
    const readDueAlerts = async (person: Person) =>
      (await readAlerts(person)).map(({ about: { kind, leadId } }) => `${kind} ${leadId}`).sort();
    const leadIds: string[] = [];
    const planAndAwaitAlerts = async () => {
      leadIds.push(await captureLead(owner, { followUpOn: today }));
      const due = leadIds.map((leadId) => `follow-up-due ${leadId}`).sort();
      await until(async () => (await readDueAlerts(owner)).join() === due.join(), {
        withinMs: 30_000,
        what: () => `${leadIds.length} due alerts, each once`,
      });
    };
    const redisClient = new Redis(redis.url());
    try {
      await planAndAwaitAlerts();
      await redisClient.flushall();
      await planAndAwaitAlerts();
      // A restarted worker reads the whole day again, including alerts that are already raised.
      await deployment.workers[0]!.restart('SIGKILL');
      await planAndAwaitAlerts();
      await redisClient.flushall();
      await planAndAwaitAlerts();
      await deployment.workers[0]!.restart('SIGKILL');
      await planAndAwaitAlerts();
    } finally {
      redisClient.disconnect();
    }
    const [leadId] = leadIds as [string];
    await admin.afterCommandsOf(owner).send('ReassignLead', { leadId, assignedTo: successor.id });
    await until(async () => (await readDueAlerts(successor)).length === 1, {
      withinMs: 30_000,
      what: () => 'a due alert for the new owner of the lead',
    });
    expect(await readDueAlerts(successor)).toEqual([`follow-up-due ${leadId}`]);
    expect(await readDueAlerts(owner)).toHaveLength(leadIds.length);
  });
});

describe.each([
  ['MongoDB', () => mongo.pid, /views|secrets|MongoDB/i],
  ['the event log', () => events.pid, /log/i],
] as const)('while %s is away', (_, pid, partName) => {
  test('commands are refused with the reason within seconds, and work normally when it is back', async () => {
    await freeze(pid());
    const [lead, key] = [newLeadData(), randomUUID()];
    const askedAt = performance.now();
    const { status, body } = await sendCommand(asha, 'CreateLead', lead, { key });
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.detail).toMatch(partName);
    expect(performance.now() - askedAt).toBeLessThan(15_000);
    const [notReadyStatus, { down }] = await readReadiness();
    expect(notReadyStatus).toBe(503);
    expect(Object.keys(down ?? {}).join()).toMatch(partName);
    expect((await fetch(`${deployment.backend[0]!.url}/healthz`)).status).toBe(200);

    thaw(pid());
    await sendUntilAccepted(lead, key);
    await expectEverythingWorks();
    const isSeen = async () =>
      (await asha.request('GET', `/api/leads/${lead.leadId}`)).status === 200;
    await until(isSeen, { withinMs: 20_000, what: () => 'the lead to be seen' });
  });
});

test('while the event log is away, recent callers can still read, with a note that data may be old', async () => {
  const leadId = await captureLead(asha);
  const read = async (path: string) => {
    const { status, headers } = await asha.request('GET', path);
    return [status, headers.get('x-stale')];
  };
  await until(async () => (await read(`/api/leads/${leadId}`))[0] === 200, {
    withinMs: 20_000,
    what: () => 'the lead to be seen',
  });
  await read('/api/me');
  await freeze(events.pid);
  try {
    await until(async () => (await read('/api/me'))[1] === 'true', {
      withinMs: 15_000,
      what: () => 'answers to be marked',
    });
    expect(await read(`/api/leads/${leadId}`)).toEqual([200, 'true']);
    expect((await sendCommand(asha, 'CreateLead', newLeadData())).status).toBe(503);
  } finally {
    thaw(events.pid);
  }
  await expectEverythingWorks();
  await until(async () => (await read('/api/me'))[1] === null, {
    withinMs: 20_000,
    what: () => 'answers to be current',
  });
});

describe('a process that starts while a server is away', () => {
  test('waits for it, with a message', async () => {
    await events.kill();
    const earlyWorkers = await deployment.add('workers');
    const starting = earlyWorkers.start();
    await until(() => /Waiting for esdb:\/\/127\.0\.0\.1:\d+: \w/.test(earlyWorkers.output), {
      withinMs: 20_000,
      what: () => 'it to say what it waits for',
    });
    await events.restart();
    await starting;
    expect(earlyWorkers.output).toMatch(/esdb:\/\/127\.0\.0\.1:\d+ answers/);
    await expectEverythingWorks();
  });

  test('gives up after a configurable time, with a message', async () => {
    const port = await findFreePort();
    const unstarted = await deployment.add('workers', {
      EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
      WAIT_FOR_SERVERS_SECONDS: '2',
    });
    const message = await unstarted.start().catch((error: Error) => error.message);
    expect(message).toMatch(/ended with 1/);
    expect(message).toContain(`esdb://127.0.0.1:${port} did not answer within 2 s`);
    expect(message).not.toMatch(/^\s+at /m);
  });
});
