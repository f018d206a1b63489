import type { FileLink } from '#domain/kernel/files/file.views.js';
import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person, captureLead, createTeam } from '../../acceptance/product/person.js';
import { Product } from '../../acceptance/product/product.js';
import { allocateServers } from '../../acceptance/product/servers-of-run.js';
import { until } from '../../acceptance/product/until.js';
import type { ServerAddresses } from '../../servers/programs/server-pool.js';
import { captureLeadWithPhoto } from '../lead-with-photo.js';
import { runOperatorCommand } from '../operator-commands.js';

/** MongoDB, Redis, stand-ins of EventStoreDB and S3, with the product on them. */
let servers: ServerAddresses;
let folder: string;
let backups: string;
let product: Product;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldtrace-backups-'));
  backups = join(folder, 'backups');
  servers = await allocateServers();
  product = await Product.start({ dataDir: join(folder, 'home'), env: servers });
});
afterAll(async () => {
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function makeBackup(): Promise<string> {
  const backupRun = await runOperatorCommand(
    'backup',
    { DATA_DIR: join(folder, 'home'), ...servers },
    backups,
  );
  expect(backupRun).toMatchObject({ code: 0 });
  const names = readdirSync(backups).filter((name) => !name.endsWith('.jsonl'));
  return join(backups, names.sort().at(-1)!);
}

test('a backup of servers is practised beside them, and restored to others without the erased lead', async () => {
  const { admin } = await createTeam(product);
  const [erasedLead, keptLead] = [
    await captureLeadWithPhoto(admin, 'Rajesh'),
    await captureLeadWithPhoto(admin, 'Asha'),
  ];
  const backup = await makeBackup();
  const laterLeadId = await captureLead(admin, { firstName: 'Later' });
  await admin.send('ErasePersonalData', { leadId: erasedLead.leadId });
  await until(
    async () => (await admin.request('GET', `/api/files/${erasedLead.fileId}`)).status === 404,
    { what: () => 'the photo to be gone' },
  );
  await makeBackup(); // Names the erasure.
  await captureLead(admin, { firstName: 'Latest' });

  const drill = await runOperatorCommand(
    'drill',
    { DATA_DIR: join(folder, 'home'), ...servers },
    backups,
  );
  expect(drill).toEqual({
    code: 0,
    output: expect.stringMatching(
      /RTO [\d.]+ s[^]*RPO \d+\.\d h: [1-9]\d* events were recorded since[^]*restores whole/,
    ),
  });
  await product.end();

  const restoredFolder = join(folder, 'restored');
  expect(await runOperatorCommand('restore', { DATA_DIR: restoredFolder }, backup)).toEqual({
    code: 0,
    output: expect.stringContaining('1 erasures are applied again'),
  });
  const otherServers = await allocateServers();
  expect(
    await runOperatorCommand('move', { DATA_DIR: restoredFolder, ...otherServers }),
  ).toMatchObject({
    code: 0,
  });

  const restarted = await Product.start({ dataDir: join(folder, 'other'), env: otherServers });
  try {
    const meera = await new Person(restarted, admin.name, admin.phone, admin.id).signIn();
    const { items } = await meera.get<LeadList>('/api/leads');
    const leadIds = items.map(({ leadId }) => leadId);
    expect([leadIds.includes(keptLead.leadId), leadIds.includes(laterLeadId)]).toEqual([
      true,
      false,
    ]);
    expect(JSON.stringify(items)).not.toContain('Rajesh');
    const { url } = await meera.get<FileLink>(`/api/files/${keptLead.fileId}`);
    const photo = await fetch(new URL(url, restarted.url));
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const missingFile = await meera.request('GET', `/api/files/${erasedLead.fileId}`);
    expect(missingFile.status).toBe(404);
  } finally {
    await restarted.dispose();
  }
}, 300_000);
