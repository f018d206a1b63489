import { expect, test } from '@jest/globals';
import type { Charts } from '#domain/visits/visit.views.js';
import { lossesText } from './losses-text.js';

const losses = (counts: Readonly<Record<string, number>>): Charts['losses'] =>
  Object.entries(counts).map(([reason, leads]) => ({ reason, leads })) as Charts['losses'];

test('a reason is the conclusion only if it is named clearly more often than the next one', () => {
  expect(lossesText(losses({ Loan: 37, Competitor: 36, Other: 122 }))).toBe(
    'No reason stands out among 195 lost leads',
  );
  expect(lossesText(losses({ Loan: 45, Competitor: 36, Other: 122 }))).toBe(
    'Loan is the most named reason: 45 of 203',
  );
  expect(lossesText(losses({ Price: 3 }))).toBe('Price is the most named reason: 3 of 3');
});

test('without a named reason, the lost leads are counted', () => {
  expect(lossesText(losses({ Other: 2 }))).toBe('2 leads lost');
  expect(lossesText([])).toBe('No lead was lost.');
});
