import { expect, it } from '@jest/globals';
import { runningTotals } from './running-totals.js';

const day = (on: string, quotedPaise: number, convertedPaise: number) => ({
  day: on,
  leads: 1,
  visits: 2,
  quotedPaise,
  convertedPaise,
});

it('sums each day with those before, and keeps the day’s own amount', () =>
  expect(runningTotals([day('2026-11-20', 100, 0), day('2026-11-21', 50, 30)])).toEqual([
    { ...day('2026-11-20', 100, 0), quotedUntilPaise: 100, convertedUntilPaise: 0 },
    { ...day('2026-11-21', 50, 30), quotedUntilPaise: 150, convertedUntilPaise: 30 },
  ]));
