import type { FoundAddress } from '#domain/kernel/views.js';
import type { LeadItem, LeadList } from '#domain/leads/lead.views.js';
import type { Team } from '#domain/organizations/organization.views.js';
import { fileKey, variantKey } from '#platform/files/file-records.js';
import { randomUUID } from 'node:crypto';
import type { Person } from '../acceptance/person.js';
import { until } from '../acceptance/until.js';
import { aLead, ask } from '../faults/asking.js';
import { type Follower, essence } from '../faults/follower.js';
import { leadsOf } from '../faults/leads.js';
import { brokenChains, notExactlyOnce, phonesIn } from '../faults/log.js';
import type { SentCommand } from '../faults/persistent.js';
import { type FieldWork, checksOfFieldWork, fieldWorkSeen } from './field-work.js';
import type { Evidence, Installation } from './installation.js';

/** A thing that must hold, and where it does not, by ids alone. */
export type Check = { readonly name: string; readonly looked: number; readonly wrong: readonly string[] };

type Seen = {
  readonly installation: Installation;
  readonly admin: Person;
  readonly organizationId: string;
  readonly people: readonly Person[];
  readonly followers: readonly Follower[];
  readonly sent: readonly SentCommand[];
  readonly photos: readonly string[];
  /** Numbers that were fought over. */
  readonly phones: readonly string[];
  /** Of the last that was acknowledged. */
  readonly position: string;
};

type ThroughApi = { readonly checks: readonly Check[]; readonly sent: readonly SentCommand[]; readonly fieldWork: FieldWork };

/** Only what does not hold is waited for so long. */
const patience = 120_000;

/** What the HTTP API answers while everything runs again. Commands that take the numbers are returned too, so that the log is checked for them. */
export async function checksAtTheDoors(seen: Seen): Promise<ThroughApi> {
  const taken = await claimsCanBeTaken(seen);
  const checks = [await jobsDone(seen), await photosMade(seen), await nobodyGoneHasLeads(seen), taken.check, await nothingIsMissing(seen)];
  checks.push(...(await clientsAreEqual(seen)), await addressesAreFound(seen));
  const sent = [...seen.sent, ...taken.sent];
  return { checks, sent: taken.sent, fieldWork: await fieldWorkSeen(seen.admin, sent, newestIn(sent), patience) };
}

/** Of the last that was acknowledged. */
export const newestIn = (sent: readonly SentCommand[]): string =>
  sent.map(({ answer }) => answer.body.position ?? '').reduce((one, other) => (one > other ? one : other));

/** What is read in the log and the views when nothing of ours runs. */
export async function checksOfEvidence(
  { events, keys, views, rebuilt }: Evidence,
  sent: readonly SentCommand[],
  fieldWork: FieldWork,
): Promise<readonly Check[]> {
  const { holders, twice } = await phonesIn(events, keys);
  return [
    { name: 'every acknowledged command exactly once in the log', looked: sent.length, wrong: notExactlyOnce(events, sent) },
    { name: 'hash chains', looked: events.length, wrong: brokenChains(events).map((broken) => JSON.stringify(broken)) },
    { name: 'no number with two holders', looked: holders.size, wrong: twice.map((words) => words.replace(/^\S+/, 'a number')) },
    { name: 'views as made anew from nothing', looked: count(rebuilt), wrong: differences(views, rebuilt) },
    ...checksOfFieldWork(fieldWork, events, sent),
  ];
}

/** All leads that somebody sees. A view that stays behind never comes that far, and that is what is said then. */
async function listed(person: Person, position: string): Promise<readonly LeadItem[]> {
  let why: unknown;
  const ask = () => leadsOf(person, position).catch((error: unknown) => void (why = error));
  return until(ask, { within: patience, every: 200, what: () => `${person.id} to see everything: ${String(why)}` });
}

async function jobsDone({ installation }: Seen): Promise<Check> {
  const left = async () => {
    const [{ waiting, active, failed, delayed }, parked] = [await installation.jobs(), await installation.parked()];
    const words = `${waiting} jobs wait, ${active} are under way, ${failed} have failed; ${parked} streams are parked`;
    return { words: waiting + active + failed + parked > 0 ? words : undefined, delayed };
  };
  // One that failed in the last trouble is tried again some seconds later.
  const isDone = async () => {
    const { words, delayed } = await left();
    return words === undefined && delayed === 0;
  };
  await until(() => isDone().catch(() => false), { within: patience, every: 200 }).catch(() => undefined);
  const { words } = await left();
  return { name: 'every due job done, no stream parked', looked: 1, wrong: words ? [words] : [] };
}

/**
 * Of a picture that a lead shows the smaller ones are made without being asked for. One that none shows, because the lead
 * was refused, has only what its upload asked for, which may have found no queue: it is made smaller for who looks.
 */
async function photosMade({ installation: { files }, admin, organizationId, photos, sent }: Seen): Promise<Check> {
  const shown = new Set(sent.filter(({ answer }) => answer.status === 200).flatMap(({ data }) => (data['photoFileIds'] ?? []) as string[]));
  const isMade = async (photo: string) => (await files.stat(variantKey(fileKey(organizationId, photo), '320'))) !== undefined;
  const isServed = async (photo: string) => {
    const { body } = await admin.request<{ readonly url?: string }>('GET', `/api/files/${photo}?variant=320`);
    const picture = body.url && (await admin.request('GET', body.url.replace(/^https?:\/\/[^/]+/, '')));
    return picture && picture.status === 200 && Buffer.from(/\/files\/([\w-]+)/.exec(body.url!)?.[1] ?? '', 'base64url').includes('.320');
  };
  const wrong: string[] = [];
  const holds = (condition: () => Promise<unknown>, words: string) => until(condition, { within: patience }).catch(() => wrong.push(words));
  for (const photo of photos) {
    if (shown.has(photo)) await holds(() => isMade(photo), `${photo}: is shown by a lead, and was not made smaller`);
    await holds(() => isServed(photo), `${photo}: is not served smaller, ${shown.has(photo) ? 'though a lead shows it' : 'and no lead shows it'}`);
  }
  return { name: 'every photo kept and made smaller', looked: photos.length, wrong };
}

/** The geocoder is asked again after a pause, seldom enough for what one person may ask in a minute. */
async function addressesAreFound({ admin }: Seen): Promise<Check> {
  const found = async () => (await admin.get<FoundAddress>('/api/geocode?lat=18.5204&lng=73.8567')).address !== undefined;
  const isFound = await until(() => found().catch(() => false), { within: patience, every: 2_500 }).catch(() => false);
  return { name: 'addresses are found again', looked: 1, wrong: isFound ? [] : ['none'] };
}

/** What follows when somebody leaves: no client asks for it, and it must come. */
async function nobodyGoneHasLeads({ admin, position }: Seen): Promise<Check> {
  const members = async () => new Set((await admin.get<Team>('/api/team')).members.map(({ memberId }) => memberId));
  const left = async () => {
    const there = await members();
    return (await listed(admin, position)).filter(({ assignedTo }) => !there.has(assignedTo.id)).map(({ leadId }) => leadId);
  };
  await until(async () => (await left().catch(() => ['']))?.length === 0, { within: patience, every: 300 }).catch(() => undefined);
  return { name: 'no lead left with who is gone', looked: (await listed(admin, position)).length, wrong: await left() };
}

/** Each number that was fought over is tried to be taken: it has a holder, or it can be had. */
async function claimsCanBeTaken({ admin, phones, position }: Seen): Promise<{ readonly check: Check; readonly sent: readonly SentCommand[] }> {
  const wrong: string[] = [];
  const sent: SentCommand[] = [];
  for (const [index, phone] of phones.entries()) {
    const held = (await listed(admin, position)).some((lead) => lead.phone === phone);
    const [key, data] = [randomUUID(), aLead({ phone })];
    const answer = await ask(admin, 'CreateLead', data, { key });
    sent.push({ key, command: 'CreateLead', data, person: admin, answer, tries: 1 });
    const expected = held ? answer.status === 409 && answer.body.code === 'lead-phone-taken' : answer.status === 200;
    if (!expected) wrong.push(`number ${index} is ${held ? 'held' : 'free'}, and was answered ${answer.status} ${answer.body.code ?? ''}`);
  }
  return { check: { name: 'every number has a holder or can be taken', looked: phones.length, wrong }, sent };
}

/** Everything that was created and not deleted is in the admin's list, with its owner. */
async function nothingIsMissing({ admin, sent, position }: Seen): Promise<Check> {
  const done = sent.filter(({ answer }) => answer.status === 200);
  const ids = (command: string) => done.filter((one) => one.command === command).map(({ data }) => String(data['leadId']));
  const deleted = new Set(ids('DeleteLead'));
  const expected = ids('CreateLead').filter((id) => !deleted.has(id));
  const there = new Set((await listed(admin, position)).map(({ leadId }) => leadId));
  const wrong = [...expected.filter((id) => !there.has(id)), ...[...there].filter((id) => deleted.has(id)).map((id) => `${id} was deleted`)];
  return { name: 'nothing acknowledged is missing', looked: expected.length, wrong };
}

/** Documents and counts: what each page shows is what the server says. */
async function clientsAreEqual({ followers, people, position }: Seen): Promise<readonly Check[]> {
  await Promise.all(followers.map((follower) => follower.caughtUp()));
  const documents: string[] = [];
  const counts: string[] = [];
  for (const person of people) {
    const served = new Map((await listed(person, position)).map((lead) => [lead.leadId, essence(lead)]));
    const { counts: kept } = await person.get<LeadList>('/api/leads');
    for (const follower of followers.filter((one) => one.person === person)) {
      const shown = new Map([...follower.leads].map(([id, lead]) => [id, essence(lead)]));
      for (const id of new Set([...served.keys(), ...shown.keys()]))
        if (!isSame(served.get(id), shown.get(id))) documents.push(`${id} of ${person.id}`);
      const mine = [...follower.leads.values()];
      for (const [status, number] of Object.entries(kept)) {
        const own = status === 'All' ? mine.length : mine.filter((lead) => lead.status === status).length;
        if (own !== number) counts.push(`${status} of ${person.id}: shown ${own}, kept ${number}`);
      }
    }
  }
  return [
    { name: 'every client shows the server’s documents', looked: followers.length, wrong: documents },
    { name: 'every client counts as the server does', looked: followers.length, wrong: counts },
  ];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;

const count = (documents: Evidence['views']): number => Object.values(documents).reduce((sum, each) => sum + Object.keys(each).length, 0);

function differences(views: Evidence['views'], rebuilt: Evidence['views']): readonly string[] {
  return [...new Set([...Object.keys(views), ...Object.keys(rebuilt)])].flatMap((view) => {
    const [live = {}, anew = {}] = [views[view], rebuilt[view]];
    return [...new Set([...Object.keys(live), ...Object.keys(anew)])].filter((id) => !isSame(live[id], anew[id])).map((id) => `${view} ${id}`);
  });
}
