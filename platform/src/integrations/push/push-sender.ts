/** Where a browser of a member is reached. It is a secret: whoever knows it and the keys could write to the browser's owner. */
export type PushSubscription = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };

/** What a browser shows. It may stand on a locked screen: it holds ids and fixed words, and nothing of a person. */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** One message takes the place of another with the same tag: sent twice, it is shown once. */
  readonly tag: string;
};

export abstract class PushSender {
  /** By which a browser knows that a message is ours. */
  abstract readonly publicKey: string;
  /** Whether a message may be sent there at all: to the push services of browsers, and to no other server. */
  abstract accepts(endpoint: string): boolean;
  /** Whether a message can be encrypted for it: the key is a point of the curve. */
  abstract canEncryptFor(keys: PushSubscription['keys']): boolean;
  /**
   * @returns `gone` where the browser has given up its subscription
   * @throws Unavailable, Delayed what may be tried again; Unrecoverable what may not
   */
  abstract send(subscription: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
}
