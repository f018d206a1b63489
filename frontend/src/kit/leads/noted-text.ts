import { t } from '@lingui/core/macro';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { Noted } from '#domain/leads/lead.views.js';
import { eventSentences } from '../texts/event-sentences.js';
import { noteText } from '../texts/note-text.js';
import { visitOutcomeText } from '../texts/outcome-names.js';
import { translated } from '../../words/i18n.js';

/** Note or description of an event, and the status that it gave to the lead. */
export interface NotedParts {
  readonly text?: string;
  readonly status?: LeadStatus;
}

const converted: LeadStatus = 'Converted';

/** Text of an event, and apart from it the status, which is shown as a badge. */
export function notedParts(noted: Noted): NotedParts {
  switch (noted.type) {
    case 'LeadCreated':
      return { text: t`Lead created` };
    case 'NoteAdded':
      return { text: activityText(noted.activity, noteText(noted)) };
    case 'QuotationUploaded':
      return withStatus(noted.note ?? eventSentences.QuotationUploaded(), noted.brings);
    case 'VisitRecorded':
      return withStatus(noteText(noted, visitOutcomeText), noted.brings);
    case 'LeadStatusChanged':
      return { status: noted.to };
    case 'LeadConverted':
      return { status: converted };
    case 'LeadLost':
      return { text: eventSentences.LeadLost(noted.reason) };
    case 'FollowUpCancelled':
      return { text: eventSentences.FollowUpCancelled(noted.reason) };
    case 'FollowUpCompleted':
      return { text: eventSentences.FollowUpCompleted() };
  }
}

const activityText = (activity: string | undefined, text: string): string =>
  activity ? t`${translated(activity)}: ${text}` : text;

const withStatus = (text: string | undefined, status: LeadStatus | undefined): NotedParts => ({
  ...(text && { text }),
  ...(status && { status }),
});
