import { t } from '@lingui/core/macro';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { translated } from '../../words/i18n.js';
import { lostReasonText } from './reasons.js';

type QuotationStep = Extract<LeadEvent, { type: 'QuotationStepped' }>['data'];

/** Sentence of each step of a quotation, on its lead. Only a draft may lack a number. */
const stepSentences: Readonly<Record<QuotationStep['step'], (quotation: string) => string>> = {
  Draft: (quotation) => t`Draft of ${quotation} saved`,
  Sent: (quotation) => t`${quotation} sent`,
  Viewed: (quotation) => t`${quotation} opened`,
  Accepted: (quotation) => t`${quotation} accepted`,
  Rejected: (quotation) => t`${quotation} marked as rejected`,
  Expired: (quotation) => t`${quotation} expired`,
  Discarded: (quotation) => t`Draft of ${quotation} discarded`,
};

function quotationStepped({
  number,
  step,
  declined,
}: Pick<QuotationStep, 'number' | 'step' | 'declined'>): string {
  if (number === undefined && step === 'Draft') return t`Quotation draft saved`;
  if (number === undefined && step === 'Discarded') return t`Quotation draft discarded`;
  const quotation = number === undefined ? t`A quotation` : t`Quotation ${number}`;
  return declined ? t`${quotation} declined` : stepSentences[step](quotation);
}

/** Sentences about events, by event type. Timeline, history, proof and outbox share them. */
export const eventSentences = {
  LeadStatusChanged: (status: string): string => t`Status changed to ${translated(status)}`,
  LeadConverted: (): string => t`Status changed to ${translated('Converted')}`,
  LeadLost: (reason: string): string =>
    t`Lead marked as Lost. Reason: ${lostReasonText(reason) || t`erased`}`,
  QuotationUploaded: (): string => t`Quotation uploaded`,
  QuotationStepped: quotationStepped,
  FollowUpCompleted: (): string => t`Marked previous followup as completed`,
  FollowUpCancelled: (reason: string): string => t`Visit cancelled: ${reason || t`erased`}`,
};

/** Sentence about an event that only a newer build knows. */
export const unknownSentence = (): string =>
  t`This version of Fieldtrace does not know this entry. Nothing is lost.`;
