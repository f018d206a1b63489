import type { AuditFeed } from '#domain/audit/audit.views.js';
import type { RecordHistory, Verification } from '#domain/history/history.views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { DamagedStream } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { verifyProof } from '#platform/proof/verify-proof.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { v7 as newId } from 'uuid';
import { appendEvent } from './product/append-event.js';
import { InProcessProduct, minutes } from './product/in-process.js';
import { type Person, captureLead, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** History, audit and proof of a record with an event that only a newer build knows. */

const panel = {
  name: 'Panel',
  description: 'Half-cut cells',
  mrpPaise: 18_50_000,
  livePricePaise: 14_80_000,
};

let product: InProcessProduct;
let meera: Person;
let organizationId: string;
let leadId: string;
beforeAll(async () => {
  product = await InProcessProduct.start({ LOG_LEVEL: 'fatal' });
  const people = await createTeam(product, 'Asha');
  ({ admin: meera, organizationId } = people);
  leadId = await captureLead(people.reps[0]);
  const stream = streamName('lead', organizationId, leadId);
  const { log } = product.parts;
  await appendEvent(log, stream, 'LeadPaused', { until: '2027-01-01', inviteCode: 'secret' });
  await appendEvent(log, stream, 'LeadStatusChanged', { from: 'New', to: 'Contacted' });
});
afterAll(() => product.dispose());

test('the history lists the event as a newer one, and keeps the record as it was before', async () => {
  const history = await meera.get<RecordHistory>(`/api/history/lead/${leadId}`);
  const { items, record, newerFrom, total } = history;
  expect({ newerFrom, total }).toEqual({ newerFrom: 2, total: 3 });
  expect(items.map(({ type, newer, damaged }) => [type, newer, damaged])).toEqual([
    ['LeadStatusChanged', undefined, undefined],
    ['LeadPaused', true, undefined],
    ['LeadCreated', undefined, undefined],
  ]);
  expect(items.map(({ changes }) => changes.length > 0)).toEqual([false, false, true]);
  expect(items[1]).toMatchObject({ data: {}, people: {} });
  expect(items[1]).not.toHaveProperty('by');
  expect(record).toMatchObject({ status: 'New', revision: 0 });
});

test('a moment is answered only before the event', async () => {
  const path = `/api/history/lead/${leadId}/state?at=`;
  expect(await meera.get(`${path}1`)).toMatchObject({ record: { status: 'New' } });
  for (const at of [2, 3])
    expect(await expectRefusal(meera.get(`${path}${at}`))).toMatchObject({ status: 503 });
});

test('the audit names the event as a newer one, and not as damaged', async () => {
  for (const query of ['', `?kind=lead&record=${leadId}`]) {
    const { items } = await meera.get<AuditFeed>(`/api/audit${query}`);
    expect(items.find(({ type }) => type === 'LeadPaused')).toMatchObject({
      newer: true,
      data: {},
      revision: 2,
      recordId: leadId,
    });
    expect(items.filter(({ damaged }) => damaged)).toEqual([]);
  }
});

test('the history is verified whole, and its proof withholds the event', async () => {
  product.advanceClock(minutes(61));
  await product.parts.notary.runRound(async () => {});
  const verification = await meera.get<Verification>(`/api/history/lead/${leadId}/verified`);
  expect(verification).toMatchObject({ verifiedTo: 3, total: 3 });
  expect(verification).not.toHaveProperty('broken');
  const body = await meera.get<string>(`/api/proofs/lead/${leadId}`);
  const text = gunzipSync(Buffer.from(body, 'latin1')).toString();
  expect(verifyProof(text)).toMatchObject({ outcome: 'whole', revision: 2, withheldCount: 1 });
  expect(text).not.toContain('secret');
});

test('a proof may end with such an event', async () => {
  const otherLeadId = await captureLead(meera);
  await appendEvent(
    product.parts.log,
    streamName('lead', organizationId, otherLeadId),
    'LeadPaused',
  );
  const body = await meera.get<string>(`/api/proofs/lead/${otherLeadId}`);
  const text = gunzipSync(Buffer.from(body, 'latin1')).toString();
  expect(verifyProof(text)).toMatchObject({ outcome: 'whole', revision: 1, withheldCount: 1 });
});

test('a public page is unavailable once a newer build has deleted an item that it shows', async () => {
  const [deletedId, keptId, kitId, deletedKitId] = [newId(), newId(), newId(), newId()];
  for (const productId of [deletedId, keptId])
    await meera.send('AddProduct', { productId, ...panel });
  for (const [packageId, productIds] of [
    [kitId, [deletedId, keptId]],
    [deletedKitId, [keptId]],
  ] as const)
    await meera.send('AddPackage', {
      packageId,
      name: 'Kit',
      description: 'For a rooftop',
      items: productIds.map((productId) => ({ productId, quantity: 2 })),
    });
  const [deletedPage, kitPage, deletedKitPage, keptPage] = [
    `/products/${deletedId}/share`,
    `/packages/${kitId}/share`,
    `/packages/${deletedKitId}/share`,
    `/products/${keptId}/share`,
  ] as const;
  const readStatus = async (page: string) => (await fetch(`${product.url}${page}`)).status;
  const readStatuses = () =>
    Promise.all([deletedPage, kitPage, deletedKitPage, keptPage].map(readStatus));
  await until(async () => (await readStatuses()).every((status) => status === 200));
  const { log } = product.parts;
  const append = (category: string, id: string, type: string, schemaVersion = 1) =>
    appendEvent(log, streamName(category, organizationId, id), type, {}, schemaVersion);
  await append('product', deletedId, 'ProductDeleted', 2);
  await append('package', deletedKitId, 'PackageDeleted', 2);
  await append('product', keptId, 'ProductPaused');
  expect(await readStatuses()).toEqual([503, 503, 503, 200]);
  const read = log.read.bind(log);
  for (const error of [
    new Unavailable('The log is away'),
    new DamagedStream('product', 'damage'),
  ]) {
    const failing = jest
      .spyOn(log, 'read')
      .mockImplementation((stream, from) =>
        stream.startsWith('product-') ? Promise.reject(error) : read(stream, from),
      );
    expect(await readStatus(keptPage)).toBe(200);
    failing.mockRestore();
  }
  const keptStream = streamName('product', organizationId, keptId);
  const damaged = jest
    .spyOn(log, 'read')
    .mockImplementation((stream, from) =>
      stream === keptStream
        ? Promise.reject(new DamagedStream(stream, 'damage'))
        : read(stream, from),
    );
  // The damaged item does not hide that the other one was deleted.
  expect(await readStatus(kitPage)).toBe(503);
  damaged.mockRestore();
  expect(await readStatus(`${deletedPage}/logo`)).toBe(503);
});
