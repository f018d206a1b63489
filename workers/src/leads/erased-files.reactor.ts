import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { isOfOthers } from '#domain/kernel/files/files.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';
import { removeFile } from '../files/remove-file.js';
import { filesIn } from './files-of-leads.reactor.js';

type Erased = MessageNamed<LeadEvent, 'PersonalDataErased'>;

const { PersonalDataErased } = leadEvents;
const FILE_REFERRING_TYPES: readonly string[] = [
  'LeadCreated',
  'LeadEdited',
  'NoteAdded',
  'VisitRecorded',
  'QuotationUploaded',
];

/**
 * Removes files of an erased lead, or hides them until its key is due (`ERASURE_HOLD_DAYS`). The
 * stream still holds their ids, which are no secret.
 */
@EventReactor()
export class ErasedFiles implements Reactor<Erased> {
  readonly name = 'erased-files';
  readonly events = { PersonalDataErased };

  constructor(
    private readonly log: EventLog,
    private readonly files: FileStore,
    private readonly records: FileRecords,
    private readonly eraser: Eraser,
  ) {}

  async react({ stream, metadata }: RecordedEvent<Erased>) {
    const { log, files, records } = this;
    const until = this.eraser.heldUntil(metadata.at);
    const { organizationId, id: leadId } = subjectOf(stream);
    const history = await log.read<LeadEvent>(stream);
    const fileIds = history.flatMap((event) =>
      FILE_REFERRING_TYPES.includes(event.type) ? filesIn(event as never) : [],
    );
    for (const fileId of new Set(fileIds)) {
      const key = fileKey(organizationId!, fileId);
      const record = await records.find(key);
      // The record may not name its lead yet, because another reactor adds it. Without a record, an
      // interrupted removal may have left bytes.
      if (record && ((record.leadId ?? leadId) !== leadId || isOfOthers(record))) continue;
      if (record && until !== undefined) await records.hold(key, { leadId }, until);
      else await removeFile({ files, records }, key);
    }
    return {};
  }
}
