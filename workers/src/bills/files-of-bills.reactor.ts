import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import { addRecordUse } from '#domain/kernel/files/files.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';

type Submitted = MessageNamed<BillEvent, 'BillSubmitted'>;

const { BillSubmitted } = billEvents;

/**
 * Keeps a bill's picture as long as the bill. Sales members see only their own bills, whose
 * pictures they uploaded.
 */
@EventReactor()
export class FilesOfBills implements Reactor<Submitted> {
  readonly name = 'files-of-bills';
  readonly events = { BillSubmitted };

  constructor(private readonly records: FileRecords) {}

  async react({ stream, data }: RecordedEvent<Submitted>) {
    const { organizationId } = parseStream(stream);
    if (data.imageFileId === undefined) return {};
    await this.records.change(fileKey(organizationId!, data.imageFileId), (file) =>
      addRecordUse(file, stream),
    );
    return {};
  }
}
