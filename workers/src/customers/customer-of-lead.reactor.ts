import type { Message, MessageNamed } from '#domain/kernel/message.js';
import { evolveLead, type Lead } from '#domain/leads/lead.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { streamOf, subjectOf } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Eraser } from '#platform/write-side/erasing.js';

type Converted = MessageNamed<LeadEvent, 'LeadConverted'>;
type Erased = MessageNamed<LeadEvent, 'PersonalDataErased'>;

const { LeadConverted, PersonalDataErased } = leadEvents;

/**
 * Who is converted has a customer, with what was known of the lead then: read up to the event, so that the same event always
 * sends the same command. Of a lead that was erased meanwhile nothing is known, and nothing is made; what was under way while it
 * was erased is erased when that event comes.
 */
@EventReactor()
export class CustomerOfLead implements Reactor<Converted | Erased> {
  readonly name = 'customer-of-lead';
  readonly events = { LeadConverted, PersonalDataErased };

  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly eraser: Eraser,
  ) {}

  async react(event: RecordedEvent<Converted | Erased>): Promise<Reaction> {
    const { log, sealing, eraser } = this;
    const { stream, revision, metadata } = event;
    if (event.type === 'PersonalDataErased') {
      await eraser.erase([stream], metadata.eventId);
      return {};
    }
    const { projectValuePaise, payment } = event.data;
    const { organizationId, id: customerId } = subjectOf(stream);
    const history = (await sealing.open(await log.read(stream))).filter((past) => past.revision <= revision || past.type === 'PersonalDataErased');
    const lead = (history as readonly (Message & LeadEvent)[]).filter(isLeads).reduce<Lead>(evolveLead, { phase: 'unknown' });
    if (lead.phase !== 'open') return {};
    const { firstName, lastName, phone, city, landmark, siteName } = lead.details;
    const converted = { convertedAt: metadata.capturedAt, convertedOn: metadata.on };
    const data = { customerId, firstName, lastName, phone, city, landmark, siteName, projectValuePaise, payment, ...converted };
    return {
      commands: [
        {
          command: { type: 'CreateCustomer', data },
          actorId: metadata.actorId,
          organizationId,
          to: streamOf('customer', organizationId!, customerId),
        },
      ],
    };
  }
}

const isLeads = ({ type }: Message): boolean => Object.hasOwn(leadEvents, type);
