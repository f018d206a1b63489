import type { BillEvent } from '#domain/bills/bill.events.js';
import { type FileUse, isUsedByOthers } from '#domain/kernel/files/files.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import type { QuotationEvent } from '#domain/quotations/quotation.events.js';
import { type EventLog, readUndamaged } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecords, fileKey } from '#platform/files/file-records.js';
import { removeFile } from '../files/remove-file.js';
import { type FileReferringEvent, fileIdsIn } from '../files/files-in-lead.js';

type FilesOfKind = {
  /** Files that an event of the record refers to. */
  readonly filesIn: (event: never) => readonly string[];
  /** Whether the file belongs to the record, according to the file's own record. */
  readonly isOwn: (file: FileUse, id: string, stream: string) => boolean;
};

const LEAD_EVENTS_WITH_FILES: readonly string[] = [
  'LeadCreated',
  'LeadEdited',
  'NoteAdded',
  'VisitRecorded',
  'QuotationUploaded',
];

/** Kinds of records whose files are erased with them. */
const kinds: Readonly<Record<string, FilesOfKind>> = {
  lead: {
    filesIn: (event: LeadEvent) =>
      LEAD_EVENTS_WITH_FILES.includes(event.type) ? fileIdsIn(event as FileReferringEvent) : [],
    // The file's record may not name its lead yet, because another reactor adds that.
    isOwn: (file, id) => (file.leadId ?? id) === id && !isUsedByOthers(file),
  },
  quotation: {
    filesIn: ({ type, data }: QuotationEvent) =>
      type === 'QuotationPdfMade' || type === 'AcceptedCopyMade' ? [data.fileId] : [],
    isOwn: () => true,
  },
  bill: {
    filesIn: ({ type, data }: BillEvent) =>
      type === 'BillSubmitted' && data.imageFileId !== undefined ? [data.imageFileId] : [],
    isOwn: ({ leadId, usedBy, publishedTo }, _, stream) =>
      leadId === undefined && publishedTo === undefined && (usedBy ?? stream) === stream,
  },
};

/**
 * Removes files of an erased record, or hides them until its key is due (`ERASURE_HOLD_DAYS`). The
 * stream still holds their ids, which are no secret. Idempotent.
 * @returns the number of files
 */
export async function removeFilesOfErased(
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
  const kind = stream.slice(0, stream.indexOf('-'));
  const { organizationId, id } = parseStream(stream);
  if (kind === 'organization') return removeFilesOfOrganization({ files, records }, id, heldUntil);
  const kindFiles = kinds[kind];
  if (!kindFiles) return 0;
  const history = await readUndamaged(log, stream);
  let count = 0;
  for (const fileId of new Set(history.flatMap((event) => kindFiles.filesIn(event as never)))) {
    const key = fileKey(organizationId!, fileId);
    const record = await records.find(key);
    // If the record is missing, an interrupted removal may have left the bytes.
    if (record && !kindFiles.isOwn(record, id, stream)) continue;
    const use = kind === 'lead' ? { leadId: id } : {};
    if (record && heldUntil !== undefined) await records.hold(key, use, heldUntil);
    else await removeFile({ files, records }, key);
    count++;
  }
  return count;
}

/** Removes or hides every file of a closed organization; returns their number. */
async function removeFilesOfOrganization(
  { files, records }: { readonly files: FileStore; readonly records: FileRecords },
  organizationId: string,
  heldUntil: string | undefined,
): Promise<number> {
  const keys = await records.findKeys(organizationId);
  for (const key of keys)
    if (heldUntil === undefined) await removeFile({ files, records }, key);
    else await records.hold(key, {}, heldUntil);
  return keys.length;
}
