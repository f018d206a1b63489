import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { deriveCode, matchesSeal, sealCode } from './one-time-code.js';

const key = Buffer.alloc(32, 7);

test('a code has six digits, with evenly distributed first digits', () => {
  const codeCount = 5_000;
  const countByFirstDigit = new Map<string, number>();
  for (let index = 0; index < codeCount; index++) {
    const code = deriveCode(key, randomUUID());
    expect(code).toMatch(/^\d{6}$/);
    countByFirstDigit.set(code[0]!, (countByFirstDigit.get(code[0]!) ?? 0) + 1);
  }
  for (const count of countByFirstDigit.values())
    expect(Math.abs(count - codeCount / 10)).toBeLessThan(150);
});

test('a challenge always gives the same code', () =>
  expect(deriveCode(key, 'one')).toBe(deriveCode(key, 'one')));

test('a sealed value opens only with its code', () => {
  const seal = sealCode(key, 'one', '123456');
  expect(seal).not.toContain('123456');
  expect(matchesSeal(key, 'one', seal, '123456')).toBe(true);
  expect(matchesSeal(key, 'one', seal, '123457')).toBe(false);
  expect(matchesSeal(key, 'another', seal, '123456')).toBe(false);
});
