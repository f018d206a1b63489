import type { FoundAddress, LeadItem, LeadList } from '#domain/leads/lead.views.js';
import { fileKey, variantKey } from '#platform/files/file-records.js';
import { randomUUID } from 'node:crypto';
import type { Person } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import { type LiveClient, comparableLead } from '../faults/live-client.js';
import { readAllLeads } from '../faults/all-pages.js';
import { findBrokenChains, findNotStoredOnce, readPhonesIn } from '../faults/log-checks.js';
import type { SentCommand } from '../faults/send-until-answered.js';
import type { UploadedPhoto } from '../faults/traffic.js';
import { type FieldWork, checkFieldWork, readFieldWork } from './field-work-checks.js';
import type { StoredState, Installation } from './installation.js';

/** Condition that must hold, with the ids of its violations. */
export type Check = {
  readonly name: string;
  readonly count: number;
  readonly violations: readonly string[];
};

type RunState = {
  readonly installation: Installation;
  readonly admin: Person;
  readonly organizationId: string;
  readonly people: readonly Person[];
  readonly clients: readonly LiveClient[];
  readonly sent: readonly SentCommand[];
  readonly photos: readonly UploadedPhoto[];
  /** Contested numbers. */
  readonly phones: readonly string[];
  /** Expected owner of each lead of a former member. */
  readonly owners: ReadonlyMap<string, string>;
  /** Position of the last acknowledged command. */
  readonly position: string;
};

type ApiChecks = {
  readonly checks: readonly Check[];
  readonly sent: readonly SentCommand[];
  readonly fieldWork: FieldWork;
};

/** Milliseconds after which an unfulfilled check fails. */
const TIMEOUT_MS = 120_000;

/**
 * Checks the HTTP API once everything has recovered. Also returns the commands that claimed
 * numbers, for the checks of the log.
 */
export async function checkThroughApi(run: RunState): Promise<ApiChecks> {
  const claimsCheck = await checkClaims(run);
  const checks = [
    await checkJobs(run),
    await checkPhotos(run),
    await checkLeadsOfFormerMembers(run),
    claimsCheck.check,
    await checkLists(run),
  ];
  checks.push(...(await checkClients(run)), await checkAddresses(run));
  const sent = [...run.sent, ...claimsCheck.sent];
  return {
    checks,
    sent: claimsCheck.sent,
    fieldWork: await readFieldWork(run.admin, sent, newestPosition(sent), TIMEOUT_MS),
  };
}

export const newestPosition = (sent: readonly SentCommand[]): string =>
  sent
    .map(({ answer }) => answer.body.position ?? '')
    .reduce((one, other) => (one > other ? one : other));

/** Checks the log and the views while no process runs. */
export async function checkStoredState(
  { events, keys, views, rebuiltViews }: StoredState,
  sent: readonly SentCommand[],
  fieldWork: FieldWork,
): Promise<readonly Check[]> {
  const { holders, doublyHeld } = await readPhonesIn(events, keys);
  return [
    {
      name: 'every acknowledged command exactly once in the log',
      count: sent.length,
      violations: findNotStoredOnce(events, sent),
    },
    {
      name: 'hash chains',
      count: events.length,
      violations: findBrokenChains(events).map((broken) => JSON.stringify(broken)),
    },
    {
      name: 'no number with two holders',
      count: holders.size,
      violations: doublyHeld.map((description) => description.replace(/^\S+/, 'a number')),
    },
    {
      name: 'views equal to rebuilt ones',
      count: countDocuments(rebuiltViews),
      violations: findDifferences(views, rebuiltViews),
    },
    ...checkFieldWork(fieldWork, events, sent),
  ];
}

/**
 * All leads that a person sees at a position.
 * @throws Error with the reason if a view never catches up
 */
async function readListedLeads(person: Person, position: string): Promise<readonly LeadItem[]> {
  let lastError: unknown;
  const read = () =>
    readAllLeads(person, position).catch((error: unknown) => void (lastError = error));
  return until(read, {
    withinMs: TIMEOUT_MS,
    everyMs: 200,
    what: () => `${person.id} to see everything: ${String(lastError)}`,
  });
}

async function checkJobs({ installation }: RunState): Promise<Check> {
  const readUnfinished = async () => {
    const [{ waiting, active, failed, delayed }, parked] = [
      await installation.readJobs(),
      await installation.countParked(),
    ];
    const counts = `${waiting} jobs wait, ${active} are under way, ${failed} have failed; ${parked} streams are parked`;
    return { violation: waiting + active + failed + parked > 0 ? counts : undefined, delayed };
  };
  // Jobs that failed in the last fault are retried within seconds.
  const isDone = async () => {
    const { violation, delayed } = await readUnfinished();
    return violation === undefined && delayed === 0;
  };
  await until(() => isDone().catch(() => false), { withinMs: TIMEOUT_MS, everyMs: 200 }).catch(
    () => undefined,
  );
  const { violation } = await readUnfinished();
  return {
    name: 'every due job done, no stream parked',
    count: 1,
    violations: violation ? [violation] : [],
  };
}

/**
 * Checks the variants of photos. Those of a lead's photos are generated without a request. For the
 * photo of a refused lead only the upload scheduled a job, perhaps without a queue; opening the
 * photo as its uploader generates the variant.
 */
async function checkPhotos({
  installation: { files },
  admin,
  organizationId,
  photos,
  sent,
}: RunState): Promise<Check> {
  const idsShownByLeads = new Set(
    sent
      .filter(({ answer }) => answer.status === 200)
      .flatMap(({ data }) => (data['photoFileIds'] ?? []) as string[]),
  );
  const isVariantStored = async (photo: string) =>
    (await files.stat(variantKey(fileKey(organizationId, photo), '320'))) !== undefined;
  const isServed = async (photo: string, viewer: Person) => {
    const { body } = await viewer.request<{ readonly url?: string }>(
      'GET',
      `/api/files/${photo}?variant=320`,
    );
    const picture =
      body.url && (await viewer.request('GET', body.url.replace(/^https?:\/\/[^/]+/, '')));
    return (
      picture &&
      picture.status === 200 &&
      Buffer.from(/\/files\/([\w-]+)/.exec(body.url!)?.[1] ?? '', 'base64url').includes('.320')
    );
  };
  const violations: string[] = [];
  const reportUnlessTrue = (condition: () => Promise<unknown>, violation: string) =>
    until(condition, { withinMs: TIMEOUT_MS }).catch(() => violations.push(violation));
  for (const { fileId, uploader } of photos) {
    const isShownByLead = idsShownByLeads.has(fileId);
    if (isShownByLead)
      await reportUnlessTrue(
        () => isVariantStored(fileId),
        `${fileId}: is shown by a lead, and was not made smaller`,
      );
    await reportUnlessTrue(
      () => isServed(fileId, isShownByLead ? admin : uploader),
      `${fileId}: is not served smaller, ${isShownByLead ? 'though a lead shows it' : 'and no lead shows it'}`,
    );
  }
  return { name: 'every photo kept and made smaller', count: photos.length, violations };
}

/** Queries the geocoder after a pause, within one person's rate limit. */
async function checkAddresses({ admin }: RunState): Promise<Check> {
  const isFoundNow = async () =>
    (await admin.get<FoundAddress>('/api/geocode?lat=18.5204&lng=73.8567')).address !== undefined;
  const isFound = await until(() => isFoundNow().catch(() => false), {
    withinMs: TIMEOUT_MS,
    everyMs: 2_500,
  }).catch(() => false);
  return { name: 'addresses are found again', count: 1, violations: isFound ? [] : ['none'] };
}

/** Checks that a reactor has reassigned the leads of former members, which no client requests. */
async function checkLeadsOfFormerMembers({ admin, position, owners }: RunState): Promise<Check> {
  const findMisassigned = async () => {
    const assignees = new Map(
      (await readListedLeads(admin, position)).map(({ leadId, assignedTo }) => [
        leadId,
        assignedTo.id,
      ]),
    );
    return [...owners]
      .filter(([leadId, owner]) => assignees.get(leadId) !== owner)
      .map(([leadId]) => leadId);
  };
  const isDone = async () => (await findMisassigned()).length === 0;
  await until(() => isDone().catch(() => false), { withinMs: TIMEOUT_MS, everyMs: 300 }).catch(
    () => undefined,
  );
  return {
    name: 'leads of former members belong to the chosen new owner',
    count: owners.size,
    violations: await findMisassigned(),
  };
}

/** Tries to take each contested number: it has a holder, or it is free. */
async function checkClaims({
  admin,
  phones,
  position,
}: RunState): Promise<{ readonly check: Check; readonly sent: readonly SentCommand[] }> {
  const violations: string[] = [];
  const sent: SentCommand[] = [];
  for (const [index, phone] of phones.entries()) {
    const isHeld = (await readListedLeads(admin, position)).some((lead) => lead.phone === phone);
    const [key, data] = [randomUUID(), newLeadData({ phone })];
    const answer = await sendCommand(admin, 'CreateLead', data, { key });
    sent.push({ key, command: 'CreateLead', data, person: admin, answer, tries: 1 });
    const isAnsweredRightly = isHeld
      ? answer.status === 409 && answer.body.code === 'lead-phone-taken'
      : answer.status === 200;
    if (!isAnsweredRightly)
      violations.push(
        `number ${index} is ${isHeld ? 'held' : 'free'}, and was answered ${answer.status} ${answer.body.code ?? ''}`,
      );
  }
  return {
    check: { name: 'every number has a holder or can be taken', count: phones.length, violations },
    sent,
  };
}

/** Checks that every created and undeleted lead is in the admin's list, with its owner. */
async function checkLists({ admin, sent, position }: RunState): Promise<Check> {
  const acknowledged = sent.filter(({ answer }) => answer.status === 200);
  const leadIdsOf = (command: string) =>
    acknowledged
      .filter((each) => each.command === command)
      .map(({ data }) => String(data['leadId']));
  const deletedIds = new Set(leadIdsOf('DeleteLead'));
  const expectedIds = leadIdsOf('CreateLead').filter((id) => !deletedIds.has(id));
  const listedIds = new Set((await readListedLeads(admin, position)).map(({ leadId }) => leadId));
  const violations = [
    ...expectedIds.filter((id) => !listedIds.has(id)),
    ...[...listedIds].filter((id) => deletedIds.has(id)).map((id) => `${id} was deleted`),
  ];
  return { name: 'nothing acknowledged is missing', count: expectedIds.length, violations };
}

/** Compares the documents and counts of each page with the server's. */
async function checkClients({ clients, people, position }: RunState): Promise<readonly Check[]> {
  await Promise.all(clients.map((client) => client.untilCaughtUp()));
  const wrongDocuments: string[] = [];
  const wrongCounts: string[] = [];
  for (const person of people) {
    const served = new Map(
      (await readListedLeads(person, position)).map((lead) => [lead.leadId, comparableLead(lead)]),
    );
    const { counts: storedCounts } = await person.get<LeadList>('/api/leads');
    for (const client of clients.filter((each) => each.person === person)) {
      const shown = new Map([...client.leads].map(([id, lead]) => [id, comparableLead(lead)]));
      for (const id of new Set([...served.keys(), ...shown.keys()]))
        if (!isEqual(served.get(id), shown.get(id))) wrongDocuments.push(`${id} of ${person.id}`);
      const shownLeads = [...client.leads.values()];
      for (const [status, servedCount] of Object.entries(storedCounts)) {
        const shownCount =
          status === 'All'
            ? shownLeads.length
            : shownLeads.filter((lead) => lead.status === status).length;
        if (shownCount !== servedCount)
          wrongCounts.push(`${status} of ${person.id}: shown ${shownCount}, kept ${servedCount}`);
      }
    }
  }
  return [
    {
      name: 'every client shows the server’s documents',
      count: clients.length,
      violations: wrongDocuments,
    },
    {
      name: 'every client counts as the server does',
      count: clients.length,
      violations: wrongCounts,
    },
  ];
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(withSortedKeys(one)) === JSON.stringify(withSortedKeys(other));
const withSortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withSortedKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, withSortedKeys(part)]),
        )
      : value;

const countDocuments = (documents: StoredState['views']): number =>
  Object.values(documents).reduce((sum, each) => sum + Object.keys(each).length, 0);

function findDifferences(
  views: StoredState['views'],
  rebuilt: StoredState['views'],
): readonly string[] {
  return [...new Set([...Object.keys(views), ...Object.keys(rebuilt)])].flatMap((view) => {
    const [viewRecords = {}, rebuiltRecords = {}] = [views[view], rebuilt[view]];
    return [...new Set([...Object.keys(viewRecords), ...Object.keys(rebuiltRecords)])]
      .filter((id) => !isEqual(viewRecords[id], rebuiltRecords[id]))
      .map((id) => `${view} ${id}`);
  });
}
