import { expect, test } from '@jest/globals';
import { dayOrNone, idOrNone } from './address.js';

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', ''],
  ['2026-13-45', ''],
  ['0000-00-00', ''],
  ['yesterday', ''],
  [null, ''],
])('of the day %p an address means %p', (text, meant) => expect(dayOrNone(text)).toBe(meant));

test.each([
  ['0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01', '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01'],
  ['0190a6c2', undefined],
  ['x', undefined],
  ['', undefined],
  [null, undefined],
])('of the id %p an address means %p', (text, meant) => expect(idOrNone(text)).toBe(meant));
