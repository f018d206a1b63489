import type { BillDetail } from '#domain/bills/bill.views.js';
import type { FileLink } from '#domain/kernel/files/file.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDataFolder } from '#workers/backups/backup-folder.js';
import { checkAllViews } from '#projections/check-views.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { systemClock } from '#platform/common/clock.js';
import Database from 'libsql';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Person, captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { captureLeadWithPhoto } from './lead-with-photo.js';
import { runOperatorCommand } from './operator-commands.js';

/** Backups beside a running process, restores, and data that must not come back with a restore. */

let folder: string;
let dataDir: string;
let backupsFolder: string;
let product: Product;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-backups-'));
  [dataDir, backupsFolder] = [join(folder, 'data'), join(folder, 'backups')];
  product = await Product.start({ dataDir });
});
afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function makeBackup(): Promise<string> {
  expect(await runOperatorCommand('backup', { DATA_DIR: dataDir }, backupsFolder)).toMatchObject({
    code: 0,
  });
  const names = readdirSync(backupsFolder).filter((name) => !name.endsWith('.jsonl'));
  expect(names.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  return join(backupsFolder, names.sort().at(-1)!);
}

/**
 * Restores a backup into a new folder. Its views have to be complete, and without data of erased
 * persons.
 */
async function restore(
  backup: string,
  name: string,
  erasedTexts: readonly string[],
): Promise<string> {
  const path = join(folder, name);
  const { code, output } = await runOperatorCommand('restore', { DATA_DIR: path }, backup);
  expect([code, output]).toEqual([0, expect.stringContaining('erasures are applied again')]);
  expect(output).toContain('The views are those of the backup.');
  const views = new Database(join(path, 'views.sqlite'), { readonly: true });
  const names = views.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").raw().all([]);
  const contents = JSON.stringify(
    (names as [string][]).map(([table]) => views.prepare(`SELECT * FROM "${table}"`).raw().all([])),
  );
  views.close();
  for (const secret of erasedTexts) expect(contents).not.toContain(secret);

  const { close, ...parts } = openDataFolder(path, systemClock);
  const store = ReadStoreOnSqlite.openReadonly(join(path, 'views.sqlite'));
  const { records, wrong } = await checkAllViews({ ...parts, stores: new ReadStores([store]) });
  expect([wrong, records > 5]).toEqual([[], true]);
  await Promise.all([close(), store.close()]);
  return path;
}

/** Adds a store of past days, as a snapshot of the folder has them. */
function addPastStore(dataDir: string): string {
  const past = join(dataDir, 'past');
  mkdirSync(past, { recursive: true });
  writeFileSync(join(past, 'a.sqlite'), 'plain text');
  return past;
}

/** Inode numbers of the log's segments, which are equal for hard links. */
const readSegmentInodes = (backup: string): readonly number[] =>
  readdirSync(join(backup, 'log'))
    .toSorted()
    .map((name) => statSync(join(backup, 'log', name)).ino);

const signInAt = (installation: Product, { name, phone, id }: Person) =>
  new Person(installation, name, phone, id).signIn();

async function submitBillWithPicture(admin: Person) {
  const bytes = await sharp({
    create: { width: 90, height: 70, channels: 3, background: 'green' },
  })
    .jpeg()
    .toBuffer();
  const { fileId } = await admin.upload(new Uint8Array(bytes), 'bill.jpg', 'image/jpeg');
  const billId = randomUUID();
  await admin.send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 45_000,
    spentOn: '2026-01-15',
    imageFileId: fileId,
    note: 'Lunch with Rajesh',
  });
  await admin.send('ApproveBill', { billId });
  return { billId, fileId };
}

test('a backup made beside the running process restores everything, and an erased person stays erased', async () => {
  const { admin, organizationId, reps } = await createTeam(product, 'Zubeda Khan');
  const [member] = reps;
  const invitationId = randomUUID();
  const invited = { name: 'Farhan Irani', phone: '+919822099887' };
  await admin.send('InviteMember', { invitationId, ...invited });
  const [erasedLead, keptLead] = [
    await captureLeadWithPhoto(admin, 'Rajesh'),
    await captureLeadWithPhoto(admin, 'Asha'),
  ];
  const bill = await submitBillWithPicture(admin);
  const firstBackup = await makeBackup();
  const names = readdirSync(firstBackup, { recursive: true }) as string[];
  for (const name of names.filter((each) => !each.startsWith('files')))
    expect([name, statSync(join(firstBackup, name)).mode & 0o077]).toEqual([name, 0]);

  const laterLeadId = await captureLead(admin, { firstName: 'Later' });
  await admin.send('ErasePersonalData', { leadId: erasedLead.leadId });
  await admin.send('EraseBill', { billId: bill.billId });
  await admin.send('EraseInvitation', { invitationId, reason: 'asked' });
  await admin.send('RemoveMember', { memberId: member!.id });
  await until(
    () =>
      admin.send('EraseMember', { memberId: member!.id, reason: 'asked' }).then(
        () => true,
        () => false,
      ),
    { what: () => 'the former member to be erased' },
  );
  for (const { fileId } of [erasedLead, bill])
    await until(async () => (await admin.request('GET', `/api/files/${fileId}`)).status === 404, {
      what: () => 'the files to be gone',
    });
  const secondBackup = await makeBackup();
  await product.end();
  expect(readSegmentInodes(secondBackup)).toEqual([
    ...readSegmentInodes(firstBackup),
    expect.any(Number),
  ]);

  for (const [backup, name] of [
    [firstBackup, 'restored-first'],
    [firstBackup, 'restored-again'],
    [secondBackup, 'restored-second'],
  ] as const) {
    const erasedTexts = ['Rajesh', ...Object.values(invited), member!.name, member!.phone];
    const path = await restore(backup, name, erasedTexts);
    const restarted = await Product.start({ dataDir: path });
    const meera = await signInAt(restarted, admin);
    const { items } = await meera.get<LeadList>('/api/leads');
    const leadIds = items.map(({ leadId }) => leadId);
    expect(leadIds).toContain(keptLead.leadId);
    expect(leadIds.includes(laterLeadId)).toBe(backup === secondBackup);
    expect(JSON.stringify(items)).not.toContain('Rajesh');
    const { url } = await meera.get<FileLink>(`/api/files/${keptLead.fileId}`);
    expect((await fetch(`${restarted.url}${url}`)).headers.get('content-type')).toBe('image/jpeg');
    for (const { fileId } of [erasedLead, bill])
      expect((await meera.request('GET', `/api/files/${fileId}`)).status).toBe(404);
    const { amountPaise, note = '' } = await meera.get<BillDetail>(`/api/bills/${bill.billId}`);
    expect([amountPaise, note]).toEqual([45_000, '']);

    // Restored to a time before the removal, the member belongs to the organization again, without
    // name and number.
    const readText = async (path: string) => JSON.stringify(await meera.get<object>(path));
    const auditText = await readText('/api/audit');
    expect(auditText).toContain('MemberInvited');
    const answers = [
      auditText,
      ...(await Promise.all(
        [
          '/api/team',
          '/api/team/invitations',
          `/api/history/member/${member!.id}`,
          `/api/history/organization/${organizationId}`,
        ].map(readText),
      )),
    ];
    for (const secret of erasedTexts.slice(1))
      for (const answer of answers) expect(answer).not.toContain(secret);

    // Another erasure, at a position that the original log has used for something else.
    await meera.send('ErasePersonalData', { leadId: keptLead.leadId });
    await restarted.end();
    const tombstonesFile = join(folder, `${name}.jsonl`);
    cpSync(join(backupsFolder, 'tombstones.jsonl'), tombstonesFile);
    const listing = await runOperatorCommand(
      'tombstones',
      { DATA_DIR: path },
      'list',
      tombstonesFile,
    );
    expect(listing).toEqual({ code: 0, output: '1 erasures are added to 4.\n' });
    const past = addPastStore(path);
    const applied = await runOperatorCommand(
      'tombstones',
      { DATA_DIR: path },
      'apply',
      tombstonesFile,
    );
    expect([applied, existsSync(past)]).toEqual([expect.objectContaining({ code: 0 }), false]);
    await restarted.dispose();
  }
});

test('a drill restores the newest backup, and says what a restore takes and loses', async () => {
  product = await Product.start({ dataDir });
  const { admin } = await createTeam(product);
  await captureLeadWithPhoto(admin, 'Asha');
  const backup = await makeBackup();
  await captureLead(admin, { firstName: 'Later' });
  const { code, output } = await runOperatorCommand('drill', { DATA_DIR: dataDir }, backupsFolder);
  expect([code, output]).toEqual([0, expect.stringContaining('The backup restores whole.')]);
  expect(output).toMatch(/RTO [\d.]+ s: restored in [\d.]+ s, views ready [\d.]+ s later/);
  expect(output).toMatch(/RPO 0\.0 h: [1-9]\d* events were recorded since/);
  expect(readdirSync(backupsFolder).filter((name) => name.startsWith('drill-'))).toEqual([]);

  expect(
    await runOperatorCommand('drill', { DATA_DIR: join(folder, 'none') }, backupsFolder),
  ).toEqual({
    code: 0,
    output: expect.stringContaining('not compared, because there is no installation here'),
  });
  expect(output).toContain('The views are those of the backup.');
  const log = new Database(join(backup, 'log', readdirSync(join(backup, 'log')).sort().at(-1)!));
  log.exec(`DELETE FROM events WHERE position = (SELECT max(position) FROM events)`);
  log.close();
  expect(await runOperatorCommand('drill', { DATA_DIR: dataDir }, backupsFolder)).toEqual({
    code: 2,
    output: expect.stringMatching(
      /sqlite was changed after[^]*backup.json counts \d+ events, and the copy has \d+/,
    ),
  });
  await product.end();
});

test('a folder in use, half a backup and missing tombstones are named', async () => {
  const backup = await makeBackup();
  expect(await runOperatorCommand('restore', { DATA_DIR: dataDir }, backup)).toEqual({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
  const loneBackup = join(folder, 'alone', 'backup');
  cpSync(backup, loneBackup, { recursive: true });
  expect(
    await runOperatorCommand(
      'restore',
      { DATA_DIR: join(folder, 'without-tombstones') },
      loneBackup,
    ),
  ).toEqual({ code: 2, output: expect.stringContaining('nobody is erased again') });
  // Backup in the format of early builds: the log in one file, no views.
  const earlyBackup = join(folder, 'early', 'backup');
  cpSync(join(folder, 'without-tombstones'), earlyBackup, { recursive: true });
  rmSync(join(earlyBackup, 'views.sqlite'));
  const { log: _, ...manifest } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'));
  writeFileSync(join(earlyBackup, 'backup.json'), JSON.stringify(manifest));
  cpSync(join(backupsFolder, 'tombstones.jsonl'), join(folder, 'early', 'tombstones.jsonl'));
  expect(
    await runOperatorCommand('restore', { DATA_DIR: join(folder, 'from-early') }, earlyBackup),
  ).toEqual({
    code: 0,
    output: expect.stringContaining('made from the log at the first start: the backup has none'),
  });
  renameSync(join(backup, 'log', '0001.sqlite'), join(folder, 'segment'));
  expect(
    await runOperatorCommand('restore', { DATA_DIR: join(folder, 'no-segment') }, backup),
  ).toEqual({
    code: 1,
    output: expect.stringContaining('0001.sqlite is missing'),
  });
  writeFileSync(join(backup, 'backup.json'), '{"madeAt":');
  expect(await runOperatorCommand('backup', { DATA_DIR: dataDir }, backupsFolder)).toEqual({
    code: 0,
    output: expect.stringContaining('All is copied anew'),
  });
  rmSync(join(backup, 'backup.json'));
  expect(await runOperatorCommand('restore', { DATA_DIR: join(folder, 'half') }, backup)).toEqual({
    code: 1,
    output: expect.stringContaining('is no complete backup'),
  });
});

test('a backup that fails leaves nothing', async () => {
  const failingFolder = join(folder, 'failing');
  mkdirSync(join(failingFolder, 'tombstones.jsonl'), { recursive: true });
  expect(await runOperatorCommand('backup', { DATA_DIR: dataDir }, failingFolder)).toMatchObject({
    code: 1,
  });
  expect(readdirSync(failingFolder)).toEqual(['tombstones.jsonl']);
});

test('verify names the organization, the record and the reason of each damage', async () => {
  expect(await runOperatorCommand('verify', { DATA_DIR: dataDir })).toEqual({
    code: 0,
    output: expect.stringContaining('are intact'),
  });
  const damaged = join(folder, 'damaged');
  cpSync(dataDir, damaged, { recursive: true });
  const log = new Database(join(damaged, 'log.sqlite'));
  const rows = log
    .prepare(
      `SELECT stream, data -> 'sealed' ->> 'key' AS key FROM events WHERE stream LIKE 'lead-%' AND revision = 0`,
    )
    .all([]) as { readonly stream: string; readonly key: string }[];
  const [keyless, changed] = [rows[0]!, rows[1]!];
  log.exec(
    `UPDATE events SET data = json_set(data, '$.type', 'Other') WHERE stream = '${changed.stream}' AND revision = 0`,
  );
  log.close();
  const keys = new Database(join(damaged, 'keys.sqlite'));
  keys.exec(`DELETE FROM keys WHERE id = '${keyless.key}'`);
  keys.close();
  const { code, output } = await runOperatorCommand('verify', { DATA_DIR: damaged });
  expect(code).toBe(2);
  expect(output).toContain(`${keyless.stream} at 0 has lost its key (${keyless.key})`);
  expect(output).toContain(`${changed.stream} at 0 was changed`);
  expect(output).toMatch(/Damaged records of organization [\w-]+: 2/);

  const missingKeys = await runOperatorCommand('keys', { DATA_DIR: damaged }, 'missing');
  expect(missingKeys.code).toBe(2);
  expect(missingKeys.output).toContain(`${keyless.key} of organization `);
  expect(missingKeys.output).toContain(keyless.stream);
  expect(await runOperatorCommand('keys', { DATA_DIR: damaged }, 'give-up', changed.key)).toEqual({
    code: 1,
    output: expect.stringContaining('Not missing, so nothing was given up'),
  });
  const past = addPastStore(damaged);
  expect(await runOperatorCommand('keys', { DATA_DIR: damaged }, 'give-up', keyless.key)).toEqual({
    code: 0,
    output: expect.stringContaining('Keys given up: 1.'),
  });
  expect(existsSync(past)).toBe(false);
  const repairedLog = new Database(join(damaged, 'log.sqlite'));
  expect(
    repairedLog
      .prepare(`SELECT data -> 'streams' AS streams FROM events WHERE stream = ?`)
      .all([`key-${keyless.key}`]),
  ).toEqual([{ streams: JSON.stringify([keyless.stream]) }]);
  repairedLog.close();
  expect(await runOperatorCommand('keys', { DATA_DIR: damaged }, 'missing')).toEqual({
    code: 0,
    output: 'No key is missing.\n',
  });
});
