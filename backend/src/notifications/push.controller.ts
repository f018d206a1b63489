import { alertsQueries } from '#domain/notifications/alerts.queries.js';
import type { PushKey } from '#domain/notifications/alerts.views.js';
import { type PushForm, pushForm, unsubscribeForm } from '#domain/notifications/push.forms.js';
import { refuse } from '#domain/kernel/refusal.js';
import { Clock, addMilliseconds } from '#platform/common/clock.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { THIRTY_DAYS_SECONDS } from '../auth/sessions/sessions.js';
import { problem } from '../http/problems/problem.js';
import { Form } from '../http/schema.pipe.js';

/** Push subscriptions of a member's browsers, with the alert types that each wants. */
@Controller()
export class PushController {
  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly webPush: WebPush,
    private readonly clock: Clock,
  ) {}

  @Get(alertsQueries.GetPushKey.path)
  key(): PushKey {
    return { publicKey: this.webPush.publicKey };
  }

  /** Subscribes a browser; a known browser gets the new alert types. */
  @Post('api/push/subscribe')
  @HttpCode(200)
  async subscribe(
    @AsMember() { id: owner, organizationId }: Asker,
    @SignedIn() { session }: Caller,
    @Form(pushForm) { endpoint, keys, types }: PushForm,
  ): Promise<object> {
    if (!this.webPush.accepts(endpoint))
      throw problem('invalid-fields', {
        fields: { endpoint: 'This is no push service of a browser' },
      });
    if (!this.webPush.canEncryptFor(keys))
      throw problem('invalid-fields', { fields: { keys: 'These are no keys of a browser' } });
    // Visitors of the demo share one account, and would be notified of each other's actions.
    if (session.begunBy === 'demo') refuse('not-allowed');
    const since = this.clock.now();
    const browser = { owner, organizationId, sessionId: session.id, endpoint, keys, topics: types };
    if (
      !(await this.subscriptions.add(
        { ...browser, since },
        addMilliseconds(since, THIRTY_DAYS_SECONDS * 1_000),
      ))
    )
      throw problem('invalid-fields', {
        fields: { endpoint: 'Another browser is notified at this address' },
      });
    return {};
  }

  @Post('api/push/unsubscribe')
  @HttpCode(200)
  async unsubscribe(
    @SignedIn() { account }: Caller,
    @Form(unsubscribeForm) { endpoint }: { readonly endpoint: string },
  ): Promise<object> {
    await this.subscriptions.removeByEndpoint(account.id, endpoint);
    return {};
  }
}
