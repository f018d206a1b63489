import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { viewSetOf } from '#platform/read-side/projections/view-set.js';
import { allProjections } from '#projections/all-projections.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freeze, thaw } from '../acceptance/product/freeze-process.js';
import { type Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { measureEventLoopDelay } from '../acceptance/product/event-loop-delay.js';
import { until } from '../acceptance/product/until.js';
import { readAllLeads } from '../faults/all-pages.js';
import { Deployment, readRole } from './deployment.js';

let deployment: Deployment;
let asha: Person;
beforeAll(async () => {
  deployment = await Deployment.start({ backend: 1, workers: 1 });
  const { reps } = await createTeam(deployment.backend[0]!, 'Asha');
  [asha] = reps;
});
afterAll(() => deployment?.dispose());

/**
 * Waits until the lead is visible. A new host first projects the events that were recorded while no
 * host did.
 */
const untilSeen = (leadId: string) =>
  until(async () => (await asha.request('GET', `/api/leads/${leadId}`)).status === 200, {
    withinMs: 40_000,
    what: () => 'the lead to be seen',
  });

test('a frozen host is replaced within ten seconds, and writes nothing when it continues', async () => {
  const mongo = await connectMongo(deployment.servers.MONGO_URL);
  const store = await ReadStoreOnMongo.open(mongo, { set: viewSetOf(allProjections) });
  const readEpoch = async () => (await store.readCheckpoint('current'))!.epoch;
  const { active, standingBy } = await deployment.findHosts();
  const epochBefore = await readEpoch();
  const capturedIds: string[] = [];
  let isCapturing = true;
  const traffic = (async () => {
    while (isCapturing) capturedIds.push(await captureLead(asha));
  })();
  await until(() => capturedIds.length > 5);

  await freeze(active.pid!);
  const [frozenAt, loopDelay] = [performance.now(), measureEventLoopDelay()];
  await until(async () => (await readRole(standingBy)) === 'active', {
    withinMs: 40_000,
    everyMs: 50,
    what: () => 'the other host to take over',
  });
  const seconds = (performance.now() - frozenAt - loopDelay()) / 1_000;
  expect(seconds).toBeLessThan(10);
  const leadOfTakeover = await captureLead(asha);
  await untilSeen(leadOfTakeover);
  const epochAfter = await readEpoch();
  expect(epochAfter).toBeGreaterThan(epochBefore);

  thaw(active.pid!);
  const capturedCount = capturedIds.length;
  const epochs: number[] = [];
  await until(
    async () => {
      epochs.push(await readEpoch());
      return (await readRole(active)) === 'standing by' && capturedIds.length > capturedCount + 20;
    },
    { withinMs: 40_000, what: () => 'the host that was frozen to stand by' },
  );
  expect(new Set(epochs)).toEqual(new Set([epochAfter]));
  expect(await readRole(standingBy)).toBe('active');

  isCapturing = false;
  await traffic;
  process.stdout.write(`taken over after ${seconds.toFixed(1)} s\n`);
  // Leads are neither lost nor doubled, and the count equals the list.
  const allLeadIds = [...capturedIds, leadOfTakeover].sort();
  const { total } = await asha.get<{ readonly total: number }>('/api/leads');
  expect(total).toBe(allLeadIds.length);
  expect((await readAllLeads(asha)).map(({ leadId }) => leadId).sort()).toEqual(allLeadIds);
  await mongo.close();
});

test('a host that is told to end releases its lease for the other', async () => {
  const { active, standingBy } = await deployment.findHosts();
  await active.end('SIGTERM');
  const [endedAt, loopDelay] = [performance.now(), measureEventLoopDelay()];
  await until(async () => (await readRole(standingBy)) === 'active', {
    withinMs: 40_000,
    everyMs: 50,
    what: () => 'the other host to take over',
  });
  expect(performance.now() - endedAt - loopDelay()).toBeLessThan(4_000);
  await untilSeen(await captureLead(asha));
});
