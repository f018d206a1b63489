import { tooCommon } from '#domain/accounts/password.forms.js';
import type { Refusal } from '#domain/kernel/refusal.js';
import { Problem } from '../http/problems/problem.js';

/** Messages of refused sign-ins and refused changes of number or password. */
const SIGN_IN_PROBLEMS = {
  'account-unknown': [
    404,
    'No account found with this WhatsApp number. Please sign up first or check your number.',
  ],
  'account-exists': [
    409,
    'An account with this WhatsApp number already exists. Please sign in instead.',
  ],
  'invite-code-unknown': [404, 'Invalid invite code. Please check and try again.'],
  'code-wrong': [409, 'Verification failed'],
  'code-expired': [409, 'This code is no longer valid. Please ask for a new one.'],
  'code-tries-used': [409, 'Too many wrong codes. Please ask for a new one.'],
  'sign-in-expired': [
    409,
    'This took too long, or something changed meanwhile. Please sign in again.',
  ],
  'password-wrong': [409, 'Incorrect password'],
  'password-tries-used': [409, 'Too many wrong passwords. Please ask for a new code.'],
  'password-too-common': [409, tooCommon],
  'password-changed': [409, 'The password was changed meanwhile. Please try again.'],
  'code-too-soon': [429, 'Please wait a moment before you ask for another code.'],
  'codes-too-many': [429, 'Too many codes were asked for. Please try again later.'],
  'session-failed': [503, 'Authentication failed. Please try again.'],
  'organization-look-up-failed': [503, 'Error looking up organization. Please try again.'],
  // The challenge is unknown, spent or of another browser, so that no code can be sent for it.
  'challenge-unknown': [404, 'Failed to send verification code'],
} as const satisfies Record<string, readonly [number, string]>;

type Code = keyof typeof SIGN_IN_PROBLEMS;

/** Problem for a refused sign-up, with the refusal's message. */
export const signUpProblem = ({ status, code, message, field }: Refusal): Problem =>
  new Problem(status, code, `Failed to create user profile: ${message}`, {
    fields: field ? { [field]: message } : undefined,
  });

export const signInProblem = (code: Code, field?: string, retryAfterSeconds?: number): Problem =>
  new Problem(SIGN_IN_PROBLEMS[code][0], code, SIGN_IN_PROBLEMS[code][1], {
    fields: field ? { [field]: SIGN_IN_PROBLEMS[code][1] } : undefined,
    retryAfterSeconds,
  });
