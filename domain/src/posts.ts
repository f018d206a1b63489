import type { z } from 'zod';
import type {
  CodeSent,
  InvitationRead,
  PasswordNeeded,
  SignedInAnswer,
} from './accounts/account.views.js';
import type { removePasswordForm, setPasswordForm } from './accounts/password.forms.js';
import type * as signingIn from './accounts/signing-in.forms.js';
import type { crashForm } from './kernel/crash.forms.js';
import type { pushForm, unsubscribeForm } from './notifications/push.forms.js';

type Post<Form extends z.ZodType, Answer = undefined> = {
  readonly body: z.input<Form>;
  readonly answer: Answer;
};
type PostWithoutBody<Answer = undefined> = {
  readonly body: Readonly<Record<string, never>>;
  readonly answer: Answer;
};

/** Form and answer of each POST endpoint that is no command, by its address. */
export type Posts = {
  readonly '/api/auth/sign-up': Post<typeof signingIn.signUpForm, CodeSent>;
  readonly '/api/auth/read-invitation': Post<typeof signingIn.readInvitationForm, InvitationRead>;
  readonly '/api/auth/sign-in': Post<typeof signingIn.signInForm, CodeSent | SignedInAnswer>;
  readonly '/api/auth/verify': Post<typeof signingIn.verifyForm, SignedInAnswer | PasswordNeeded>;
  readonly '/api/auth/enter-password': Post<typeof signingIn.passwordForm, SignedInAnswer>;
  readonly '/api/auth/resend': Post<typeof signingIn.resendForm, CodeSent>;
  readonly '/api/auth/send-code': PostWithoutBody<CodeSent>;
  readonly '/api/auth/change-number': Post<typeof signingIn.changeNumberForm, CodeSent>;
  readonly '/api/auth/sign-out': Post<typeof signingIn.signOutForm>;
  readonly '/api/auth/end-session': Post<typeof signingIn.endSessionForm>;
  readonly '/api/auth/end-other-sessions': PostWithoutBody;
  readonly '/api/auth/set-password': Post<typeof setPasswordForm>;
  readonly '/api/auth/remove-password': Post<typeof removePasswordForm>;
  readonly '/api/push/subscribe': Post<typeof pushForm>;
  readonly '/api/push/unsubscribe': Post<typeof unsubscribeForm>;
  readonly '/api/crashes': Post<typeof crashForm>;
};
