import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { signInPhoneNumber, editedPhone, phone, readPhoneNumber } from './phone-number.js';

const numberIn = (typed: string) => readPhoneNumber(typed).number;
const problemOf = (typed: string) => readPhoneNumber(typed).problem;

describe('a phone number', () => {
  test.each([
    ['98200 41004', '+919820041004'],
    ['098200 41004', '+919820041004'],
    ['91 98200 41004', '+919820041004'],
    ['+91-98200-41004', '+919820041004'],
    ['9198200410', '+919198200410'],
    ['022 2345 6789', '+912223456789'],
    ['011-23456789', '+911123456789'],
    ['(+65) 8123 4567', '+6581234567'],
    ['( + 65 ) 8123 4567', '+6581234567'],
    ['+91 (0)98200 41004', '+919820041004'],
    ['+91 0 98200 41004', '+919820041004'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+39 06 1234 5678', '+390612345678'],
    ['0091 98200 41004', '+919820041004'],
    ['00 65 8123 4567', '+6581234567'],
    ['091 98200 41004', '+919820041004'],
    ['\u202a+91 98200 41004\u202c', '+919820041004'],
    ['\u200e98200\u200b41004\ufeff', '+919820041004'],
    ['९८२०० ४१००४', '+919820041004'],
    ['+९१ ९८२००४१००४', '+919820041004'],
    ['٩٨٢٠٠٤١٠٠٤', '+919820041004'],
    ['۹۸۲۰۰۴۱۰۰۴', '+919820041004'],
    ['＋９１　９８２００－４１００４', '+919820041004'],
    ['98200–41004', '+919820041004'],
    ['98200.41004', '+919820041004'],
    ['tel:+91-98200-41004', '+919820041004'],
    ['TEL: 98200 41004', '+919820041004'],
    ['Mob. 98200 41004', '+919820041004'],
    ['मोबाइल: 98200 41004', '+919820041004'],
    ['https://wa.me/919820041004?text=Hi', '+919820041004'],
    ['https://api.whatsapp.com/send?phone=919820041004', '+919820041004'],
    ['98200 41004,', '+919820041004'],
    ['+1 (202) 555-0123', '+12025550123'],
    ['+971 50 123 4567', '+971501234567'],
  ])('%j is %s', (typed, number) => expect(numberIn(typed)).toBe(number));

  test.each([
    '+91 98200 41001 ext 12',
    '98200 41001 ext. 12',
    '98200 41001 Extn: 12',
    '98200 41001 extension 12',
    '98200 41001x12',
    '98200 41001 #12',
    '022 2345 6789 int 4',
    'tel:+91-98200-41004;ext=12',
    '98200 41001,,12',
    '98200 41001ｘ12',
  ])('%j has an extension', (typed) =>
    expect(problemOf(typed)).toBe('Enter the number without an extension'),
  );

  test.each([
    '+91 98200 41014 / 15',
    '98200 41014/98200 41015',
    '98200 41014, 98200 41015',
    '98200 41014; 98200 41015',
    '98200 41014\n98200 41015',
    '98200 41014 or 98200 41015',
    '98200 41014 और 98200 41015',
    '98200 41014 & 15',
    '+91 98200 41014 +91 98200 41015',
  ])('%j is a list of numbers', (typed) => expect(problemOf(typed)).toBe('Enter one number only'));

  test.each<[string, number]>([
    ['98200 4100', 9],
    ['+91 98200 4100', 9],
    ['+91 98200 410011', 11],
    ['+91 12345 6789', 9],
    ['0091 98200 4100', 9],
    ['98200 410011', 11],
    ['123456789012', 12],
    ['98200 41014 98200 41015', 20],
    ['12', 2],
  ])('%j gets the message for %i digits', (typed, count) =>
    expect(problemOf(typed)).toBe(`Enter a 10-digit number; this one has ${count}`),
  );

  test.each([
    '+1 23',
    'none',
    '+',
    '0000000000',
    '+91 00000 00000',
    '+999 1234 5678',
    '+6581234',
    '9820041OO4',
    '98200 41004 home2',
    '+65 (0)8123 4567',
    '1800 FLOWERS',
  ])('%j is not a phone number', (typed) =>
    expect(problemOf(typed)).toBe('Please enter a valid phone number'),
  );

  test('that was read is read again equally, with other spacing and digits', () => {
    const national = fc.tuple(
      fc.integer({ min: 6, max: 9 }),
      fc.integer({ min: 0, max: 999_999_999 }),
    );
    const toDevanagari = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    fc.assert(
      fc.property(
        national,
        fc.constantFrom('', '0', '+91 ', '0091-', 'tel:+91'),
        ([first, rest], prefix) => {
          const digits = `${first}${String(rest).padStart(9, '0')}`;
          const spaced = `${prefix}${digits.slice(0, 5)} ${digits.slice(5)}`;
          expect(numberIn(spaced)).toBe(`+91${digits}`);
          expect(numberIn(toDevanagari(spaced))).toBe(`+91${digits}`);
          expect(numberIn(`+91${digits}`)).toBe(`+91${digits}`);
        },
      ),
    );
  });

  test('has messages at its field for a missing and for a wrong value', () => {
    expect(phone.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual([
      'Phone number is required',
    ]);
    expect(phone.safeParse('98200 41001 x1').error?.issues.map(({ message }) => message)).toEqual([
      'Enter the number without an extension',
    ]);
    expect(phone.safeParse('9'.repeat(1_000)).success).toBe(false);
  });
});

describe('an invalid number stored by an earlier build', () => {
  const signIn = signInPhoneNumber('WhatsApp number is required');
  test.each([
    ['00000 00001', '+910000000001'],
    ['+91 00000-00001', '+910000000001'],
    ['+999 1234 5678', '+99912345678'],
  ])('%j can sign in, but not be set', (typed, number) => {
    expect(signIn.parse(typed)).toBe(number);
    expect(phone.safeParse(typed).success).toBe(false);
  });
  test.each(['98220 4173', '+1 23', 'none', '98200 41001 x1'])('%j cannot sign in', (typed) => {
    const messages = signIn.safeParse(typed).error?.issues.map(({ message }) => message);
    expect(messages).toEqual([readPhoneNumber(typed).problem]);
  });
  test('is accepted by an edit in its stored form only', () => {
    expect(editedPhone.parse('+910000000001')).toBe('+910000000001');
    expect(editedPhone.parse('098200 41004')).toBe('+919820041004');
    expect(editedPhone.safeParse('00000 00001').success).toBe(false);
  });
});
