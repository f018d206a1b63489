import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';

type Submitted = MessageNamed<BillEvent, 'BillSubmitted'>;

const { BillSubmitted } = billEvents;

/**
 * Records the hash of each bill's picture, also of older bills, so that a repeated picture is
 * found.
 */
@EventReactor()
export class PicturesOfBills implements Reactor<Submitted> {
  readonly name = 'pictures-of-bills';
  readonly events = { BillSubmitted };
  readonly readsWholeLog = true;

  constructor(private readonly records: FileRecords) {}

  async react({ stream, data: { imageFileId } }: RecordedEvent<Submitted>) {
    const { organizationId } = parseStream(stream);
    if (imageFileId !== undefined)
      await this.records.recordContentHash(fileKey(organizationId!, imageFileId));
    return {};
  }
}
