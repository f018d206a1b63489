import { expect, test } from '@jest/globals';
import { unansweredDays } from './needs-help.js';

test('a lead is unanswered from the second day after its capture, within the days that lists cover', () => {
  const days = unansweredDays('2026-03-02');
  expect([days.at(-1), days.length]).toEqual(['2026-02-28', 366]);
});
