import { inviteCode, requiredInviteCode } from './account.commands.js';
import { languages } from './account.values.js';
import { roles } from '../kernel/policy.js';
import { signInPhoneNumber, phoneNumber } from '../kernel/values/phone-number.js';
import { id, required, requiredId } from '../kernel/schema.js';
import { organizationName } from '../organizations/organization-name.js';
import { plainCode } from '../kernel/texts/text-folding.js';
import { z } from 'zod';

export const MAX_PASSWORD_LENGTH = 200;
/** Text for a missing or empty number. */
const noNumber = 'WhatsApp number is required';
const requiredPhone = phoneNumber(noNumber);
const code = z
  .string('Please enter a valid 6-digit code')
  .overwrite(plainCode)
  .regex(/^\d{6}$/, 'Please enter a valid 6-digit code');
/** Existing password. Limited like new ones, because hashing long texts costs time. */
export const enteredPassword = z
  .string('Enter your password')
  .min(1, 'Enter your password')
  .max(MAX_PASSWORD_LENGTH, 'Incorrect password');
const blankCode = z
  .string()
  .refine((typed) => plainCode(typed) === '')
  .transform(() => undefined);

export const signUpForm = z.strictObject({
  accountId: id,
  name: required('Name is required'),
  phone: requiredPhone,
  role: z.enum(roles).optional(),
  inviteCode: z
    .union([blankCode, inviteCode], 'Invalid invite code. Please check and try again.')
    .optional(),
  /** Language of the sign-up page. */
  language: z.enum(languages).optional(),
});
/**
 * Sign-up has two steps: the person, and the organization. An admin decides on the requested role.
 */
export const personForm = signUpForm.pick({ name: true, phone: true });
export const organizationForm = signUpForm
  .pick({ inviteCode: true, role: true })
  .required({ role: true });
/** Second step for a founder: the name of the new organization. */
export const companyForm = z.strictObject({ name: organizationName });
/** Asks to which organization a sign-up link invites, and who sent it. */
export const readInvitationForm = z.strictObject({
  inviteCode: requiredInviteCode,
  phone: requiredPhone.optional(),
});
export const signInForm = z.strictObject({ phone: signInPhoneNumber(noNumber) });
export const changeNumberForm = z.strictObject({ phone: requiredPhone });
export const verifyForm = z.strictObject({ challengeId: id, code });
export const passwordForm = z.strictObject({ challengeId: id, password: enteredPassword });
export const endSessionForm = z.strictObject({ sessionId: z.string().max(100) });
export const resendForm = z.strictObject({
  challengeId: requiredId('No WhatsApp number provided'),
});
export const signOutForm = z.strictObject({ everywhere: z.boolean().optional() });

export type SignUpForm = z.output<typeof signUpForm>;
export type ReadInvitationForm = z.output<typeof readInvitationForm>;
