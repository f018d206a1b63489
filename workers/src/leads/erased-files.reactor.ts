import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { isOfOthers } from '#domain/kernel/files/files.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { EventLog, type RecordedEvent, readReadable } from '#platform/event-log/event-log.js';
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
    readonly log: EventLog,
    readonly files: FileStore,
    readonly records: FileRecords,
    private readonly eraser: Eraser,
  ) {}

  async react({ stream, metadata }: RecordedEvent<Erased>) {
    await removeFilesOfLead(this, stream, this.eraser.heldUntil(metadata.at));
    return {};
  }
}

/**
 * Removes files of an erased lead, or holds them until due. Other records have none. Idempotent.
 * @returns the number of files
 */
export async function removeFilesOfLead(
  {
    log,
    files,
    records,
  }: {
    readonly log: Pick<EventLog, 'read'>;
    readonly files: FileStore;
    readonly records: FileRecords;
  },
  stream: string,
  heldUntil: string | undefined,
): Promise<number> {
  if (!stream.startsWith('lead-')) return 0;
  const { organizationId, id: leadId } = subjectOf(stream);
  const history = (await readReadable(log, stream)) as readonly RecordedEvent<LeadEvent>[];
  const fileIds = history.flatMap((event) =>
    FILE_REFERRING_TYPES.includes(event.type) ? filesIn(event as never) : [],
  );
  let count = 0;
  for (const fileId of new Set(fileIds)) {
    const key = fileKey(organizationId!, fileId);
    const record = await records.find(key);
    // The record may not name its lead yet, because another reactor adds it. Without a record, an
    // interrupted removal may have left bytes.
    if (record && ((record.leadId ?? leadId) !== leadId || isOfOthers(record))) continue;
    if (record && heldUntil !== undefined) await records.hold(key, { leadId }, heldUntil);
    else await removeFile({ files, records }, key);
    count++;
  }
  return count;
}
