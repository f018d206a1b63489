import { inviteCode } from './account.commands.js';
import { languages } from './account.values.js';
import { roles } from '../kernel/policy.js';
import { accountNumber, phoneNumber } from '../kernel/phone-number.js';
import { id, required, requiredId } from '../kernel/schema.js';
import { plainCode } from '../kernel/text-folding.js';
import { z } from 'zod';

export const mostOfPassword = 200;
/** A number that was left out, or left empty, has words of its own. */
const noNumber = 'WhatsApp number is required';
const number = phoneNumber(noNumber);
const code = z
  .string('Please enter a valid 6-digit code')
  .overwrite(plainCode)
  .regex(/^\d{6}$/, 'Please enter a valid 6-digit code');
/**
 * A password that exists already. The limit is that of new passwords, because hashing a longer text
 * costs time.
 */
export const enteredPassword = z
  .string('Enter your password')
  .min(1, 'Enter your password')
  .max(mostOfPassword, 'Incorrect password');
const nothing = z
  .string()
  .refine((typed) => plainCode(typed) === '')
  .transform(() => undefined);

export const signUpForm = z.strictObject({
  accountId: id,
  name: required('Name is required'),
  phone: number,
  role: z.enum(roles).optional(),
  inviteCode: z
    .union([nothing, inviteCode], 'Invalid invite code. Please check and try again.')
    .optional(),
  /** The one in which they sign up. */
  language: z.enum(languages).optional(),
});
/**
 * Sign-up is asked in two steps: who it is, and where they belong. What they belong to is only
 * asked for; an admin decides.
 */
export const personForm = signUpForm.pick({ name: true, phone: true });
export const belongingForm = signUpForm
  .pick({ inviteCode: true, role: true })
  .required({ role: true });
export const signInForm = z.strictObject({ phone: accountNumber(noNumber) });
export const changeNumberForm = z.strictObject({ phone: number });
export const verifyForm = z.strictObject({ challengeId: id, code });
export const passwordForm = z.strictObject({ challengeId: id, password: enteredPassword });
export const endSessionForm = z.strictObject({ sessionId: z.string().max(100) });
export const resendForm = z.strictObject({
  challengeId: requiredId('No WhatsApp number provided'),
});
export const signOutForm = z.strictObject({ everywhere: z.boolean().optional() });

export type SignUpForm = z.output<typeof signUpForm>;
