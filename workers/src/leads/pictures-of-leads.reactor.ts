import { photoVariantsJob } from '#domain/jobs.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { type FileReferringEvent, fileIdsIn } from '../files/files-in-lead.js';

const { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded } = leadEvents;

/**
 * Requests variants of a lead's pictures from the log, in case the upload's job was lost. Separate
 * from `FilesOfLeads`, which must not wait for the queue.
 */
@EventReactor()
export class PicturesOfLeads implements Reactor<FileReferringEvent> {
  readonly name = 'pictures-of-leads';
  readonly events = { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded };

  react(event: RecordedEvent<FileReferringEvent>) {
    const { organizationId } = parseStream(event.stream);
    return {
      jobs: fileIdsIn(event).map((fileId) => photoVariantsJob(fileKey(organizationId!, fileId))),
    };
  }
}
