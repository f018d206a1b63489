import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person, createTeam } from '../acceptance/product/person.js';
import {
  CaptureTraffic,
  holdConnections,
  SHUTDOWN_TIMEOUT_MS,
  timeShutdown,
} from '../acceptance/product/shutdown.js';
import { until } from '../acceptance/product/until.js';
import { Deployment } from './deployment.js';
import { LoadBalancer } from './load-balancer.js';

let deployment: Deployment;
let loadBalancer: LoadBalancer;
beforeAll(async () => {
  deployment = await Deployment.start();
  loadBalancer = await LoadBalancer.start(deployment.backend.map(({ port }) => port));
});
afterAll(async () => {
  await loadBalancer?.close();
  await deployment?.dispose();
});

test('a SIGTERM under traffic ends each kind of process in time, and requests go to others', async () => {
  const { admin, reps } = await createTeam(deployment.backend[0]!, 'Asha', 'Ravi');
  const product = {
    url: loadBalancer.url,
    readNewestCode: async () => undefined,
    waitForCode: async () => '',
  };
  const people = reps.map((person) => {
    const movedPerson = new Person(product, person.name, person.phone, person.id);
    for (const [name, value] of person.cookies) movedPerson.cookies.set(name, value);
    return movedPerson;
  });
  const heldConnections = await holdConnections(deployment.backend[0]!, admin);
  const traffic = new CaptureTraffic(people);
  try {
    const { active } = await deployment.findHosts();
    for (const [kind, endingProcess] of [
      ['backend', deployment.backend[0]!],
      ['projections', active],
      ['workers', deployment.workers[0]!],
    ] as const) {
      const acknowledgedBefore = traffic.acknowledged.length;
      await until(() => traffic.acknowledged.length > acknowledgedBefore + 20, {
        withinMs: 30_000,
        what: () => 'traffic',
      });
      const { code, durationMs } = await timeShutdown(endingProcess);
      expect(endingProcess.output).not.toMatch(/Error/);
      expect([kind, code]).toEqual([kind, 0]);
      expect(durationMs).toBeLessThan(SHUTDOWN_TIMEOUT_MS);
    }
  } finally {
    heldConnections.drop();
    await traffic.end();
  }
  const lastBackend = deployment.backend[1]!;
  for (const { person, leadId } of traffic.acknowledged) {
    const atLastBackend = new Person(
      lastBackend,
      person.name,
      person.phone,
      person.id,
    ).afterCommandsOf(person);
    for (const [name, value] of person.cookies) atLastBackend.cookies.set(name, value);
    await until(
      async () => (await atLastBackend.request('GET', `/api/leads/${leadId}`)).status === 200,
      {
        withinMs: 30_000,
        what: () => `the lead ${leadId}`,
      },
    );
  }
});
