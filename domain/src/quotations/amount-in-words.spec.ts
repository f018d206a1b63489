import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { amountInWords } from './amount-in-words.js';

/** Amounts that together use every word from 0 to 99 in both languages. */
const golden = JSON.parse(
  readFileSync(new URL('amount-in-words.golden.json', import.meta.url), 'utf8'),
) as { readonly paise: number; readonly english: string; readonly hindi: string }[];

test('the expected words of 40 amounts are stored in both languages', () =>
  expect(golden).toHaveLength(40));
test.each(golden)('$paise paise are written in words', ({ paise, english, hindi }) => {
  expect(amountInWords(paise, 'en-IN')).toBe(english);
  expect(amountInWords(paise, 'hi-IN')).toBe(hindi);
});
