import { t } from '@lingui/core/macro';
import { translated } from '../../words/i18n.js';
import { lostReasonText } from './reasons.js';

/** Sentences about events, by event type. Timeline, activity and outbox share them. */
export const eventSentences = {
  LeadStatusChanged: (status: string): string => t`Status changed to ${translated(status)}`,
  LeadConverted: (): string => t`Status changed to ${translated('Converted')}`,
  LeadLost: (reason: string): string =>
    t`Lead marked as Lost. Reason: ${lostReasonText(reason) || t`erased`}`,
  QuotationUploaded: (): string => t`Quotation uploaded`,
  FollowUpCompleted: (): string => t`Marked previous followup as completed`,
  FollowUpCancelled: (reason: string): string => t`Visit cancelled: ${reason || t`erased`}`,
};

/** Sentence about an event that only a newer build knows. */
export const unknownSentence = (): string =>
  t`This version of Fieldtrace does not know this entry. Nothing is lost.`;
