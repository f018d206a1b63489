import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { LeadDetail, LeadList } from '#domain/leads/lead.views.js';
import { streamOf } from '#platform/event-log/subject.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { InProcess } from './in-process.js';
import { type Person, captureLead, team } from './person.js';
import { until } from './until.js';

/** What no view can take in stops its own record, which says so, and nothing else. */
let product: InProcess;
let admin: Person;
let organizationId: string;

beforeAll(async () => {
  product = await InProcess.start({ LOG_LEVEL: 'fatal' });
  ({ admin, organizationId } = await team(product));
});
afterAll(() => product.dispose());

/** An event that says of another organization's record what happened in it. */
async function poison(stream: string): Promise<void> {
  const { log, readSide } = product.parts;
  const last = (await log.read(stream)).at(-1)!;
  const metadata = { ...last.metadata, eventId: randomUUID(), organizationId: randomUUID() };
  const { position } = await log.append(stream, last.revision, [{ type: last.type, data: last.data, metadata }]);
  expect(await readSide.waitFor(position, 10_000)).toBe(true);
}

/** Known with the next look of what answers reads, within a second. */
const notUpToDate = 'could not be brought up to date';

const list = () => admin.get<LeadList>('/api/leads');
const lead = (leadId: string) => admin.get<LeadDetail>(`/api/leads/${leadId}`);

test('a record that cannot be brought up to date says so; lists and other records go on', async () => {
  const [parked, other] = [await captureLead(admin, { firstName: 'Quillfeather' }), await captureLead(admin)];
  expect((await lead(parked)).trouble).toBeUndefined();
  await poison(streamOf('lead', organizationId, parked));
  await admin.send('AddNote', { leadId: other, noteId: randomUUID(), note: 'Goes on' });
  await until(async () => (await lead(parked)).trouble?.includes(notUpToDate) ?? false);
  expect((await lead(other)).trouble).toBeUndefined();
  expect((await lead(other)).revision).toBeGreaterThan(0);
  expect((await list()).items.map(({ leadId }) => leadId)).toEqual([other, parked]);
});

test('a customer says so, too', async () => {
  const leadId = await captureLead(admin);
  await admin.send('ConvertLead', { leadId });
  const customer = () => admin.get<CustomerDetail>(`/api/customers/${leadId}`);
  await until(async () => (await customer().catch(() => undefined)) !== undefined, { what: () => 'the customer to be made' });
  await poison(streamOf('customer', organizationId, leadId));
  await until(async () => (await customer()).trouble?.includes(notUpToDate) ?? false);
});
