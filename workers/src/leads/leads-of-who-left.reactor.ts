import type { MessageNamed } from '#domain/kernel/message.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { organizationEvents, type OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import { ReadSide } from '#platform/live/read-side.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { FollowUpCommand, Reactor } from '../reactor.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { Organizations } from '#platform/write-side/permission.js';
import { leadList } from '#projections/leads/lead-list.projection.js';

type Left = MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>;
type Given = MessageNamed<LeadEvent, 'LeadCreated' | 'LeadReassigned'>;

const page = 500;
const viewTimeoutMilliseconds = 10_000;

const { MemberRemoved, MemberLeft } = organizationEvents;
const { LeadCreated, LeadReassigned } = leadEvents;

/** In any order that there is. */
const { sort } = leadList.indexes.find(({ equal }) => equal.includes('assignedTo'))!;

/**
 * Who is gone keeps no leads: they go to whom was chosen, else to an admin. A lead that was given to somebody who was just
 * going is in no list when they go, so each that is given is looked at too.
 */
@EventReactor()
export class LeadsOfWhoLeft implements Reactor<Left | Given> {
  readonly name = 'leads-of-who-left';
  readonly events = { MemberRemoved, MemberLeft, LeadCreated, LeadReassigned };

  constructor(
    private readonly views: Views,
    private readonly readSide: ReadSide,
    private readonly organizations: Organizations,
  ) {}

  async react(event: RecordedEvent<Left | Given>) {
    switch (event.type) {
      case 'MemberRemoved':
      case 'MemberLeft':
        return { commands: await this.allOf(event) };
      case 'LeadCreated':
        return { commands: await this.thisOne(event, event.data.assignedTo) };
      case 'LeadReassigned':
        return { commands: await this.thisOne(event, event.data.to) };
    }
  }

  private async allOf({ stream, position, data: { memberId, leadsTo }, metadata: { actorId } }: RecordedEvent<Left>): Promise<FollowUpCommand[]> {
    // What they captured just before they were gone has to be in the list.
    if (!(await this.readSide.waitFor(position, viewTimeoutMilliseconds))) throw new Unavailable('The list of leads has not come that far yet');
    const organizationId = subjectOf(stream).id;
    const commands: FollowUpCommand[] = [];
    const theirs = { filter: { assignedTo: memberId }, sort, limit: page };
    for await (const { documents } of this.views.pages<{ readonly leadId: string }>(leadList, organizationId, theirs))
      commands.push(...documents.map(({ leadId }) => passOn({ organizationId, leadId, actorId, to: leadsTo })));
    return commands;
  }

  private async thisOne({ stream, metadata: { actorId } }: RecordedEvent<Given>, memberId: string): Promise<FollowUpCommand[]> {
    const { organizationId, id: leadId } = subjectOf(stream);
    const organization = await this.organizations.of(organizationId!);
    return !organization || organization.members.has(memberId) ? [] : [passOn({ organizationId: organizationId!, leadId, actorId })];
  }
}

const passOn = ({
  organizationId,
  leadId,
  actorId,
  to,
}: {
  organizationId: string;
  leadId: string;
  actorId: string;
  to?: string;
}): FollowUpCommand => ({
  command: { type: 'PassLeadOn', data: { leadId, to } },
  actorId,
  organizationId,
  to: streamOf('lead', organizationId, leadId),
});
