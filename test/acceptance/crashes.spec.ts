import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person, newPhone, createTeam } from './product/person.js';
import { Product } from './product/product.js';
import { until } from './product/until.js';

let product: Product;
let asha: Person;
const newVisitor = (): Person => new Person(product, 'Nobody', newPhone());

beforeAll(async () => {
  product = await Product.start({ env: { LOG_LEVEL: 'warn', TRUST_PROXY: '1' } });
  asha = (await createTeam(product, 'Asha')).reps[0];
});
afterAll(() => product.dispose());

const LEVEL_WARN = 40;
const crash = {
  error: 'TypeError',
  build: 'B_DqDEIZ',
  screen: '/leads/:leadId',
  components: ['Phone', 'Card'],
};
const report = (person: Person, body: object, network: string) =>
  person.request('POST', '/api/crashes', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
  });
/** Count of crashes from `/metrics`, which needs a direct local connection. */
const readCrashCount = async (): Promise<number> => {
  const figures = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^fieldtrace_crashes_total (\d+)$/m.exec(figures)?.[1]);
};

test('a crash is counted and logged as one warning, with and without a session', async () => {
  const countBefore = await readCrashCount();
  expect([
    (await report(asha, crash, '192.0.2.1')).status,
    (await report(newVisitor(), { ...crash, screen: '/' }, '192.0.2.1')).status,
  ]).toEqual([204, 204]);
  expect(await readCrashCount()).toBe(countBefore + 2);
  await until(() => product.output.includes('"screen":"/"'), { what: () => product.output });
  const lines = product.output
    .split('\n')
    .filter((line) => line.includes('a screen crashed in a browser'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: LEVEL_WARN, crash }),
    expect.objectContaining({ level: LEVEL_WARN, crash: { ...crash, screen: '/' } }),
  ]);
});

test.each<[string, object]>([
  ['a message', { ...crash, message: 'Rajesh Patil is no number' }],
  ['words as the class', { ...crash, error: 'Rajesh Patil' }],
  ['a number as the class', { ...crash, error: '9876543210' }],
  ['an address with an id', { ...crash, screen: '/leads/018f2d3c-0000-7000-8000-000000000001' }],
  ['an address with a search', { ...crash, screen: '/leads?q=Rajesh' }],
  ['a phone number in the address', { ...crash, screen: '/login/9876543210' }],
  ['words as a component', { ...crash, components: ['Rajesh Patil'] }],
  ['a stack', { ...crash, components: ['Phone@https://crm.example/assets/first.js:1:2'] }],
  ['more components than five', { ...crash, components: Array.from({ length: 6 }, () => 'Card') }],
  ['words as the build', { ...crash, build: 'Rajesh Patil' }],
  ['nothing', {}],
])('a report with %s is refused and not logged', async (_, body) => {
  const countBefore = await readCrashCount();
  expect((await report(newVisitor(), body, '192.0.2.2')).status).toBe(400);
  expect(await readCrashCount()).toBe(countBefore);
  expect(product.output).not.toContain('Rajesh');
});

test('a report is at most 1 kB', async () => {
  expect(
    (await report(newVisitor(), { ...crash, build: 'x'.repeat(1_100) }, '192.0.2.3')).status,
  ).toBe(413);
});

test('a member may report 10 an hour from any network, and a network 60 in all', async () => {
  const memberStatuses: number[] = [];
  for (let number = 0; number < 11; number++)
    memberStatuses.push((await report(asha, crash, `198.51.100.${number}`)).status);
  expect(memberStatuses.filter((status) => status === 429)).not.toEqual([]);
  expect(memberStatuses.filter((status) => status === 204).length).toBeLessThanOrEqual(10);
  const networkStatuses: number[] = [];
  for (let number = 0; number < 62; number++)
    networkStatuses.push((await report(newVisitor(), crash, '203.0.113.9')).status);
  expect([
    networkStatuses.filter((status) => status === 204).length,
    networkStatuses.filter((status) => status === 429).length,
  ]).toEqual([60, 2]);
});
