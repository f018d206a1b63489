import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import { type OfferEvent, offerEvents } from '#domain/catalogue/catalogue.events.js';
import { unreachable } from '#domain/kernel/decider.js';
import type { Message, MessageNamed } from '#domain/kernel/message.js';
import type { Organization } from '#domain/kernel/policy.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import type { Clock } from '#platform/common/clock.js';
import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import type { CachedLookup } from '#platform/write-side/folded.js';
import { raiseAlert } from './alert-command.js';

const { LeadCreated, LeadReassigned, QuotationRequested } = leadEvents;
const { MemberJoined, RoleRequested } = organizationEvents;
const { BillSubmitted, BillApproved, BillRejected } = billEvents;
const { OfferAdded, OfferActivated } = offerEvents;
const ofBills = { BillSubmitted, BillApproved, BillRejected };
const ofOffers = { OfferAdded, OfferActivated };
const events = { LeadCreated, LeadReassigned, QuotationRequested, MemberJoined, RoleRequested, ...ofBills, ...ofOffers };
type Told = MessageNamed<LeadEvent | OrganizationEvent | BillEvent | OfferEvent, keyof typeof events>;

type Parts = {
  readonly log: Pick<EventLog, 'read'>;
  /** With their members of now. */
  readonly organizations: CachedLookup<Organization>;
  /** Who submitted the bill of that stream. */
  readonly submitterOf: (stream: string) => Promise<string | undefined>;
  readonly clock: Pick<Clock, 'now'>;
};

/** Who is told of it: one member, or all with that role. Nobody is told of what they did themselves. */
type News = {
  readonly to: string | 'admin' | 'everyone' | undefined;
  readonly about: AlertAbout;
  /** What it is one alert of, if not of the event. */ readonly source?: string;
};

/** What happened longer ago is no news: of a history that is filled in, or of a reactor that begins at its beginning again. */
const newsForMilliseconds = 7 * 24 * 60 * 60_000;

/** Alerts of what others did. One that is raised again has the same id, and is one. */
export const alertsOfEvents = ({ log, organizations, submitterOf, clock }: Parts): Reactor<Told> => ({
  name: 'alerts-of-events',
  events,
  async react(event) {
    const { stream, metadata } = event;
    const { actorId, eventId, at: happenedAt } = metadata;
    if (Date.parse(clock.now()) - Date.parse(happenedAt) > newsForMilliseconds) return {};
    const { organizationId = subjectOf(stream).id } = subjectOf(stream);
    const { members } = (await organizations.of(organizationId)) ?? { members: new Map<string, never>() };
    const news = await newsIn(event, { log, submitterOf });
    if (!news) return {};
    const { to, about, source = eventId } = news;
    const recipients = [...members].filter(([id, role]) => id !== actorId && (to === 'everyone' || (to === 'admin' ? role === 'admin' : id === to)));
    return {
      commands: recipients.map(([memberId]) => ({
        command: raiseAlert({ memberId, about, source, on: metadata.on, happenedAt }),
        actorId,
        organizationId,
        to: streamOf('alerts', organizationId, memberId),
      })),
    };
  },
});

async function newsIn(event: RecordedEvent<Told>, { log, submitterOf }: Pick<Parts, 'log' | 'submitterOf'>): Promise<News | undefined> {
  const { id } = subjectOf(event.stream);
  switch (event.type) {
    case 'LeadCreated':
      return { to: event.data.assignedTo, about: { kind: 'lead-assigned', leadId: id } };
    case 'LeadReassigned':
      return { to: event.data.to, about: { kind: 'lead-assigned', leadId: id } };
    case 'QuotationRequested':
      return { to: 'admin', about: { kind: 'quote-requested', leadId: id } };
    case 'MemberJoined':
      return { to: 'admin', about: { kind: 'member-joined', memberId: event.data.memberId } };
    case 'RoleRequested':
      return { to: 'admin', about: { kind: 'role-requested', memberId: event.data.memberId } };
    case 'BillSubmitted':
      return { to: 'admin', about: { kind: 'bill-submitted', billId: id } };
    case 'BillApproved':
      return { to: await submitterOf(event.stream), about: { kind: 'bill-approved', billId: id } };
    case 'BillRejected':
      return { to: await submitterOf(event.stream), about: { kind: 'bill-rejected', billId: id } };
    case 'OfferAdded':
    case 'OfferActivated': {
      // one that was paused for a while is no new one, in whichever month it goes on
      const before = (await log.read(event.stream)).filter(({ revision }) => revision < event.revision);
      const isNew = beginsToBeActive(event) && !before.some(beginsToBeActive);
      return isNew ? { to: 'everyone', about: { kind: 'offer-added', offerId: id }, source: id } : undefined;
    }
    default:
      return unreachable(event);
  }
}

/** Nothing in these events is personal: they can be read as they are recorded. */
const beginsToBeActive = ({ type, data }: Message): boolean =>
  type === 'OfferActivated' || (type === 'OfferAdded' && (data as { readonly isActive?: boolean }).isActive !== false);
