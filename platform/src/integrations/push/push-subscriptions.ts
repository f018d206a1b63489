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

const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

/** Secrets: an endpoint is an address to which messages for a person may be sent. A browser has one. */
@Injectable()
export class PushSubscriptions {
  constructor(private readonly secrets: KeyValueStore) {}

  /** A session is one browser's, which has one subscription: another one of it, and those of sessions that have ended, go. */
  async add(browser: SubscribedBrowser): Promise<void> {
    const id = idOf(browser.endpoint);
    for (const other of await this.of(browser.owner))
      if (other.id !== id && (other.sessionId === browser.sessionId || !(await this.isSignedIn(other)))) await this.remove(other.id);
    await this.secrets.update<SubscribedBrowser>('push-subscription', id, () => ({ value: browser }));
  }

  async find(id: string): Promise<SubscribedBrowser | undefined> {
    return (await this.secrets.get<SubscribedBrowser>('push-subscription', id))?.value;
  }

  async of(accountId: string): Promise<readonly (SubscribedBrowser & { readonly id: string })[]> {
    return (await this.secrets.ofOwner<SubscribedBrowser>('push-subscription', accountId)).map(({ id, value }) => ({ ...value, id }));
  }

  async remove(id: string): Promise<void> {
    await this.secrets.remove('push-subscription', id);
  }

  async removeOf(accountId: string, endpoint: string): Promise<void> {
    const id = idOf(endpoint);
    if ((await this.find(id))?.owner === accountId) await this.remove(id);
  }

  async isSignedIn({ sessionId, owner }: SubscribedBrowser): Promise<boolean> {
    return (await this.secrets.get<{ readonly owner: string }>('session', sessionId))?.value.owner === owner;
  }
}
