import { expect, test } from '@jest/globals';
import { isUndated, isWaitingGap, updateUnrepliedSince, latestWaitingDay } from './gaps.js';
import { contacted, scheduled, uploaded } from './lead.examples.js';
import type { LeadEvent } from './lead.events.js';
import { leadGaps, leadStatuses, type Outcome } from './lead.values.js';

test('a lead is unanswered from the second day after the last contact, unreplied after a week', () => {
  expect(leadGaps.filter(isWaitingGap)).toEqual(['unanswered', 'unreplied']);
  expect(latestWaitingDay('unanswered', '2026-03-02')).toBe('2026-02-28');
  expect(latestWaitingDay('unreplied', '2026-03-02')).toBe('2026-02-23');
});

test('a quotation waits for a reply until the customer decides; each contact restarts the wait', () => {
  const noteWith = (outcome?: Outcome) =>
    ({ type: 'NoteAdded', data: { noteId: 'a', note: 'Called', outcome } }) as LeadEvent;
  const step = (name: 'Sent' | 'Viewed' | 'Accepted'): LeadEvent => ({
    type: 'QuotationStepped',
    data: { quotationId: 'q', step: name, addedPaise: 0 },
  });
  const [before, on] = ['2026-03-01', '2026-03-04'];
  expect(updateUnrepliedSince(uploaded, on, undefined, [])).toBe(on);
  expect(updateUnrepliedSince(step('Sent'), on, before, [])).toBe(on);
  for (const event of [noteWith(), noteWith('Spoke')])
    expect([undefined, before].map((since) => updateUnrepliedSince(event, on, since, []))).toEqual([
      undefined,
      on,
    ]);
  for (const event of [noteWith('No answer'), step('Viewed'), scheduled, contacted])
    expect(updateUnrepliedSince(event, on, before, [])).toBe(before);
  expect(updateUnrepliedSince(step('Accepted'), on, before, [])).toBeUndefined();
  // Captured offline before the last activity.
  expect(updateUnrepliedSince(noteWith('Spoke'), '2026-02-27', before, [])).toBe(before);
});

test('a rejected quotation is the last contact while the customer has others', () => {
  const rejected: LeadEvent = {
    type: 'QuotationStepped',
    data: { quotationId: 'b', step: 'Rejected', addedPaise: 0 },
  };
  const open = { quotationId: 'a', paise: 900 };
  const [before, on] = ['2026-03-01', '2026-03-04'];
  expect(updateUnrepliedSince(rejected, on, before, [open])).toBe(on);
  expect(
    updateUnrepliedSince(rejected, on, before, [{ ...open, isAccepted: true }]),
  ).toBeUndefined();
  expect(updateUnrepliedSince(rejected, on, before, [])).toBeUndefined();
  expect(updateUnrepliedSince(rejected, on, undefined, [open])).toBeUndefined();
});

test('a lead without a planned follow-up is undated while it is open', () => {
  expect(leadStatuses.filter((status) => isUndated({ status }))).toEqual([
    'New',
    'Contacted',
    'Quoted',
  ]);
  expect(isUndated({ status: 'New', nextFollowUpOn: '2026-11-22' })).toBe(false);
});
