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
  expect(sentenceOf('QuotationStepped', { step: 'Draft' })).toBe('Quotation draft saved');
  expect(sentenceOf('FollowUpScheduled', { dueOn: '2026-12-02' })).toBe('Next follow-up: 2 Dec');
  expect(sentenceOf('LeadLost', sealed, { reason: 'Price too high' })).toBe(
    'Lead marked as Lost. Reason: Price too high',
  );
  expect(
    sentenceOf('LeadEdited', { changes: { type: 'Owner' }, ...sealed }, { 'changes.phone': '1' }),
  ).toBe('Changed: Type of lead and Phone');
});

test('an event with closed fields or names of members is named by its type', () => {
  expect(sentenceOf('LeadLost', sealed)).toBe('Lead marked as Lost');
  expect(sentenceOf('LeadReassigned', { from: 'asha', to: 'ravi' })).toBe('Lead assigned');
});

test('an event of an unknown type is shown as it is stored', () =>
  expect(sentenceOf('MoonReached', {})).toBe('MoonReached'));
