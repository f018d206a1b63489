import type { AnyCommand } from '#domain/commands.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { StreamHistory } from '../stream-history.js';

const { LeadReassigned, QuotationStepped, LeadDeleted, PersonalDataErased } = leadEvents;
const events = { LeadReassigned, QuotationStepped, LeadDeleted, PersonalDataErased };
type LeadChange = MessageNamed<LeadEvent, keyof typeof events>;

/**
 * Gives the quotations of a lead to its new assignee, and ends or erases them with the lead. If a
 * quotation is recorded on the lead only after that, it follows as soon as it is recorded.
 */
@EventReactor()
export class QuotationsOfLeads implements Reactor<LeadChange> {
  readonly name = 'quotations-of-leads';
  readonly events = events;

  constructor(private readonly streams: StreamHistory) {}

  async react(event: RecordedEvent<LeadChange>): Promise<Reaction> {
    if (event.type === 'QuotationStepped' && event.data.step !== 'Draft') return {};
    const { stream, revision, metadata } = event;
    const organizationId = parseStream(stream).organizationId!;
    const history = await this.streams.loadEvents<LeadEvent>(leadAggregate, stream);
    const past = history.filter((each) => each.revision <= revision);
    const quotationIds =
      event.type === 'QuotationStepped'
        ? [event.data.quotationId]
        : past.flatMap((each) => (each.type === 'QuotationStepped' ? each.data.quotationId : []));
    return {
      commands: [...new Set(quotationIds)].map((quotationId) => ({
        command: createFollowCommand(quotationId, past),
        actorId: metadata.actorId,
        organizationId,
        to: streamName('quotation', organizationId, quotationId),
      })),
    };
  }
}

type Command = Extract<
  AnyCommand,
  { type: 'EraseQuotation' | 'CloseQuotation' | 'PassQuotationOn' }
>;

/** Command that makes a quotation follow its lead, as the lead was after these events. */
function createFollowCommand(
  quotationId: string,
  past: readonly RecordedEvent<LeadEvent>[],
): Command {
  const hadEvent = (eventType: LeadEvent['type']) => past.some(({ type }) => type === eventType);
  if (hadEvent('PersonalDataErased')) return { type: 'EraseQuotation', data: { quotationId } };
  if (hadEvent('LeadDeleted')) return { type: 'CloseQuotation', data: { quotationId } };
  return { type: 'PassQuotationOn', data: { quotationId, to: findAssignee(past) } };
}

function findAssignee(past: readonly RecordedEvent<LeadEvent>[]): string {
  const assigned = past.flatMap((each) => {
    if (each.type === 'LeadCreated') return each.data.assignedTo;
    return each.type === 'LeadReassigned' ? each.data.to : [];
  });
  return assigned.at(-1)!;
}
