import type { LeadCommand } from '#domain/leads/lead.commands.js';
import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import type { QuotationCommand } from '#domain/quotations/quotation.commands.js';
import { newestVersion } from '#domain/quotations/quotation.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { derivedCommandId } from '#platform/jobs/reactors/reactor.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Injectable } from '@nestjs/common';

/** Name of the reactor that records the steps of quotations on their leads. */
const REACTOR = 'steps-of-quotations';

type LeadStep = Extract<LeadCommand, { type: 'RecordQuotationStep' }>['data'];

/**
 * Records the steps of the demo's quotations on their leads, at the demo's time. The reactor's
 * later command, at the real time, has the same id and changes nothing.
 */
@Injectable()
export class QuotationSteps {
  constructor(
    private readonly log: EventLog,
    private readonly folded: FoldedStreams,
    private readonly commands: CommandSender,
  ) {}

  /** Records the step that a command has just made; other commands make none. */
  async record(
    organizationId: string,
    actorId: string,
    { type, data: { quotationId } }: QuotationCommand,
  ): Promise<void> {
    const stream = streamName('quotation', organizationId, quotationId);
    const { state } = await this.folded.load(quotationAggregate, stream);
    const event = (await this.log.read(stream)).at(-1);
    if (state.phase !== 'open' || !event) return;
    const { leadId } = state;
    const step = createStep(type, newestVersion(state));
    if (!step) return;
    const { eventId, correlationId } = event.metadata;
    await this.commands.send({
      id: derivedCommandId(REACTOR, streamName('lead', organizationId, leadId), eventId),
      causationId: eventId,
      correlationId,
      actorId,
      organizationId,
      internal: true,
      command: { type: 'RecordQuotationStep', data: { leadId, quotationId, ...step } },
    });
  }
}

type Version = ReturnType<typeof newestVersion>;

function createStep(
  type: QuotationCommand['type'],
  sent: Version,
): Omit<LeadStep, 'leadId' | 'quotationId'> | undefined {
  if (type === 'SaveQuotation') return { step: 'Draft' };
  if (!sent) return undefined;
  const { version, number, totalPaise } = sent;
  if (type === 'SendQuotation') return { step: 'Sent', version, totalPaise, number };
  if (type === 'RejectQuotation') return { step: 'Rejected', version, number };
  return type === 'ExpireQuotation' ? { step: 'Expired', version, number } : undefined;
}
