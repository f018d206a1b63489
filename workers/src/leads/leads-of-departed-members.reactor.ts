import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { organizationEvents } from '#domain/organizations/organization.events.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { ReadSide } from '#platform/live/read-side.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { DerivedCommand, Reactor } from '../reactor.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { type Departure, OrganizationHistory } from '../organization-history.js';
import { StreamHistory } from '../stream-history.js';

type Assigned = RecordedEvent<MessageNamed<LeadEvent, 'LeadCreated' | 'LeadReassigned'>>;

type Assignment = { readonly number: number; readonly to: string };

const PAGE_SIZE = 500;
const VIEW_TIMEOUT_MS = 10_000;
/** Leads of a departed member that are read at once. */
const MAX_CONCURRENT_READS = 50;

const { MemberRemoved, MemberLeft } = organizationEvents;
const { LeadCreated, LeadReassigned } = leadEvents;

/** Any order that finds leads by their owner. */
const { sort } = leadList.indexes.find(({ equal }) => equal.includes('assignedTo'))!;

/**
 * Passes leads of a departed member to the heir named in the departure, or to the heir's heir. A
 * lead that is assigned to the member after the departure is passed on in reaction to that
 * assignment. Membership is read as of the event, never as of now.
 */
@EventReactor()
export class LeadsOfDepartedMembers implements Reactor<Departure | Assigned> {
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
    return {
      commands: isDeparture
        ? await this.passOnLeads(event)
        : await this.passOnLateAssignment(event),
    };
  }

  /**
   * The view lists the member's present leads. Each lead's stream says whether the member owned it
   * at the departure.
   */
  private async passOnLeads(departure: Departure): Promise<DerivedCommand[]> {
    const { stream, position, data } = departure;
    const organizationId = parseStream(stream).id;
    if (!(await this.readSide.waitFor(position, VIEW_TIMEOUT_MS, organizationId)))
      throw new Unavailable('The list of leads has not reached the departure yet');
    const finalDeparture = (
      await this.organizations.load(organizationId, position)
    ).findFinalDeparture(departure);
    const passOn = async (lead: string): Promise<readonly DerivedCommand[]> => {
      const assignment = await this.findAssignment(lead, position);
      return assignment?.to === data.memberId
        ? [createPassOn(lead, assignment, finalDeparture)]
        : [];
    };
    const commands: DerivedCommand[] = [];
    const query = { filter: { assignedTo: data.memberId }, sort, limit: PAGE_SIZE };
    for await (const { documents } of this.views.readPages<{ readonly leadId: string }>(
      leadList,
      organizationId,
      query,
    )) {
      const leads = documents.map(({ leadId }) => streamName('lead', organizationId, leadId));
      for (let start = 0; start < leads.length; start += MAX_CONCURRENT_READS) {
        const group = leads.slice(start, start + MAX_CONCURRENT_READS);
        const passedOn = await Promise.all(group.map(passOn));
        commands.push(...passedOn.flat());
      }
    }
    return commands;
  }

  /** Skips a member who is still present: their later departure will pass the lead on. */
  private async passOnLateAssignment(event: Assigned): Promise<DerivedCommand[]> {
    const { stream, position } = event;
    const ownerId = event.type === 'LeadCreated' ? event.data.assignedTo : event.data.to;
    const { organizationId = '' } = parseStream(stream);
    const organization = await this.organizations.load(organizationId, position);
    const departure = organization.findDeparture(ownerId, position);
    if (!departure || organization.asOf(position)?.members.has(ownerId)) return [];
    const assignment = await this.findAssignment(stream, position);
    return assignment
      ? [createPassOn(stream, assignment, organization.findFinalDeparture(departure))]
      : [];
  }

  private async findAssignment(lead: string, upTo: Position): Promise<Assignment | undefined> {
    const state = await this.streams.loadState(leadAggregate, lead, upTo);
    return state.phase === 'open' ? { number: state.assignments, to: state.assignedTo } : undefined;
  }
}

/** The timeline names the member who caused the last departure. */
function createPassOn(
  lead: string,
  { number: assignment, to: from }: Assignment,
  { data: { leadsTo: to }, metadata: { actorId } }: Departure,
): DerivedCommand {
  const { organizationId, id: leadId } = parseStream(lead);
  return {
    command: { type: 'PassLeadOn', data: { leadId, assignment, from, to } },
    actorId,
    organizationId: organizationId!,
    to: lead,
  };
}
