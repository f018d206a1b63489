import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, newPhone, team } from '../acceptance/person.js';
import { until } from '../acceptance/until.js';
import { leadData, sendCommand } from '../faults/send-command.js';
import { LiveClient, comparableLead } from '../faults/live-client.js';
import { allLeads } from '../faults/all-pages.js';
import { Company } from './company.js';
import { Proxy } from './proxy.js';

let company: Company;
let proxy: Proxy;
beforeAll(async () => {
  company = await Company.start({ projections: 1, workers: 0 });
  proxy = await Proxy.start(company.backend.map(({ port }) => port));
});
afterAll(async () => {
  await proxy?.close();
  await company?.dispose();
});

/** What was not answered is sent again, with the same key. */
async function persistently(person: Person, command: string, data: object): Promise<void> {
  const key = randomUUID();
  const status = () =>
    sendCommand(person, command, data, { key }).then(
      (answer) => answer.status,
      () => 0,
    );
  await until(async () => (await status()) === 200, { within: 30_000, what: () => command });
}

test('a worker that is killed in the middle of a job leaves it to the other', async () => {
  const slow = await company.another('workers', { FAILPOINTS: 'after-dequeue:hang:600000:*' });
  const asha = new Person(company.backend[0]!, 'Asha', newPhone());
  await asha.signUp({ verify: false });
  const metrics = async () => (await fetch(`${slow.url}/metrics`)).text();
  await until(async () => /^fieldtrace_jobs\{state="active"\} 1$/m.test(await metrics()), { what: () => 'the job to be taken' });
  await company.another('workers');
  expect(await company.backend[0]!.newestCodeFor(asha.phone)).toBeUndefined();

  await slow.end('SIGKILL');
  const killed = performance.now();
  await until(() => company.backend[0]!.newestCodeFor(asha.phone), { within: 20_000, what: () => 'the other worker to send the code' });
  process.stdout.write(`left to the other for ${((performance.now() - killed) / 1_000).toFixed(1)} s\n`);
});

test('a socket of a killed backend goes on at another, and has missed nothing', async () => {
  const { admin, reps } = await team(company.backend[1]!, 'Bina', 'Chetan');
  const through = (person: Person) => {
    const product = { url: proxy.url, newestCodeFor: async () => undefined, codeFor: async () => '' };
    const moved = new Person(product, person.name, person.phone, person.id);
    for (const [name, value] of person.cookies) moved.cookies.set(name, value);
    return moved;
  };
  const people = [admin, ...reps].map(through);
  const { organization } = await people[0]!.me();
  const rooms = ({ id }: Person) => (id === admin.id ? [`member:${id}`, `organization:${organization!.id}`] : [`member:${id}`]);
  const followers = people.flatMap((person) => [1, 2].map(() => new LiveClient(proxy.url, person, rooms(person))));
  await Promise.all(followers.map((follower) => follower.started()));
  const at = proxy.connections.slice();
  expect(Math.min(...at)).toBeGreaterThan(0);

  const leads = Array.from({ length: 60 }, () => leadData());
  for (const [index, lead] of leads.entries()) {
    if (index === 20) await company.backend[0]!.end('SIGKILL');
    await persistently(people[index % 3]!, 'CreateLead', lead);
  }
  await Promise.all(followers.map((follower) => follower.caughtUp()));
  const position = (await sendCommand(people[0]!, 'CreateLead', leadData())).body.position;
  for (const follower of followers) {
    const listed = await allLeads(follower.person, position);
    await until(() => follower.leads.size === listed.length, { what: () => `${follower.person.name} to have ${listed.length} leads` });
    expect([...follower.leads.values()].map(comparableLead).sort(byLead)).toEqual(listed.map(comparableLead).sort(byLead));
    expect(follower.listReads).toBe(1);
    follower.close();
  }
  expect((await allLeads(people[0]!, position)).length).toBe(leads.length + 1);
});

const byLead = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
  String(one['leadId']) < String(other['leadId']) ? -1 : 1;
