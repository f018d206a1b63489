import type { Message, MessageNamed } from '#domain/kernel/texts/message.js';
import { evolveLead, type Lead } from '#domain/leads/lead.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { Sealing } from '#platform/sealing/sealing.js';

type Converted = MessageNamed<LeadEvent, 'LeadConverted'>;
type Erased = MessageNamed<LeadEvent, 'PersonalDataErased'>;

const { LeadConverted, PersonalDataErased } = leadEvents;

/**
 * Creates the customer of a converted lead from the lead's state at the event, so that a repetition
 * sends the same command. An erased lead gets none. The erasure is recorded on the customer's
 * stream too, so that a worker that read the lead earlier cannot append.
 */
@EventReactor()
export class CustomerOfLead implements Reactor<Converted | Erased> {
  readonly name = 'customer-of-lead';
  readonly events = { LeadConverted, PersonalDataErased };

  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
  ) {}

  async react(event: RecordedEvent<Converted | Erased>): Promise<Reaction> {
    const { stream, metadata } = event;
    const { organizationId, id: customerId } = parseStream(stream);
    const recordedEvents = await this.log.read(stream);
    const to = streamName('customer', organizationId!, customerId);
    const sender = { actorId: metadata.actorId, organizationId, to };
    if (event.type === 'PersonalDataErased') {
      const wasConverted = recordedEvents.some(({ type }) => type === 'LeadConverted');
      return wasConverted
        ? { commands: [{ ...sender, command: { type: 'EraseCustomer', data: { customerId } } }] }
        : {};
    }
    const { projectValuePaise, payment } = event.data;
    const history = (await this.sealing.open(recordedEvents)).filter(
      (past) => past.revision <= event.revision || past.type === 'PersonalDataErased',
    );
    const lead = (history as readonly (Message & LeadEvent)[])
      .filter(isLeadEvent)
      .reduce<Lead>(evolveLead, { phase: 'unknown' });
    if (lead.phase !== 'open') return {};
    const { firstName, lastName, phone, city, landmark, siteName } = lead.details;
    const conversion = { convertedAt: metadata.capturedAt, convertedOn: metadata.on };
    const data = {
      customerId,
      firstName,
      lastName,
      phone,
      city,
      landmark,
      siteName,
      projectValuePaise,
      payment,
      ...conversion,
    };
    return { commands: [{ ...sender, command: { type: 'CreateCustomer', data } }] };
  }
}

const isLeadEvent = ({ type }: Message): boolean => Object.hasOwn(leadEvents, type);
