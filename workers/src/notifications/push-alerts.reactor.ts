import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type AlertsEvent, alertsEvents } from '#domain/notifications/alerts.commands.js';
import { isFollowUpAlert, isSample } from '#domain/notifications/alerts.values.js';
import { Clock } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseMemberId } from '#domain/notifications/alerts.aggregate.js';
import { parseStream } from '#platform/event-log/subject.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { OrganizationHistory } from '../organization-history.js';
import type { Reaction, Reactor } from '../reactor.js';
import { pushSecondsLeft } from './push-lifetime.js';

type Raised = MessageNamed<AlertsEvent, 'AlertRaised'>;

const { AlertRaised } = alertsEvents;
/**
 * Queues a push message for each browser whose member had subscribed to the alert's type when it
 * happened, so that a restore without secrets repeats none. Jobs hold ids only. A member's
 * follow-ups of a day that are raised together, as by a morning's round, are pushed as one message.
 * Those raised later are pushed again, and the device replaces the message, because both have the
 * same tag.
 */
@EventReactor()
export class PushAlerts implements Reactor<Raised> {
  readonly name = 'push-alerts';
  readonly events = { AlertRaised };

  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly organizations: OrganizationHistory,
    private readonly clock: Clock,
  ) {}

  async react({
    stream,
    position,
    data,
    metadata: { at, correlationId },
  }: RecordedEvent<Raised>): Promise<Reaction> {
    const { subscriptions, organizations, clock } = this;
    const { alertId, type, about, on, happenedAt = at } = data;
    const { organizationId, id } = parseStream(stream);
    const { timeZone } =
      (await organizations.load(organizationId!, position)).asOf(position)?.details ?? {};
    if (
      timeZone === undefined ||
      isSample(about.kind) ||
      pushSecondsLeft({ kind: about.kind, on, happenedAt }, timeZone, clock.now()) === 0
    )
      return {};
    const memberId = parseMemberId(id);
    const browsers = (await subscriptions.findByAccount(memberId)).filter(
      ({ organizationId: scope, topics, since = '' }) =>
        scope === organizationId && topics.includes(type) && since <= happenedAt,
    );
    return {
      jobs: browsers.map((browser) => ({
        name: 'push-alert',
        // The queue accepts one job with the same id per day.
        id: isFollowUpAlert(about.kind)
          ? `push-follow-ups-${organizationId}-${memberId}-${on}-${correlationId}-${browser.id}`
          : `push-${alertId}-${browser.id}`,
        data: {
          browserId: browser.id,
          memberId,
          organizationId: organizationId!,
          alertId,
          on,
          happenedAt,
          kind: about.kind,
          ...(about.leadId && { leadId: about.leadId }),
          ...(about.billId && { billId: about.billId }),
          ...(about.offerId && { offerId: about.offerId }),
        },
      })),
    };
  }
}
