import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import type { ReactorsStatus } from '#platform/jobs/reactors/reactors-health.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isRunning } from '../acceptance/product/child-process.js';
import { Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { readAllLeads } from './all-pages.js';
import { findBrokenChains, readEventsIn, streamsOf } from './log-checks.js';
import { sendUntilAnswered } from './send-until-answered.js';

let folder: string;
let dataDir: string;
let failpoints: string;
let product: Product;
let [admin, rep]: [Person, Person] = [undefined!, undefined!];

const HANG_MS = 100_000;
const releaseHang = () => {
  writeFileSync(failpoints, '');
  process.kill(product.pid!, 'SIGUSR2');
};

const chunks = 'chunks';
/** Comment by which the bundler marks the view's source. */
const viewSourceMark = '// projections/src/leads/lead-list.projection.ts\n';

/**
 * Copies this build, with an older version of the view of leads.
 * @returns folder of the copy
 */
function copyOlderBuild(): string {
  const checkout = join(folder, 'build-before');
  for (const part of ['backend', 'projections', 'workers', chunks])
    cpSync(`dist/${part}`, join(checkout, 'dist', part), { recursive: true });
  cpSync('package.json', join(checkout, 'package.json'));
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  const hasViewSource = (file: string) =>
    file.endsWith('.js') && readFileSync(file, 'utf8').includes(viewSourceMark);
  const [file, ...otherFiles] = readdirSync(join(checkout, 'dist', chunks))
    .map((name) => join(checkout, 'dist', chunks, name))
    .filter(hasViewSource);
  expect(otherFiles).toEqual([]);
  const [otherSources, viewSource] = readFileSync(file!, 'utf8').split(viewSourceMark) as [
    string,
    string,
  ];
  const olderSource = viewSource.replace(
    /(?<=\n\s*)version: (\d+)/,
    (_, version: string) => `version: ${Number(version) - 1}`,
  );
  expect(olderSource).not.toBe(viewSource);
  writeFileSync(file!, `${otherSources}${viewSourceMark}${olderSource}`);
  return checkout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-waiting-'));
  [dataDir, failpoints] = [join(folder, 'data'), join(folder, 'failpoints')];
  writeFileSync(failpoints, '');
});
afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs a person in at the newer build. */
const signInAtNewer = ({ name, phone, id }: Person) =>
  new Person(product, name, phone, id).signIn();

/** Reason why a reactor stands still; undefined while it runs without parked effects. */
async function readStallReason(reactor: string): Promise<string | undefined> {
  const { reactors } = (await (await fetch(`${product.url}/readyz`)).json()) as {
    readonly reactors: ReactorsStatus;
  };
  return reactors.standing[reactor]?.because ?? (reactor in reactors.parked ? 'parked' : undefined);
}

/** Ends the process and reads the event types of some records. */
async function endAndReadTypes(
  category: string,
  ids: readonly string[],
): Promise<readonly (readonly string[])[]> {
  await product.end();
  const events = await readEventsIn(dataDir);
  expect(findBrokenChains(events)).toEqual([]);
  const streams = [...streamsOf(events)].filter(([stream]) => stream.startsWith(`${category}-`));
  return ids.map((id) =>
    streams.flatMap(([stream, history]) =>
      stream.endsWith(id) ? history.map(({ type }) => type) : [],
    ),
  );
}

test('if a member leaves while a newer build rebuilds a view, each lead is passed on once', async () => {
  const olderProduct = await Product.start({ dataDir, checkout: copyOlderBuild() });
  ({
    admin,
    reps: [rep],
  } = await createTeam(olderProduct, 'Ravi'));
  const leadIds = [await captureLead(rep), await captureLead(rep), await captureLead(rep)];
  expect((await rep.get<LeadList>('/api/leads')).items).toHaveLength(leadIds.length);
  await olderProduct.end();

  writeFileSync(failpoints, `before-take-over:hang:${HANG_MS}`);
  product = await Product.create({ dataDir, env: { FAILPOINTS: failpoints } });
  await product.startListening();
  const [meera, ravi] = [await signInAtNewer(admin), await signInAtNewer(rep)];
  expect((await product.readReadiness()).body.views?.role).toBe('rebuilding');
  await sendUntilAnswered(ravi, 'LeaveOrganization', {}, { key: randomUUID() });
  await until(async () => (await readStallReason('leads-of-who-left')) === 'ViewNotReady', {
    what: () => 'the reactor to wait for the view',
  });
  releaseHang();
  const readReassignedLeads = async () =>
    (await readAllLeads(meera).catch(() => [])).filter(
      ({ assignedTo }) => assignedTo.id === meera.id,
    );
  await until(async () => (await readReassignedLeads()).length === leadIds.length, {
    withinMs: 60_000,
    what: () => 'all three to be an admin’s',
  });
  await until(async () => (await readStallReason('leads-of-who-left')) === undefined, {
    what: () => 'the reactor to go on',
  });
  expect(await endAndReadTypes('lead', leadIds)).toEqual(
    leadIds.map(() => ['LeadCreated', 'LeadReassigned']),
  );
});

test('a conversion while keys are missing creates one customer once they are back', async () => {
  // Written before the start, because a later signal may arrive after the command.
  writeFileSync(failpoints, 'before-follow-up(customer-of-lead):kill');
  await product.start();
  const meera = await signInAtNewer(admin);
  const leadId = await captureLead(meera);
  const converting = sendUntilAnswered(meera, 'ConvertLead', {
    leadId,
    projectValuePaise: 45_000_001,
    paymentPaise: 5_000_001,
    method: 'UPI',
  });
  await until(() => !isRunning(product.pid!), {
    what: () => 'the process to end before its customer is made',
  });
  await product.end();
  const keysFile = join(dataDir, 'keys.sqlite');
  // Opening and closing writes the write-ahead log into the database file.
  await KeyStoreOnSqlite.open(keysFile).close();
  runOnKeys(keysFile, 'CREATE TABLE backup AS SELECT * FROM keys', 'DELETE FROM keys');

  writeFileSync(failpoints, '');
  await product.startListening();
  await until(async () => (await readStallReason('customer-of-lead')) !== undefined, {
    withinMs: 60_000,
    what: () => 'the reactor to miss the keys',
  });
  runOnKeys(keysFile, 'INSERT OR IGNORE INTO keys SELECT * FROM backup', 'DROP TABLE backup');
  expect((await converting).answer.status).toBe(200);
  const readCustomer = () =>
    meera.request<CustomerDetail>('GET', `/api/customers/${leadId}`).catch(() => undefined);
  await until(async () => (await readCustomer())?.body.paidPaise === 5_000_001, {
    withinMs: 120_000,
    what: () => 'the customer, and the payment',
  });
  await until(async () => (await readStallReason('customer-of-lead')) === undefined, {
    withinMs: 60_000,
    what: () => 'the reactor to go on',
  });
  expect(await endAndReadTypes('customer', [leadId])).toEqual([
    ['CustomerCreated', 'PaymentRecorded'],
  ]);
});

function runOnKeys(path: string, ...statements: readonly string[]): void {
  const database = new Database(path);
  database.exec(`PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE; ${statements.join('; ')}; COMMIT`);
  database.close();
}
