import { t } from '@lingui/core/macro';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { Noted } from '#domain/leads/lead.views.js';
import { eventSentences } from '../texts/event-sentences.js';
import { noteText } from '../texts/note-text.js';
import { visitOutcomeText } from '../texts/outcome-names.js';
import { translated } from '../../words/i18n.js';

/** Text of an event: its note, or a description. */
export function notedText(noted: Noted): string {
  switch (noted.type) {
    case 'LeadCreated':
      return t`Lead created`;
    case 'NoteAdded':
      return activityText(noted.activity, noteText(noted));
    case 'QuotationUploaded':
      if (noted.note !== undefined) return withStatus(noted.note, noted.brings);
      return noted.brings
        ? t`Quotation uploaded. Lead status updated to ${translated(noted.brings)}`
        : eventSentences.QuotationUploaded();
    case 'VisitRecorded':
      return withStatus(noteText(noted, visitOutcomeText), noted.brings);
    case 'LeadStatusChanged':
      return eventSentences.LeadStatusChanged(noted.to);
    case 'LeadConverted':
      return eventSentences.LeadConverted();
    case 'LeadLost':
      return eventSentences.LeadLost(noted.reason);
    case 'FollowUpCancelled':
      return eventSentences.FollowUpCancelled(noted.reason);
    case 'FollowUpCompleted':
      return eventSentences.FollowUpCompleted();
  }
}

const activityText = (activity: string | undefined, text: string): string =>
  activity ? t`${translated(activity)}: ${text}` : text;

/** Appends the status that a visit or quotation has set. */
function withStatus(note = '', newStatus: LeadStatus | undefined): string {
  const status = newStatus && t`Lead status updated to ${translated(newStatus)}`;
  return note && status ? `${note.replace(/[.!?]?$/, '.')} ${status}` : (status ?? note);
}
