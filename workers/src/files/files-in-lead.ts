import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';

export type FileReferringEvent = MessageNamed<
  LeadEvent,
  'LeadCreated' | 'LeadEdited' | 'NoteAdded' | 'VisitRecorded' | 'QuotationUploaded'
>;

/** Files that an event of a lead refers to. */
export function fileIdsIn({ type, data }: FileReferringEvent): readonly string[] {
  switch (type) {
    case 'LeadCreated':
    case 'NoteAdded':
    case 'VisitRecorded':
      return data.photoFileIds ?? [];
    case 'LeadEdited':
      return data.changes.photoFileIds ?? [];
    case 'QuotationUploaded':
      return data.fileId === undefined ? [] : [data.fileId];
  }
}
