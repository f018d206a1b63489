import { errorMeaning } from '#platform/integrations/messages/whatsapp-errors.js';
import { Config } from '#platform/common/config/config.js';
import { parseJson } from '#platform/common/fetch-text.js';
import { parseNetwork } from '#platform/common/networks.js';
import { Logger } from '#platform/process/logger.js';
import { Body, Controller, Get, Header, Headers, HttpCode, Post, Query } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem, problem } from '../http/problems/problem.js';
import type { RequestStep } from '../http/request-steps.js';
import { Deliveries, deliveryStates } from './deliveries.js';

/** Largest body that the service sends. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
/**
 * Bodies above this size, or of unknown size, are counted while read: anybody may send them, and
 * only a complete body can be verified.
 */
const SMALL_BODY_BYTES = 64 * 1024;
const MAX_LARGE_AT_ONCE = 16;
const MAX_LARGE_OF_NETWORK = 4;
const path = '/webhooks/whatsapp';

/**
 * Query by which WhatsApp verifies the address of this endpoint, once, when it is configured there.
 */
const subscription = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

/** Used fields of a status. Other numbers and unknown kinds are ignored. */
const status = z.object({
  id: z.string().min(1).max(512),
  status: z.enum(deliveryStates),
  timestamp: z.string().regex(/^\d{1,12}$/),
  biz_opaque_callback_data: z.string().min(1).max(512).optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});
const change = z.object({
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    statuses: z.array(z.unknown()),
  }),
});
const notification = z.object({ entry: z.array(z.object({ changes: z.array(z.unknown()) })) });

/** Webhook forms for the API description. */
export const webhookForms = { [`POST ${path}`]: notification, [`GET ${path}`]: subscription };

/**
 * Receives the status of messages from WhatsApp. Requests without its signature are refused.
 * Answers after the state is durable; until then WhatsApp reports again.
 */
@Controller(path)
export class WhatsAppWebhooksController {
  constructor(
    private readonly config: Config,
    private readonly deliveries: Deliveries,
    private readonly logger: Logger,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; charset=utf-8')
  subscribe(@Query() query: unknown): string {
    const { verifyToken } = this.settings();
    const { data: form } = subscription.safeParse(query);
    if (!form || !isSame(form['hub.verify_token'], verifyToken)) throw notFromWhatsApp();
    return form['hub.challenge'];
  }

  @Post()
  @HttpCode(200)
  async report(
    @Body() body: unknown,
    @Headers('x-hub-signature-256') signature: unknown,
  ): Promise<void> {
    const { appSecret, phoneNumberId } = this.settings();
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const expected = `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;
    if (!isSame(String(signature), expected)) throw notFromWhatsApp();
    for (const {
      id,
      status: state,
      timestamp,
      errors,
      biz_opaque_callback_data: ownId,
    } of statusesIn(bytes, phoneNumberId)) {
      const code = state === 'failed' ? errors?.[0]?.code : undefined;
      const at = new Date(Number(timestamp) * 1_000).toISOString();
      const hasAdvanced = await this.deliveries.record(ownId ?? id, {
        state,
        at,
        ...(code !== undefined && { code }),
      });
      if (hasAdvanced && state === 'failed')
        this.logger.warn(
          { message: ownId ?? id, code },
          `a message was not delivered: ${code === undefined ? 'no reason is given' : errorMeaning(code)}`,
        );
    }
  }

  /** @throws Problem if WhatsApp or its webhooks are not set up, as for an unknown path */
  private settings() {
    const { whatsApp } = this.config.servers;
    if (!whatsApp?.webhooks) throw problem('unknown-path');
    return { ...whatsApp.webhooks, phoneNumberId: whatsApp.phoneNumberId };
  }
}

/**
 * Keeps a webhook's body as bytes, because the signature covers them; other routes parse JSON as
 * usual.
 */
export function addWebhookBodies(server: FastifyInstance): void {
  const parseAsUsual = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (request.routeOptions.url === path) done(null, body);
      else void parseAsUsual(request, body.toString(), done);
    },
  );
}

/** Body limit of the webhook route. */
export const webhookBodyLimit = (url: string): number | undefined =>
  url === path ? MAX_BODY_BYTES : undefined;

/** Limits how many large webhook bodies are read at once, per network and in all. */
export function limitWebhookBodies(): RequestStep {
  /** Large bodies being read, by network. */
  const readingByNetwork = new Map<string, number>();
  return ({ raw, ip, method, routeOptions: { url } }) => {
    if (
      url !== path ||
      method !== 'POST' ||
      Number(raw.headers['content-length']) <= SMALL_BODY_BYTES
    )
      return;
    const network = parseNetwork(ip);
    const readingInNetwork = readingByNetwork.get(network) ?? 0;
    const readingInAll = [...readingByNetwork.values()].reduce((sum, count) => sum + count, 0);
    if (readingInNetwork >= MAX_LARGE_OF_NETWORK || readingInAll >= MAX_LARGE_AT_ONCE)
      throw problem('overloaded', { retryAfterSeconds: 5 });
    readingByNetwork.set(network, readingInNetwork + 1);
    raw.once('close', () => {
      const remaining = readingByNetwork.get(network)! - 1;
      if (remaining > 0) readingByNetwork.set(network, remaining);
      else readingByNetwork.delete(network);
    });
  };
}

const notFromWhatsApp = () =>
  new Problem(403, 'bad-signature', 'This does not come from WhatsApp.');

function statusesIn(bytes: Buffer, phoneNumberId: string): z.output<typeof status>[] {
  const { data } = notification.safeParse(parseJson(bytes.toString()));
  return (data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .map((one) => change.safeParse(one).data?.value)
    .filter((value) => value?.metadata.phone_number_id === phoneNumberId)
    .flatMap((value) => value?.statuses ?? [])
    .flatMap((one) => status.safeParse(one).data ?? []);
}

/** Compares in constant time, independent of content and length. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();
