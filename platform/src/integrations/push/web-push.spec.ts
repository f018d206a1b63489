import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Delayed, Unrecoverable } from '../../jobs/job-queue/attempts.js';
import { Unavailable } from '../../common/unavailable.js';
import { PushBrowser } from '../../testing/push-browser.js';
import { WebPush, deriveVapidKeys } from './web-push.js';

type Received = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };
let server: Server;
let origin: string;
let received: Received[];
let answer: { status: number; headers?: Record<string, string> };

beforeEach(async () => {
  received = [];
  answer = { status: 201 };
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answer.status, answer.headers).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const signing = new Uint8Array(32).fill(7);
const createSender = (services = [origin]) =>
  new WebPush({ signing, services, contact: 'https://crm.example.com' });
const message = {
  title: 'Fieldtrace',
  body: 'A lead was assigned to you.',
  url: '/leads/1',
  tag: 'an alert',
};

test('only the browser can decrypt a message, and the push service recognises the sender', async () => {
  const browser = new PushBrowser();
  const push = createSender();
  expect(await push.send({ endpoint: `${origin}/to/it`, keys: browser.keys }, message)).toBe(
    'sent',
  );
  const [{ headers, body }] = received as [Received];
  expect(JSON.parse(browser.read(body))).toEqual(message);
  expect(body.includes('lead')).toBe(false);
  expect(() => new PushBrowser().read(body)).toThrow();
  expect(headers).toMatchObject({
    ttl: '43200',
    'content-encoding': 'aes128gcm',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });

  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  expect(key).toBe(push.publicKey);
  const [header, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x, y } as never,
    format: 'jwk',
  });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(
    verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: origin,
    sub: 'https://crm.example.com',
  });
});

test.each([404, 410])('a subscription that is answered %d has ended', async (status) => {
  answer = { status };
  expect(
    await createSender().send({ endpoint: origin, keys: new PushBrowser().keys }, message),
  ).toBe('gone');
});

test.each([
  [{ status: 500 }, Unavailable],
  [{ status: 429, headers: { 'retry-after': '120' } }, Delayed],
  [{ status: 403 }, Unrecoverable],
])('%j is retried if that can help', async (answered, error) => {
  answer = answered;
  await expect(
    createSender().send({ endpoint: origin, keys: new PushBrowser().keys }, message),
  ).rejects.toBeInstanceOf(error);
});

test('a push service that does not answer is retried', async () => {
  server.close();
  await expect(
    createSender().send({ endpoint: origin, keys: new PushBrowser().keys }, message),
  ).rejects.toBeInstanceOf(Unavailable);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/1', true],
  ['https://wns2-par02p.notify.windows.com/w/1', true],
  ['http://fcm.googleapis.com/fcm/send/1', false],
  ['https://fcm.googleapis.com:8443/1', false],
  ['https://fcm.googleapis.com.example.com/1', false],
  ['https://evilnotify.windows.com/1', false],
  ['https://me@fcm.googleapis.com/1', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['no address', false],
])('%s is a push service: %p', (endpoint, expected) =>
  expect(createSender(['fcm.googleapis.com', 'notify.windows.com']).accepts(endpoint)).toBe(
    expected,
  ),
);

test('a message goes to no other service, even if an endpoint there is stored', async () => {
  expect(
    await createSender(['fcm.googleapis.com']).send(
      { endpoint: origin, keys: new PushBrowser().keys },
      message,
    ),
  ).toBe('gone');
  expect(received).toEqual([]);
});

test('the keys of an installation are equal in all its processes, and differ from others’', () => {
  expect(deriveVapidKeys(signing)).toEqual(deriveVapidKeys(signing));
  expect(deriveVapidKeys(new Uint8Array(32)).publicKey).not.toBe(
    deriveVapidKeys(signing).publicKey,
  );
  expect(Buffer.from(deriveVapidKeys(signing).publicKey, 'base64url')).toHaveLength(65);
});
