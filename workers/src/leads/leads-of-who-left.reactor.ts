import type { MessageNamed } from '#domain/kernel/message.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { organizationEvents } from '#domain/organizations/organization.events.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import { ReadSide } from '#platform/live/read-side.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { FollowUpCommand, Reactor } from '../reactor.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { type Departure, OrganizationHistory } from '../organization-history.js';
import { StreamHistory } from '../stream-history.js';

type Assigned = RecordedEvent<MessageNamed<LeadEvent, 'LeadCreated' | 'LeadReassigned'>>;

type Assignment = { readonly number: number; readonly to: string };

const pageSize = 500;
const viewTimeoutMilliseconds = 10_000;

const { MemberRemoved, MemberLeft } = organizationEvents;
const { LeadCreated, LeadReassigned } = leadEvents;

/** Any order that finds leads by their owner. */
const { sort } = leadList.indexes.find(({ equal }) => equal.includes('assignedTo'))!;

/**
 * Leads of a member who leaves go to the heir that the departure names, and on to the heir's heir
 * where that one has left too. A lead that was assigned after the departure goes there by itself.
 * Membership is read as of the event, never as of now.
 */
@EventReactor()
export class LeadsOfWhoLeft implements Reactor<Departure | Assigned> {
  readonly name = 'leads-of-who-left';
  readonly events = { MemberRemoved, MemberLeft, LeadCreated, LeadReassigned };

  constructor(
    private readonly views: Views,
    private readonly readSide: ReadSide,
    private readonly streams: StreamHistory,
    private readonly organizations: OrganizationHistory,
  ) {}

  async react(event: Departure | Assigned) {
    const isDeparture = event.type === 'MemberRemoved' || event.type === 'MemberLeft';
    return { commands: isDeparture ? await this.leadsOf(event) : await this.assignedLate(event) };
  }

  /**
   * The view offers those that the member has now; each lead's own stream says whether it was
   * theirs at the departure.
   */
  private async leadsOf(departure: Departure): Promise<FollowUpCommand[]> {
    const { stream, position, data } = departure;
    if (!(await this.readSide.waitFor(position, viewTimeoutMilliseconds)))
      throw new Unavailable('The list of leads has not come that far yet');
    const organizationId = subjectOf(stream).id;
    const last = (await this.organizations.of(organizationId, position)).lastInLine(departure);
    const commands: FollowUpCommand[] = [];
    const theirs = { filter: { assignedTo: data.memberId }, sort, limit: pageSize };
    for await (const { documents } of this.views.pages<{ readonly leadId: string }>(
      leadList,
      organizationId,
      theirs,
    ))
      for (const { leadId } of documents) {
        const lead = streamOf('lead', organizationId, leadId);
        const assignment = await this.assignmentOf(lead, position);
        if (assignment?.to === data.memberId) commands.push(passOn(lead, assignment, last));
      }
    return commands;
  }

  /** A member at that time: their departure is still to come, and takes the lead along. */
  private async assignedLate(event: Assigned): Promise<FollowUpCommand[]> {
    const { stream, position } = event;
    const ownerId = event.type === 'LeadCreated' ? event.data.assignedTo : event.data.to;
    const { organizationId = '' } = subjectOf(stream);
    const organization = await this.organizations.of(organizationId, position);
    const departure = organization.departureOf(ownerId, position);
    if (!departure || organization.at(position)?.members.has(ownerId)) return [];
    const assignment = await this.assignmentOf(stream, position);
    return assignment ? [passOn(stream, assignment, organization.lastInLine(departure))] : [];
  }

  private async assignmentOf(lead: string, upTo: Position): Promise<Assignment | undefined> {
    const state = await this.streams.state(leadAggregate, lead, upTo);
    return state.phase === 'open' ? { number: state.assignments, to: state.assignedTo } : undefined;
  }
}

/** Named in the timeline is who caused the last departure. */
function passOn(
  lead: string,
  { number: assignment, to: from }: Assignment,
  { data: { leadsTo: to }, metadata: { actorId } }: Departure,
): FollowUpCommand {
  const { organizationId, id: leadId } = subjectOf(lead);
  return {
    command: { type: 'PassLeadOn', data: { leadId, assignment, from, to } },
    actorId,
    organizationId: organizationId!,
    to: lead,
  };
}
