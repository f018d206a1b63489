import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

const { QuotationSent, QuotationPdfRetried, QuotationAccepted } = quotationEvents;
const events = { QuotationSent, QuotationPdfRetried, QuotationAccepted };
type PdfRequest = MessageNamed<QuotationEvent, keyof typeof events>;

/** Requests the PDF of each version that is sent or retried, and the copy of an accepted one. */
@EventReactor()
export class PdfsOfQuotations implements Reactor<PdfRequest> {
  readonly name = 'pdfs-of-quotations';
  readonly events = events;

  react({ type, stream, revision, data: { version } }: RecordedEvent<PdfRequest>): Reaction {
    const { organizationId, id: quotationId } = parseStream(stream);
    const data = { organizationId: organizationId!, quotationId, version };
    const baseId = `quotation-pdf-${quotationId}-${version}`;
    const id = type === 'QuotationPdfRetried' ? `${baseId}-${revision}` : baseId;
    return {
      jobs: [
        type === 'QuotationAccepted'
          ? { name: 'quotation-pdf', id: `${id}-accepted`, data: { ...data, accepted: true } }
          : { name: 'quotation-pdf', id, data },
      ],
    };
  }
}
