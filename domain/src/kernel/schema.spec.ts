import { describe, expect, test } from '@jest/globals';
import { inviteCode } from '../accounts/account.commands.js';
import { signInForm, signUpForm, verifyForm } from '../accounts/signing-in.forms.js';
import { offerDetails } from '../catalogue/catalogue.commands.js';
import { commands } from '../commands.js';
import { line, optionalLine, optionalText, place, required, requiredText, text } from './schema.js';

const findMessage = (schema: typeof line, typed: string) =>
  schema.safeParse(typed).error?.issues[0]?.message;
const invisibleTexts = [
  '',
  ' ',
  '\u3164',
  '\u200b',
  '\u2800',
  '\u00ad',
  '\u200f\u202e',
  '\ufeff',
  '\0\u0007',
  '\r\n',
  '\ufe0f',
];

describe('invisible text', () => {
  test.each(invisibleTexts)('%j is removed', (typed) => {
    expect(findMessage(line, typed)).toBe('This is required');
    expect(findMessage(text, typed)).toBe('This is required');
    expect(findMessage(required('First name is required'), typed)).toBe('First name is required');
    expect(findMessage(requiredText('Please provide a reason'), typed)).toBe(
      'Please provide a reason',
    );
    expect(optionalLine.parse(typed)).toBeUndefined();
    expect(optionalText.parse(typed)).toBeUndefined();
    expect(place.parse({ lat: 1, lng: 1, address: typed })).not.toHaveProperty('address', typed);
    expect(offerDetails.shape.tags.parse([typed, 'Solar'])).toEqual(['Solar']);
    expect(signUpForm.shape.name.safeParse(typed).success).toBe(false);
  });
});

test('one line has no line breaks and no control characters', () => {
  expect(line.parse(' Ravi\r\nKumar\u0001\tRao ')).toBe('Ravi Kumar Rao');
  expect(optionalLine.parse('UPI\n4411')).toBe('UPI 4411');
  expect(line.parse('a'.repeat(60) + ' '.repeat(100) + 'b'.repeat(59))).toHaveLength(120);
});
test('several lines keep their breaks', () => {
  expect(text.parse('Roof measured\r\n40 by 50 feet\u0001')).toBe('Roof measured\n40 by 50 feet');
  expect(requiredText('Please provide a reason').parse('a\n\nb')).toBe('a\n\nb');
});
test('joiners within a text stay, because letters are shaped by them', () =>
  expect(line.parse('क्‍ष 👨‍👩‍👧')).toBe('क्‍ष 👨‍👩‍👧'));
test('tags that a search cannot tell apart are equal', () =>
  expect(
    offerDetails.shape.tags.parse(['Solar', 'ＳＯＬＡＲ', 'So\u200blar', 'Café', 'cafe']),
  ).toEqual(['So\u200blar', 'cafe']));

test('codes are accepted as people copy them', () => {
  expect(inviteCode.parse(' ab12-cd34\u200b ')).toBe('AB12CD34');
  expect(inviteCode.parse('ＡＢ１２ＣＤ３４')).toBe('AB12CD34');
  expect(verifyForm.shape.code.parse('१२३ ४५६')).toBe('123456');
  expect(signInForm.parse({ phone: '९८२०० ४१००४' })).toEqual({ phone: '+919820041004' });
});

/** Commands that clients may send. */
const clientCommands = Object.entries(commands).filter(([, { may }]) => may !== 'internal');
test.each(clientCommands)('%s accepts no control character in a text', (_, { data }) => {
  for (const [field, schema] of Object.entries(data.shape)) {
    const { data: parsed } = schema.safeParse('a\u0001b\u0007c');
    if (typeof parsed === 'string')
      expect([field, parsed]).toEqual([field, expect.not.stringMatching(/\p{Cc}/u)]);
  }
});
