import { addLeadUse } from '#domain/kernel/files/files.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { type FileReferringEvent, fileIdsIn } from '../files/files-in-lead.js';
import type { Reactor } from '../reactor.js';

const { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded } = leadEvents;

/** Lets members who may see the lead see its files, and keeps them as long as the lead. */
@EventReactor()
export class FilesOfLeads implements Reactor<FileReferringEvent> {
  readonly name = 'files-of-leads';
  readonly events = { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded };

  constructor(private readonly records: FileRecords) {}

  async react(event: RecordedEvent<FileReferringEvent>) {
    const { organizationId, id: leadId } = parseStream(event.stream);
    for (const fileId of fileIdsIn(event))
      await this.records.change(fileKey(organizationId!, fileId), (file) =>
        addLeadUse(file, leadId),
      );
    return {};
  }
}
