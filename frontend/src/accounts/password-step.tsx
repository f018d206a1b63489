import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { passwordForm } from '#domain/accounts/signing-in.forms.js';
import { Problem } from '../lib/api.js';
import { useZodForm } from '../shared/use-zod-form.js';
import { Field } from '../ui/field.js';
import { phoneText } from '../ui/format.js';
import { AccountOfPassword, PasswordField } from '../ui/password-field.js';
import { enterPassword, signIn, type Challenge } from './auth.js';
import { AuthForm, type AuthFormProps } from './auth-frame.js';
import { wordsFor } from './refused.js';

interface PasswordStepProps extends Pick<AuthFormProps, 'second'> {
  phone: string;
  challenge: Challenge;
  onSignedIn: () => Promise<void>;
  /** Another code was sent, with which the sign-in begins again. */
  onChallenge: (challenge: Challenge) => void;
}

/** No password is taken any more: only another code leads on. */
const overCodes = ['password-tries-used', 'sign-in-expired'];

/** After the code, where the account has a password and this browser is new to it. */
export function PasswordStep({
  phone,
  challenge,
  onSignedIn,
  onChallenge,
  second,
}: PasswordStepProps): ReactNode {
  const [isOver, setOver] = useState(false);
  /** Returns the words of a refusal. Notes when only another code leads on from it. */
  const said =
    (otherwise: string) =>
    (error: unknown): string => {
      if (error instanceof Problem && overCodes.includes(error.code)) setOver(true);
      return wordsFor(otherwise)(error);
    };
  const form = useZodForm(passwordForm.pick({ password: true }), {
    defaultValues: { password: '' },
    words: said(t`Failed to sign in`),
    send: async ({ password }) => {
      await enterPassword(challenge.challengeId, password);
      await onSignedIn();
    },
  });
  const { mutate: sendCode, isPending: sending } = useMutation({
    mutationFn: async () => {
      // not a resend, which waits for a minute: the code before was used up
      const answer = await signIn(phone);
      if (answer.status === 'signed-in') await onSignedIn();
      else onChallenge(answer);
    },
    onError: (error) => form.refuse(error, said(t`Failed to send verification code`)(error)),
  });
  return (
    <AuthForm
      title={t`Enter your password`}
      says={
        <Trans>
          The code was right. <span className="num font-medium text-ink">{phoneText(phone)}</span>{' '}
          has a password too, which is asked for on a new browser.
        </Trans>
      }
      form={{
        ...form,
        busy: sending || form.busy,
        submit: isOver ? () => sendCode() : form.submit,
      }}
      act={isOver ? t`Send a new code` : t`Sign In`}
      second={second}
    >
      <AccountOfPassword phone={phone} />
      <Field label={t`Password`} error={form.errors.password?.message}>
        <PasswordField autoComplete="current-password" autoFocus {...form.register('password')} />
      </Field>
    </AuthForm>
  );
}
