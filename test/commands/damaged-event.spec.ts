import { streamName } from '#platform/event-log/subject.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { InProcessProduct, minutes } from '../acceptance/product/in-process.js';
import { type Person, captureLead, createTeam } from '../acceptance/product/person.js';

let product: InProcessProduct;
let meera: Person;
let asha: Person;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha');
  ({ admin: meera } = people);
  [asha] = people.reps;
});
afterAll(() => product.dispose());

test('a damaged event of another organization stops proofs, and only operators learn its stream', async () => {
  const { notary } = product.parts;
  const { reps, organizationId: otherOrganizationId } = await createTeam(product, 'Ravi');
  product.advanceClock(minutes(61));
  await notary.runRound(async () => {});
  const foreignLeadId = await captureLead(reps[0]!);
  product.advanceClock(minutes(61));
  await notary.runRound(async () => {});
  const stream = streamName('lead', otherOrganizationId, foreignLeadId);
  const log = new Database(join(product.dataDir, 'log.sqlite'));
  log.prepare(`UPDATE events SET data = '{' WHERE stream = ? AND revision = 0`).run([stream]);
  log.close();
  const leadId = await captureLead(asha);
  const { status, body } = await meera.request('GET', `/api/proofs/lead/${leadId}`);
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'proofs-stopped' } });
  expect(JSON.stringify(body)).not.toContain(otherOrganizationId);
  expect((await notary.readStatus()).stopped!.because).toContain(`${stream} at 0 cannot be read`);
});
