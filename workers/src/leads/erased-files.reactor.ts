import type { MessageNamed } from '#domain/kernel/message.js';
import { isOfOthers } from '#domain/kernel/files.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecords, fileKey } from '#platform/files/file-records.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import { removeFile } from '../files/remove-file.js';
import { filesIn } from './files-of-leads.reactor.js';

type Erased = MessageNamed<LeadEvent, 'PersonalDataErased'>;
type Parts = { readonly log: Pick<EventLog, 'read'>; readonly files: FileStore; readonly records: FileRecords };

const { PersonalDataErased } = leadEvents;
const speaking: readonly string[] = ['LeadCreated', 'LeadEdited', 'NoteAdded', 'VisitRecorded', 'QuotationUploaded'];

/** With the person's data go their photos and papers; ids of files are no secret, so the stream still says which they were. */
export const erasedFiles = ({ log, ...store }: Parts): Reactor<Erased> => ({
  name: 'erased-files',
  events: { PersonalDataErased },
  async react({ stream }) {
    const { organizationId, id: leadId } = subjectOf(stream);
    const history = await log.read<LeadEvent>(stream);
    const fileIds = history.flatMap((event) => (speaking.includes(event.type) ? filesIn(event as never) : []));
    for (const fileId of new Set(fileIds)) {
      const key = fileKey(organizationId!, fileId);
      const record = await store.records.find(key);
      // Of whom it is may not be noted yet: another reactor does that. Without a record its bytes may be left: of a removal that was cut off.
      if (!record || ((record.leadId ?? leadId) === leadId && !isOfOthers(record))) await removeFile(store, key);
    }
    return {};
  },
});
