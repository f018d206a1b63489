import { expect, test } from '@jest/globals';
import { freshBytes } from './fresh-bytes.js';

test('no bytes are given twice, and none are left where they came from', () => {
  const given = Array.from({ length: 2_000 }, () => Buffer.from(freshBytes(12)).toString('hex'));
  expect(new Set(given).size).toBe(2_000);
  expect(given).not.toContain('0'.repeat(24));
});

test('one may keep them: they are not written over', () => {
  const first = freshBytes(16);
  const copy = Buffer.from(first).toString('hex');
  for (let times = 0; times < 1_000; times++) freshBytes(16);
  expect(Buffer.from(first).toString('hex')).toBe(copy);
});
