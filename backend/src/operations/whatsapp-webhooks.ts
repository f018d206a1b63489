import { meaningOf } from '#platform/integrations/messages/whatsapp-errors.js';
import type { WhatsAppSettings } from '#platform/common/config/settings.js';
import { jsonIn } from '#platform/common/fetched.js';
import { networkOf } from '#platform/common/network-of.js';
import type { FastifyInstance } from 'fastify';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem, problem } from '../http/problem.js';
import { type Deliveries, deliveryStates } from './deliveries.js';

/** The largest that the service sends. */
const largestBody = 3 * 1024 * 1024;
/** A larger one, or one of unknown size, is counted while it is read: it may come without a session, and only the whole of it has a signature. */
const smallBody = 64 * 1024;
const mostLargeAtOnce = 16;
const mostLargeOfNetwork = 4;
const path = '/webhooks/whatsapp';

type Parts = {
  /** Undefined: messages do not go by WhatsApp, or its webhooks are not set up, and there is no such endpoint. */
  readonly settings: WhatsAppSettings | undefined;
  readonly deliveries: Deliveries;
  readonly logger: { warn(what: object, words: string): void };
};

/** What the service asks once, when this address is entered there. */
const subscription = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

/** What is used of what it sends. Whatever else is in it, of other numbers or of kinds that are new, is left alone. */
const status = z.object({
  id: z.string().min(1).max(512),
  status: z.enum(deliveryStates),
  timestamp: z.string().regex(/^\d{1,12}$/),
  biz_opaque_callback_data: z.string().min(1).max(512).optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});
const change = z.object({ value: z.object({ metadata: z.object({ phone_number_id: z.string() }), statuses: z.array(z.unknown()) }) });
const notification = z.object({ entry: z.array(z.object({ changes: z.array(z.unknown()) })) });

/** What comes, for its description. */
export const webhookForms = { bodies: { [`POST ${path}`]: notification }, queries: { [`GET ${path}`]: subscription } };

/**
 * The endpoint at which WhatsApp reports what became of messages. Any other request has no signature. What is recorded is the
 * state by the message's id; it is answered when that is durable, and reported again by the service until it is.
 */
export async function addWhatsAppWebhooks(server: FastifyInstance, { settings, deliveries, logger }: Parts): Promise<void> {
  const webhooks = settings?.webhooks;
  if (!settings || !webhooks) {
    server.all(path, () => {
      throw problem('unknown-path');
    });
    return;
  }
  await server.register(async (scope) => {
    // The signature is over the bytes as they came: here, and only here, a body is not read as JSON at once.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) => done(null, body));

    /** Large bodies that are being read, by network. */
    const underWay = new Map<string, number>();
    scope.addHook('onRequest', ({ raw, ip, method }, _, next) => {
      if (method !== 'POST' || Number(raw.headers['content-length']) <= smallBody) return next();
      const network = networkOf(ip);
      const ofNetwork = underWay.get(network) ?? 0;
      const ofAll = [...underWay.values()].reduce((sum, count) => sum + count, 0);
      if (ofNetwork >= mostLargeOfNetwork || ofAll >= mostLargeAtOnce) return next(problem('overloaded', { retryAfterSeconds: 5 }));
      underWay.set(network, ofNetwork + 1);
      raw.once('close', () => {
        const left = underWay.get(network)! - 1;
        if (left > 0) underWay.set(network, left);
        else underWay.delete(network);
      });
      next();
    });

    scope.get(path, async ({ query }, reply) => {
      const { data: asked } = subscription.safeParse(query);
      if (!asked || !isSame(asked['hub.verify_token'], webhooks.verifyToken)) throw notTheirs();
      return reply.type('text/plain; charset=utf-8').send(asked['hub.challenge']);
    });

    scope.post(path, async ({ body, headers }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const expected = `sha256=${createHmac('sha256', webhooks.appSecret).update(bytes).digest('hex')}`;
      if (!isSame(String(headers['x-hub-signature-256']), expected)) throw notTheirs();
      for (const { id, status: state, timestamp, errors, biz_opaque_callback_data: ours } of statusesIn(bytes, settings.phoneNumberId)) {
        const code = state === 'failed' ? errors?.[0]?.code : undefined;
        const at = new Date(Number(timestamp) * 1_000).toISOString();
        const isNews = await deliveries.record(ours ?? id, { state, at, ...(code !== undefined && { code }) });
        if (isNews && state === 'failed')
          logger.warn({ message: ours ?? id, code }, `a message was not delivered: ${code === undefined ? 'no reason is given' : meaningOf(code)}`);
      }
      return reply.code(200).send();
    });
  });
}

const notTheirs = () => new Problem(403, 'bad-signature', 'This does not come from who it should.');

function statusesIn(bytes: Buffer, phoneNumberId: string): z.output<typeof status>[] {
  const { data } = notification.safeParse(jsonIn(bytes.toString()));
  return (data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .map((one) => change.safeParse(one).data?.value)
    .filter((value) => value?.metadata.phone_number_id === phoneNumberId)
    .flatMap((value) => value?.statuses ?? [])
    .flatMap((one) => status.safeParse(one).data ?? []);
}

/** In a time that gives away neither where the two differ nor how long the right one is. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();
