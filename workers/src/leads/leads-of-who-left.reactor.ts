import { organizationEvents, type OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import type { ReadSide } from '#platform/projection-running/read-side.js';
import type { FollowUpCommand, Reactor } from '#platform/reactor-running/reactor.js';
import type { View, Views } from '#platform/read-store/views.js';
import { Unavailable } from '#platform/unavailable.js';

type Left = MessageNamed<OrganizationEvent, 'MemberRemoved' | 'MemberLeft'>;
type Parts = {
  readonly views: Pick<Views, 'find'>;
  readonly readSide: Pick<ReadSide, 'waitFor'>;
  /** Which leads there are, by whose they are. */
  readonly leadList: View;
};

const page = 500;
const patience = 10_000;

const { MemberRemoved, MemberLeft } = organizationEvents;

/** Who is gone keeps no leads: they go to whom was chosen, else to the admin who acted. */
export const leadsOfWhoLeft = ({ views, readSide, leadList }: Parts): Reactor<Left> => ({
  name: 'leads-of-who-left',
  events: { MemberRemoved, MemberLeft },
  async react({ stream, position, data: { memberId, leadsTo }, metadata: { actorId } }) {
    // What they captured just before they were gone has to be in the list.
    if (!(await readSide.waitFor(position, patience))) throw new Unavailable('The list of leads has not come that far yet');
    const organizationId = subjectOf(stream).id;
    const commands: FollowUpCommand[] = [];
    for (let after: string | undefined; ;) {
      const question = { filter: { assignedTo: memberId }, sort: ['-createdAt'], limit: page, after };
      const { items, next } = await views.find(leadList, organizationId, question);
      for (const { json } of items) {
        const { leadId } = JSON.parse(json) as { readonly leadId: string };
        commands.push({
          command: { type: 'ReassignLead', data: { leadId, assignedTo: leadsTo } },
          actorId,
          organizationId,
          to: streamOf('lead', organizationId, leadId),
        });
      }
      if (!next) return { commands };
      after = next;
    }
  },
});
