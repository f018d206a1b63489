import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { LeadDetail, LeadList } from '#domain/leads/lead.views.js';
import { streamName } from '#platform/event-log/subject.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerAddresses } from '../servers/programs/server-pool.js';
import { InProcessProduct } from './product/in-process.js';
import { readStoredContents } from './product/stored-contents.js';
import { isOnServers, allocateServers } from './product/servers-of-run.js';
import { type Person, captureLead, newPhone, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** A poison event parks its own record with a warning, and affects nothing else. */

let product: InProcessProduct;
let admin: Person;
let organizationId: string;
let servers: ServerAddresses | undefined;

beforeAll(async () => {
  servers = isOnServers ? await allocateServers() : undefined;
  product = await InProcessProduct.start({ ...servers, LOG_LEVEL: 'fatal' });
  ({ admin, organizationId } = await createTeam(product));
});
afterAll(() => product.dispose());

/**
 * Metadata under another event id: the sealed fields are bound to the first id and cannot be
 * decrypted.
 */
const metadataOfOtherEvent = () => ({ eventId: randomUUID() });
/** Metadata of another organization. */
const metadataOfOtherOrganization = () => ({ eventId: randomUUID(), organizationId: randomUUID() });

async function appendBrokenEvent(
  stream: string,
  makeMetadata: typeof metadataOfOtherEvent | typeof metadataOfOtherOrganization,
): Promise<void> {
  const { log, readSide } = product.parts;
  const last = (await log.read(stream)).at(-1)!;
  const metadata = { ...last.metadata, ...makeMetadata() };
  const { position } = await log.append(stream, last.revision, [
    { type: last.type, data: last.data, metadata },
  ]);
  expect(await readSide.waitFor(position, 10_000)).toBe(true);
}

/** Warning that appears within a second, with the next poll of the views. */
const OUTDATED_WARNING = 'could not be brought up to date';

const readLeads = () => admin.get<LeadList>('/api/leads');
const readLead = (leadId: string) => admin.get<LeadDetail>(`/api/leads/${leadId}`);

test('a parked lead shows a warning; lists and other records continue', async () => {
  const [parkedId, otherId] = [
    await captureLead(admin, { firstName: 'Quillfeather' }),
    await captureLead(admin),
  ];
  expect((await readLead(parkedId)).trouble).toBeUndefined();
  await appendBrokenEvent(
    streamName('lead', organizationId, parkedId),
    metadataOfOtherOrganization,
  );
  await admin.send('AddNote', { leadId: otherId, noteId: randomUUID(), note: 'Goes on' });
  await until(async () => (await readLead(parkedId)).trouble?.includes(OUTDATED_WARNING) ?? false);
  expect(await (await fetch(`${product.url}/metrics`)).text()).toContain(
    `fieldtrace_parked_streams_by_organization{organization="${organizationId}"} 1`,
  );
  expect((await readLead(otherId)).trouble).toBeUndefined();
  expect((await readLead(otherId)).revision).toBeGreaterThan(0);
  expect((await readLeads()).items.map(({ leadId }) => leadId)).toEqual([otherId, parkedId]);
  // Phones must not retry it: it is refused permanently.
  await expect(admin.send('DeleteLead', { leadId: parkedId })).rejects.toMatchObject({
    status: 409,
    problem: { code: 'record-damaged' },
  });
  await admin.send('DeleteLead', { leadId: otherId });
});

test('a parked customer shows a warning too', async () => {
  const leadId = await captureLead(admin);
  await admin.send('ConvertLead', { leadId });
  const readCustomer = () => admin.get<CustomerDetail>(`/api/customers/${leadId}`);
  await until(async () => (await readCustomer().catch(() => undefined)) !== undefined, {
    what: () => 'the customer to be made',
  });
  await appendBrokenEvent(
    streamName('customer', organizationId, leadId),
    metadataOfOtherOrganization,
  );
  await until(async () => (await readCustomer()).trouble?.includes(OUTDATED_WARNING) ?? false);
});

test('an erasure of a parked record removes all its data, also that which no view shows', async () => {
  const [markBefore, markAfter, phone] = [
    `mk${randomBytes(9).toString('hex')}`,
    `mk${randomBytes(9).toString('hex')}`,
    newPhone(),
  ];
  const leadId = await captureLead(admin, { firstName: markBefore, phone, note: markBefore });
  await admin.send('AddNote', { leadId, noteId: randomUUID(), note: markBefore });
  await readLead(leadId);
  await appendBrokenEvent(streamName('lead', organizationId, leadId), metadataOfOtherEvent);
  await admin.send('AddNote', { leadId, noteId: randomUUID(), note: markAfter });
  await until(async () => (await readLead(leadId)).trouble?.includes(OUTDATED_WARNING) ?? false);
  const findRemainingMarks = async () => {
    const contents = [...(await readStoredContents(product.dataDir, servers))];
    return contents.flatMap(([name, bytes]) =>
      [markBefore, markAfter, phone.slice(3)].flatMap((mark) =>
        bytes.includes(mark) ? `${mark} in ${name}` : [],
      ),
    );
  };
  expect(await findRemainingMarks()).not.toEqual([]);

  await admin.send('DeleteLead', { leadId });
  await admin.send('ErasePersonalData', { leadId });
  let marks = await findRemainingMarks();
  await until(async () => (marks = await findRemainingMarks()).length === 0, {
    withinMs: 60_000,
    what: () => `no trace to be left of: ${marks.join(', ')}`,
  });
  expect((await admin.request('GET', `/api/leads/${leadId}`)).status).toBe(404);
  expect((await readLeads()).items.map((item) => item.leadId)).not.toContain(leadId);
});
