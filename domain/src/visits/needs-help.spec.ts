import { expect, test } from '@jest/globals';
import { unansweredDays } from './needs-help.js';

test('a lead is unanswered from the second day after it was captured, as far back as leads are listed', () => {
  const days = unansweredDays('2026-03-02');
  expect([days.at(-1), days.length]).toEqual(['2026-02-28', 366]);
});
