import { describe, expect, test } from '@jest/globals';
import { gstNumber } from './gst-number.js';

const wordsOf = (typed: string) => gstNumber.safeParse(typed).error?.issues.map(({ message }) => message);

describe('a GST number', () => {
  // each of a company that prints it on its invoices
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('%s is taken', (number) => expect(gstNumber.parse(number)).toBe(number));
  test('is taken as people write it', () => expect(gstNumber.parse(' 27 aapfu-0939f 1zv ')).toBe('27AAPFU0939F1ZV'));
  test.each(['', '27AAPFU0939F1Z', '27AAPFU0939F1ZVX', 'XXAAPFU0939F1ZV', '27AAPFU09391FZV', '27AAPFU0939F0ZV', 'ABCDE1234F'])(
    '%j has not its form',
    (typed) => expect(wordsOf(typed)).toEqual(['Enter the 15 letters and digits of the GST number']),
  );
  test.each(['27AAPFU0939F1ZW', '27AAPFU0993F1ZV', '72AAPFU0939F1ZV'])('%s, mistyped, has not its check digit', (typed) =>
    expect(wordsOf(typed)).toEqual(['This is not a valid GST number. Compare it with the certificate']),
  );
});
