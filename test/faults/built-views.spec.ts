import type { LeadList } from '#domain/leads/lead.views.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Person, captureLead, team } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { createNewerBuild } from '../several-processes/newer-build.js';

/** Upgrade of the embedded parts to a build with a new version of a view. */
const folder = folders();
let product: Product;
let checkout: string;
beforeAll(async () => {
  product = await Product.start({ dataDir: folder() });
});
afterAll(() => product?.dispose());

const filesOfViews = () =>
  readdirSync(product.dataDir).filter((name) => name.startsWith('views.sqlite.for-'));

/** Builds the views of a build beside the running process. */
const buildViews = (checkout: string) =>
  promisify(execFile)(process.execPath, [join(checkout, 'dist/backend/src/build-views.js')], {
    cwd: checkout,
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: product.dataDir },
  });

test('views built beside the old process answer as soon as the new process starts', async () => {
  const { admin } = await team(product);
  const [before, erased] = [
    await captureLead(admin, { firstName: 'Asha' }),
    await captureLead(admin, { firstName: 'Zubeda' }),
  ];
  await admin.send('ErasePersonalData', { leadId: erased });
  checkout = createNewerBuild(folder());
  expect(await buildViews(checkout)).toMatchObject({
    stdout: expect.stringContaining('The views are built'),
  });
  expect(filesOfViews()).toHaveLength(1);
  const after = await captureLead(admin, { firstName: 'Ravi' });
  const begunAt = (await admin.request('GET', '/api/leads')).headers.get('X-Views');

  await product.end();
  const { dataDir } = product;
  product = await Product.of({ dataDir, checkout });
  await product.startListening();
  const meera = new Person(product, admin.name, admin.phone, admin.id);
  for (const [name, value] of admin.cookies) meera.cookies.set(name, value);
  const statuses: number[] = [];
  const { headers, body } = await until(
    async () => {
      const answer = await meera.request<LeadList>('GET', '/api/leads');
      statuses.push(answer.status);
      const isThere = answer.body.items?.some(({ leadId }) => leadId === after);
      return isThere ? answer : undefined;
    },
    { what: () => `the lead that was captured after the views were built: ${statuses}` },
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(headers.get('X-Views')).toBe(begunAt);
  expect(body.items.map(({ leadId }) => leadId)).toContain(before);
  expect(JSON.stringify(body)).not.toContain('Zubeda');
  expect(filesOfViews()).toEqual([]);
});

test('an erasure removes views that were built before, and a repair lets browsers start over', async () => {
  const { admin } = await team(product);
  const leadId = await captureLead(admin, { firstName: 'Zubeda' });
  await buildViews(checkout);
  expect(filesOfViews()).toHaveLength(1);
  await admin.send('ErasePersonalData', { leadId });
  await until(async () => filesOfViews().length === 0, { what: () => 'built views are removed' });

  const begunAt = async () => (await admin.request('GET', '/api/leads')).headers.get('X-Views');
  const before = await begunAt();
  await buildViews(checkout);
  await product.end();
  await product.start();
  expect(await begunAt()).not.toBe(before);
  expect(filesOfViews()).toEqual([]);
});

test('views that were built for another build are removed, complete or not', async () => {
  await product.end();
  for (const name of ['0123456789ab', '0123456789ab.unfinished', '0123456789ab.unfinished-wal'])
    writeFileSync(join(product.dataDir, `views.sqlite.for-${name}`), 'of the past');
  await product.start();
  expect(filesOfViews()).toEqual([]);
});
