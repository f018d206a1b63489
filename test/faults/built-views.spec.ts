import type { LeadList } from '#domain/leads/lead.views.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { NO_STREAM } from '#platform/event-log/event-log.js';
import { MAX_PARKED_STREAMS } from '#platform/read-side/projections/projector.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { createNewerBuild } from '../several-processes/newer-build.js';
import { runOperatorCommandIn } from './operator-commands.js';

/** Upgrade of the embedded parts to a build with a new version of a view. */

const folder = folders();
let product: Product;
let checkout: string;
beforeAll(async () => {
  product = await Product.start({ dataDir: folder() });
});
afterAll(() => product?.dispose());

const listViewFiles = () =>
  readdirSync(product.dataDir).filter((name) => name.startsWith('views.sqlite.for-'));

/** Builds the views of a build beside the running process. */
const buildViews = (checkout: string) =>
  runOperatorCommandIn(checkout, 'build-views', { DATA_DIR: product.dataDir });

const checkUpgrade = (checkout: string, ...args: string[]) =>
  runOperatorCommandIn(checkout, 'upgrade-check', { DATA_DIR: product.dataDir }, ...args);

test('views built beside the old process answer as soon as the new process starts', async () => {
  const { admin } = await createTeam(product);
  const [earlierLeadId, erasedLeadId] = [
    await captureLead(admin, { firstName: 'Asha' }),
    await captureLead(admin, { firstName: 'Zubeda' }),
  ];
  await admin.send('ErasePersonalData', { leadId: erasedLeadId });
  checkout = createNewerBuild(folder());
  expect(await buildViews(checkout)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The views are built'),
  });
  expect(listViewFiles()).toHaveLength(1);
  const laterLeadId = await captureLead(admin, { firstName: 'Ravi' });
  const viewsBegin = (await admin.request('GET', '/api/leads')).headers.get('X-Views');

  await product.end();
  const { dataDir } = product;
  product = await Product.create({ dataDir, checkout });
  await product.startListening();
  const meera = new Person(product, admin.name, admin.phone, admin.id);
  for (const [name, value] of admin.cookies) meera.cookies.set(name, value);
  const statuses: number[] = [];
  const { headers, body } = await until(
    async () => {
      const answer = await meera.request<LeadList>('GET', '/api/leads');
      statuses.push(answer.status);
      const isThere = answer.body.items?.some(({ leadId }) => leadId === laterLeadId);
      return isThere ? answer : undefined;
    },
    { what: () => `the lead that was captured after the views were built: ${statuses}` },
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(headers.get('X-Views')).toBe(viewsBegin);
  expect(body.items.map(({ leadId }) => leadId)).toContain(earlierLeadId);
  expect(JSON.stringify(body)).not.toContain('Zubeda');
  expect(listViewFiles()).toEqual([]);
});

test('an erasure removes views that were built before, and a repair lets browsers start over', async () => {
  const { admin } = await createTeam(product);
  const leadId = await captureLead(admin, { firstName: 'Zubeda' });
  await buildViews(checkout);
  expect(listViewFiles()).toHaveLength(1);
  await admin.send('ErasePersonalData', { leadId });
  await until(async () => listViewFiles().length === 0, { what: () => 'built views are removed' });

  const readBeginOfViews = async () =>
    (await admin.request('GET', '/api/leads')).headers.get('X-Views');
  const viewsBeginBefore = await readBeginOfViews();
  await buildViews(checkout);
  await product.end();
  await product.start();
  expect(await readBeginOfViews()).not.toBe(viewsBeginBefore);
  expect(listViewFiles()).toEqual([]);
});

test('views that were built for another build are removed, complete or not', async () => {
  await product.end();
  for (const name of ['0123456789ab', '0123456789ab.unfinished', '0123456789ab.unfinished-wal'])
    writeFileSync(join(product.dataDir, `views.sqlite.for-${name}`), 'of the past');
  await product.start();
  expect(listViewFiles()).toEqual([]);
});

test('upgrade-check says which views a build makes, beside the process of another', async () => {
  const [refusedReport, sameBuildReport, otherBuildReport] = await Promise.all([
    checkUpgrade(checkout, 'all'),
    checkUpgrade(checkout),
    checkUpgrade('.'),
  ]);
  expect(refusedReport.code).toBe(2);
  expect(sameBuildReport).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Views: all \d+ stay$/m),
  });
  expect(sameBuildReport.output).not.toContain('Time:');

  expect(otherBuildReport.code).toBe(0);
  expect(otherBuildReport.output).toMatch(
    /^Views: all \d+ are built, because of lead-list \(version \d+ after 999\)$/m,
  );
  expect(otherBuildReport.output).toMatch(
    /^Time: about \d+ s, measured with the first \d+ events$/m,
  );
  expect(otherBuildReport.output).toMatch(/^Disk: about \d+ MB/m);
  expect(otherBuildReport.output).toMatch(/^Not in the log yet: .*BillSubmitted.*/m);
  expect(otherBuildReport.output).not.toMatch(/^Not in the log yet: .*LeadCreated/m);
  await buildViews('.');
  expect((await checkUpgrade('.')).output).toMatch(/^Time: none/m);
});

test('upgrade-check names what a former build parks, and refuses a log with too much of it', async () => {
  await product.end();
  const path = join(product.dataDir, 'log.sqlite');
  const log = EventLogOnSqlite.open(path);
  const newest = (await log.readAll('', 1_000)).findLast(({ type }) => type === 'LeadCreated')!;
  const { stream, metadata } = newest;
  const { organizationId } = metadata;
  const revision = (await log.read(stream)).at(-1)!.revision;
  const newerEvent = (type: string, schemaVersion = 1) => ({
    ...newest,
    type,
    metadata: { ...metadata, eventId: randomUUID(), schemaVersion },
  });
  await log.append(stream, revision, [newerEvent('LeadTeleported'), newerEvent('LeadCreated', 99)]);
  const ownStream = `organization-${organizationId}`;
  await log.append(ownStream, (await log.read(ownStream)).at(-1)!.revision, [newerEvent('Moved')]);
  await log.close();
  const hashContents = () =>
    ['log', 'keys', 'secrets', 'views'].map((name) =>
      hash('sha256', readFileSync(join(product.dataDir, `${name}.sqlite`))),
    );
  const hashesBefore = hashContents();
  const fewReport = await checkUpgrade('.');
  expect(fewReport.code).toBe(0);
  expect(fewReport.output).toContain(
    'Events of a newer build: LeadTeleported (1), LeadCreated (version 99) (1), Moved (1)\n' +
      'Records parked until a newer build runs: 2; their organizations: 1. All others go on.\n' +
      `Shut out until then are all members of: ${ownStream}\n`,
  );
  expect(hashContents()).toEqual(hashesBefore);

  const reopenedLog = EventLogOnSqlite.open(path);
  const appends = Array.from({ length: MAX_PARKED_STREAMS + 1 }, () =>
    reopenedLog.append(`journey-${organizationId}_${randomUUID()}`, NO_STREAM, [
      newerEvent('Travelled'),
    ]),
  );
  await Promise.all(appends);
  await reopenedLog.close();
  const manyReport = await checkUpgrade('.');
  expect([manyReport.code, manyReport.output]).toEqual([
    1,
    expect.stringContaining('This build cannot park so many records.\n'),
  ]);
});
