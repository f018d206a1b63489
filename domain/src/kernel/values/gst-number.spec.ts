import { describe, expect, test } from '@jest/globals';
import { gstNumber } from './gst-number.js';

const listMessages = (typed: string) =>
  gstNumber.safeParse(typed).error?.issues.map(({ message }) => message);

describe('a GST number', () => {
  // Numbers that companies print on their invoices.
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('%s is valid', (number) =>
    expect(gstNumber.parse(number)).toBe(number),
  );
  test.each([
    ['of a UN body', '0717UNO00157UNO'],
    ['of a UN body', '2117UNO00002UNF'],
    ['of a consulate', '3317USA00002UNE'],
    ['of an online service from abroad', '9917SGP29001OST'],
    ['of an online service from abroad', '9917IRL29003OSG'],
    ['of somebody who deducts tax, by their TAN', '06DELI09652G1DA'],
    ['of somebody who deducts tax, by their PAN', '19AAACI1681G1DV'],
    ['of somebody who collects tax', '29AABCF8078M1C8'],
    ['of a special economic zone', '27AAJCS5738D1Z6'],
    ['of a non-resident', '0717USA12345NRO'],
    ['of another territory', '97AAPFU0939F1ZO'],
  ])('%s is valid: %s', (_, number) => expect(gstNumber.parse(number)).toBe(number));
  test.each([
    '00AAPFU0939F1Z?',
    '39AAPFU0939F1Z?',
    '45AAPFU0939F1Z?',
    '99AAPFU0939F1Z?',
    '4517UNO00157UN?',
    '0017USA12345NR?',
  ])('%s, with its check digit, has no valid state', (form) => {
    const answers = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(
      (sign) => listMessages(form.replace('?', sign))?.[0],
    );
    const stateProblems = answers.filter(
      (message) =>
        message ===
        `No state has the code ${form.slice(0, 2)}. Compare the number with the certificate`,
    );
    expect(stateProblems).toHaveLength(1);
    expect(answers).not.toContain(undefined);
  });
  test('is accepted with its label, in other digits and with invisible characters', () =>
    expect(gstNumber.parse('GSTIN: २७AAPFU0939F1ZV\u200b')).toBe('27AAPFU0939F1ZV'));
  test.each([
    'GSTIN/UIN: 27AAPFU0939F1ZV',
    'GST No. 27AAPFU0939F1ZV',
    'GSTIN Number: 27AAPFU0939F1ZV',
    'GSTIN # 27AAPFU0939F1ZV',
    '27AAPFU0939F1ZV.',
  ])('is accepted as printed on invoices: %s', (typed) =>
    expect(gstNumber.parse(typed)).toBe('27AAPFU0939F1ZV'),
  );
  test('is accepted in people’s spellings', () =>
    expect(gstNumber.parse(' 27 aapfu-0939f 1zv ')).toBe('27AAPFU0939F1ZV'));
  test.each([
    '',
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVX',
    'XXAAPFU0939F1ZV',
    '27AAPFU09391FZV',
    '27AAPFU0939F0ZV',
    'ABCDE1234F',
  ])('%j has the wrong form', (typed) =>
    expect(listMessages(typed)).toEqual(['Enter the 15 letters and digits of the GST number']),
  );
  test.each(['27AAPFU0939F1ZW', '27AAPFU0993F1ZV', '72AAPFU0939F1ZV'])(
    '%s, mistyped, has a wrong check digit',
    (typed) =>
      expect(listMessages(typed)).toEqual([
        'This is not a valid GST number. Compare it with the certificate',
      ]),
  );
});
