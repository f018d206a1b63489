import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { removeFile } from '../files/remove-file.js';
import type { Reaction, Reactor } from '../reactor.js';

type Erased = MessageNamed<QuotationEvent, 'QuotationErased'>;
const { QuotationErased } = quotationEvents;

/** Removes the PDFs of an erased quotation, or hides them until the key is due. */
@EventReactor()
export class ErasedPdfs implements Reactor<Erased> {
  readonly name = 'erased-pdfs';
  readonly events = { QuotationErased };

  constructor(
    private readonly log: EventLog,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly eraser: Eraser,
  ) {}

  async react({ stream, metadata }: RecordedEvent<Erased>): Promise<Reaction> {
    const { files, records } = this;
    const until = this.eraser.heldUntil(metadata.at);
    const { organizationId } = subjectOf(stream);
    const history = await this.log.read<QuotationEvent>(stream);
    for (const fileId of history.flatMap(filesIn)) {
      const key = fileKey(organizationId!, fileId);
      const leadId = (await records.find(key))?.leadId;
      if (leadId !== undefined && until !== undefined) await records.hold(key, { leadId }, until);
      else await removeFile({ files, records }, key);
    }
    return {};
  }
}

const filesIn = ({ type, data }: QuotationEvent): readonly string[] =>
  type === 'QuotationPdfMade' || type === 'AcceptedCopyMade' ? [data.fileId] : [];
