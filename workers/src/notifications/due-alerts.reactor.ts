import type { MessageNamed } from '#domain/kernel/message.js';
import type { Organization } from '#domain/kernel/policy.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { Lead } from '#domain/leads/lead.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import type { Clock } from '#platform/common/clock.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import type { CachedLookup } from '#platform/write-side/folded.js';
import { dayFromMorning, dueAlert } from './due-alert.js';

const { FollowUpScheduled, LeadReassigned, LeadStatusChanged } = leadEvents;
const events = { FollowUpScheduled, LeadReassigned, LeadStatusChanged };

type Parts = {
  readonly organizations: CachedLookup<Organization>;
  /** As it is now. */
  readonly leadOf: (stream: string) => Promise<Lead>;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * What becomes due after the morning's round has told of the day: a follow-up that is planned for the same day, and those of a lead
 * that is passed on or opened again, also where that was captured on an earlier day without a network. They have the ids of that
 * round's alerts, so that each is there once. The lead is read as it is now, so that nobody is told of what was completed meanwhile.
 * What is overdue is the next round's: of a past that is sent now, what completes it may come just after.
 */
export const dueAlertsOfChanges = ({ organizations, leadOf, clock }: Parts): Reactor<MessageNamed<LeadEvent, keyof typeof events>> => ({
  name: 'due-alerts',
  events,
  async react({ type, data, stream, metadata: { actorId } }) {
    const { organizationId = '', id: leadId } = subjectOf(stream);
    const organization = await organizations.of(organizationId);
    const today = organization && dayFromMorning(organization.timeZone, clock.now());
    if (today === undefined || (type === 'FollowUpScheduled' && data.dueOn !== today)) return {};
    const lead = await leadOf(stream);
    // nobody is told of leads that are finished
    if (lead.phase !== 'open' || !openStatuses.includes(lead.status)) return {};
    const { assignedTo } = lead;
    const due = lead.followUps.filter(({ phase, dueOn }) => phase === 'open' && dueOn === today);
    return {
      commands: due.map(({ followUpId, dueOn }) => ({
        command: dueAlert({ leadId, followUpId, dueOn, assignedTo }, today),
        actorId,
        organizationId,
        to: streamOf('alerts', organizationId, `${assignedTo} ${followUpId}`),
      })),
    };
  },
});
