import type { OutgoingMessage } from '#platform/integrations/messages/messages.js';
import type { WhatsAppSettings } from '#platform/common/config/settings.js';
import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { StandInServer } from './stand-in-server.js';

/**
 * Fault that the next request meets. A message whose answer is late, cut, stalled or silent was
 * accepted. `down` accepts none.
 */
export type WhatsAppFault =
  | { readonly status: number; readonly code?: number; readonly retryAfter?: string }
  | { readonly lateMilliseconds: number }
  | 'down'
  | 'cut'
  | 'stalled'
  | 'silent'
  | 'not what it should be';

/** Error codes of the service. */
const INVALID_TOKEN = 190;
const UNKNOWN_OBJECT = 33;
const INVALID_PARAMETER = 100;
const PARAMETER_MISMATCH = 132_012;

const textParameters = z.tuple([
  z.strictObject({
    type: z.literal('text'),
    text: z
      .string()
      .min(1)
      .max(1024)
      .regex(/^[^\n\t]*$/),
  }),
]);
const body = z.strictObject({ type: z.literal('body'), parameters: textParameters });
const button = z.strictObject({
  type: z.literal('button'),
  sub_type: z.literal('url'),
  index: z.literal('0'),
  parameters: textParameters,
});
const language = z.strictObject({ code: z.enum(['en', 'hi']) });

/** Template message as the service documents it; missing and additional fields are refused. */
const templateMessage = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.e164(),
  type: z.literal('template'),
  template: z.discriminatedUnion('name', [
    z.strictObject({
      name: z.literal('fieldtrace_code'),
      language,
      components: z.tuple([body, button]),
    }),
    z.strictObject({
      name: z.literal('fieldtrace_message'),
      language,
      components: z.tuple([body]),
    }),
  ]),
  biz_opaque_callback_data: z.string().max(512),
});

/**
 * Stand-in for WhatsApp's Cloud API: one phone number with two approved templates, each in English
 * and Hindi. Injects faults.
 */
export class WhatsAppStandIn extends StandInServer<WhatsAppFault> {
  /** Delivered messages, oldest first. */
  readonly sent: (OutgoingMessage & { readonly id: string })[] = [];

  readonly settings = {
    token: 'EAAJBstandin',
    phoneNumberId: '105954558954427',
    codeTemplate: 'fieldtrace_code',
    messageTemplate: 'fieldtrace_message',
    language: 'en',
    hindi: undefined as string | undefined,
  };

  /** Settings of a product that sends to this stand-in. */
  productSettings(): Omit<WhatsAppSettings, 'webhooks'> {
    return { ...this.settings, url: `http://127.0.0.1:${this.port}/v25.0` };
  }

  protected async answerRequest(
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const content = await textOf(incoming);
    if (incoming.headers.authorization !== `Bearer ${this.settings.token}`)
      return refuse(response, 401, INVALID_TOKEN);
    if (
      incoming.method !== 'POST' ||
      incoming.url !== `/v25.0/${this.settings.phoneNumberId}/messages`
    )
      return refuse(response, 400, UNKNOWN_OBJECT);
    if (incoming.headers['content-type'] !== 'application/json')
      return refuse(response, 400, INVALID_PARAMETER);
    const { data } = templateMessage.safeParse(JSON.parse(content));
    if (!data) return refuse(response, 400, INVALID_PARAMETER);
    const [{ parameters }, codeButton] = data.template.components;
    const [{ text }] = parameters;
    const hindiField = data.template.language.code === 'hi' && { language: 'hi' };
    if (codeButton && (codeButton.parameters[0].text !== text || text.length > 15))
      return refuse(response, 400, PARAMETER_MISMATCH);

    const fault = this.takeFault();
    if (fault === 'down') return void response.destroy();
    if (typeof fault === 'object' && 'status' in fault)
      return refuse(response, fault.status, fault.code, fault.retryAfter);
    this.sent.push({
      id: data.biz_opaque_callback_data,
      to: data.to,
      ...(codeButton ? { text: `Your code is ${text}`, code: text } : { text }),
      ...hindiField,
    });
    if (fault === 'silent') return;
    if (typeof fault === 'object') await wait(fault.lateMilliseconds);
    const answer = JSON.stringify({
      messaging_product: 'whatsapp',
      contacts: [{ input: data.to, wa_id: data.to.slice(1) }],
      messages: [{ id: `wamid.${randomUUID()}`, message_status: 'accepted' }],
    });
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    });
    if (fault === 'stalled') response.write(answer.slice(0, 40));
    else if (fault === 'cut') response.write(answer.slice(0, 40), () => response.destroy());
    else
      response.end(
        fault === 'not what it should be' ? '<html>'.padEnd(Buffer.byteLength(answer)) : answer,
      );
  }
}

/**
 * Refuses a request. The error text contains the recipient's number, as the real service's may, so
 * that a spec notices a log line that repeats the number.
 */
function refuse(
  response: ServerResponse,
  status: number,
  code?: number,
  retryAfter?: string,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
  });
  const error = {
    message: `(#${code}) Not to +919876543210`,
    type: 'OAuthException',
    code,
    fbtrace_id: 'Az8or2yhqkZfEZ',
  };
  response.end(code === undefined ? 'Service Unavailable' : JSON.stringify({ error }));
}

/** Webhook request of the service, with its signature. */
export function signedDelivery(
  appSecret: string,
  ...statuses: readonly object[]
): { readonly body: string; readonly signature: string } {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: '105954558954427' },
    statuses,
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '102290129340398', changes: [{ value, field: 'messages' }] }],
  });
  return { body, signature: signatureOf(appSecret, body) };
}

export const signatureOf = (appSecret: string, body: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
