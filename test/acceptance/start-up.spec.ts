import type { LeadList } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Person, type Problem, captureLead, newPhone, createTeam } from './product/person.js';
import { Product } from './product/product.js';
import { until } from './product/until.js';

/**
 * A restart answers at once with the position of its views, however much they lag. Views are in a
 * file, whatever the other parts use.
 */

/** Folder of a copy of the views, made before the demo data. */
const keptFolder = mkdtempSync(join(tmpdir(), 'views-kept-'));
/** Failpoints of the next process, which stop its views before they catch up. */
const failpoints = join(keptFolder, 'failpoints');
const HANG_MS = 100_000;
const releaseHang = () => {
  writeFileSync(failpoints, '');
  process.kill(product.pid!, 'SIGUSR2');
};
const viewsPath = (folder: string) => join(folder, 'views.sqlite');
const DEMO_LEADS = 25;
let product: Product;
let admin: Person;
let existingLeadId: string;

beforeAll(async () => {
  writeFileSync(failpoints, '');
  product = await Product.start({ env: { MONGO_URL: '', FAILPOINTS: failpoints } });
  ({ admin } = await createTeam(product));
  existingLeadId = await captureLead(admin);
  await admin.get('/api/leads');
  await product.end();
  cpSync(viewsPath(product.dataDir), viewsPath(keptFolder));
  await product.start();
  const filled = await fetch(`${product.url}/dev/demo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ leads: DEMO_LEADS, seed: 1, dataDir: realpathSync(product.dataDir) }),
  });
  expect(await filled.text()).toContain('"people"');
  await product.end();
});
afterAll(async () => {
  await product.dispose();
  rmSync(keptFolder, { recursive: true, force: true });
});

const untilCaughtUp = () =>
  until(
    async () => {
      const { ok, body } = await product.readReadiness();
      return ok && body.views?.role === 'active';
    },
    { withinMs: 60_000, what: () => 'the views to have caught up' },
  );

test('a restart whose views lag answers the existing data as outdated, accepts commands, and catches up', async () => {
  rmSync(viewsPath(product.dataDir), { force: true });
  cpSync(viewsPath(keptFolder), viewsPath(product.dataDir));
  writeFileSync(failpoints, `after-documents:hang:${HANG_MS}`);
  await product.startListening();
  const [list, { body }] = await Promise.all([
    admin.request<LeadList>('GET', '/api/leads'),
    product.readReadiness(),
  ]);
  expect(body.views?.role).toBe('catching up');
  expect([list.status, list.headers.get('x-stale')]).toEqual([200, 'true']);
  expect(list.body.items.map(({ leadId }) => leadId)).toEqual([existingLeadId]);
  const newLeadId = await captureLead(admin, { phone: newPhone() });
  releaseHang();
  await untilCaughtUp();
  const currentAnswer = await until(
    async () => {
      const answer = await admin.request<LeadList>('GET', '/api/leads');
      return answer.headers.get('x-stale') === null && answer;
    },
    { what: () => 'an answer that is not stale' },
  );
  expect(currentAnswer.body.items.map(({ leadId }) => leadId)).toEqual([newLeadId, existingLeadId]);
  await product.end();
});

test('a restart without views accepts commands, and says that lists are not ready yet', async () => {
  rmSync(viewsPath(product.dataDir), { force: true });
  writeFileSync(failpoints, `before-take-over:hang:${HANG_MS}`);
  await product.startListening();
  const [list, { ok, body }] = await Promise.all([
    admin.request<Problem>('GET', '/api/leads'),
    product.readReadiness(),
  ]);
  expect([ok, body.views?.role]).toEqual([false, 'rebuilding']);
  expect(list).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringContaining('This list is not ready yet') },
  });
  expect(list.headers.get('retry-after')).not.toBeNull();
  await captureLead(admin, { phone: newPhone() });
  releaseHang();
  await untilCaughtUp();
  expect((await admin.get<LeadList>('/api/leads')).items).toHaveLength(3);
});
