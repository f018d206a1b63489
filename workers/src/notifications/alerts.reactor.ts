import { billAggregate } from '#domain/bills/bill.aggregate.js';
import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import { type OfferEvent, offerEvents } from '#domain/catalogue/catalogue.events.js';
import { unreachable } from '#domain/kernel/decider.js';
import type { Message, MessageNamed } from '#domain/kernel/texts/message.js';
import { answersRequests } from '#domain/kernel/policy.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { OrganizationHistory } from '../organization-history.js';
import { MAX_EVENT_AGE_MS, createRaiseAlert } from './alert-command.js';

const { LeadCreated, LeadReassigned, QuotationRequested } = leadEvents;
const { MemberJoined, RoleRequested } = organizationEvents;
const { BillSubmitted, BillApproved, BillRejected } = billEvents;
const { OfferAdded, OfferActivated } = offerEvents;
const billAlertEvents = { BillSubmitted, BillApproved, BillRejected };
const offerAlertEvents = { OfferAdded, OfferActivated };
const events = {
  LeadCreated,
  LeadReassigned,
  QuotationRequested,
  MemberJoined,
  RoleRequested,
  ...billAlertEvents,
  ...offerAlertEvents,
};
type AlertingEvent = MessageNamed<
  LeadEvent | OrganizationEvent | BillEvent | OfferEvent,
  keyof typeof events
>;

/**
 * Alert with its recipients: one member, all admins, or everyone. The member who caused the event
 * gets none.
 */
type AlertCandidate = {
  readonly to: string | 'admin' | 'everyone' | undefined;
  readonly about: AlertAbout;
  /** Id from which the alert's id derives; by default the event's. */
  readonly source?: string;
  /** Distinguishes alerts of one source. */
  readonly distinction?: string;
};

/**
 * Raises alerts about what others did, to members and admins as of the event. RaiseAlert is refused
 * for members who have left since. An event that is handled again raises alerts with the same ids.
 */
@EventReactor()
export class AlertsOfEvents implements Reactor<AlertingEvent> {
  readonly name = 'alerts-of-events';
  readonly events = events;

  constructor(
    private readonly log: EventLog,
    private readonly folded: FoldedStreams,
    private readonly organizations: OrganizationHistory,
    private readonly clock: Clock,
  ) {}

  async react(event: RecordedEvent<AlertingEvent>) {
    const { stream, position, metadata } = event;
    const { actorId, eventId, at: happenedAt } = metadata;
    if (Date.parse(this.clock.now()) - Date.parse(happenedAt) > MAX_EVENT_AGE_MS) return {};
    const { organizationId = parseStream(stream).id } = parseStream(stream);
    const candidate = await this.toCandidate(event);
    const organization = (await this.organizations.load(organizationId, position)).asOf(position);
    if (!candidate || !organization) return {};
    const { to, about, source = eventId, distinction } = candidate;
    const recipients = [...organization.members].filter(
      ([id, role]) =>
        id !== actorId &&
        (to === 'everyone' || (to === 'admin' ? answersRequests(role) : id === to)),
    );
    return {
      commands: recipients.map(([memberId]) => ({
        command: createRaiseAlert({
          memberId,
          about,
          source,
          distinction,
          on: metadata.on,
          happenedAt,
        }),
        actorId,
        organizationId,
        to: streamName('alerts', organizationId, memberId),
      })),
    };
  }

  private async toCandidate(
    event: RecordedEvent<AlertingEvent>,
  ): Promise<AlertCandidate | undefined> {
    const { id } = parseStream(event.stream);
    switch (event.type) {
      case 'LeadCreated':
        return { to: event.data.assignedTo, about: { kind: 'lead-assigned', leadId: id } };
      case 'LeadReassigned':
        return { to: event.data.to, about: { kind: 'lead-assigned', leadId: id } };
      case 'QuotationRequested':
        // Admins get one alert for all requests of a lead's quotation by a member on a day.
        return {
          to: 'admin',
          about: { kind: 'quote-requested', leadId: id },
          source: id,
          distinction: `${event.metadata.actorId} ${event.metadata.on}`,
        };
      case 'MemberJoined':
        return { to: 'admin', about: { kind: 'member-joined', memberId: event.data.memberId } };
      case 'RoleRequested':
        return { to: 'admin', about: { kind: 'role-requested', memberId: event.data.memberId } };
      case 'BillSubmitted':
        return { to: 'admin', about: { kind: 'bill-submitted', billId: id } };
      case 'BillApproved':
        return {
          to: await this.findSubmitter(event.stream),
          about: { kind: 'bill-approved', billId: id },
        };
      case 'BillRejected':
        return {
          to: await this.findSubmitter(event.stream),
          about: { kind: 'bill-rejected', billId: id },
        };
      case 'OfferAdded':
      case 'OfferActivated': {
        // An offer that was only paused raises no second alert.
        const earlierEvents = (await this.log.read(event.stream)).filter(
          ({ revision }) => revision < event.revision,
        );
        const isNew = activatesOffer(event) && !earlierEvents.some(activatesOffer);
        return isNew
          ? { to: 'everyone', about: { kind: 'offer-added', offerId: id }, source: id }
          : undefined;
      }
      default:
        return unreachable(event);
    }
  }

  private async findSubmitter(bill: string): Promise<string | undefined> {
    return billAggregate.ownerOf((await this.folded.load(billAggregate, bill)).state);
  }
}

/** These events hold no personal data, so they are read without decryption. */
const activatesOffer = ({ type, data }: Message): boolean =>
  type === 'OfferActivated' ||
  (type === 'OfferAdded' && (data as { readonly isActive?: boolean }).isActive !== false);
