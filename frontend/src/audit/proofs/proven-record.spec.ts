import { expect, test } from '@jest/globals';
import { provenSentence } from './proven-record.js';

const sentenceOf = (type: string, data: object, fields?: Record<string, unknown>): string => {
  const event = { stream: 'lead-a_b', revision: 0, type, data, metadata: {} };
  return provenSentence(
    { event, ...(fields && { opening: { salt: '', fields } }) } as never,
    '2026-11-30',
  );
};
const sealed = { sealed: { iv: '' } };

test('an event has the sentence of the history, with its opened fields', () => {
  expect([
    sentenceOf('QuotationStepped', { step: 'Draft' }),
    sentenceOf('FollowUpScheduled', { dueOn: '2026-12-02' }),
    sentenceOf('LeadLost', sealed, { reason: 'Price too high' }),
    sentenceOf('LeadEdited', { changes: { type: 'Owner' }, ...sealed }, { 'changes.phone': '1' }),
  ]).toEqual([
    'Quotation draft saved',
    'Next follow-up: 2 Dec',
    'Lead marked as Lost. Reason: Price too high',
    'Changed: Type of lead and Phone',
  ]);
});

test('an event with closed fields or names of members is named by its type', () => {
  expect([
    sentenceOf('LeadLost', sealed),
    sentenceOf('LeadReassigned', { from: 'asha', to: 'ravi' }),
    sentenceOf('MoonReached', {}),
  ]).toEqual(['Lead marked as Lost', 'Lead assigned', 'MoonReached']);
});
