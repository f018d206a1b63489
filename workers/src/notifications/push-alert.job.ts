import { texts } from '#domain/kernel/texts/texts.js';
import {
  type Alerts,
  alertsAggregate,
  areFollowUpsRead,
  isAlertRead,
  streamOfMonth,
} from '#domain/notifications/alerts.aggregate.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import { type AlertKind, isFollowUpAlert } from '#domain/notifications/alerts.values.js';
import { Clock } from '#platform/common/clock.js';
import { streamName } from '#platform/event-log/subject.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { Injectable } from '@nestjs/common';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Organizations } from '#platform/write-side/permission.js';
import { AccountLanguages } from '../account-languages.js';
import type { JobHandler, JobOf } from '../job-handler.js';
import { pushSecondsLeft } from './push-lifetime.js';

/** Push texts may appear on a locked screen, so they hold no name and no number. */
const pushText = texts({
  'lead-assigned': 'A lead was assigned to you.',
  'quote-requested': 'A quote was requested.',
  'quotation-viewed': 'A customer opened a quotation.',
  'quotation-question': 'A customer has a question about a quotation.',
  'quotation-accepted': 'A customer accepted a quotation.',
  'quotation-declined': 'A customer declined a quotation.',
  'follow-up-due': 'Follow-ups wait for you today.',
  'follow-up-overdue': 'Follow-ups wait for you today.',
  'offer-added': 'There is a new offer.',
  'bill-submitted': 'A bill was submitted.',
  'bill-approved': 'Your bill was approved.',
  'bill-rejected': 'Your bill was rejected.',
  'member-joined': 'A member joined your organization.',
  'role-requested': 'A member asks for another role.',
  'proof-broken': 'Recorded entries were changed outside Fieldtrace.',
  'sample-lead': '',
  'sample-followup': '',
  'sample-offer': '',
} satisfies Readonly<Record<AlertKind, string>>);

function alertPath({ kind, leadId, quotationId, billId, offerId }: AlertAbout): string {
  if (kind === 'proof-broken') return '/audit/statements';
  if (isFollowUpAlert(kind)) return '/followups?group=due';
  if (quotationId !== undefined) return `/quotations/${quotationId}`;
  if (leadId !== undefined) return `/leads/${leadId}`;
  if (billId !== undefined) return `/bills/${billId}`;
  return offerId === undefined ? '/notifications' : `/offers?offer=${offerId}`;
}

/**
 * Sends an alert to one browser, unless the browser has another owner, or the alert is too old or
 * read. A message for the follow-ups of a day is sent while one of them is unread. Removes an ended
 * subscription.
 */
@Injectable()
export class PushAlert implements JobHandler<'push-alert'> {
  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly webPush: WebPush,
    private readonly organizations: Organizations,
    private readonly languages: AccountLanguages,
    private readonly folded: FoldedStreams,
    private readonly clock: Clock,
  ) {}

  async handle({ data }: JobOf<'push-alert'>): Promise<void> {
    const { subscriptions, webPush, organizations, languages, clock } = this;
    const { browserId, memberId, organizationId, alertId, kind, on = '', happenedAt = '' } = data;
    const browser = await subscriptions.find(browserId);
    if (!browser || browser.owner !== memberId || browser.organizationId !== organizationId) return;
    const organization = await organizations.get(organizationId);
    // The subscription stays, so that a member who joins again gets messages.
    if (!organization?.members.has(memberId)) return;
    if (!(await subscriptions.isSignedIn(browser))) return subscriptions.remove(browserId);
    const secondsLeft = pushSecondsLeft(
      { kind, on, happenedAt },
      organization.timeZone,
      clock.now(),
    );
    const alerts = await this.loadAlerts(organizationId, memberId, on);
    const isGroup = isFollowUpAlert(kind);
    const isRead = isGroup ? areFollowUpsRead(alerts, on) : isAlertRead(alerts, alertId);
    if (!(secondsLeft > 0) || isRead) return;
    const body = pushText(await languages.load(browser.owner), kind);
    const message = {
      title: 'Fieldtrace',
      body,
      url: alertPath(data),
      tag: isGroup ? `follow-ups-${on}` : alertId,
    };
    if ((await webPush.send(browser, message, secondsLeft)) === 'gone')
      await subscriptions.remove(browserId);
  }

  private async loadAlerts(organizationId: string, memberId: string, on: string): Promise<Alerts> {
    const stream = streamName(
      alertsAggregate.category,
      organizationId,
      streamOfMonth(memberId, on),
    );
    return (await this.folded.load(alertsAggregate, stream)).state;
  }
}
