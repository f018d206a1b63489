import type { MessageNamed } from '#domain/kernel/message.js';
import { type AlertsEvent, alertsEvents } from '#domain/notifications/alerts.commands.js';
import { isSample } from '#domain/notifications/alerts.values.js';
import { Clock } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { PushSubscriptions } from '#platform/integrations/push/push-subscriptions.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

type Raised = MessageNamed<AlertsEvent, 'AlertRaised'>;

const { AlertRaised } = alertsEvents;
/** What was raised longer ago interrupts nobody: a reactor that begins again at its beginning sends nothing of last week. */
const newsForMilliseconds = 12 * 60 * 60_000;

/** An alert is sent to each browser in which its member wants to be told of its type. The job has ids only. */
@EventReactor()
export class PushAlerts implements Reactor<Raised> {
  readonly name = 'push-alerts';
  readonly events = { AlertRaised };

  constructor(
    private readonly subscriptions: PushSubscriptions,
    private readonly clock: Clock,
  ) {}

  async react({ stream, data: { alertId, type, about }, metadata: { at } }: RecordedEvent<Raised>): Promise<Reaction> {
    const { subscriptions, clock } = this;
    if (isSample(about.kind) || Date.parse(clock.now()) - Date.parse(at) > newsForMilliseconds) return {};
    const { organizationId, id } = subjectOf(stream);
    const memberId = id.slice(0, -'-2026-11'.length);
    const browsers = (await subscriptions.of(memberId)).filter((each) => each.organizationId === organizationId && each.topics.includes(type));
    return {
      jobs: browsers.map((browser) => ({
        name: 'push-alert',
        id: `push-${alertId}-${browser.id}`,
        data: {
          browserId: browser.id,
          memberId,
          organizationId: organizationId!,
          alertId,
          kind: about.kind,
          ...(about.leadId && { leadId: about.leadId }),
          ...(about.billId && { billId: about.billId }),
          ...(about.offerId && { offerId: about.offerId }),
        },
      })),
    };
  }
}
