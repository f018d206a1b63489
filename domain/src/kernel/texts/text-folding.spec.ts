import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asLines, asOneLine, foldText, isBlank, withPlainDigits } from './text-folding.js';

/** Texts of all scripts, rich in characters that folding changes. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(..."aÉßıİΣς’'`´ -–\u200b\u200d\u00ad\u3164ज़ज़ड़९٣３ﬁ\u0301\u093c\n\t½"),
  }),
);

describe('folding', () => {
  test.each([
    ['D’Souza', "D'Souza"],
    ['D‘Souza', 'd`souza'],
    ['क्‍षमा', 'क्षमा'],
    ['क्‌षमा', 'क्षमा'],
    ['ज़मीन', 'जमीन'],
    ['ज़मीन', 'ज़मीन'],
    ['Café', 'CAFE'],
    ['Élodie', 'elodie'],
    ['İstanbul', 'ISTANBUL'],
    ['ısparta', 'ISPARTA'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['प्लॉट १२', 'प्लॉट 12'],
    ['ＰＵＭＰＳ　Ａ', 'Pumps A'],
    ['Pumps  A', 'Pumps\u00a0A '],
    ['Pum\u200bps A', 'Pumps A'],
    ['Pum\u00adps\u2060 A\u200f', 'Pumps A'],
    ['INV–1', 'INV-1'],
    ['ﬁtting', 'fitting'],
    ['12\u2033 pipe', '12" pipe'],
  ])('%j folds to %j', (one, other) => expect(foldText(one)).toBe(foldText(other)));

  test.each([
    ['Pumps A', 'Pumps B'],
    ['Pumps A', 'PumpsA'],
    ['कमल', 'कमला'],
    ['न', 'ण'],
    ['1', '7'],
  ])('%j does not fold to %j', (one, other) => expect(foldText(one)).not.toBe(foldText(other)));

  test('keeps plain names equal to their earlier claim keys', () =>
    expect(foldText('Pumps & Motors')).toBe('pumps & motors'));
  test('of a folded key changes nothing', () =>
    fc.assert(
      fc.property(anyText, (text) => expect(foldText(foldText(text))).toBe(foldText(text))),
    ));
  test('gives one line without control characters', () =>
    fc.assert(
      fc.property(anyText, (text) =>
        expect(foldText(text)).not.toMatch(/\p{Cc}|\p{Cf}|\s{2}|^\s|\s$/u),
      ),
    ));
});

test.each([
  ['९८२००', '98200'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۹', '09'],
  ['০৯', '09'],
  ['௦௯', '09'],
  ['０９', '09'],
  ['𝟘𝟡', '09'],
  ['a1b', 'a1b'],
])('the plain digits of %s are %s', (typed, plain) => expect(withPlainDigits(typed)).toBe(plain));

test.each([
  '',
  ' ',
  '\u3164',
  '\u200b',
  '\u2800',
  '\u00ad',
  '\u200e\u202a',
  '\ufeff',
  '\u115f\uffa0',
  '\ufe0f',
  '\0\n',
  '\ud800',
  '\u034f',
])('%j is blank', (typed) => expect(isBlank(typed)).toBe(true));
test.each(['a', '.', '👍🏽', '९', 'ॐ', '한'])('%s is not blank', (typed) =>
  expect(isBlank(typed)).toBe(false),
);

test('one line has no line breaks, control characters or runs of white space', () => {
  expect(asOneLine(' Ravi\r\n\tKumar\u0001 \u2028 Rao ')).toBe('Ravi Kumar Rao');
  expect(asOneLine('क्‍ष 👨‍👩‍👧')).toBe('क्‍ष 👨‍👩‍👧');
});
test('several lines keep their breaks and tabs', () =>
  expect(asLines(' a\r\n\r\n\tb\u2028c\u0001\u0007 ')).toBe('a\n\n\tb\nc'));
