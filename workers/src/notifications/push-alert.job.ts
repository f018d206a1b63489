import { texts } from '#domain/kernel/texts.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import type { AlertKind } from '#domain/notifications/alerts.values.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import type { JobHandler, JobOf } from '#platform/jobs/job-queue/job-handler.js';
import { Injectable } from '@nestjs/common';
import { Organizations } from '#platform/write-side/permission.js';
import { AccountLanguages } from '../account-languages.js';

/** What may be read on a locked screen: no name and no number. */
const words = texts({
  'lead-assigned': 'A lead was assigned to you.',
  'quote-requested': 'A quote was requested.',
  'follow-up-due': 'A follow-up is due today.',
  'follow-up-overdue': 'A follow-up is overdue.',
  'offer-added': 'There is a new offer.',
  'bill-submitted': 'A bill was submitted.',
  'bill-approved': 'Your bill was approved.',
  'bill-rejected': 'Your bill was rejected.',
  'member-joined': 'A member joined your organization.',
  'role-requested': 'A member asks for another role.',
  'sample-lead': '',
  'sample-followup': '',
  'sample-offer': '',
} satisfies Readonly<Record<AlertKind, string>>);

function placeOf({ leadId, billId, offerId }: AlertAbout): string {
  if (leadId !== undefined) return `/leads/${leadId}`;
  if (billId !== undefined) return `/bills/${billId}`;
  return offerId === undefined ? '/notifications' : `/offers?offer=${offerId}`;
}

/** Sends an alert to one browser, unless another member or organization has it by now. A subscription that is over is dropped. */
@Injectable()
export class PushAlert implements JobHandler<'push-alert'> {
  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly webPush: WebPush,
    private readonly organizations: Organizations,
    private readonly languages: AccountLanguages,
  ) {}

  async handle({ data }: JobOf<'push-alert'>): Promise<void> {
    const { subscriptions, webPush, organizations, languages } = this;
    const { browserId, memberId, organizationId, alertId, kind } = data;
    const browser = await subscriptions.find(browserId);
    if (!browser || browser.owner !== memberId || browser.organizationId !== organizationId) return;
    const isMember = (await organizations.of(browser.organizationId))?.members.has(browser.owner) ?? false;
    if (!isMember || !(await subscriptions.isSignedIn(browser))) return subscriptions.remove(browserId);
    const body = words(await languages.of(browser.owner), kind);
    const message = { title: 'Fieldtrace', body, url: placeOf(data), tag: alertId };
    if ((await webPush.send(browser, message)) === 'gone') await subscriptions.remove(browserId);
  }
}
