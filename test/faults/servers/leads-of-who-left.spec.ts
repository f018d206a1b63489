import type { LeadDetail } from '#domain/leads/lead.views.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import {
  type Person,
  captureLead,
  foundOrganization,
  joinOrganization,
  signUp,
} from '../../acceptance/product/person.js';
import { Product } from '../../acceptance/product/product.js';
import { until } from '../../acceptance/product/until.js';
import { EventStoreProcess } from '../../servers/event-store-stand-in/event-store-process.js';

const folder = folders();
/** Slow enough that reactors lag far behind when the member is removed. */
const CALL_MS = 6;
const CREATED_LEADS = 250;
const CONCURRENT_CREATES = 25;
/** Number of members for each kind of departure. */
const trials = { created: 10, given: 10, 'successor left': 8 };

let standIn: EventStoreProcess;
let product: Product;
let admin: Person;
beforeAll(async () => {
  standIn = await EventStoreProcess.start(join(folder(), 'log'), { callMs: CALL_MS });
  product = await Product.start({ env: { EVENTSTORE_URL: standIn.url } });
  admin = await signUp(product, 'Meera');
  await foundOrganization(admin);
}, 120_000);
afterAll(async () => {
  await product?.dispose();
  await standIn?.kill();
});

async function addNewMember(name: string): Promise<Person> {
  const person = await signUp(product, name);
  const { organization } = await admin.readMe(); // Each removal rotates the code.
  await joinOrganization(person, organization!.inviteCode);
  return person;
}

/** Creates many leads, which keep the reactors busy while members are removed. */
function createManyLeads() {
  const firsts = Array.from({ length: CONCURRENT_CREATES }, () => captureLead(admin));
  const rest = firsts.map(async (first) => {
    await first;
    for (let more = 1; more < CREATED_LEADS / CONCURRENT_CREATES; more++) await captureLead(admin);
  });
  return { start: Promise.all(firsts), end: Promise.all(rest) };
}
const remove = (member: Person, successor: Person) =>
  admin.send('RemoveMember', { memberId: member.id, leadsTo: successor.id });
const readOwner = async (leadId: string) =>
  (await admin.get<LeadDetail>(`/api/leads/${leadId}`)).assignedTo.id;

const departures: Readonly<
  Record<
    keyof typeof trials,
    (
      leaver: Person,
      successor: Person,
      lastSuccessor: Person,
    ) => Promise<{ leadId: string; owner: Person }>
  >
> = {
  async created(leaver, successor) {
    const leadId = await captureLead(leaver);
    await remove(leaver, successor);
    return { leadId, owner: successor };
  },
  async given(leaver, successor) {
    const leadId = await captureLead(admin);
    await admin.send('ReassignLead', { leadId, assignedTo: leaver.id });
    await remove(leaver, successor);
    return { leadId, owner: successor };
  },
  async 'successor left'(leaver, successor, lastSuccessor) {
    const leadId = await captureLead(leaver);
    await remove(leaver, successor);
    await remove(successor, lastSuccessor);
    return { leadId, owner: lastSuccessor };
  },
};

test.each(Object.keys(trials) as (keyof typeof trials)[])(
  'leads of a member whose removal follows many unprocessed events go to the chosen successor: %s just before',
  async (kind) => {
    const teams: [Person, Person, Person][] = [];
    for (let trial = 0; trial < trials[kind]; trial++)
      teams.push([
        await addNewMember('Asha'),
        await addNewMember('Ravi'),
        await addNewMember('Zoya'),
      ]);
    const manyLeads = createManyLeads();
    await manyLeads.start;
    const passedOn = await Promise.all(teams.map((members) => departures[kind](...members)));
    await manyLeads.end;
    const expectedOwners = new Map(passedOn.map(({ leadId, owner }) => [leadId, owner.id]));
    const readOwners = async () =>
      new Map(
        await Promise.all(
          [...expectedOwners.keys()].map(
            async (leadId) => [leadId, await readOwner(leadId)] as const,
          ),
        ),
      );
    const hasExpectedOwners = async () =>
      [...(await readOwners())].every(([leadId, owner]) => owner === expectedOwners.get(leadId));
    await until(hasExpectedOwners, { withinMs: 120_000, everyMs: 200 }).catch(() => undefined);
    expect(await readOwners()).toEqual(expectedOwners);
  },
  600_000,
);
