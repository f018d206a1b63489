import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person, team } from '../acceptance/person.js';
import { Traffic, hold, longestStop, stopped } from '../acceptance/stopping.js';
import { until } from '../acceptance/until.js';
import { Company } from './company.js';
import { Proxy } from './proxy.js';

let company: Company;
let proxy: Proxy;
beforeAll(async () => {
  company = await Company.start();
  proxy = await Proxy.start(company.backend.map(({ port }) => port));
});
afterAll(async () => {
  await proxy?.close();
  await company?.dispose();
});

test('each kind of process that is asked to end under traffic ends in time and in order, and what people send goes elsewhere', async () => {
  const { admin, reps } = await team(company.backend[0]!, 'Asha', 'Ravi');
  const product = { url: proxy.url, newestCodeFor: async () => undefined, codeFor: async () => '' };
  const people = reps.map((person) => {
    const moved = new Person(product, person.name, person.phone, person.id);
    for (const [name, value] of person.cookies) moved.cookies.set(name, value);
    return moved;
  });
  const held = await hold(company.backend[0]!, admin);
  const traffic = new Traffic(people);
  try {
    const { active } = await company.hosts();
    for (const [kind, ending] of [
      ['backend', company.backend[0]!],
      ['projections', active],
      ['workers', company.workers[0]!],
    ] as const) {
      const before = traffic.acknowledged.length;
      await until(() => traffic.acknowledged.length > before + 20, { within: 30_000, what: () => 'traffic' });
      const { code, took } = await stopped(ending);
      expect(ending.output).not.toMatch(/Error/);
      expect([kind, code]).toEqual([kind, 0]);
      expect(took).toBeLessThan(longestStop);
    }
  } finally {
    held.drop();
    await traffic.end();
  }
  const last = company.backend[1]!;
  for (const { person, leadId } of traffic.acknowledged) {
    const there = new Person(last, person.name, person.phone, person.id).after(person);
    for (const [name, value] of person.cookies) there.cookies.set(name, value);
    await until(async () => (await there.request('GET', `/api/leads/${leadId}`)).status === 200, {
      within: 30_000,
      what: () => `the lead ${leadId}`,
    });
  }
});
