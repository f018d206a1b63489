import { describe, expect, test } from '@jest/globals';
import { isCommonPassword, isOwnNumber } from './common-passwords.js';
import { setPasswordForm, typedPasswordForm } from './password.forms.js';

describe('a common password', () => {
  test.each([
    'password',
    'PassWord',
    '123456',
    '654321',
    'qwerty',
    'poiuyt',
    'Admin@123',
    'aaaaaaaa',
    'ababab',
    'abcdefg',
  ])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));
  test.each(['correct horse', 'Kolhapur-7', 'नमस्ते दुनिया'])('%s is not common', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );
});

describe('the account’s own number', () => {
  test.each(['9812345678', '+919812345678', '919812345678', '98123 45678', '345678'])(
    '%s is recognised',
    (password) => expect(isOwnNumber(password, '+919812345678')).toBe(true),
  );
  test.each(['9812345670', 'asha345678', '45678'])('%s is not recognised', (password) =>
    expect(isOwnNumber(password, '+919812345678')).toBe(false),
  );
});

describe('a new password', () => {
  const findMistakes = (form: object) =>
    typedPasswordForm
      .safeParse(form)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('has at least 6 characters, as a person counts them', () => {
    expect(findMistakes({ password: 'abc', confirm: 'abc' })).toEqual([
      ['password', 'New password must be at least 6 characters'],
    ]);
    expect(findMistakes({ password: '😀😀😀', confirm: '😀😀😀' })).toEqual([
      ['password', 'New password must be at least 6 characters'],
    ]);
    expect(findMistakes({ confirm: '' })).toEqual([
      ['password', 'New password must be at least 6 characters'],
    ]);
    expect(findMistakes({ password: 'solar7', confirm: 'solar7' })).toBeUndefined();
  });
  test('must be typed twice equally', () =>
    expect(findMistakes({ password: 'Kolhapur-7', confirm: 'Kolhapur-8' })).toEqual([
      ['confirm', 'New passwords do not match'],
    ]));
  test('must not be common', () =>
    expect(findMistakes({ password: 'password1', confirm: 'password1' })).toEqual([
      ['password', 'This password is easy to guess. Choose another one'],
    ]));
  test('has a maximum length, so that hashing it stays fast', () =>
    expect(setPasswordForm.safeParse({ password: 'long'.repeat(60) }).success).toBe(false));
  test('keeps typed spaces', () =>
    expect(setPasswordForm.parse({ password: '  two  ' }).password).toBe('  two  '));
});
