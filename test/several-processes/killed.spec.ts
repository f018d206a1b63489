import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, newPhone, createTeam } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData, sendCommand } from '../faults/send-command.js';
import { LiveClient, comparableLead } from '../faults/live-client.js';
import { readAllLeads } from '../faults/all-pages.js';
import { Deployment } from './deployment.js';
import { LoadBalancer } from './load-balancer.js';

let deployment: Deployment;
let loadBalancer: LoadBalancer;
beforeAll(async () => {
  deployment = await Deployment.start({ projections: 1, workers: 0 });
  loadBalancer = await LoadBalancer.start(deployment.backend.map(({ port }) => port));
});
afterAll(async () => {
  await loadBalancer?.close();
  await deployment?.dispose();
});

/** Sends a command with one key until it is answered 200, for 30 s at most. */
async function sendUntilAnswered(person: Person, command: string, data: object): Promise<void> {
  const key = randomUUID();
  const requestStatus = () =>
    sendCommand(person, command, data, { key }).then(
      (answer) => answer.status,
      () => 0,
    );
  await until(async () => (await requestStatus()) === 200, {
    withinMs: 30_000,
    what: () => command,
  });
}

test('a worker that is killed during a job leaves it to the other', async () => {
  const slowWorkers = await deployment.startAnother('workers', {
    FAILPOINTS: 'after-dequeue:hang:600000:*',
  });
  const asha = new Person(deployment.backend[0]!, 'Asha', newPhone());
  await asha.signUp({ verify: false });
  const readMetrics = async () => (await fetch(`${slowWorkers.url}/metrics`)).text();
  await until(async () => /^fieldtrace_jobs\{state="active"\} 1$/m.test(await readMetrics()), {
    what: () => 'the job to be taken',
  });
  await deployment.startAnother('workers');
  expect(await deployment.backend[0]!.readNewestCode(asha.phone)).toBeUndefined();

  await slowWorkers.end('SIGKILL');
  const killedAt = performance.now();
  await until(() => deployment.backend[0]!.readNewestCode(asha.phone), {
    withinMs: 20_000,
    what: () => 'the other worker to send the code',
  });
  process.stdout.write(
    `left to the other for ${((performance.now() - killedAt) / 1_000).toFixed(1)} s\n`,
  );
});

test('a socket of a killed backend continues at another without loss', async () => {
  const { admin, reps } = await createTeam(deployment.backend[1]!, 'Bina', 'Chetan');
  const viaLoadBalancer = (person: Person) => {
    const product = {
      url: loadBalancer.url,
      readNewestCode: async () => undefined,
      waitForCode: async () => '',
    };
    const movedPerson = new Person(product, person.name, person.phone, person.id);
    for (const [name, value] of person.cookies) movedPerson.cookies.set(name, value);
    return movedPerson;
  };
  const people = [admin, ...reps].map(viaLoadBalancer);
  const { organization } = await people[0]!.readMe();
  const roomsOf = ({ id }: Person) =>
    id === admin.id ? [`member:${id}`, `organization:${organization!.id}`] : [`member:${id}`];
  const clients = people.flatMap((person) =>
    [1, 2].map(() => new LiveClient(loadBalancer.url, person, roomsOf(person))),
  );
  await Promise.all(clients.map((client) => client.untilStarted()));
  const connectionsOfBackends = loadBalancer.connections.slice();
  expect(Math.min(...connectionsOfBackends)).toBeGreaterThan(0);

  const leads = Array.from({ length: 60 }, () => newLeadData());
  for (const [index, lead] of leads.entries()) {
    if (index === 20) await deployment.backend[0]!.end('SIGKILL');
    await sendUntilAnswered(people[index % 3]!, 'CreateLead', lead);
  }
  await Promise.all(clients.map((client) => client.untilCaughtUp()));
  const position = (await sendCommand(people[0]!, 'CreateLead', newLeadData())).body.position;
  for (const client of clients) {
    const listedLeads = await readAllLeads(client.person, position);
    await until(() => client.leads.size === listedLeads.length, {
      what: () => `${client.person.name} to have ${listedLeads.length} leads`,
    });
    expect([...client.leads.values()].map(comparableLead).sort(byLead)).toEqual(
      listedLeads.map(comparableLead).sort(byLead),
    );
    expect(client.listReads).toBe(1);
    client.close();
  }
  expect((await readAllLeads(people[0]!, position)).length).toBe(leads.length + 1);
});

const byLead = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
) => (String(one['leadId']) < String(other['leadId']) ? -1 : 1);
