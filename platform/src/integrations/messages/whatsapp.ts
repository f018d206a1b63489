import { LRUCache } from 'lru-cache';
import { type HttpAnswer, fetchText, parseJson } from '../../common/fetch-text.js';
import { Unrecoverable, Delayed } from '../../jobs/job-queue/attempts.js';
import { Unavailable } from '../../common/unavailable.js';
import type { OutgoingMessage, Messages } from './messages.js';
import { whatsAppError } from './whatsapp-errors.js';
import type { WhatsAppSettings } from '../../common/config/settings.js';

/** Limit of remembered message ids, more than a worker's retries need. */
const MAX_REMEMBERED_IDS = 10_000;

/**
 * WhatsApp Business Cloud API. Codes use a template of the category "authentication", everything
 * else one of the category "utility". A process sends a message once. If it is killed before the
 * queue has recorded that, the message is sent again, with the same derived code; the API has no
 * idempotency key. Errors are logged, so none contains text, number or code.
 */
export class WhatsApp implements Messages {
  private readonly sendingById = new LRUCache<string, Promise<void>>({ max: MAX_REMEMBERED_IDS });
  private pausedUntil = -Infinity;

  /** @param ticks monotonic clock in milliseconds */
  constructor(
    private readonly settings: Omit<WhatsAppSettings, 'webhooks'>,
    private readonly answerTimeoutMs = 10_000,
    private readonly ticks = () => performance.now(),
  ) {}

  /**
   * @throws Unrecoverable for what an operator must correct first
   * @throws Delayed if the service asks to wait, which delays other messages too
   * @throws Unavailable if it is down or does not answer
   */
  send(id: string, message: OutgoingMessage): Promise<void> {
    const earlier = this.sendingById.get(id);
    if (earlier) return earlier;
    const sending = this.post(id, message);
    this.sendingById.set(id, sending);
    sending.catch(() => this.sendingById.delete(id));
    return sending;
  }

  private async post(id: string, message: OutgoingMessage): Promise<void> {
    const body = this.createBody(id, message);
    const waitMs = this.pausedUntil - this.ticks();
    if (waitMs > 0)
      throw new Delayed(
        `WhatsApp has not taken a message: it asks to wait for ${Math.ceil(waitMs / 1000)} s`,
        Math.ceil(waitMs),
      );
    const { status, text, retryAfterMs } = await this.postBody(JSON.stringify(body));
    const { messages, error } = Object(parseJson(text)) as Answer;
    if (status === 200 && typeof messages?.[0]?.id === 'string') return;
    // A success without a message id comes from a proxy, not from the service.
    const fault = whatsAppError({
      status: status === 200 ? 502 : status,
      ...errorFields(error),
      retryAfter: retryAfterMs,
    });
    if (fault instanceof Delayed) this.pausedUntil = this.ticks() + fault.milliseconds;
    throw fault;
  }

  private postBody(body: string): Promise<HttpAnswer> {
    const { url, phoneNumberId, token } = this.settings;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return fetchText(`${url}/${phoneNumberId}/messages`, this.answerTimeoutMs, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
    }).catch((error: Error & { readonly cause?: { readonly code?: string } }) => {
      throw new Unavailable(`WhatsApp does not answer: ${error.cause?.code ?? error.message}`);
    });
  }

  /** Template message in the API's format; a code stands in the text and in the copy button. */
  private createBody(
    id: string,
    { to, text, code, language: textLanguage }: OutgoingMessage,
  ): object {
    const { codeTemplate, messageTemplate, language, hindi } = this.settings;
    if (code === undefined && messageTemplate === undefined)
      throw new Unrecoverable(
        'WhatsApp has not been given a message: only codes can be sent until WHATSAPP_MESSAGE_TEMPLATE is set',
      );
    const template =
      code === undefined
        ? { name: messageTemplate, components: [component('body', oneLine(text))] }
        : {
            name: codeTemplate,
            components: [
              component('body', code),
              { ...component('button', code), sub_type: 'url', index: '0' },
            ],
          };
    return {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        ...template,
        language: { code: (textLanguage?.startsWith('hi') && hindi) || language },
      },
      // WhatsApp returns it with each status update.
      biz_opaque_callback_data: id,
    };
  }
}

const component = (type: string, text: string) => ({ type, parameters: [{ type: 'text', text }] });

/** Template variables may not contain line breaks or tabs. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Answer = {
  readonly messages?: { readonly id?: unknown }[];
  readonly error?: { readonly code?: unknown; readonly fbtrace_id?: unknown };
};

/** Code and trace of an error answer. A proxy may send `error: null`. */
const errorFields = (error: Answer['error']): { code?: number; trace?: string } => {
  const { code, fbtrace_id: trace } = error ?? {};
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof trace === 'string' && /^[\w-]{1,64}$/.test(trace) && { trace }),
  };
};
