import { billAggregate } from '#domain/bills/bill.aggregate.js';
import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import { type OfferEvent, offerEvents } from '#domain/catalogue/catalogue.events.js';
import { unreachable } from '#domain/kernel/decider.js';
import type { Message, MessageNamed } from '#domain/kernel/message.js';
import { answersRequests } from '#domain/kernel/policy.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { FoldedStreams } from '#platform/write-side/folded.js';
import { OrganizationHistory } from '../organization-history.js';
import { newsForMilliseconds, raiseAlert } from './alert-command.js';

const { LeadCreated, LeadReassigned, QuotationRequested } = leadEvents;
const { MemberJoined, RoleRequested } = organizationEvents;
const { BillSubmitted, BillApproved, BillRejected } = billEvents;
const { OfferAdded, OfferActivated } = offerEvents;
const ofBills = { BillSubmitted, BillApproved, BillRejected };
const ofOffers = { OfferAdded, OfferActivated };
const events = {
  LeadCreated,
  LeadReassigned,
  QuotationRequested,
  MemberJoined,
  RoleRequested,
  ...ofBills,
  ...ofOffers,
};
type AlertingEvent = MessageNamed<
  LeadEvent | OrganizationEvent | BillEvent | OfferEvent,
  keyof typeof events
>;

/**
 * Alert and its recipients: one member, all admins or everyone. The member who caused the event
 * gets none.
 */
type News = {
  readonly to: string | 'admin' | 'everyone' | undefined;
  readonly about: AlertAbout;
  /** Id from which the alert's id is made; by default the event's id. */
  readonly source?: string;
  /** Tells apart alerts of one source. */
  readonly distinction?: string;
};

/**
 * Alerts of what others did, to members and admins as of the event; RaiseAlert is refused for who
 * has left since. An alert that is raised again has the same id.
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
    if (Date.parse(this.clock.now()) - Date.parse(happenedAt) > newsForMilliseconds) return {};
    const { organizationId = subjectOf(stream).id } = subjectOf(stream);
    const news = await this.newsIn(event);
    const organization = (await this.organizations.of(organizationId, position)).at(position);
    if (!news || !organization) return {};
    const { to, about, source = eventId, distinction } = news;
    const recipients = [...organization.members].filter(
      ([id, role]) =>
        id !== actorId &&
        (to === 'everyone' || (to === 'admin' ? answersRequests(role) : id === to)),
    );
    return {
      commands: recipients.map(([memberId]) => ({
        command: raiseAlert({ memberId, about, source, distinction, on: metadata.on, happenedAt }),
        actorId,
        organizationId,
        to: streamOf('alerts', organizationId, memberId),
      })),
    };
  }

  private async newsIn(event: RecordedEvent<AlertingEvent>): Promise<News | undefined> {
    const { id } = subjectOf(event.stream);
    switch (event.type) {
      case 'LeadCreated':
        return { to: event.data.assignedTo, about: { kind: 'lead-assigned', leadId: id } };
      case 'LeadReassigned':
        return { to: event.data.to, about: { kind: 'lead-assigned', leadId: id } };
      case 'QuotationRequested':
        // However often somebody asks for a lead's quote on a day, admins are told once.
        return {
          to: 'admin',
          about: { kind: 'quote-requested', leadId: id },
          ...{ source: id, distinction: `${event.metadata.actorId} ${event.metadata.on}` },
        };
      case 'MemberJoined':
        return { to: 'admin', about: { kind: 'member-joined', memberId: event.data.memberId } };
      case 'RoleRequested':
        return { to: 'admin', about: { kind: 'role-requested', memberId: event.data.memberId } };
      case 'BillSubmitted':
        return { to: 'admin', about: { kind: 'bill-submitted', billId: id } };
      case 'BillApproved':
        return {
          to: await this.submitterOf(event.stream),
          about: { kind: 'bill-approved', billId: id },
        };
      case 'BillRejected':
        return {
          to: await this.submitterOf(event.stream),
          about: { kind: 'bill-rejected', billId: id },
        };
      case 'OfferAdded':
      case 'OfferActivated': {
        // one that was paused for a while is no new one, in whichever month it goes on
        const before = (await this.log.read(event.stream)).filter(
          ({ revision }) => revision < event.revision,
        );
        const isNew = beginsToBeActive(event) && !before.some(beginsToBeActive);
        return isNew
          ? { to: 'everyone', about: { kind: 'offer-added', offerId: id }, source: id }
          : undefined;
      }
      default:
        return unreachable(event);
    }
  }

  private async submitterOf(bill: string): Promise<string | undefined> {
    return billAggregate.ownerOf((await this.folded.load(billAggregate, bill)).state);
  }
}

/** Nothing in these events is personal: they can be read as they are recorded. */
const beginsToBeActive = ({ type, data }: Message): boolean =>
  type === 'OfferActivated' ||
  (type === 'OfferAdded' && (data as { readonly isActive?: boolean }).isActive !== false);
