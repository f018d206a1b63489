import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import type { PushSubscription } from './web-push.js';

/** Browser that receives push messages. */
export type SubscribedBrowser = PushSubscription & {
  readonly owner: string;
  readonly organizationId: string;
  /** Session of the subscription; nothing is sent after its end. */
  readonly sessionId: string;
  readonly topics: readonly string[];
  /** ISO 8601. Nothing that happened earlier is sent; missing in records of earlier builds. */
  readonly since?: string;
};

const hasSameKeys = (
  { keys: one }: SubscribedBrowser,
  { keys: other }: SubscribedBrowser,
): boolean => one.p256dh === other.p256dh && one.auth === other.auth;
/** Subscribing a known browser again changes its topics, but not `since`. */
const subscribedSince = (
  browser: SubscribedBrowser,
  before?: SubscribedBrowser,
): string | undefined =>
  before?.owner === browser.owner && before.organizationId === browser.organizationId
    ? before.since
    : browser.since;

const subscriptionId = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex');

/** Push subscriptions, one per browser, stored as secrets. */
@Injectable()
export class PushSubscriptions {
  constructor(private readonly secrets: KeyValueStore) {}

  /**
   * Adds a subscription and removes others of the same session or of ended sessions.
   * Refuses an endpoint of another living session unless the keys match: an endpoint alone proves
   * nothing.
   * @param expiresAt latest end of the session
   * @returns whether it was added
   */
  async add(browser: SubscribedBrowser, expiresAt: string): Promise<boolean> {
    const id = subscriptionId(browser.endpoint);
    const existing = await this.find(id);
    const isOfOtherSession = existing && existing.sessionId !== browser.sessionId;
    if (isOfOtherSession && !hasSameKeys(existing, browser) && (await this.isSignedIn(existing)))
      return false;
    for (const other of await this.findByAccount(browser.owner))
      if (
        other.id !== id &&
        (other.sessionId === browser.sessionId || !(await this.isSignedIn(other)))
      )
        await this.remove(other.id);
    await this.secrets.update<SubscribedBrowser>('push-subscription', id, (before) => ({
      value: { ...browser, since: subscribedSince(browser, before) },
      expiresAt,
    }));
    // The session may have ended meanwhile, and its subscriptions with it.
    if (!(await this.isSignedIn(browser))) await this.remove(id);
    return true;
  }

  async removeBySession({
    id,
    owner,
  }: {
    readonly id: string;
    readonly owner: string;
  }): Promise<void> {
    for (const browser of await this.findByAccount(owner))
      if (browser.sessionId === id) await this.remove(browser.id);
  }

  async find(id: string): Promise<SubscribedBrowser | undefined> {
    return (await this.secrets.get<SubscribedBrowser>('push-subscription', id))?.value;
  }

  async findByAccount(
    accountId: string,
  ): Promise<readonly (SubscribedBrowser & { readonly id: string })[]> {
    return (await this.secrets.findByOwner<SubscribedBrowser>('push-subscription', accountId)).map(
      ({ id, value }) => ({ ...value, id }),
    );
  }

  async remove(id: string): Promise<void> {
    await this.secrets.remove('push-subscription', id);
  }

  async removeByEndpoint(accountId: string, endpoint: string): Promise<void> {
    const id = subscriptionId(endpoint);
    if ((await this.find(id))?.owner === accountId) await this.remove(id);
  }

  async isSignedIn({ sessionId, owner }: SubscribedBrowser): Promise<boolean> {
    return (
      (await this.secrets.get<{ readonly owner: string }>('session', sessionId))?.value.owner ===
      owner
    );
  }
}
