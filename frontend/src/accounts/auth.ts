import type {
  CodeSent,
  InvitationRead,
  PasswordNeeded,
  SignedInAnswer,
} from '#domain/accounts/account.views.js';
import type { Posts } from '#domain/posts.js';
import { post } from '../lib/server/api.js';

/** Id of a sent code, and the time from which another can be sent. */
export type Challenge = Pick<CodeSent, 'challengeId' | 'resendAt'>;

/**
 * Requests that begin a session.
 * @throws Problem, Offline
 */
export const signUp = (data: Posts['/api/auth/sign-up']['body']): Promise<CodeSent> =>
  post('/api/auth/sign-up', data);
export const readInvitation = (inviteCode: string, phone?: string): Promise<InvitationRead> =>
  post('/api/auth/read-invitation', { inviteCode, phone });
export const signIn = (phone: string): Promise<CodeSent | SignedInAnswer> =>
  post('/api/auth/sign-in', { phone });
export const verifyCode = (
  challengeId: string,
  code: string,
): Promise<SignedInAnswer | PasswordNeeded> => post('/api/auth/verify', { challengeId, code });
export const enterPassword = (challengeId: string, password: string): Promise<SignedInAnswer> =>
  post('/api/auth/enter-password', { challengeId, password });
export const resendCode = (challengeId: string): Promise<CodeSent> =>
  post('/api/auth/resend', { challengeId });
/** Sends a code to an unverified account: to its number, or to a new number that replaces it. */
export const sendCode = (): Promise<CodeSent> => post('/api/auth/send-code', {});
export const changeNumber = (phone: string): Promise<CodeSent> =>
  post('/api/auth/change-number', { phone });
