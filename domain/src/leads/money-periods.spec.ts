import { expect, test } from '@jest/globals';
import { daysOfPeriod } from './money-periods.js';

test('a week begins on Monday and is compared with as many days of the week before', () => {
  expect(daysOfPeriod('week', '2026-11-29')).toEqual({
    from: '2026-11-23',
    to: '2026-11-29',
    before: { from: '2026-11-16', to: '2026-11-22' },
    wholeBefore: { from: '2026-11-16', to: '2026-11-22' },
  });
  expect(daysOfPeriod('week', '2026-11-23').before).toEqual({
    from: '2026-11-16',
    to: '2026-11-16',
  });
});

test('the month before may be shorter', () =>
  expect(daysOfPeriod('month', '2026-03-31')).toEqual({
    from: '2026-03-01',
    to: '2026-03-31',
    before: { from: '2026-02-01', to: '2026-02-28' },
    wholeBefore: { from: '2026-02-01', to: '2026-02-28' },
  }));

test('a quarter in a new year is compared with the last one of the year before', () =>
  expect(daysOfPeriod('quarter', '2027-02-10')).toEqual({
    from: '2027-01-01',
    to: '2027-02-10',
    before: { from: '2026-10-01', to: '2026-11-10' },
    wholeBefore: { from: '2026-10-01', to: '2026-12-31' },
  }));
