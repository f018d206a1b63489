import { keptByLead } from '#domain/kernel/files.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type FileRecords, fileKey } from '#platform/files/file-records.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

export type Speaking = MessageNamed<LeadEvent, 'LeadCreated' | 'LeadEdited' | 'NoteAdded' | 'VisitRecorded' | 'QuotationUploaded'>;

const { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded } = leadEvents;

/** Which files an event speaks of. */
export function filesIn({ type, data }: Speaking): readonly string[] {
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

/** A file that a lead refers to may be seen by members who may see the lead, and stays for as long as the lead does. */
export const filesOfLeads = (records: FileRecords): Reactor<Speaking> => ({
  name: 'files-of-leads',
  events: { LeadCreated, LeadEdited, NoteAdded, VisitRecorded, QuotationUploaded },
  async react(event) {
    const { organizationId, id: leadId } = subjectOf(event.stream);
    for (const fileId of filesIn(event)) await records.change(fileKey(organizationId!, fileId), (file) => keptByLead(file, leadId));
    return {};
  },
});
