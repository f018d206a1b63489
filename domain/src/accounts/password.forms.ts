import { z } from 'zod';
import { isCommonPassword } from './common-passwords.js';
import { tooLong } from '../kernel/schema.js';
import { enteredPassword, MAX_PASSWORD_LENGTH } from './signing-in.forms.js';

/**
 * Minimum length. Short passwords suffice, because each sign-in also needs a code and tries are
 * limited.
 */
const MIN_PASSWORD_LENGTH = 6;
const tooShort = 'New password must be at least 6 characters';
export const tooCommon = 'This password is easy to guess. Choose another one';

const newPassword = z
  .string(tooShort)
  .refine((password) => [...password].length >= MIN_PASSWORD_LENGTH, {
    error: tooShort,
    abort: true,
  })
  .max(MAX_PASSWORD_LENGTH, { error: tooLong(MAX_PASSWORD_LENGTH), abort: true })
  .refine((password) => !isCommonPassword(password), tooCommon);

/** `current` is required if there is a password. */
export const setPasswordForm = z.strictObject({
  current: z.union([z.literal(''), enteredPassword]).optional(),
  password: newPassword,
});
export const removePasswordForm = z.strictObject({ current: enteredPassword });

/** `setPasswordForm` with the password typed twice. */
export const typedPasswordForm = setPasswordForm
  .extend({ confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    error: 'New passwords do not match',
    path: ['confirm'],
  });
