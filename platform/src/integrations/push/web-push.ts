import { ECDH, createECDH, createHash, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import { fetchText } from '../../common/fetch-text.js';
import { Unavailable } from '../../common/unavailable.js';
import { Delayed, Unrecoverable } from '../../jobs/job-queue/attempts.js';

/** Push address of a browser. Secret, because it allows sending messages to that browser. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/** Notification that may appear on a locked screen. Holds ids and fixed texts, no personal data. */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Replaces a shown notification with the same tag. */
  readonly tag: string;
};

type Options = {
  readonly signing: Uint8Array;
  /** Hosts of push services, including subdomains. An entry with a scheme is an exact origin. */
  readonly services: readonly string[];
  /** Contact for push services: an https or mailto address. */
  readonly contact: string;
};

/**
 * Longest delivery delay: a phone that was off in the morning still gets it in the evening, but not
 * the next day.
 */
const MAX_TTL_SECONDS = 12 * 60 * 60;
const ANSWER_TIMEOUT_MS = 10_000;

/** Web Push (RFC 8030, 8291, 8292): encrypted for the browser, signed with keys of our own. */
export class WebPush {
  /** Identifies this installation to browsers. */
  readonly publicKey: string;
  private readonly privateKey: string;

  constructor(private readonly options: Options) {
    ({ publicKey: this.publicKey, privateKey: this.privateKey } = deriveVapidKeys(options.signing));
  }

  /** Whether messages may be sent to this endpoint: only to known push services. */
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

  /** Whether messages can be encrypted for the key, i.e. it is a point of the curve. */
  canEncryptFor({ p256dh }: PushSubscription['keys']): boolean {
    try {
      return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
    } catch {
      return false;
    }
  }

  /**
   * @param secondsLeft time after which the push service drops the message, at most 12 hours
   * @returns `gone` if the browser has ended its subscription
   * @throws Unavailable, Delayed if a retry may succeed; Unrecoverable if not
   */
  async send(
    subscription: PushSubscription,
    message: PushMessage,
    secondsLeft = MAX_TTL_SECONDS,
  ): Promise<'sent' | 'gone'> {
    if (!this.accepts(subscription.endpoint)) return 'gone';
    const { method, headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify(message),
      {
        TTL: Math.min(secondsLeft, MAX_TTL_SECONDS),
        urgency: 'normal',
        // At most 32 characters. Of two messages with the same topic, the service keeps the later
        // one.
        topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        vapidDetails: {
          subject: this.options.contact,
          publicKey: this.publicKey,
          privateKey: this.privateKey,
        },
      },
    );
    const { status, retryAfterMs } = await fetchText(subscription.endpoint, ANSWER_TIMEOUT_MS, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'error',
    }).catch((error: Error) => {
      throw new Unavailable(`The push service does not answer: ${error.name}`);
    });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    const description = `The push service has not taken a message (${status})`;
    if (status === 429 && retryAfterMs !== undefined) throw new Delayed(description, retryAfterMs);
    throw status === 408 || status === 429 || status >= 500
      ? new Unavailable(description)
      : new Unrecoverable(description);
  }
}

/** Order of the curve P-256; private keys are smaller. */
const CURVE_ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * VAPID key pair of this installation, derived from the signing key: equal in every process, and
 * moved and backed up with it.
 */
export function deriveVapidKeys(signing: Uint8Array): {
  readonly publicKey: string;
  readonly privateKey: string;
} {
  // 16 bytes more than the order has, so that the remainder is nearly uniform.
  const derived = Buffer.from(hkdfSync('sha256', signing, '', 'fieldtrace vapid', 48));
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (CURVE_ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
