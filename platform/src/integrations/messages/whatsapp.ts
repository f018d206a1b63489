import { LRUCache } from 'lru-cache';
import { type Fetched, fetched, jsonIn } from '../../common/fetched.js';
import { Unrecoverable, Delayed } from '../../jobs/job-queue/attempts.js';
import { Unavailable } from '../../common/unavailable.js';
import type { OutgoingMessage, Messages } from './messages.js';
import { whatsAppError } from './whatsapp-errors.js';
import type { WhatsAppSettings } from '../../common/config/settings.js';

/**
 * Most message ids that this process remembers, so that nothing is sent twice. More than a worker's
 * retries need.
 */
const remembered = 10_000;

/**
 * WhatsApp Business, its Cloud API. Codes go by a template of the category "authentication" with a
 * copy-code button, everything else by one of the category "utility". A message goes out once from
 * one process; a process that is killed after the service took it and before the queue knows sends
 * it again, with the same code, because codes are derived: the service itself offers no key to tell
 * the two apart.
 *
 * Neither text nor number nor code is in any error: errors are logged.
 */
export class WhatsApp implements Messages {
  private readonly sent = new LRUCache<string, Promise<void>>({ max: remembered });
  private closedUntil = -Infinity;

  /** @param ticks in milliseconds, of a clock that never jumps */
  constructor(
    private readonly settings: Omit<WhatsAppSettings, 'webhooks'>,
    private readonly answerWithin = 10_000,
    private readonly ticks = () => performance.now(),
  ) {}

  /**
   * @throws Unrecoverable what must be put right first, in words for operators
   * @throws Delayed when the service asked to wait, also of other messages
   * @throws Unavailable when it is down, or does not answer
   */
  send(id: string, message: OutgoingMessage): Promise<void> {
    const before = this.sent.get(id);
    if (before) return before;
    const sending = this.post(id, message);
    this.sent.set(id, sending);
    sending.catch(() => this.sent.delete(id));
    return sending;
  }

  private async post(id: string, message: OutgoingMessage): Promise<void> {
    const body = this.bodyOf(id, message);
    const wait = this.closedUntil - this.ticks();
    if (wait > 0)
      throw new Delayed(
        `WhatsApp has not taken a message: it asks to wait for ${Math.ceil(wait / 1000)} s`,
        Math.ceil(wait),
      );
    const { status, text, retryAfter } = await this.answerTo(JSON.stringify(body));
    const { messages, error } = Object(jsonIn(text)) as Answer;
    if (status === 200 && typeof messages?.[0]?.id === 'string') return;
    // A success that names no message was answered by something between here and the service.
    const fault = whatsAppError({
      status: status === 200 ? 502 : status,
      ...namesIn(error),
      retryAfter,
    });
    if (fault instanceof Delayed) this.closedUntil = this.ticks() + fault.milliseconds;
    throw fault;
  }

  private answerTo(body: string): Promise<Fetched> {
    const { url, phoneNumberId, token } = this.settings;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return fetched(`${url}/${phoneNumberId}/messages`, this.answerWithin, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
    }).catch((error: Error & { readonly cause?: { readonly code?: string } }) => {
      throw new Unavailable(`WhatsApp does not answer: ${error.cause?.code ?? error.message}`);
    });
  }

  /**
   * Body of a template message, as WhatsApp documents it: a code stands in the text and in its copy
   * button.
   */
  private bodyOf(id: string, { to, text, code, language: spoken }: OutgoingMessage): object {
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
        language: { code: (spoken?.startsWith('hi') && hindi) || language },
      },
      // Comes back with each word of its delivery.
      biz_opaque_callback_data: id,
    };
  }
}

const component = (type: string, text: string) => ({ type, parameters: [{ type: 'text', text }] });

/** A variable of a template may hold neither a new line nor a tab. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Answer = {
  readonly messages?: { readonly id?: unknown }[];
  readonly error?: { readonly code?: unknown; readonly fbtrace_id?: unknown };
};

/** Code and trace of an error answer. A proxy may also send `error: null`. */
const namesIn = (error: Answer['error']): { code?: number; trace?: string } => {
  const { code, fbtrace_id: trace } = error ?? {};
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof trace === 'string' && /^[\w-]{1,64}$/.test(trace) && { trace }),
  };
};
