/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { setIdentity } from '../account/identity.js';
import { readPushState, readPushTypes, renewPush, turnPushOff, turnPushOn } from './push.js';

let requestedPaths: string[];
const subscription = {
  endpoint: 'https://push.example/1',
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }),
  unsubscribe: async () => true,
};
const registration = {
  pushManager: { subscribe: async () => subscription, getSubscription: async () => subscription },
};

beforeEach(() => {
  requestedPaths = [];
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  const locks = { request: async (_: string, work: () => Promise<unknown>) => work() };
  Object.assign(globalThis, {
    PushManager: class {},
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
  });
  Object.defineProperties(navigator, {
    serviceWorker: { value: serviceWorker, configurable: true },
    locks: { value: locks, configurable: true },
  });
  globalThis.fetch = jest.fn<typeof fetch>(async (path) => {
    requestedPaths.push(String(path));
    return Response.json(path === '/api/push' ? { publicKey: 'key' } : {});
  });
});
afterEach(() => localStorage.clear());

const signIn = (accountId: string) => setIdentity({ accountId, organizationId: 'sharma' });

test('the next account in a browser gets only alerts that it has requested; a returning one gets its own again', async () => {
  signIn('asha');
  expect(await turnPushOn(['lead'])).toBe('on');
  signIn('ravi');
  requestedPaths = [];
  await renewPush();
  expect(requestedPaths).toEqual([]);
  expect(await readPushState()).toBe('off');
  expect(readPushTypes()).toBeUndefined();
  signIn('asha');
  await renewPush();
  expect(requestedPaths).toEqual(['/api/push', '/api/push/subscribe']);
  expect(await readPushState()).toBe('on');
  expect(readPushTypes()).toEqual(['lead']);
});

test('push stays off after it was turned off', async () => {
  signIn('asha');
  await turnPushOn(['lead']);
  expect(await turnPushOff()).toBe('off');
  requestedPaths = [];
  await renewPush();
  expect(requestedPaths).toEqual([]);
  expect(await readPushState()).toBe('off');
});

test('push is turned on and off in order without locks, as on an insecure page', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  signIn('asha');
  expect(await Promise.all([turnPushOn(['lead']), turnPushOff()])).toEqual(['on', 'off']);
  expect(requestedPaths).toEqual(['/api/push', '/api/push/subscribe', '/api/push/unsubscribe']);
});
