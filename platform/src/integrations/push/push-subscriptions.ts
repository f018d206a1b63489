import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import type { PushSubscription } from './web-push.js';

/** A browser that wants to be told. */
export type SubscribedBrowser = PushSubscription & {
  readonly owner: string;
  readonly organizationId: string;
  /** The session in which it was asked for: without it, nothing is sent there any more. */
  readonly sessionId: string;
  readonly topics: readonly string[];
};

const hasSameKeys = (
  { keys: one }: SubscribedBrowser,
  { keys: other }: SubscribedBrowser,
): boolean => one.p256dh === other.p256dh && one.auth === other.auth;
const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

/**
 * Secrets: an endpoint is an address to which messages for a person may be sent. A browser has one.
 */
@Injectable()
export class PushSubscriptions {
  constructor(private readonly secrets: KeyValueStore) {}

  /**
   * A session is one browser's, which has one subscription: another one of it, and those of
   * sessions that have ended, go. Whoever only knows the endpoint of a browser that is signed in
   * has not its keys.
   * @param expiresAt end of the session at the latest
   * @returns whether it was added: an endpoint of another living session is refused, unless the
   * keys are the same
   */
  async add(browser: SubscribedBrowser, expiresAt: string): Promise<boolean> {
    const id = idOf(browser.endpoint);
    const taken = await this.find(id);
    if (
      taken &&
      taken.sessionId !== browser.sessionId &&
      !hasSameKeys(taken, browser) &&
      (await this.isSignedIn(taken))
    )
      return false;
    for (const other of await this.of(browser.owner))
      if (
        other.id !== id &&
        (other.sessionId === browser.sessionId || !(await this.isSignedIn(other)))
      )
        await this.remove(other.id);
    await this.secrets.update<SubscribedBrowser>('push-subscription', id, () => ({
      value: browser,
      expiresAt,
    }));
    // The session may have ended meanwhile, and with it the subscriptions that it had then.
    if (!(await this.isSignedIn(browser))) await this.remove(id);
    return true;
  }

  async removeOfSession({
    id,
    owner,
  }: {
    readonly id: string;
    readonly owner: string;
  }): Promise<void> {
    for (const browser of await this.of(owner))
      if (browser.sessionId === id) await this.remove(browser.id);
  }

  async find(id: string): Promise<SubscribedBrowser | undefined> {
    return (await this.secrets.get<SubscribedBrowser>('push-subscription', id))?.value;
  }

  async of(accountId: string): Promise<readonly (SubscribedBrowser & { readonly id: string })[]> {
    return (await this.secrets.ofOwner<SubscribedBrowser>('push-subscription', accountId)).map(
      ({ id, value }) => ({ ...value, id }),
    );
  }

  async remove(id: string): Promise<void> {
    await this.secrets.remove('push-subscription', id);
  }

  async removeOf(accountId: string, endpoint: string): Promise<void> {
    const id = idOf(endpoint);
    if ((await this.find(id))?.owner === accountId) await this.remove(id);
  }

  async isSignedIn({ sessionId, owner }: SubscribedBrowser): Promise<boolean> {
    return (
      (await this.secrets.get<{ readonly owner: string }>('session', sessionId))?.value.owner ===
      owner
    );
  }
}
