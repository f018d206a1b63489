import type { AuditFeed } from '#domain/audit/audit.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { unzip } from '../acceptance/product/unzip.js';

/** Damage of one record does not affect others, even while all views are rebuilt. */

let folder: string;
let dataDir: string;
let product: Product;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-damage-'));
  dataDir = join(folder, 'data');
  product = await Product.start({ dataDir });
});
afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const signInAgain = ({ name, phone, id }: Person) => new Person(product, name, phone, id).signIn();
const readLeadIds = async (person: Person) =>
  (await person.get<LeadList>('/api/leads')).items.map(({ leadId }) => leadId);

/** Parked streams of the views by reason, of one organization. */
async function readParked(organizationId: string): Promise<Readonly<Record<string, number>>> {
  const { views } = (await (await fetch(`${product.url}/readyz`)).json()) as {
    readonly views: {
      readonly parkedByOrganization?: Readonly<Record<string, Readonly<Record<string, number>>>>;
    };
  };
  return views.parkedByOrganization?.[organizationId] ?? {};
}

function runInFile(name: string, ...statements: readonly string[]): void {
  const database = new Database(join(dataDir, name));
  for (const statement of statements) database.exec(statement);
  database.close();
}

test('a lost key and an unreadable event of one organization leave all other records as they were', async () => {
  const { admin, organizationId } = await createTeam(product);
  const [keylessLeadId, unreadableLeadId, wholeLeadId] = [
    await captureLead(admin),
    await captureLead(admin),
    await captureLead(admin),
  ];
  const { admin: otherAdmin, organizationId: otherOrganizationId } = await createTeam(product);
  const otherLeadIds = [await captureLead(otherAdmin), await captureLead(otherAdmin)];
  await product.end();

  // Opening and closing writes the write-ahead log into the database file.
  await KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite')).close();
  const log = new Database(join(dataDir, 'log.sqlite'));
  const [{ key }] = log
    .prepare(`SELECT data -> 'sealed' ->> 'key' AS key FROM events WHERE stream LIKE ? LIMIT 1`)
    .all([`lead-%${keylessLeadId}`]) as [{ key: string }];
  log.close();
  runInFile(
    'log.sqlite',
    `UPDATE events SET data = '{"half"' WHERE stream LIKE 'lead-%${unreadableLeadId}'`,
  );
  runInFile(
    'keys.sqlite',
    `CREATE TABLE away AS SELECT * FROM keys WHERE id = '${key}'`,
    `DELETE FROM keys WHERE id = '${key}'`,
  );
  for (const name of ['views.sqlite', 'views.sqlite-wal', 'views.sqlite-shm'])
    rmSync(join(dataDir, name), { force: true });

  await product.start();
  expect((await readLeadIds(await signInAgain(otherAdmin))).sort()).toEqual(
    [...otherLeadIds].sort(),
  );
  const manager = await signInAgain(admin);
  expect(await readLeadIds(manager)).toEqual([wholeLeadId]);
  expect(await readParked(organizationId)).toEqual({ 'has lost its key': 1, 'is no JSON': 1 });
  expect(await readParked(otherOrganizationId)).toEqual({});
  expect(await captureLead(manager)).toBeDefined();
  const feed = await manager.get<AuditFeed>('/api/audit');
  const damagedLeads = feed.items.filter(({ damaged }) => damaged).map(({ recordId }) => recordId);
  expect(new Set(damagedLeads)).toEqual(new Set([keylessLeadId, unreadableLeadId]));
  expect(feed.items.map(({ type }) => type)).toContain('OrganizationFounded');
  const leadHistory = await manager.get<AuditFeed>(
    `/api/audit?kind=lead&record=${unreadableLeadId}`,
  );
  expect(leadHistory.items).toMatchObject([{ type: 'Damaged', damaged: true, data: {} }]);
  const zip = await manager.get<string>('/api/audit.zip?kind=lead');
  expect(unzip(Buffer.from(zip, 'latin1')).get('audit.csv')).toContain(unreadableLeadId);

  runInFile('keys.sqlite', 'INSERT INTO keys SELECT * FROM away', 'DROP TABLE away');
  await until(async () => (await readLeadIds(manager)).includes(keylessLeadId), {
    withinMs: 60_000,
    what: () => 'the lead whose key is back',
  });
  expect(await readParked(organizationId)).toEqual({ 'is no JSON': 1 });
});
