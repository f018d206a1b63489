import { ReadStores, countLanes } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { setOfLane, viewSetOf } from '#platform/read-side/projections/view-set.js';
import { type Mongo, connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { allProjections } from '#projections/all-projections.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { measureEventLoopDelay } from '../acceptance/product/event-loop-delay.js';
import { type Person, captureLead, createTeam } from '../acceptance/product/person.js';
import type { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { readViewsOnMongo } from '../chaos/views-on-mongo.js';
import { Deployment } from './deployment.js';

const PROJECTION_LANES = 3;
const LANES = countLanes(PROJECTION_LANES);
let deployment: Deployment;
let mongo: Mongo;
let stores: ReadStores;
let organizations: { readonly id: string; readonly admin: Person }[];
beforeAll(async () => {
  deployment = await Deployment.start({ backend: 1, workers: 1 }, undefined, {
    PROJECTION_LANES: String(PROJECTION_LANES),
  });
  mongo = await connectMongo(deployment.servers.MONGO_URL);
  const set = viewSetOf(allProjections);
  stores = new ReadStores(
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        ReadStoreOnMongo.open(mongo, { set: setOfLane(set, lane, LANES) }),
      ),
    ),
  );
  organizations = [];
  const lanesInUse = () => new Set(organizations.map(({ id }) => stores.findLane(id))).size;
  while (lanesInUse() < PROJECTION_LANES) {
    const { admin, organizationId } = await createTeam(deployment.backend[0]!);
    organizations.push({ id: organizationId, admin });
    await captureLead(admin);
  }
});
afterAll(async () => {
  await mongo?.close();
  await deployment?.dispose();
});

type Lane = { readonly role: string };
async function readRoles({ url }: Product): Promise<readonly string[]> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  const { views } = ((await answer?.json().catch(() => undefined)) ?? {}) as {
    readonly views?: { readonly lanes?: readonly Lane[] };
  };
  return views?.lanes?.map(({ role }) => role) ?? [];
}
const readActiveLanes = async (process: Product): Promise<readonly number[]> =>
  (await readRoles(process)).flatMap((role, lane) => (role === 'active' ? lane : []));

const readEpochs = () =>
  Promise.all(stores.all.map(async (store) => (await store.readCheckpoint('current'))!.epoch));
const untilSeen = async ({ admin }: (typeof organizations)[number], leadId: string) =>
  until(async () => (await admin.request('GET', `/api/leads/${leadId}`)).status === 200, {
    withinMs: 40_000,
    what: () => 'the lead to be seen',
  });
/** Documents and sums of all views, once they have caught up with the organizations' commands. */
async function readDocuments(laneCount: number): Promise<string> {
  for (const { admin } of organizations) await admin.get('/api/leads');
  const views = await readViewsOnMongo(mongo, laneCount);
  const sortedEntries = (value: object) =>
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(
    sortedEntries(views).map(([view, documents]) => [view, sortedEntries(documents as object)]),
  );
}

test('lanes are shared by the processes; those of a killed process are taken over, and no other lane moves', async () => {
  const [survivor, killedHost] = deployment.projections as [Product, Product];
  await until(
    async () =>
      (await readActiveLanes(survivor)).length === 2 &&
      (await readActiveLanes(killedHost)).length === 2,
    { withinMs: 90_000, what: () => 'each process to have two lanes' },
  );
  const lanesOfSurvivor = await readActiveLanes(survivor);
  const epochsBefore = await readEpochs();
  const isKept = ({ id }: (typeof organizations)[number]) =>
    lanesOfSurvivor.includes(stores.all.indexOf(stores.findLane(id)));
  const [keptOrganization, movedOrganization] = [
    organizations.find(isKept)!,
    organizations.find((each) => !isKept(each))!,
  ];

  await killedHost.end('SIGKILL');
  const [killedAt, loopDelay] = [performance.now(), measureEventLoopDelay()];
  const lateCapture = captureLead(movedOrganization.admin).then((leadId) =>
    untilSeen(movedOrganization, leadId),
  );
  const leadId = await captureLead(keptOrganization.admin);
  await untilSeen(keptOrganization, leadId);
  let roles: readonly string[] = [];
  const areTakenOver = async () => {
    roles = await readRoles(survivor);
    return roles.length === LANES && roles.every((role) => role === 'active');
  };
  await until(areTakenOver, {
    withinMs: 40_000,
    everyMs: 50,
    what: () => `the lanes to be taken over: ${roles.join()}`,
  });
  const seconds = (performance.now() - killedAt - loopDelay()) / 1_000;
  await lateCapture;
  const epochsAfter = await readEpochs();
  for (let lane = 0; lane < LANES; lane++)
    expect([lane, epochsAfter[lane]! > epochsBefore[lane]!]).toEqual([
      lane,
      !lanesOfSurvivor.includes(lane),
    ]);
  process.stdout.write(`taken over after ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(10);
}, 180_000);

test('one lane and several hold equal documents, and either is built beside the other', async () => {
  const [oldBackend] = deployment.backend as [Product];
  await deployment.startAnother('projections', { PROJECTION_LANES: '1' });
  const oneLaneBackend = await deployment.startAnother('backend', { PROJECTION_LANES: '1' });
  expect(JSON.parse(await (await fetch(`${oneLaneBackend.url}/readyz`)).text())).toMatchObject({
    status: 'ready',
  });
  // Waits for effects of reactors and jobs, which come a little later.
  await until(async () => (await readDocuments(1)) === (await readDocuments(LANES)), {
    withinMs: 40_000,
    everyMs: 500,
    what: () => 'the views to be equal',
  });
  expect(await readDocuments(1)).toContain(organizations[0]!.id);
  expect(await (await fetch(`${oldBackend.url}/readyz`)).json()).toMatchObject({ status: 'ready' });
}, 180_000);
