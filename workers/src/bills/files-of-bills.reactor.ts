import { type BillEvent, billEvents } from '#domain/bills/bill.events.js';
import { keptBy } from '#domain/kernel/files.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type FileRecords, fileKey } from '#platform/files/file-records.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

const { BillSubmitted } = billEvents;

/** The picture of a bill stays for as long as the bill does. Sales see their own bills only, whose pictures are their own uploads. */
export const filesOfBills = (records: FileRecords): Reactor<MessageNamed<BillEvent, 'BillSubmitted'>> => ({
  name: 'files-of-bills',
  events: { BillSubmitted },
  async react({ stream, data }) {
    const { organizationId } = subjectOf(stream);
    if (data.imageFileId !== undefined) await records.change(fileKey(organizationId!, data.imageFileId), (file) => keptBy(file, stream));
    return {};
  },
});
