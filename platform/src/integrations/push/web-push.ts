import { ECDH, createECDH, createHash, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import { fetched } from '../../common/fetched.js';
import { Unavailable } from '../../common/unavailable.js';
import { Delayed, Unrecoverable } from '../../jobs/job-queue/attempts.js';

/**
 * Address of a member's browser. Secret: with it and the keys anybody could send messages to that
 * browser.
 */
export type PushSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/**
 * Notification that a browser shows. It may stand on a locked screen: it holds ids and fixed words,
 * no personal data.
 */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Replaces a shown message with an equal tag, so that a repetition is shown once. */
  readonly tag: string;
};

type Options = {
  readonly signing: Uint8Array;
  /** Hosts of push services, with all below them; an origin with its scheme stands for itself. */
  readonly services: readonly string[];
  /** Contact for push services: an https address or a mailto. */
  readonly contact: string;
};

/** A phone that was off in the morning is told in the evening, and nobody is told of yesterday. */
const keptSeconds = 12 * 60 * 60;
const answerWithin = 10_000;

/** Web Push (RFC 8030, 8291, 8292): encrypted for the browser, signed with keys of our own. */
export class WebPush {
  /** By which a browser knows that a message is ours. */
  readonly publicKey: string;
  private readonly privateKey: string;

  constructor(private readonly options: Options) {
    ({ publicKey: this.publicKey, privateKey: this.privateKey } = vapidKeys(options.signing));
  }

  /**
   * Whether a message may be sent there at all: to the push services of browsers, and to no other
   * server.
   */
  accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
    if (username || password) return false;
    return this.options.services.some((service) =>
      service.includes('://')
        ? origin === service
        : protocol === 'https:' &&
          port === '' &&
          (hostname === service || hostname.endsWith(`.${service}`)),
    );
  }

  /** Whether a message can be encrypted for it: the key is a point of the curve. */
  canEncryptFor({ p256dh }: PushSubscription['keys']): boolean {
    try {
      return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
    } catch {
      return false;
    }
  }

  /**
   * @param secondsLeft after which the push service drops it undelivered, 12 hours at most
   * @returns `gone` where the browser has given up its subscription
   * @throws Unavailable, Delayed what may be tried again; Unrecoverable what may not
   */
  async send(
    subscription: PushSubscription,
    message: PushMessage,
    secondsLeft = keptSeconds,
  ): Promise<'sent' | 'gone'> {
    if (!this.accepts(subscription.endpoint)) return 'gone';
    const { method, headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify(message),
      {
        TTL: Math.min(secondsLeft, keptSeconds),
        urgency: 'normal',
        // At most 32 letters: of two messages with one topic only the later is kept.
        topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        vapidDetails: {
          subject: this.options.contact,
          publicKey: this.publicKey,
          privateKey: this.privateKey,
        },
      },
    );
    const { status, retryAfter } = await fetched(subscription.endpoint, answerWithin, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'error',
    }).catch((error: Error) => {
      throw new Unavailable(`The push service does not answer: ${error.name}`);
    });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    const words = `The push service has not taken a message (${status})`;
    if (status === 429 && retryAfter !== undefined) throw new Delayed(words, retryAfter);
    throw status === 408 || status === 429 || status >= 500
      ? new Unavailable(words)
      : new Unrecoverable(words);
  }
}

/** The order of the curve P-256: a private key is less. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * The key pair by which push services and browsers know this installation. It is derived from the
 * signing key, so that it is made with it at the first start, is the same in every process, and is
 * moved and backed up with it.
 */
export function vapidKeys(signing: Uint8Array): {
  readonly publicKey: string;
  readonly privateKey: string;
} {
  // 16 bytes more than the order has: the remainder is as good as evenly spread.
  const derived = Buffer.from(hkdfSync('sha256', signing, '', 'fieldtrace vapid', 48));
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
