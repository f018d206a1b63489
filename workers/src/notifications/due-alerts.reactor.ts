import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import { Clock } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { OrganizationHistory } from '../organization-history.js';
import { findDayFromMorning, createDueAlert, dueDaysOn } from './due-alert.js';

const { FollowUpScheduled, LeadReassigned, LeadStatusChanged } = leadEvents;
const events = { FollowUpScheduled, LeadReassigned, LeadStatusChanged };

type Changed = MessageNamed<LeadEvent, keyof typeof events>;

/**
 * Raises alerts for what becomes due after the morning's round: follow-ups planned for today, those
 * of a reopened lead, and for a new owner also overdue ones.
 * Alert ids equal the round's, so each exists once. The lead is read as it is now, without
 * completed follow-ups. Overdue follow-ups of an offline device wait for the next round, because
 * the device may not have sent their completion yet.
 */
@EventReactor()
export class DueAlertsOfChanges implements Reactor<Changed> {
  readonly name = 'due-alerts';
  readonly events = events;

  constructor(
    private readonly folded: FoldedStreams,
    private readonly organizations: OrganizationHistory,
    private readonly clock: Clock,
  ) {}

  async react({ type, data, stream, position, metadata: { actorId } }: RecordedEvent<Changed>) {
    const { organizationId = '', id: leadId } = parseStream(stream);
    const organization = (await this.organizations.load(organizationId, position)).asOf(position);
    const today =
      organization && findDayFromMorning(organization.details.timeZone, this.clock.now());
    if (today === undefined || (type === 'FollowUpScheduled' && data.dueOn !== today)) return {};
    const { state: lead } = await this.folded.load(leadAggregate, stream);
    // Finished leads raise no alerts.
    if (lead.phase !== 'open' || !openStatuses.includes(lead.status)) return {};
    const { assignedTo } = lead;
    const { from } = type === 'LeadReassigned' ? dueDaysOn(today) : { from: today };
    // Other follow-ups of the lead have events of their own.
    const plannedId = type === 'FollowUpScheduled' ? data.followUpId : undefined;
    const due = lead.followUps.filter(
      ({ phase, dueOn, followUpId }) =>
        phase === 'open' &&
        dueOn >= from &&
        dueOn <= today &&
        (plannedId === undefined || plannedId === followUpId),
    );
    return {
      commands: due.map(({ followUpId, dueOn }) => ({
        command: createDueAlert({ leadId, followUpId, dueOn, assignedTo }, today),
        actorId,
        organizationId,
        to: streamName('alerts', organizationId, `${assignedTo} ${followUpId}`),
      })),
    };
  }
}
