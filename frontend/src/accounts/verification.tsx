import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { refreshSession, useMe } from '../lib/account/session.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { AnotherNumberStep } from './another-number.js';
import { sendCode, type Challenge } from './auth.js';
import type { AuthForm, AuthFormProps } from './auth-frame.js';
import { CodeForm, SentTo, useCodeEntry } from './code-step.js';
import { takenNumberText, authErrorText } from './auth-errors.js';

interface VerificationProps extends Pick<AuthFormProps, 'description' | 'submitLabel'> {
  /** Frame of each step. */
  as: typeof AuthForm;
  onVerified: () => Promise<unknown>;
  /** Second button of the first step. */
  secondAction: AuthFormProps['secondButton'];
  autoFocus?: boolean;
  field?: Ref<HTMLInputElement>;
}

/** Sends a code once and lets it be entered, or asks for another number. */
export function Verification({
  as,
  onVerified,
  secondAction,
  ...step
}: VerificationProps): ReactNode {
  const { account } = useMe();
  const [challenge, setChallenge] = useState<Challenge>();
  const [problem, setProblem] = useState<string>();
  /**
   * Set while asking for another number; `reason` is set if another account has verified this one.
   */
  const [numberStep, setNumberStep] = useState<{ reason?: string }>();
  const entry = useCodeEntry(challenge, setChallenge, onVerified, (reason) =>
    setNumberStep({ reason }),
  );
  const hasSent = useRef(false);
  const send = async (): Promise<void> => {
    setProblem(undefined);
    try {
      setChallenge(await sendCode());
    } catch (error) {
      const reason = takenNumberText(error);
      if (reason !== undefined) setNumberStep({ reason });
      else setProblem(authErrorText(t`Failed to send verification code`)(error));
    }
  };
  useEffect(() => {
    // one code per opening, because each costs money
    if (hasSent.current) return;
    hasSent.current = true;
    void send();
  }, []);
  const showCodeStep = async (sent: Challenge): Promise<void> => {
    // reload the number before the code step names it
    await refreshSession();
    setProblem(undefined);
    setChallenge(sent);
    entry.setCode('');
    setNumberStep(undefined);
  };
  if (numberStep) {
    // without a code step there is nothing to go back to
    const secondButton =
      numberStep.reason === undefined
        ? { children: t`Back`, onClick: () => setNumberStep(undefined) }
        : secondAction;
    return (
      <AnotherNumberStep
        as={as}
        reason={numberStep.reason}
        onSent={showCodeStep}
        secondButton={secondButton}
      />
    );
  }
  return (
    <CodeForm
      {...step}
      as={as}
      title={t`Verify your WhatsApp number`}
      // without a challenge nothing can be resent: the first code is sent
      entry={challenge ? entry : { ...entry, resend: () => void send() }}
      secondButton={secondAction}
    >
      {problem ? (
        <FormErrors
          fields={[]}
          message={
            <>
              {problem}{' '}
              <button type="button" className="link inherit" onClick={() => void send()}>
                {t`Retry`}
              </button>
            </>
          }
        />
      ) : (
        <p className="label text-ink-2">
          <SentTo phone={account.phone} onChangeNumber={() => setNumberStep({})} />
        </p>
      )}
    </CodeForm>
  );
}
