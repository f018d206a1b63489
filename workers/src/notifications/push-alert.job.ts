import { texts } from '#domain/kernel/texts.js';
import type { AlertKind } from '#domain/notifications/alerts.values.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { HandlesJob, type JobHandler } from '#platform/jobs/job-queue/job-handler.js';
import type { Job } from '#platform/jobs/job-queue/job-queue.js';
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

function placeOf({ leadId, billId, offerId }: Job['data']): string {
  if (leadId !== undefined) return `/leads/${leadId}`;
  if (billId !== undefined) return `/bills/${billId}`;
  return offerId === undefined ? '/notifications' : `/offers?offer=${offerId}`;
}

/** Sends an alert to one browser, if it is still its member's. A subscription that is over is dropped. */
@HandlesJob('push-alert')
export class PushAlert implements JobHandler {
  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly webPush: WebPush,
    private readonly organizations: Organizations,
    private readonly languages: AccountLanguages,
  ) {}

  async handle({ data }: Job): Promise<void> {
    const { subscriptions, webPush, organizations, languages } = this;
    const browserId = String(data['browserId']);
    const browser = await subscriptions.find(browserId);
    if (!browser) return;
    const isMember = (await organizations.of(browser.organizationId))?.members.has(browser.owner) ?? false;
    if (!isMember || !(await subscriptions.isSignedIn(browser))) return subscriptions.remove(browserId);
    const { alertId, kind } = data;
    const body = words(await languages.of(browser.owner), kind as AlertKind);
    const message = { title: 'Fieldtrace', body, url: placeOf(data), tag: String(alertId) };
    if ((await webPush.send(browser, message)) === 'gone') await subscriptions.remove(browserId);
  }
}
