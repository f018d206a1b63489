import { expect, test } from '@jest/globals';
import { isUndated, isWaiting, undecidedAfter, unrepliedAfter, waitsSince } from './gaps.js';
import { contacted, quotationId, scheduled, uploaded } from './lead.examples.js';
import type { LeadEvent } from './lead.events.js';
import { leadGaps, leadStatuses, type Outcome } from './lead.values.js';

test('a lead is unanswered from the second day after the last word, unreplied after a week', () => {
  expect(leadGaps.filter(isWaiting)).toEqual(['unanswered', 'unreplied']);
  expect(waitsSince('unanswered', '2026-03-02')).toBe('2026-02-28');
  expect(waitsSince('unreplied', '2026-03-02')).toBe('2026-02-23');
});

test('a quotation waits for a reply until the customer decides, and anew after each word', () => {
  const noteWith = (outcome?: Outcome) =>
    ({ type: 'NoteAdded', data: { noteId: 'a', note: 'Called', outcome } }) as LeadEvent;
  const step = (name: 'Sent' | 'Viewed' | 'Accepted'): LeadEvent => ({
    type: 'QuotationStepped',
    data: { quotationId: 'q', step: name, addedPaise: 0 },
  });
  const [before, on] = ['2026-03-01', '2026-03-04'];
  expect(unrepliedAfter(uploaded, on, undefined, [])).toBe(on);
  expect(unrepliedAfter(step('Sent'), on, before, [])).toBe(on);
  for (const event of [noteWith(), noteWith('Spoke')])
    expect([undefined, before].map((since) => unrepliedAfter(event, on, since, []))).toEqual([
      undefined,
      on,
    ]);
  for (const event of [noteWith('No answer'), step('Viewed'), scheduled, contacted])
    expect(unrepliedAfter(event, on, before, [])).toBe(before);
  expect(unrepliedAfter(step('Accepted'), on, before, [])).toBeUndefined();
  // captured offline before the last word
  expect(unrepliedAfter(noteWith('Spoke'), '2026-02-27', before, [])).toBe(before);
});

test('a rejected quotation is the last word while the customer has others', () => {
  const step = (quotationId: string, name: 'Sent' | 'Viewed' | 'Rejected' | 'Expired') =>
    ({
      type: 'QuotationStepped',
      data: { quotationId, step: name, addedPaise: 0 },
    }) satisfies LeadEvent;
  const undecided = [uploaded, step('a', 'Sent'), step('b', 'Sent'), step('a', 'Viewed')].reduce(
    (known, event) => undecidedAfter(event, known),
    [] as readonly string[],
  );
  expect(undecided).toEqual([quotationId, 'b', 'a']);
  expect(undecidedAfter(step('b', 'Expired'), undecided)).toEqual([quotationId, 'a']);
  const rejected = step('b', 'Rejected');
  expect(undecidedAfter(rejected, undecided)).toEqual([quotationId, 'a']);
  const [before, on] = ['2026-03-01', '2026-03-04'];
  expect(unrepliedAfter(rejected, on, before, ['a'])).toBe(on);
  expect(unrepliedAfter(rejected, on, before, [])).toBeUndefined();
  expect(unrepliedAfter(rejected, on, undefined, ['a'])).toBeUndefined();
});

test('a lead without a planned follow-up is undated while it is open', () => {
  expect(leadStatuses.filter((status) => isUndated({ status }))).toEqual([
    'New',
    'Contacted',
    'Quoted',
  ]);
  expect(isUndated({ status: 'New', nextFollowUpOn: '2026-11-22' })).toBe(false);
});
