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
  ['on its day', false, {}, '2026-11-28'],
  ['on the next day', true, {}, '2026-11-29'],
  ['after 99 changes', false, { changes: 99 }, '2026-11-28'],
  ['after 100 changes', true, { changes: 100 }, '2026-11-28'],
  ['after two deletions', false, { deletions: 2 }, '2026-11-28'],
  ['after three deletions', true, { deletions: 3 }, '2026-11-28'],
  ['after the last filling of a day', false, { fillings: 10, deletions: 3 }, '2026-11-28'],
  ['on the day after its last filling', true, { fillings: 10, deletions: 3 }, '2026-11-29'],
])('a sandbox %s is filled again: %s', (_, expected, used, today) =>
  expect(needsFilling({ ...filled, ...used }, today)).toBe(expected),
);
