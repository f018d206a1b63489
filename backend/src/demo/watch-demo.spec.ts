import { expect, test } from '@jest/globals';
import type { Sandbox } from '../auth/sessions/sandbox-use.js';
import { needsFilling } from './watch-demo.controller.js';

const filled: Sandbox = {
  accountId: 'rep',
  seed: 1_000,
  filledOn: '2026-11-28',
  fillings: 1,
  changes: 0,
  deletions: 0,
};

test.each([
  ['on its day', {}, '2026-11-28', false],
  ['on the next day', {}, '2026-11-29', true],
  ['after 99 changes', { changes: 99 }, '2026-11-28', false],
  ['after 100 changes', { changes: 100 }, '2026-11-28', true],
  ['after two deletions', { deletions: 2 }, '2026-11-28', false],
  ['after three deletions', { deletions: 3 }, '2026-11-28', true],
  ['after the last filling of a day', { fillings: 10, deletions: 3 }, '2026-11-28', false],
  ['on the day after its last filling', { fillings: 10, deletions: 3 }, '2026-11-29', true],
])('a sandbox %s', (_, used, today, expected) =>
  expect(needsFilling({ ...filled, ...used }, today)).toBe(expected),
);
