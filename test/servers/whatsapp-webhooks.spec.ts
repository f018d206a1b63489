import { Deliveries, deliveryStates } from '#backend/operations/deliveries.js';
import {
  WhatsAppWebhooksController,
  addWebhookBodies,
  limitWebhookBodies,
  webhookBodyLimit,
} from '#backend/operations/whatsapp-webhooks.controller.js';
import { ProblemFilter } from '#backend/http/problems/problem.filter.js';
import { runInOrder } from '#backend/http/request-steps.js';
import { createServer } from '#backend/http/server.js';
import { Logger, createLogger } from '#platform/process/logger.js';
import { Body, Controller, Module, Post, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Config, readConfig } from '#platform/common/config/config.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { RawConnection } from '../acceptance/product/raw-connection.js';
import { until } from '../acceptance/product/until.js';
import { signedDelivery, signatureOf } from './stand-ins/whatsapp-stand-in.js';

const folder = folders();
const settings = {
  WHATSAPP_TOKEN: 'EAAJB',
  WHATSAPP_PHONE_NUMBER_ID: '105954558954427',
  WHATSAPP_APP_SECRET: 'app secret',
  WHATSAPP_VERIFY_TOKEN: 'verify token',
};
const path = '/webhooks/whatsapp';
let server: FastifyInstance;
let address: string;
let secrets: KeyValueStoreOnSqlite;
let deliveries: Deliveries;
let warnings: { fields: object; text: string }[];

@Controller()
class ElsewhereController {
  @Post('elsewhere')
  read(@Body() body: unknown) {
    return { parsed: typeof body === 'object' && !Buffer.isBuffer(body) };
  }
}
@Module({})
class RootModule {}

async function start(env: Readonly<Record<string, string>> = settings): Promise<void> {
  const config = readConfig(env);
  const clock = new ClockInMemory();
  secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder(), 'secrets.sqlite')), clock);
  deliveries = new Deliveries(secrets, clock);
  warnings = [];
  const { adapter, server: created } = await createServer(config, createLogger('silent'));
  server = created;
  const providers: Provider[] = [
    { provide: Config, useValue: config },
    { provide: Deliveries, useValue: deliveries },
    {
      provide: Logger,
      useValue: { warn: (fields: object, text: string) => void warnings.push({ fields, text }) },
    },
  ];
  const root = {
    module: RootModule,
    controllers: [WhatsAppWebhooksController, ElsewhereController],
    providers,
  };
  const app = await NestFactory.create(root, adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter());
  addWebhookBodies(server);
  server.addHook('onRoute', (route) => {
    route.bodyLimit = webhookBodyLimit(route.url) ?? route.bodyLimit;
  });
  server.addHook('onRequest', runInOrder([limitWebhookBodies()]));
  await app.init();
  address = await server.listen({ port: 0, host: '127.0.0.1' });
}

beforeEach(() => start());
afterEach(async () => {
  await server.close();
  await secrets.close();
});

type Answer = { readonly status: number; readonly body: string; readonly type: string | null };
const request = async (url: string, init?: RequestInit): Promise<Answer> => {
  const response = await fetch(`${address}${url}`, init);
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
  };
};
const requestRegistration = (query: Readonly<Record<string, string>>) =>
  request(`${path}?${new URLSearchParams(query)}`);
const postWebhook = (
  { body, signature }: { body: string; signature?: string },
  type = 'application/json',
  more: Readonly<Record<string, string>> = {},
) =>
  request(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      ...(signature && { 'x-hub-signature-256': signature }),
      ...more,
    },
  });

const statusUpdate = (status: string, more: object = {}) => ({
  id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI=',
  status,
  timestamp: '1763717400',
  recipient_id: '919876543210',
  biz_opaque_callback_data: 'challenge-1',
  ...more,
});
const failedStatus = statusUpdate('failed', {
  errors: [{ code: 131_026, title: 'Message to +919876543210 undeliverable' }],
});

describe('large bodies with a pending signature', () => {
  /** First half of a request that a proxy forwards. */
  const sendFirstHalf = (network: string, size = 'Content-Length: 3000000') =>
    RawConnection.open(
      Number(new URL(address).port),
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`,
    );
  const largeWebhook = signedDelivery(
    'app secret',
    statusUpdate('sent', { more: 'x'.repeat(100_000) }),
  );
  const sendLarge = async (network: string) =>
    (await postWebhook(largeWebhook, 'application/json', { 'x-forwarded-for': network })).status;
  beforeEach(async () => {
    await server.close();
    await secrets.close();
    await start({ ...settings, TRUST_PROXY: '1' });
  });

  test('are read four at once per network, without affecting other networks', async () => {
    const openConnections = await Promise.all(
      Array.from({ length: 16 }, (_, number) => sendFirstHalf(`2001:db8:1:1::${number}`)),
    );
    await until(async () => (await sendLarge('2001:db8:1:1::ff')) === 503);
    expect(await sendLarge('192.0.2.1')).toBe(200);
    for (const connection of openConnections) connection.drop();
    await until(async () => (await sendLarge('2001:db8:1:1::ff')) === 200);
  });

  test.each(['Content-Length: 3000000', 'Transfer-Encoding: chunked'])(
    'of all networks are limited to sixteen (%s), and small ones continue',
    async (size) => {
      const openConnections = await Promise.all(
        Array.from({ length: 16 }, (_, number) => sendFirstHalf(`198.51.100.${number % 4}`, size)),
      );
      await until(async () => (await sendLarge('192.0.2.1')) === 503);
      expect((await postWebhook(signedDelivery('app secret', statusUpdate('sent')))).status).toBe(
        200,
      );
      for (const connection of openConnections) connection.drop();
      await until(async () => (await sendLarge('192.0.2.1')) === 200);
    },
  );
});

describe('when the webhook is registered', () => {
  const validRequest = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'verify token',
    'hub.challenge': '1158201444',
  };

  test('a request with the token gets its challenge', async () => {
    expect(await requestRegistration(validRequest)).toEqual({
      status: 200,
      body: '1158201444',
      type: 'text/plain; charset=utf-8',
    });
  });

  test.each([
    ['another token', { ...validRequest, 'hub.verify_token': 'guess' }],
    ['another mode', { ...validRequest, 'hub.mode': 'unsubscribe' }],
    ['a page as the challenge', { ...validRequest, 'hub.challenge': '<script>' }],
    ['nothing', {}],
  ])('%s is refused', async (_, query) =>
    expect((await requestRegistration(query as Record<string, string>)).status).toBe(403),
  );
});

describe('the delivery of a message', () => {
  test('is known by the id it was sent under, without number or text', async () => {
    expect(
      (await postWebhook(signedDelivery('app secret', statusUpdate('delivered')))).status,
    ).toBe(200);
    expect(await deliveries.find('challenge-1')).toEqual({
      state: 'delivered',
      at: '2025-11-21T09:30:00.000Z',
    });
  });

  test('is known by the service’s id if it was sent without one', async () => {
    await postWebhook(
      signedDelivery('app secret', statusUpdate('sent', { biz_opaque_callback_data: undefined })),
    );
    expect(await deliveries.find(failedStatus.id)).toMatchObject({ state: 'sent' });
  });

  test('may be reported out of order, repeatedly, and in batches', async () => {
    await postWebhook(signedDelivery('app secret', statusUpdate('read'), statusUpdate('sent')));
    await postWebhook(
      signedDelivery('app secret', statusUpdate('delivered'), statusUpdate('read')),
    );
    expect(await deliveries.find('challenge-1')).toMatchObject({ state: 'read' });
    expect(deliveryStates.map((state) => deliveries.counts().get(state))).toEqual([0, 0, 0, 1]);
  });

  test('when it failed, is reported to operators once, without the number', async () => {
    await postWebhook(signedDelivery('app secret', failedStatus));
    await postWebhook(signedDelivery('app secret', failedStatus));
    expect(await deliveries.find('challenge-1')).toMatchObject({ state: 'failed', code: 131_026 });
    expect(warnings).toEqual([
      {
        fields: { message: 'challenge-1', code: 131_026 },
        text: 'a message was not delivered: the number has no WhatsApp, or one that is too old',
      },
    ]);
  });

  test.each([
    ['with an unknown status', statusUpdate('warning')],
    ['without a time', statusUpdate('read', { timestamp: undefined })],
    ['without an id', statusUpdate('read', { id: '', biz_opaque_callback_data: undefined })],
  ])('%s is ignored, without affecting the rest', async (_, strangeStatus) => {
    expect(
      (await postWebhook(signedDelivery('app secret', strangeStatus, statusUpdate('sent')))).status,
    ).toBe(200);
    expect(await deliveries.find('challenge-1')).toMatchObject({ state: 'sent' });
  });

  test.each([
    [
      'a message that somebody wrote',
      {
        object: 'whatsapp_business_account',
        entry: [
          { changes: [{ field: 'messages', value: { messages: [{ from: '919876543210' }] } }] },
        ],
      },
    ],
    [
      'another number’s',
      {
        entry: [
          {
            changes: [
              { value: { metadata: { phone_number_id: '1' }, statuses: [statusUpdate('read')] } },
            ],
          },
        ],
      },
    ],
    ['nothing', {}],
    ['no object', 7],
  ])('%s is accepted and ignored', async (_, content) => {
    const body = JSON.stringify(content);
    expect((await postWebhook({ body, signature: signatureOf('app secret', body) })).status).toBe(
      200,
    );
    expect(await deliveries.find('challenge-1')).toBeUndefined();
  });
});

describe('other requests', () => {
  const { body, signature } = signedDelivery('app secret', statusUpdate('read'));
  test.each([
    ['without a signature', { body }],
    ['with one of another secret', { body, signature: signatureOf('guess', body) }],
    ['with one of another body', { body: body.replace('read', 'sent'), signature }],
    ['with half of one', { body, signature: signature.slice(0, 40) }],
    ['with one of the right length', { body, signature: `sha256=${'0'.repeat(64)}` }],
  ])('%s is refused', async (_, sent) => {
    expect((await postWebhook(sent)).status).toBe(403);
    expect(await deliveries.find('challenge-1')).toBeUndefined();
  });

  test('with more than the service ever sends are refused', async () => {
    expect(
      (
        await postWebhook(
          signedDelivery('app secret', statusUpdate('read', { more: 'x'.repeat(4 * 1024 * 1024) })),
        )
      ).status,
    ).toBe(413);
  });

  test('with another type are refused', async () =>
    expect(
      (await postWebhook({ body, signature }, 'application/x-www-form-urlencoded')).status,
    ).toBe(415));
});

test('other endpoints read bodies as usual', async () => {
  const { body } = await request('/elsewhere', {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(body)).toEqual({ parsed: true });
});

test.each([
  ['no WhatsApp', {}],
  ['nobody listens', { WHATSAPP_TOKEN: 'EAAJB', WHATSAPP_PHONE_NUMBER_ID: '105954558954427' }],
])('with %s, there is no such endpoint', async (_, env) => {
  await server.close();
  await secrets.close();
  await start(env);
  const { body, signature } = signedDelivery('app secret', statusUpdate('read'));
  expect((await postWebhook({ body, signature })).status).toBe(404);
  expect((await requestRegistration({})).status).toBe(404);
});
