import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { getEnvelope } from '#platform/sealing/envelope.js';
import { checkAllViews } from '#projections/check-views.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import Database from 'libsql';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { InProcessProduct, minutes } from '../acceptance/product/in-process.js';
import { type Person, captureLead, createTeam } from '../acceptance/product/person.js';

/** Views of a running product that somebody changes by SQL. */

let product: InProcessProduct;
let admin: Person;
let asha: Person;
let organizationId: string;
let rajeshLeadId: string;
beforeAll(async () => {
  product = await InProcessProduct.start({ LOG_LEVEL: 'silent' });
  const people = await createTeam(product, 'Asha');
  ({ organizationId } = people);
  [asha] = people.reps as [Person];
  ({ admin } = people);
  rajeshLeadId = await captureLead(asha, { firstName: 'Rajesh', lastName: 'Deshmukh' });
  await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Wants 12 kW' });
  const dueOn = dayAfter(dayIn('Asia/Kolkata', product.parts.clock.now()), 2);
  await asha.send('ScheduleFollowUp', { leadId: rajeshLeadId, followUpId: newId(), dueOn });
  await asha.afterCommandsOf(asha).get('/api/leads');
});
afterAll(() => product.dispose());

/** Runs statements on the current table of a view. Statements call the table `view`. */
function runOnView(view: string, ...statements: readonly string[]): void {
  const database = new Database(join(product.dataDir, 'views.sqlite'));
  const [[table]] = database
    .prepare(`SELECT name FROM declared WHERE name LIKE '${view}@%' AND name NOT LIKE '%/%'`)
    .raw()
    .all([]) as [[string]];
  for (const statement of statements) database.exec(statement.replaceAll('view', `"${table}"`));
  database.close();
}

function runInFile(name: string, ...statements: readonly string[]): void {
  const database = new Database(join(product.dataDir, name));
  for (const statement of statements) database.exec(statement);
  database.close();
}

/**
 * Runs the next hourly check.
 * @returns reason, which names the documents that do not match their events
 */
async function checkViews(): Promise<string | undefined> {
  product.advanceClock(minutes(61));
  const { viewChecks, store } = product.parts;
  await viewChecks.runRound(async () => {});
  return (await store.readViewsStatus())!.wrong?.because;
}
const readGauge = async (): Promise<string | undefined> =>
  /^fieldtrace_views_changed (\d)/m.exec(
    await fetch(`${product.url}/metrics`).then((answer) => answer.text()),
  )?.[1];

const leadKey = () => `${organizationId}_${rajeshLeadId}`;

test('views that nobody changed match their events', async () => {
  expect(await checkViews()).toBeUndefined();
  expect(await readGauge()).toBe('0');
});

test('a lane that was never projected is reported, not taken for correct', async () => {
  const { log, keys, store } = product.parts;
  const emptyStore = new ReadStoreOnSqlite(join(product.dataDir, 'none.sqlite'));
  const checked = await checkAllViews({ log, keys, stores: new ReadStores([store, emptyStore]) });
  await emptyStore.close();
  expect(checked.missing).toEqual([1]);
});

const changeSql = (path: string) => `UPDATE view SET json = json_set(json, '$.${path}', 'Other')`;
const insertSql = (id: string) => `INSERT INTO view (id, json) VALUES ('${id}', '{}')`;
const missingLeadId = newId();
const tamperings = [
  { view: 'lead-list', sql: changeSql('city'), expectedReason: 'does not match its events' },
  { view: 'lead-detail', sql: 'DELETE FROM view', expectedReason: 'does not match its events' },
  {
    view: 'follow-ups',
    sql: `UPDATE view SET json = '{"on'`,
    expectedReason: 'does not match its events',
  },
  { view: 'lead-timeline', sql: changeSql('by'), expectedReason: 'does not match its events' },
  {
    view: 'visits',
    addedId: () => `${organizationId}_${missingLeadId}`,
    expectedReason: 'no events of lead-',
  },
  {
    view: 'bill-list',
    addedId: () => 'anything',
    expectedReason: 'no events of bill-anything give',
  },
  { view: 'lead-timeline', addedId: () => `${leadKey()}_9`, expectedReason: 'no events of lead-' },
];

test('documents that were changed, removed or added by hand are named, and mended ones are not', async () => {
  const whereLead = `WHERE id >= '${leadKey()}' AND id < '${leadKey()}~'`;
  for (const [index, { view, sql, addedId }] of tamperings.entries())
    if (addedId) runOnView(view, insertSql(addedId()));
    else
      runOnView(
        view,
        `CREATE TABLE kept${index} AS SELECT * FROM view ${whereLead}`,
        `${sql} ${whereLead}`,
      );
  const because = await checkViews();
  for (const { view, expectedReason } of tamperings)
    expect(because).toMatch(new RegExp(`The view ${view} [^.]*${expectedReason}`));
  const { wrong } = (await product.parts.store.readViewsStatus())!;
  expect(wrong!.streams).toContain(`lead-${leadKey()}`);
  expect(await readGauge()).toBe('1');

  for (const [index, { view, addedId }] of tamperings.entries())
    if (addedId) runOnView(view, `DELETE FROM view WHERE id = '${addedId()}'`);
    else {
      runOnView(
        view,
        `DELETE FROM view ${whereLead}`,
        `INSERT INTO view SELECT * FROM kept${index}`,
      );
      runOnView(view, `DROP TABLE kept${index}`);
    }
  expect(await checkViews()).toBeUndefined();
  expect(await readGauge()).toBe('0');
});

test('a record without its key does not hide a changed document of another record', async () => {
  const changedLeadId = await captureLead(asha, { firstName: 'Sunita' });
  const stream = `lead-${organizationId}_${changedLeadId}`;
  await asha.afterCommandsOf(asha).get('/api/leads');
  const { key: id } = getEnvelope((await product.parts.log.read(stream))[0]!)!;
  runInFile('keys.sqlite', `CREATE TABLE away AS SELECT * FROM keys WHERE id = '${id}'`);
  runInFile('keys.sqlite', `DELETE FROM keys WHERE id = '${id}'`);
  runOnView('bill-list', insertSql('anything'));
  expect(await checkViews()).toMatch(/^The view bill-list has a document[^.]*$/);
  runOnView('bill-list', "DELETE FROM view WHERE id = 'anything'");
  runInFile('keys.sqlite', 'INSERT INTO keys SELECT * FROM away', 'DROP TABLE away');
  expect(await checkViews()).toBeUndefined();
});

test('an erased record is not reported as changed while the views lag behind', async () => {
  const { log, keys, store } = product.parts;
  const erasedLeadId = await captureLead(asha, { firstName: 'Kiran' });
  await asha.afterCommandsOf(asha).get('/api/leads');
  const { commit } = store;
  const gate = new EventEmitter();
  const released = once(gate, 'now');
  const commitSpy = jest.spyOn(store, 'commit').mockImplementation(async (...changes) => {
    await released;
    return commit.apply(store, changes);
  });
  await admin.send('ErasePersonalData', { leadId: erasedLeadId });
  try {
    expect((await checkAllViews({ log, keys, stores: new ReadStores([store]) })).wrong).toEqual([]);
  } finally {
    gate.emit('now');
    commitSpy.mockRestore();
  }
});
