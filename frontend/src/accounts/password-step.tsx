import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { passwordForm } from '#domain/accounts/signing-in.forms.js';
import { Problem } from '../lib/server/api.js';
import { useZodForm } from '../kit/forms/use-zod-form.js';
import { Field } from '../ui/inputs/field.js';
import { phoneText } from '../ui/display/format.js';
import { AccountOfPassword, PasswordField } from '../ui/inputs/password-field.js';
import { enterPassword, signIn, type Challenge } from './auth.js';
import { AuthForm, type AuthFormProps } from './auth-frame.js';
import { authErrorText } from './auth-errors.js';

interface PasswordStepProps extends Pick<AuthFormProps, 'secondButton'> {
  phone: string;
  challenge: Challenge;
  onSignedIn: () => Promise<void>;
  /** Called with a new code, which restarts the sign-in. */
  onChallenge: (challenge: Challenge) => void;
}

/** Codes of refusals after which no password is accepted: a new sign-in code is needed. */
const refusalsThatEndSignIn = ['password-tries-used', 'sign-in-expired'];

/** Step after the code, if the account has a password and the browser is new. */
export function PasswordStep({
  phone,
  challenge,
  onSignedIn,
  onChallenge,
  secondButton,
}: PasswordStepProps): ReactNode {
  const [needsNewCode, setNeedsNewCode] = useState(false);
  /** Makes the text of a refusal, and ends the step if a new code is needed. */
  const handleRefusal =
    (usualText: string) =>
    (error: unknown): string => {
      if (error instanceof Problem && refusalsThatEndSignIn.includes(error.code))
        setNeedsNewCode(true);
      return authErrorText(usualText)(error);
    };
  const form = useZodForm(passwordForm.pick({ password: true }), {
    defaultValues: { password: '' },
    errorText: handleRefusal(t`Failed to sign in`),
    send: async ({ password }) => {
      await enterPassword(challenge.challengeId, password);
      await onSignedIn();
    },
  });
  const { mutate: sendCode, isPending: isSendingCode } = useMutation({
    mutationFn: async () => {
      // not `resendCode`, which has to wait: the last code was used up
      const answer = await signIn(phone);
      if (answer.status === 'signed-in') await onSignedIn();
      else onChallenge(answer);
    },
    onError: (error) =>
      form.refuse(error, handleRefusal(t`Failed to send verification code`)(error)),
  });
  return (
    <AuthForm
      title={t`Enter your password`}
      description={
        <Trans>
          The code was right. <span className="num font-medium text-ink">{phoneText(phone)}</span>{' '}
          has a password too, which is asked for on a new browser.
        </Trans>
      }
      form={{
        ...form,
        busy: isSendingCode || form.busy,
        submit: needsNewCode ? () => sendCode() : form.submit,
      }}
      submitLabel={needsNewCode ? t`Send a new code` : t`Sign In`}
      secondButton={secondButton}
    >
      <AccountOfPassword phone={phone} />
      <Field label={t`Password`} error={form.errors.password?.message}>
        <PasswordField autoComplete="current-password" autoFocus {...form.register('password')} />
      </Field>
    </AuthForm>
  );
}
