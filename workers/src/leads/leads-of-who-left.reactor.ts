import type { MessageNamed } from '#domain/kernel/message.js';
import type { Organization } from '#domain/kernel/policy.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { organizationEvents, type OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { CachedLookup } from '#platform/write-side/folded.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import type { ReadSide } from '#platform/live/read-side.js';
import type { FollowUpCommand, Reactor } from '#platform/jobs/reactors/reactor.js';
import type { Index } from '#platform/read-side/read-store/read-store.js';
import type { View, Views } from '#platform/read-side/read-store/views.js';
import { Unavailable } from '#platform/common/unavailable.js';

type Left = MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>;
type Given = MessageNamed<LeadEvent, 'LeadCreated' | 'LeadReassigned'>;
/** A view that can be asked whose its records are. */
type ByAssignee = View & { readonly indexes: readonly Index[] };
type Parts = {
  readonly views: Pick<Views, 'pages'>;
  readonly readSide: Pick<ReadSide, 'waitFor'>;
  /** Which leads there are, by whose they are. */
  readonly leadList: ByAssignee;
  /** With their members of now. */
  readonly organizations: CachedLookup<Organization>;
};

const page = 500;
const patience = 10_000;

const { MemberRemoved, MemberLeft } = organizationEvents;
const { LeadCreated, LeadReassigned } = leadEvents;

/**
 * Who is gone keeps no leads: they go to whom was chosen, else to an admin. A lead that was given to somebody who was just
 * going is in no list when they go, so each that is given is looked at too.
 */
export const leadsOfWhoLeft = ({ views, readSide, leadList, organizations }: Parts): Reactor<Left | Given> => {
  // in any order that there is
  const { sort } = leadList.indexes.find(({ equal }) => equal.includes('assignedTo')) ?? { sort: [] };
  return {
    name: 'leads-of-who-left',
    events: { MemberRemoved, MemberLeft, LeadCreated, LeadReassigned },
    async react(event) {
      switch (event.type) {
        case 'MemberRemoved':
        case 'MemberLeft':
          return { commands: await allOf(event) };
        case 'LeadCreated':
          return { commands: await thisOne(event, event.data.assignedTo) };
        case 'LeadReassigned':
          return { commands: await thisOne(event, event.data.to) };
      }
    },
  };

  async function allOf({ stream, position, data: { memberId, leadsTo }, metadata: { actorId } }: RecordedEvent<Left>): Promise<FollowUpCommand[]> {
    // What they captured just before they were gone has to be in the list.
    if (!(await readSide.waitFor(position, patience))) throw new Unavailable('The list of leads has not come that far yet');
    const organizationId = subjectOf(stream).id;
    const commands: FollowUpCommand[] = [];
    const theirs = { filter: { assignedTo: memberId }, sort, limit: page };
    for await (const { documents } of views.pages<{ readonly leadId: string }>(leadList, organizationId, theirs))
      commands.push(...documents.map(({ leadId }) => passOn({ organizationId, leadId, actorId, to: leadsTo })));
    return commands;
  }

  async function thisOne({ stream, metadata: { actorId } }: RecordedEvent<Given>, memberId: string): Promise<FollowUpCommand[]> {
    const { organizationId, id: leadId } = subjectOf(stream);
    const organization = await organizations.of(organizationId!);
    return !organization || organization.members.has(memberId) ? [] : [passOn({ organizationId: organizationId!, leadId, actorId })];
  }
};

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
