import type { FileLink } from '#domain/kernel/files/file.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Person,
  captureLead,
  newPhone,
  expectRefusal,
  createTeam,
} from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { readStoredContents } from '../acceptance/product/stored-contents.js';
import { until } from '../acceptance/product/until.js';
import { captureLeadWithPhoto } from './lead-with-photo.js';
import { runOperatorCommand } from './operator-commands.js';

/** Organizations that leave an installation, and the others that stay in it. */

let folder: string;
let homeFolder: string;
let product: Product;
let departing: Awaited<ReturnType<typeof createOrganization>>;
let staying: Awaited<ReturnType<typeof createOrganization>>;

/**
 * Creates an organization with a lead, a photo, an invitation, an auditor's link and a shared
 * product.
 */
async function createOrganization(installation: Product, repName: string, leadName: string) {
  const { admin, reps, organizationId, inviteCode } = await createTeam(installation, repName);
  const lead = await captureLeadWithPhoto(admin, leadName);
  const invited = { name: `${leadName} Invited`, phone: newPhone() };
  await admin.send('InviteMember', { invitationId: randomUUID(), ...invited, role: 'sales' });
  const token = randomBytes(16).toString('hex');
  const today = new Date().toISOString().slice(0, 10);
  await admin.send('CreateAuditLink', {
    linkId: randomUUID(),
    from: today,
    to: today,
    expiresOn: `${Number(today.slice(0, 4)) + 1}-01-01`,
    tokenSha256: createHash('sha256').update(token).digest('hex'),
  });
  return { admin, rep: reps[0], organizationId, inviteCode, lead, invited, token };
}

const signInAt = (installation: Product, { name, phone, id }: Person) =>
  new Person(installation, name, phone, id).signIn();

/** Answers to members of an organization, and the hash of its photo. */
async function readAnswers(person: Person, { fileId }: { readonly fileId: string }) {
  const { items } = await person.get<LeadList>('/api/leads');
  const { url } = await person.get<FileLink>(`/api/files/${fileId}`);
  const photo = await fetch(`${person.product.url}${url}`);
  const feed = await person.get<{ items: readonly object[] }>('/api/audit?kind=lead');
  return JSON.stringify([
    items,
    await person.get<object>('/api/team'),
    await person.get<object>('/api/team/invitations'),
    feed.items.length,
    createHash('sha256')
      .update(new Uint8Array(await photo.arrayBuffer()))
      .digest('hex'),
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-departures-'));
  homeFolder = join(folder, 'home');
  product = await Product.start({ dataDir: homeFolder });
  departing = await createOrganization(product, 'Zubeda Khan', 'Rajesh');
  staying = await createOrganization(product, 'Farhan Irani', 'Asha');
});
afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const runOrganizationCommand = (dataDir: string, ...args: string[]) =>
  runOperatorCommand('organization', { DATA_DIR: dataDir }, ...args);

test('an export beside the running process is complete, readable, and contains nobody else', async () => {
  expect(await runOrganizationCommand(homeFolder, 'list')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${departing.organizationId}  accounts: 2  Sharma Solar`),
  });
  const exportFolder = join(folder, 'export');
  expect(
    await runOrganizationCommand(homeFolder, 'export', departing.organizationId, exportFolder),
  ).toEqual({
    code: 0,
    output: expect.stringMatching(/Sharma Solar is in .*: \d+ events of \d+ records and \d+ files/),
  });
  expect(await runOperatorCommand('verify', { DATA_DIR: exportFolder })).toMatchObject({ code: 0 });
  const text = readFileSync(join(exportFolder, 'events.jsonl'), 'utf8');
  for (const ownText of [
    departing.admin.phone,
    departing.rep!.name,
    'Rajesh',
    departing.invited.phone,
  ])
    expect(text).toContain(ownText);
  const allContents = [...(await readStoredContents(exportFolder, undefined)).values()].join('');
  for (const foreignText of [staying.organizationId, staying.admin.phone, staying.rep!.id])
    expect(allContents.includes(foreignText)).toBe(false);
  expect(
    await runOrganizationCommand(homeFolder, 'export', departing.organizationId, exportFolder),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining('is there already'),
  });
  expect(
    await runOrganizationCommand(homeFolder, 'export', randomUUID(), join(folder, 'none')),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no organization'),
  });
});

test('an import beside another organization leaves both as they were, and can be repeated', async () => {
  const answersBefore = await readAnswers(departing.admin, departing.lead);
  const exportFolder = join(folder, 'export');
  const targetFolder = join(folder, 'target');
  const targetProduct = await Product.start({ dataDir: targetFolder });
  const residentTeam = await createTeam(targetProduct);
  await captureLead(residentTeam.admin, { firstName: 'Kiran' });
  await targetProduct.end();
  for (let times = 0; times < 2; times++)
    expect(await runOrganizationCommand(targetFolder, 'import', exportFolder)).toEqual({
      code: 0,
      output: expect.stringContaining('Sharma Solar is imported, with its keys'),
    });
  expect(await runOperatorCommand('verify', { DATA_DIR: targetFolder }, '--log')).toMatchObject({
    code: 0,
  });

  await targetProduct.start();
  const meera = await signInAt(targetProduct, departing.admin);
  expect(await readAnswers(meera, departing.lead)).toEqual(answersBefore);
  const newestCode = await targetProduct.readNewestCode(departing.invited.phone);
  expect(newestCode).toBeUndefined();
  expect(await meera.request('GET', `/api/linked-audit/${departing.token}`)).toMatchObject({
    status: 200,
  });
  const { phone } = (await meera.get<LeadList>('/api/leads')).items[0]!;
  expect((await expectRefusal(captureLead(meera, { phone }))).problem.code).toBe(
    'lead-phone-taken',
  );
  const sunita = await signInAt(targetProduct, residentTeam.admin);
  expect((await sunita.get<LeadList>('/api/leads')).items).toHaveLength(1);
  expect((await sunita.request('GET', `/api/leads/${departing.lead.leadId}`)).status).toBe(404);
  await captureLead(meera, { firstName: 'New' });
  await targetProduct.end();
  expect(await runOperatorCommand('verify', { DATA_DIR: targetFolder }, '--log')).toMatchObject({
    code: 0,
  });
  await targetProduct.dispose();
});

test('a closed organization is missing for ever, and the others notice nothing', async () => {
  const answersBefore = await readAnswers(staying.admin, staying.lead);
  expect(
    await runOperatorCommand('backup', { DATA_DIR: homeFolder }, join(folder, 'backups')),
  ).toMatchObject({
    code: 0,
  });
  await product.end();
  const { organizationId } = departing;
  const announcement = await runOrganizationCommand(homeFolder, 'close', organizationId);
  expect(announcement).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing is closed.'),
  });
  for (let times = 0; times < 2; times++)
    expect(
      await runOrganizationCommand(homeFolder, 'close', organizationId, 'Sharma Solar'),
    ).toEqual({
      code: 0,
      output: expect.stringContaining('Sharma Solar is closed here'),
    });
  expect(
    await runOrganizationCommand(homeFolder, 'export', organizationId, join(folder, 'late')),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining('was closed here'),
  });

  await product.start();
  await expectClosed(product, answersBefore);
  // A backup from before the departure: after its restore the organization is closed there too.
  const backups = join(folder, 'backups');
  expect(await runOperatorCommand('backup', { DATA_DIR: homeFolder }, backups)).toMatchObject({
    code: 0,
  });
  const [firstBackup] = readdirSync(backups).toSorted();
  const restoredFolder = join(folder, 'restored');
  expect(
    await runOperatorCommand('restore', { DATA_DIR: restoredFolder }, join(backups, firstBackup!)),
  ).toMatchObject({
    code: 0,
  });
  const restarted = await Product.start({ dataDir: restoredFolder });
  await expectClosed(restarted, answersBefore);
  await restarted.dispose();
});

async function expectClosed(installation: Product, answersBefore: string): Promise<void> {
  const { admin, organizationId, lead, token, inviteCode } = departing;
  const farhan = await signInAt(installation, staying.admin);
  await until(async () => (await readAnswers(farhan, staying.lead)) === answersBefore, {
    what: () => 'the other organization to be as it was',
  });
  const storedContents = await readStoredContents(installation.dataDir, undefined);
  const secrets = ['Rajesh', admin.phone, departing.rep!.name, departing.invited.phone];
  // Ignores requested codes, which name a number and expire within an hour.
  const exposedSecrets = [...storedContents]
    .filter(([name]) => !name.startsWith('secrets.'))
    .flatMap(([name, bytes]) =>
      secrets.flatMap((secret) => (bytes.includes(secret) ? [`${secret} in ${name}`] : [])),
    );
  expect(exposedSecrets).toEqual([]);
  expect((await expectRefusal(signInAt(installation, admin))).status).toBe(404);
  const oldPerson = new Person(installation, admin.name, admin.phone, admin.id);
  for (const [name, value] of admin.cookies) oldPerson.cookies.set(name, value);
  expect((await oldPerson.request('GET', '/api/leads')).status).toBe(401);
  const stranger = await new Person(installation, 'Somebody', newPhone()).signUp();
  expect((await stranger.request('GET', `/api/linked-audit/${token}`)).status).toBe(
    (await stranger.request('GET', `/api/linked-audit/${'0'.repeat(32)}`)).status,
  );
  expect(
    (await expectRefusal(stranger.send('JoinOrganization', { inviteCode }))).problem.code,
  ).toBe('invite-code-unknown');
  expect(
    (await expectRefusal(stranger.send('FoundOrganization', { organizationId, name: 'Mine' })))
      .status,
  ).toBe(404);
  expect((await farhan.request('GET', `/api/leads/${lead.leadId}`)).status).toBe(404);
  expect(
    await runOperatorCommand('verify', { DATA_DIR: installation.dataDir }, '--log'),
  ).toMatchObject({
    code: 0,
  });
  // The admin's number can sign up again.
  await new Person(installation, 'Meera Anew', admin.phone).signUp();
}
