import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { FileRecords } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { removeFilesOfErased } from '../erasures/files-of-erased.js';
import type { Reaction, Reactor } from '../reactor.js';

type Erased = MessageNamed<QuotationEvent, 'QuotationErased'>;
const { QuotationErased } = quotationEvents;

/** Removes the PDFs of an erased quotation, or hides them until the key is due. */
@EventReactor()
export class ErasedPdfs implements Reactor<Erased> {
  readonly name = 'erased-pdfs';
  readonly events = { QuotationErased };

  constructor(
    readonly log: EventLog,
    readonly files: FileStore,
    readonly records: FileRecords,
    private readonly eraser: Eraser,
  ) {}

  async react({ stream, metadata }: RecordedEvent<Erased>): Promise<Reaction> {
    await removeFilesOfErased(this, stream, this.eraser.heldUntil(metadata.at));
    return {};
  }
}
