import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type Ref, useMemo } from 'react';
import type { PasswordNeeded, SignedInAnswer } from '#domain/accounts/account.views.js';
import { verifyForm } from '#domain/accounts/signing-in.forms.js';
import { serverNow } from '../lib/server/server-clock.js';
import { useZodForm } from '../kit/forms/use-zod-form.js';
import { CodeInput } from '../ui/inputs/code-input.js';
import { Field } from '../ui/inputs/field.js';
import { useSeconds } from '../ui/display/figures.js';
import { countdown, phoneText } from '../ui/display/format.js';
import { resendCode, verifyCode, type Challenge } from './auth.js';
import { AuthForm, type AuthFormProps, DevInboxHint } from './auth-frame.js';
import { takenNumberText, authErrorText } from './auth-errors.js';

/** Thrown if no number was given yet. */
class MissingNumber extends Error {}
const missingNumberText = (): string => t`No WhatsApp number provided`;

const CODE_LENGTH = 6;
/** Longest wait before another code can be sent. */
const MAX_WAIT_SECONDS = 60;

/**
 * State of entering and resending a code.
 * @param onTaken called if the code is right, but another account has verified the number since
 */
export function useCodeEntry(
  challenge: Challenge | undefined,
  onChallenge: (challenge: Challenge) => void,
  onVerified: (answer: SignedInAnswer | PasswordNeeded) => Promise<unknown>,
  onTaken: (text: string) => void,
) {
  const resendAt = challenge?.resendAt;
  const readSecondsLeft = useMemo(() => countdownFrom(secondsUntil(resendAt)), [resendAt]);
  const secondsToResend = useSeconds(readSecondsLeft);
  const form = useZodForm(verifyForm.pick({ code: true }), {
    defaultValues: { code: '' },
    errorText: (error) =>
      error instanceof MissingNumber
        ? missingNumberText()
        : authErrorText(t`Failed to verify code`)(error),
    send: async ({ code }) => {
      if (!challenge) throw new MissingNumber();
      try {
        await onVerified(await verifyCode(challenge.challengeId, code));
      } catch (error) {
        const takenText = takenNumberText(error);
        if (takenText === undefined) throw error;
        onTaken(takenText);
      }
    },
  });
  const code = form.watch('code');
  const setCode = (typed: string): void => {
    form.setValue('code', typed);
    form.clearErrors();
    // the last digit submits the form
    if (typed.length === CODE_LENGTH && !form.busy) form.submit();
  };

  const { mutate: resend, isPending: isResending } = useMutation({
    mutationFn: resendCode,
    onMutate: () => form.clearErrors(),
    onSuccess: (sent) => {
      onChallenge(sent);
      setCode('');
    },
    onError: (error) =>
      form.refuse(error, authErrorText(t`Failed to send verification code`)(error)),
  });
  const resendUnlessPending = (): void => {
    if (!challenge) form.refuse(new MissingNumber(), missingNumberText());
    else if (!isResending) resend(challenge.challengeId);
  };

  return {
    code,
    setCode,
    isComplete: code.length === CODE_LENGTH,
    busy: form.busy,
    submit: form.submit,
    error: form.errors.code?.message ?? form.message,
    secondsToResend,
    isResending,
    resend: resendUnlessPending,
  };
}

interface CodeFormProps extends Pick<
  AuthFormProps,
  'title' | 'description' | 'submitLabel' | 'secondButton'
> {
  /** Frame of the form; default is a page. */
  as?: typeof AuthForm;
  entry: ReturnType<typeof useCodeEntry>;
  autoFocus?: boolean;
  field?: Ref<HTMLInputElement>;
  children?: ReactNode;
}

/** Form with the cells of the code, an error, the expiry, and a button that sends a new code. */
export function CodeForm({
  as: Form = AuthForm,
  entry,
  autoFocus = true,
  field,
  children,
  ...step
}: CodeFormProps): ReactNode {
  return (
    <Form {...step} form={entry} disabled={!entry.isComplete}>
      {children}
      <div className="stack gap-3">
        <Field label={<span className="sr-only">{t`6-digit code`}</span>} error={entry.error}>
          <CodeInput ref={field} value={entry.code} onValue={entry.setCode} autoFocus={autoFocus} />
        </Field>
        <p className="meta">
          <span>{t`Valid for 5 minutes.`}</span>{' '}
          {entry.secondsToResend > 0 ? (
            <span className="num">{t`New code in ${countdown(entry.secondsToResend)}`}</span>
          ) : (
            <button
              type="button"
              className="link"
              aria-disabled={entry.isResending}
              onClick={entry.resend}
            >
              {t`Send a new code`}
            </button>
          )}
        </p>
        <DevInboxHint />
      </div>
    </Form>
  );
}

/** Number that received the code, with a link to change it. */
export function SentTo({
  phone,
  onChangeNumber,
}: {
  phone: string;
  onChangeNumber: () => void;
}): ReactNode {
  return (
    <>
      <Trans>
        We sent 6 digits on WhatsApp to{' '}
        <span className="num font-medium text-ink">{phoneText(phone)}</span>.
      </Trans>{' '}
      <button type="button" className="link" onClick={onChangeNumber}>
        {t`Change`}
      </button>
    </>
  );
}

interface CodeStepProps extends Pick<AuthFormProps, 'secondButton'> {
  phone: string;
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onVerified: (answer: SignedInAnswer | PasswordNeeded) => Promise<void>;
  /** Asks for another number; `reason` is given if another account has verified this one. */
  onChangeNumber: (reason?: string) => void;
}

/** Last step of signing in and signing up. */
export function CodeStep({
  phone,
  challenge,
  onChallenge,
  onVerified,
  onChangeNumber,
  secondButton,
}: CodeStepProps): ReactNode {
  const entry = useCodeEntry(challenge, onChallenge, onVerified, onChangeNumber);
  const sentTo = <SentTo phone={phone} onChangeNumber={() => onChangeNumber()} />;
  return (
    <CodeForm
      title={t`Enter the code`}
      description={sentTo}
      submitLabel={t`Verify & Sign In`}
      entry={entry}
      secondButton={secondButton}
    />
  );
}

/**
 * Seconds until a server instant, at most the longest wait, because the server's clock may be
 * unknown.
 */
const secondsUntil = (at: string | undefined): number =>
  at === undefined
    ? 0
    : Math.min(MAX_WAIT_SECONDS, Math.max(0, Math.ceil((Date.parse(at) - serverNow()) / 1000)));

/** Counts down on a monotonic clock, so that setting the clock does not lengthen the wait. */
function countdownFrom(seconds: number): () => number {
  const [monotonicStart, clockStart] = [performance.now(), Date.now()];
  return () => {
    // some devices stop the monotonic clock while they sleep
    const elapsedMs = Math.max(performance.now() - monotonicStart, Date.now() - clockStart);
    return Math.max(0, Math.ceil(seconds - elapsedMs / 1_000));
  };
}
