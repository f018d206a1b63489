import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { runOperatorCommand } from './operator-commands.js';

/** Operators verify, rotate and restore a log that was signed by the running product. */

let folder: string;
let dataDir: string;
let leadId: string;
/** Checkpoint and public keys, as they are kept outside. */
let keptCheckpoint: string;
let keptKeys: string;

const fetchText = async (product: Product, path: string) =>
  (await fetch(`${product.url}/audit/log/${path}`)).text();
const requestProof = (admin: Person, id: string) => admin.request('GET', `/api/proofs/lead/${id}`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-notary-'));
  dataDir = join(folder, 'data');
  const product = await Product.start({ dataDir });
  const { admin } = await createTeam(product);
  leadId = await captureLead(admin, { firstName: 'Rajesh' });
  expect((await requestProof(admin, leadId)).status).toBe(200);
  [keptCheckpoint, keptKeys] = [
    await fetchText(product, 'checkpoint'),
    await fetchText(product, 'keys'),
  ];
  await product.end();
  writeFileSync(join(folder, 'kept.txt'), keptCheckpoint);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyWithChange(name: string, file: string, sql: string): string {
  const path = join(folder, name);
  cpSync(dataDir, path, { recursive: true });
  const database = new Database(join(path, file));
  database.exec(sql);
  database.close();
  return path;
}

test('verify --log finds nothing in what the product wrote', async () => {
  const { code, output } = await runOperatorCommand(
    'verify',
    { DATA_DIR: dataDir },
    '--log',
    join(folder, 'kept.txt'),
  );
  expect([code, output]).toEqual([0, expect.stringContaining('The log fits its checkpoint of')]);
  expect(output).toContain('and the kept checkpoint of');
  expect(output).toMatch(/The views of \d+ records match their events/);
});

test('verify --log names a view that was changed by hand', async () => {
  const views = new Database(join(dataDir, 'views.sqlite'), { readonly: true });
  const [[collection]] = views
    .prepare("SELECT name FROM declared WHERE name LIKE 'lead-list@%'")
    .raw()
    .all([]) as [[string]];
  const [column] = (
    views.prepare(`SELECT name FROM pragma_table_info('${collection}')`).raw().all([]) as [string][]
  )
    .flat()
    .filter((name) => ['json', 'document'].includes(name));
  views.close();
  const path = copyWithChange(
    'changed-view',
    'views.sqlite',
    `UPDATE "${collection}" SET ${column} = json_set(${column}, '$.city', 'Elsewhere')`,
  );
  const { code, output } = await runOperatorCommand('verify', { DATA_DIR: path }, '--log');
  expect(code).toBe(2);
  expect(output).toMatch(
    new RegExp(`The view lead-list of lead-\\S+_${leadId} does not match its events`),
  );
});

test('verify --log names an event that was changed by hand', async () => {
  const path = copyWithChange(
    'changed-event',
    'log.sqlite',
    `UPDATE events SET data = json_set(data, '$.type', 'Other') WHERE stream LIKE 'lead-%${leadId}' AND revision = 0`,
  );
  const { code, output } = await runOperatorCommand('verify', { DATA_DIR: path }, '--log');
  expect(code).toBe(2);
  expect(output).toMatch(new RegExp(`lead-\\S+_${leadId} at 0 was changed`));
});

test('damaged tiles are named, and made again from the log', async () => {
  const path = copyWithChange(
    'changed-tile',
    'secrets.sqlite',
    `UPDATE secrets SET value = json_set(value, '$.hashes', replace(value ->> '$.hashes', 'A', 'B')) WHERE kind = 'notary log tiles' AND id = '0/0'`,
  );
  const { code, output } = await runOperatorCommand('verify', { DATA_DIR: path }, '--log');
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('Tile 0/0 of the log tree is changed'),
  ]);
  expect(await runOperatorCommand('notary', { DATA_DIR: path }, 'rebuild')).toMatchObject({
    code: 0,
  });
  const product = await Product.start({ dataDir: path });
  const { admin } = await createTeam(product);
  const newLeadId = await captureLead(admin, { firstName: 'Asha' });
  expect((await requestProof(admin, newLeadId)).status).toBe(200);
  await product.end();
  const secondCheck = await runOperatorCommand(
    'verify',
    { DATA_DIR: path },
    '--log',
    join(folder, 'kept.txt'),
  );
  expect([secondCheck.code, secondCheck.output]).toEqual([
    0,
    expect.stringContaining('The log fits'),
  ]);
});

test('a restored backup signs under a new origin, and a rotated key signs after the old one', async () => {
  const backups = join(folder, 'backups');
  expect(await runOperatorCommand('backup', { DATA_DIR: dataDir }, backups)).toMatchObject({
    code: 0,
  });
  const [backupName] = readdirSync(backups).filter((each) => !each.endsWith('.jsonl'));
  const restoredFolder = join(folder, 'restored');
  expect(
    await runOperatorCommand('restore', { DATA_DIR: restoredFolder }, join(backups, backupName!)),
  ).toMatchObject({
    code: 0,
  });
  expect(await runOperatorCommand('notary', { DATA_DIR: restoredFolder }, 'rotate')).toMatchObject({
    code: 0,
  });
  const product = await Product.start({ dataDir: restoredFolder });
  const { admin } = await createTeam(product);
  const newLeadId = await captureLead(admin, { firstName: 'Asha' });
  expect((await requestProof(admin, newLeadId)).status).toBe(200);
  const [checkpoint, newKeys] = [
    await fetchText(product, 'checkpoint'),
    await fetchText(product, 'keys'),
  ];
  await product.end();
  const originOf = (note: string) => note.split('\n')[0]!;
  expect(originOf(checkpoint)).toMatch(
    new RegExp(`^${originOf(keptCheckpoint)}/\\d{4}-\\d\\d-\\d\\d-`),
  );
  expect(newKeys.trim().split('\n')).toHaveLength(keptKeys.trim().split('\n').length + 2);
  const { code, output } = await runOperatorCommand(
    'verify',
    { DATA_DIR: restoredFolder },
    '--log',
    join(folder, 'kept.txt'),
  );
  expect([code, output]).toEqual([0, expect.stringContaining('and the kept checkpoint of')]);
});
