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
  const [earlierDay, eventDay] = ['2026-03-01', '2026-03-04'];
  expect(updateUnrepliedSince(uploaded, eventDay, undefined, [])).toBe(eventDay);
  expect(updateUnrepliedSince(step('Sent'), eventDay, earlierDay, [])).toBe(eventDay);
  for (const event of [noteWith(), noteWith('Spoke')])
    expect(
      [undefined, earlierDay].map((since) => updateUnrepliedSince(event, eventDay, since, [])),
    ).toEqual([undefined, eventDay]);
  for (const event of [noteWith('No answer'), step('Viewed'), scheduled, contacted])
    expect(updateUnrepliedSince(event, eventDay, earlierDay, [])).toBe(earlierDay);
  expect(updateUnrepliedSince(step('Accepted'), eventDay, earlierDay, [])).toBeUndefined();
  // Captured offline before the last activity.
  expect(updateUnrepliedSince(noteWith('Spoke'), '2026-02-27', earlierDay, [])).toBe(earlierDay);
});

test('a rejected quotation is the last contact while the customer has others', () => {
  const rejected: LeadEvent = {
    type: 'QuotationStepped',
    data: { quotationId: 'b', step: 'Rejected', addedPaise: 0 },
  };
  const openQuotation = { quotationId: 'a', paise: 900 };
  const [earlierDay, eventDay] = ['2026-03-01', '2026-03-04'];
  expect(updateUnrepliedSince(rejected, eventDay, earlierDay, [openQuotation])).toBe(eventDay);
  expect(
    updateUnrepliedSince(rejected, eventDay, earlierDay, [{ ...openQuotation, isAccepted: true }]),
  ).toBeUndefined();
  expect(updateUnrepliedSince(rejected, eventDay, earlierDay, [])).toBeUndefined();
  expect(updateUnrepliedSince(rejected, eventDay, undefined, [openQuotation])).toBeUndefined();
});

test('a lead without a planned follow-up is undated while it is open', () => {
  expect(leadStatuses.filter((status) => isUndated({ status }))).toEqual([
    'New',
    'Contacted',
    'Quoted',
  ]);
  expect(isUndated({ status: 'New', nextFollowUpOn: '2026-11-22' })).toBe(false);
});
