import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords } from '#platform/files/file-records.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { removeFilesOfErased } from '../erasures/files-of-erased.js';
import type { Reactor } from '../reactor.js';

type Erased = MessageNamed<LeadEvent, 'PersonalDataErased'> | MessageNamed<BillEvent, 'BillErased'>;

const { PersonalDataErased } = leadEvents;
const { BillErased } = billEvents;

/** Removes files of an erased lead or bill, or hides them until the erasure hold ends. */
@EventReactor()
export class ErasedFiles implements Reactor<Erased> {
  readonly name = 'erased-files';
  readonly events = { PersonalDataErased, BillErased };

  constructor(
    readonly log: EventLog,
    readonly files: FileStore,
    readonly records: FileRecords,
    private readonly eraser: Eraser,
  ) {}

  async react({ stream, metadata }: RecordedEvent<Erased>) {
    await removeFilesOfErased(this, stream, this.eraser.heldUntil(metadata.at));
    return {};
  }
}
