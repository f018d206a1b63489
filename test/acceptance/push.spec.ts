import { PushBrowser } from '#platform/testing/push-browser.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InProcessProduct } from './product/in-process.js';
import { Person, captureLead, createTeam } from './product/person.js';
import { until } from './product/until.js';

/** Push messages to a closed browser, with a push service that counts them. */

let server: Server;
let origin: string;
/** Paths of the push messages that the push service got. */
let receivedPaths: string[];
/** Status with which the push service answers. */
let pushStatus = 201;
let product: InProcessProduct;
let meera: Person;
let asha: Person;
/** Person's second browser. */
let tablet: Person;

beforeAll(async () => {
  receivedPaths = [];
  server = createServer((request, response) => {
    request.resume();
    receivedPaths.push(request.url ?? '');
    response.writeHead(pushStatus).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  product = await InProcessProduct.start({ PUSH_SERVICES: origin });
  const people = await createTeam(product, 'Asha');
  meera = people.admin;
  [asha] = people.reps;
  tablet = new Person(product, asha.name, asha.phone, asha.id);
  await tablet.signIn();
});
afterAll(async () => {
  await product.dispose();
  server.close();
});

function newSubscription(name: string, types: readonly string[] = ['lead']) {
  return { endpoint: `${origin}/${name}`, keys: new PushBrowser().keys, types };
}
const assignNewLead = () => captureLead(meera, { assignedTo: asha.id });
const waitForPushes = (name: string, count: number) =>
  until(() => receivedPaths.filter((path) => path === `/${name}`).length === count, {
    what: () => `${count} messages to ${name}`,
  });

test('a browser gets the chosen alerts until they are turned off', async () => {
  await asha.post('/api/push/subscribe', newSubscription('phone'));
  await tablet.post('/api/push/subscribe', newSubscription('tablet', ['bill']));
  await assignNewLead();
  await waitForPushes('phone', 1);
  await asha.post('/api/push/unsubscribe', { endpoint: `${origin}/phone` });
  await asha.post('/api/push/subscribe', newSubscription('laptop'));
  await assignNewLead();
  await waitForPushes('laptop', 1);
  expect(receivedPaths.sort()).toEqual(['/laptop', '/phone']);
});

test('an ended subscription is not used any more', async () => {
  pushStatus = 410;
  await assignNewLead();
  await waitForPushes('laptop', 2);
  pushStatus = 201;
  await asha.post('/api/push/subscribe', newSubscription('watch'));
  await assignNewLead();
  await waitForPushes('watch', 1);
  await waitForPushes('laptop', 2);
});

test('messages are sent to push services only, and to signed-in browsers', async () => {
  await expect(
    asha.post('/api/push/subscribe', {
      ...newSubscription('x'),
      endpoint: 'http://169.254.169.254/latest',
    }),
  ).rejects.toMatchObject({
    status: 400,
    problem: { fields: { endpoint: expect.any(String) } },
  });
  await asha.post('/api/auth/sign-out', {});
  await asha.signIn();
  await asha.post('/api/push/subscribe', newSubscription('after'));
  await assignNewLead();
  await waitForPushes('after', 1);
  expect(receivedPaths.filter((path) => path === '/watch')).toHaveLength(1);
});

test('a session has one subscription, with valid keys', async () => {
  await asha.post('/api/push/subscribe', newSubscription('one'));
  await asha.post('/api/push/subscribe', newSubscription('another'));
  await tablet.post('/api/push/subscribe', newSubscription('tablet'));
  const [p256dh, auth] = [
    Buffer.alloc(65, 7).toString('base64url'),
    Buffer.alloc(16).toString('base64url'),
  ];
  await expect(
    asha.post('/api/push/subscribe', { ...newSubscription('x'), keys: { p256dh, auth } }),
  ).rejects.toMatchObject({
    status: 400,
    problem: { fields: { keys: expect.any(String) } },
  });
  await assignNewLead();
  await waitForPushes('another', 1);
  await waitForPushes('tablet', 1);
  expect(receivedPaths.filter((path) => path === '/one')).toEqual([]);
  const { secrets } = product.parts;
  expect(await secrets.findByOwner('push-subscription', asha.id)).toHaveLength(2);
});

test('a subscription is deleted with its session, and not taken over by its endpoint alone', async () => {
  const { secrets } = product.parts;
  const countSubscriptions = async (person: Person) =>
    (await secrets.findByOwner('push-subscription', person.id)).length;
  const ashasSubscription = newSubscription('ashas-phone');
  await asha.post('/api/push/subscribe', ashasSubscription);
  await expect(
    meera.post('/api/push/subscribe', { ...ashasSubscription, keys: new PushBrowser().keys }),
  ).rejects.toMatchObject({
    status: 400,
    problem: { fields: { endpoint: expect.any(String) } },
  });
  await meera.post('/api/push/unsubscribe', { endpoint: ashasSubscription.endpoint });
  const countBefore = await countSubscriptions(asha);
  await asha.post('/api/auth/sign-out', {});
  expect(await countSubscriptions(asha)).toBe(countBefore - 1);
  await meera.post('/api/push/subscribe', { ...ashasSubscription, keys: new PushBrowser().keys });
  await meera.post('/api/auth/sign-out', { everywhere: true });
  expect(await countSubscriptions(meera)).toBe(0);
});
