import { expect, test } from '@jest/globals';
import { isUndated, unansweredUntil } from './gaps.js';
import { leadStatuses } from './lead.values.js';

test('a lead is unanswered from the second day after the last word', () =>
  expect(unansweredUntil('2026-03-02')).toBe('2026-02-28'));

test('a lead without a planned follow-up is undated while it is open', () => {
  expect(leadStatuses.filter((status) => isUndated({ status }))).toEqual([
    'New',
    'Contacted',
    'Quoted',
  ]);
  expect(isUndated({ status: 'New', nextFollowUpOn: '2026-11-22' })).toBe(false);
});
