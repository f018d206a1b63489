import { leadEvents } from '#domain/leads/lead.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { fileKey, photoVariantsJob } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { type Speaking, filesIn } from './files-of-leads.reactor.js';

const { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded } = leadEvents;

/**
 * Smaller pictures of what a lead shows are made, whatever became of the job that its upload asked
 * for: the log says that they are due. Apart from who may see them, which has to wait for no queue.
 */
@EventReactor()
export class PicturesOfLeads implements Reactor<Speaking> {
  readonly name = 'pictures-of-leads';
  readonly events = { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded };

  react(event: RecordedEvent<Speaking>) {
    const { organizationId } = subjectOf(event.stream);
    return {
      jobs: filesIn(event).map((fileId) => photoVariantsJob(fileKey(organizationId!, fileId))),
    };
  }
}
