import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FileLink } from '#domain/kernel/files/file.views.js';
import { fileKey } from '#platform/files/file-records.js';
import { streamName } from '#platform/event-log/subject.js';
import { listKeyIds } from '#platform/sealing/sealing.js';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import { type Person, captureLead, createTeam } from './product/person.js';
import { Product } from './product/product.js';
import { isOnServers } from './product/servers-of-run.js';
import { readStoredContents } from './product/stored-contents.js';
import { until } from './product/until.js';

const hold = { ERASURE_HOLD_DAYS: '1' };
const drawPicture = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 90, height: 70, channels: 3, background: '#d06030' } })
      .jpeg()
      .toBuffer(),
  );

/** Creates a lead with a photo, lets its rep open the photo, and erases the lead. */
async function eraseLeadWithPhoto(
  admin: Person,
  rep: Person,
  organizationId: string,
  firstName: string,
) {
  const { fileId } = await rep.upload(await drawPicture(), 'roof.jpg', 'image/jpeg');
  const leadId = await captureLead(rep, { firstName, photoFileIds: [fileId] });
  const photoKey = fileKey(organizationId, fileId);
  await until(async () => (await admin.request('GET', `/api/files/${fileId}`)).status === 200, {
    what: () => 'the photo to be the lead’s',
  });
  const link = await rep.get<FileLink>(`/api/files/${fileId}`);
  await admin.send('ErasePersonalData', { leadId });
  return { leadId, fileId, photoKey, link };
}

let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start(hold);
});
afterAll(() => product.dispose());

test('an erasure with a hold of a day hides everything at once; key and photo are destroyed after the day', async () => {
  const { admin, reps, organizationId } = await createTeam(product, 'Asha');
  const [asha] = reps as [Person];
  const { leadId, fileId, photoKey, link } = await eraseLeadWithPhoto(
    admin,
    asha,
    organizationId,
    'Rajesh',
  );
  const { log, keys, records, files, dueErasures } = product.parts;

  await until(() => records.isHeld(photoKey), { what: () => 'the photo to be held' });
  expect((await asha.request('GET', `/api/files/${fileId}`)).status).toBe(404);
  const screens = [`leads/${leadId}`, `leads/${leadId}/timeline`, 'leads', 'leads?q=Patil'];
  const readAnswers = () => Promise.all(screens.map((path) => asha.request('GET', `/api/${path}`)));
  await until(async () => !JSON.stringify(await readAnswers()).includes('Rajesh'), {
    what: () => 'the screens to show nothing of the lead',
  });
  expect((await fetch(`${product.url}${link.url}`)).status).toBe(404);

  const keyIds = [...listKeyIds(await log.read(streamName('lead', organizationId, leadId)))];
  const [heldKey] = [...(await keys.findHeld(keyIds)).values()];
  const readContents = async () => [
    ...(await readStoredContents(product.dataDir, undefined)).values(),
  ];
  const isKeyStored = async () =>
    !isOnServers &&
    (await readContents()).some((content) => content.includes(Buffer.from(heldKey!.key)));
  expect([...(await keys.get(keyIds)).values()]).toEqual([{ destroyedBy: expect.any(String) }]);
  product.advanceClock(days(1) - minutes(5));
  await dueErasures.destroyDue();
  expect([
    await isKeyStored(),
    (await keys.findHeld(keyIds)).size,
    (await files.stat(photoKey)) !== undefined,
  ]).toEqual([!isOnServers, 1, true]);

  product.advanceClock(minutes(6));
  await dueErasures.destroyDue();
  await until(async () => !(await isKeyStored()), {
    what: () => 'the key’s bytes to be overwritten',
  });
  expect([
    (await keys.findHeld(keyIds)).size,
    await files.stat(photoKey),
    await records.findHeld(),
  ]).toEqual([0, undefined, []]);
});

test('an operator can copy the data of a mistaken erasure until its day, and nothing afterwards', async () => {
  if (isOnServers) return; // Servers use the same ports; this test reads the data folder.
  const product = await Product.start({ env: hold });
  const folder = mkdtempSync(join(tmpdir(), 'copied-'));
  const runErasuresCommand = async (...args: readonly string[]) => {
    const env = { ...process.env, NODE_OPTIONS: '', ...hold, DATA_DIR: product.dataDir };
    return promisify(execFile)(process.execPath, ['dist/workers/src/erasures.js', ...args], {
      env,
    }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
  };
  try {
    const { admin, reps, organizationId } = await createTeam(product, 'Asha');
    const [asha] = reps;
    const { leadId, fileId, photoKey } = await eraseLeadWithPhoto(
      admin,
      asha,
      organizationId,
      'Rajesh',
    );
    await until(async () => (await asha.request('GET', `/api/files/${fileId}`)).status === 404, {
      what: () => 'the photo to be hidden',
    });
    await product.end();
    const stream = streamName('lead', organizationId, leadId);
    expect(await runErasuresCommand('list')).toMatch(
      new RegExp(`^${stream} was erased at .*\\nErased records that are held: 1\\.`),
    );
    expect(await runErasuresCommand('copy', stream, folder)).toContain('Events: 2, files: 1.');
    expect(readdirSync(folder).sort()).toEqual([`${photoKey}.jpeg`, 'record.json']);
    const [firstEvent] = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8')) as readonly {
      readonly data: object;
    }[];
    expect(firstEvent!.data).toMatchObject({ firstName: 'Rajesh', city: 'Pune' });
    expect(
      await runErasuresCommand('copy', streamName('lead', organizationId, newId()), folder),
    ).toContain('No key of');

    const restartedProduct = await Product.start({
      dataDir: product.dataDir,
      env: { ...hold, FAILPOINTS: `clock:jump:${days(1) + minutes(1)}:*` },
    });
    const isPhotoRemoved = () =>
      listStoredFiles(product.dataDir).every((name) => !name.includes(photoKey));
    await until(async () => isPhotoRemoved(), { what: () => 'the photo to be removed' });
    await restartedProduct.end();
    expect(await runErasuresCommand('list')).toBe('Erased records that are held: 0.\n');
    expect(await runErasuresCommand('copy', stream, folder)).toContain('No key of');
  } finally {
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});

const listStoredFiles = (dataDir: string): readonly string[] =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' });
