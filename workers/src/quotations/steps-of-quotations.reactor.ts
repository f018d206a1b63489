import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { quotationAggregate } from '#domain/quotations/quotation.aggregate.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { streamName, parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';
import { StreamHistory } from '../stream-history.js';

const {
  QuotationDrafted,
  QuotationDiscarded,
  QuotationSent,
  QuotationViewed,
  QuotationAccepted,
  QuotationDeclined,
  QuotationRejected,
  QuotationExpired,
} = quotationEvents;
const events = {
  QuotationDrafted,
  QuotationDiscarded,
  QuotationSent,
  QuotationViewed,
  QuotationAccepted,
  QuotationDeclined,
  QuotationRejected,
  QuotationExpired,
};
type Step = MessageNamed<QuotationEvent, keyof typeof events>;

/** Records the steps of quotations on their lead: drafted, sent, viewed, decided. */
@EventReactor()
export class StepsOfQuotations implements Reactor<Step> {
  readonly name = 'steps-of-quotations';
  readonly events = events;

  constructor(private readonly streams: StreamHistory) {}

  async react(event: RecordedEvent<Step>): Promise<Reaction> {
    const { stream, revision, metadata } = event;
    if (event.type === 'QuotationDrafted' && revision > 0) return {};
    const { organizationId, id: quotationId } = parseStream(stream);
    const history = await this.streams.loadEvents<QuotationEvent>(quotationAggregate, stream);
    const past = history.filter((each) => each.revision <= revision);
    const draft = past.find((each) => each.type === 'QuotationDrafted');
    const step = toStep(event, past);
    if (!draft || !step) return {};
    const { leadId } = draft.data;
    return {
      commands: [
        {
          command: { type: 'RecordQuotationStep', data: { leadId, quotationId, ...step } },
          actorId: metadata.actorId,
          organizationId: organizationId!,
          to: streamName('lead', organizationId!, leadId),
        },
      ],
    };
  }
}

/** Step of an event; undefined for a change that leaves sent versions as they are. */
function toStep(event: Step, past: readonly RecordedEvent<QuotationEvent>[]) {
  const sent = past.findLast((each) => each.type === 'QuotationSent');
  const { version } = event.data;
  const number = sent && { number: sent.data.number };
  switch (event.type) {
    case 'QuotationDrafted':
      return { step: 'Draft' } as const;
    case 'QuotationDiscarded':
      return sent ? undefined : ({ step: 'Discarded' } as const);
    case 'QuotationSent': {
      const { totalPaise, replaces } = event.data;
      const replaced = replaces !== undefined && { replaces };
      return { step: 'Sent', version, totalPaise, ...number, ...replaced } as const;
    }
    case 'QuotationViewed': {
      const views = past.filter(
        (each) => each.type === 'QuotationViewed' && each.data.version === version,
      );
      const isFirst = views.length === 1 && sent?.data.version === version;
      return isFirst ? ({ step: 'Viewed', version, ...number } as const) : undefined;
    }
    case 'QuotationAccepted': {
      const { totalPaise } = event.data;
      return { step: 'Accepted', version, totalPaise, ...number } as const;
    }
    case 'QuotationDeclined':
      return { step: 'Rejected', version, declined: true, ...number } as const;
    case 'QuotationRejected':
      return { step: 'Rejected', version, ...number } as const;
    case 'QuotationExpired':
      return { step: 'Expired', version, ...number } as const;
  }
}
