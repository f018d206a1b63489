import { answersRequests } from '#domain/kernel/policy.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { AlertKind } from '#domain/notifications/alerts.values.js';
import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import { type Quotation, evolveQuotation } from '#domain/quotations/quotation.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import { Clock } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { MAX_EVENT_AGE_MS, createRaiseAlert } from './alert-command.js';
import { OrganizationHistory } from '../organization-history.js';
import type { Reaction, Reactor } from '../reactor.js';
import { StreamHistory } from '../stream-history.js';

const { QuotationViewed, QuestionAsked, QuotationAccepted, QuotationDeclined } = quotationEvents;
const events = { QuotationViewed, QuestionAsked, QuotationAccepted, QuotationDeclined };
type CustomerEvent = MessageNamed<QuotationEvent, keyof typeof events>;

const ALERT_KINDS = {
  QuotationViewed: 'quotation-viewed',
  QuestionAsked: 'quotation-question',
  QuotationAccepted: 'quotation-accepted',
  QuotationDeclined: 'quotation-declined',
} as const satisfies Record<CustomerEvent['type'], AlertKind>;

/**
 * Raises alerts about what the customer of a quotation did, for its assignee, and about an
 * acceptance also for admins. Only the first view of a version raises one.
 */
@EventReactor()
export class AlertsOfCustomers implements Reactor<CustomerEvent> {
  readonly name = 'alerts-of-customers';
  readonly events = events;

  constructor(
    private readonly streams: StreamHistory,
    private readonly organizations: OrganizationHistory,
    private readonly clock: Clock,
  ) {}

  async react(event: RecordedEvent<CustomerEvent>): Promise<Reaction> {
    const { type, stream, revision, position, metadata } = event;
    const { actorId, eventId, at: happenedAt, on } = metadata;
    if (Date.parse(this.clock.now()) - Date.parse(happenedAt) > MAX_EVENT_AGE_MS) return {};
    const { organizationId = '', id: quotationId } = parseStream(stream);
    const history = await this.streams.loadEvents<QuotationEvent>(quotationAggregate, stream);
    const past = history.filter((each) => each.revision <= revision);
    const quotation = past.reduce<Quotation>(evolveQuotation, { phase: 'unknown' });
    const organization = (await this.organizations.load(organizationId, position)).asOf(position);
    if (quotation.phase !== 'open' || !organization || !isNews(event, past)) return {};
    const { leadId, assignedTo } = quotation;
    const recipients = [...organization.members].filter(
      ([id, role]) => id === assignedTo || (type === 'QuotationAccepted' && answersRequests(role)),
    );
    return {
      commands: recipients.map(([memberId]) => ({
        command: createRaiseAlert({
          memberId,
          about: { kind: ALERT_KINDS[type], leadId, quotationId },
          source: eventId,
          on,
          happenedAt,
        }),
        actorId,
        organizationId,
        to: streamName('alerts', organizationId, memberId),
      })),
    };
  }
}

/** Whether an event tells something new, which a second view of the same version does not. */
const isNews = (
  { type, data }: CustomerEvent,
  past: readonly RecordedEvent<QuotationEvent>[],
): boolean =>
  type !== 'QuotationViewed' ||
  past.filter((each) => each.type === type && each.data.version === data.version).length === 1;
