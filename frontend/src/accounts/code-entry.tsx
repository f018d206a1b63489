import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode, type Ref } from 'react';
import type { PasswordNeeded, SignedInAnswer } from '#domain/accounts/account.views.js';
import { verifyForm } from '#domain/accounts/signing-in.forms.js';
import { takenWords, wordsFor } from './refused.js';
import { resendCode, verifyCode, type Challenge } from './auth.js';
import { DevInboxHint } from './auth-frame.js';
import { CodeInput } from '../ui/code-input.js';
import { Field } from '../ui/field.js';
import { countdown } from '../ui/format.js';

/** A minute must pass before another code is sent. */
const longestWait = 60;

export interface CodeEntry {
  code: string;
  complete: boolean;
  busy: boolean;
  error: string | undefined;
  secondsToResend: number;
  resending: boolean;
  setCode: (code: string) => void;
  submit: () => void;
  resend: () => void;
}

/**
 * Entering the code of a challenge, and asking for another one.
 * @param onTaken the code was right and the number is another account's meanwhile; without it the words stand below the code
 */
export function useCodeEntry(
  challenge: Challenge | undefined,
  onChallenge: (challenge: Challenge) => void,
  onVerified: (answer: SignedInAnswer | PasswordNeeded) => Promise<void>,
  onTaken?: (words: string) => void,
): CodeEntry {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [resending, setResending] = useState(false);
  const secondsToResend = useSecondsUntil(challenge?.resendAt);
  const complete = code.length === 6;

  const submit = async (): Promise<void> => {
    if (busy || !challenge) return;
    const wrong = verifyForm.shape.code.safeParse(code).error?.issues[0];
    if (wrong) return setError(wrong.message);
    setBusy(true);
    setError(undefined);
    try {
      await onVerified(await verifyCode(challenge.challengeId, code));
    } catch (thrown) {
      const taken = onTaken && takenWords(thrown);
      if (taken !== undefined) onTaken?.(taken);
      else setError(wordsFor(t`Failed to verify code`)(thrown));
    } finally {
      setBusy(false);
    }
  };

  const resend = async (): Promise<void> => {
    if (resending || !challenge) return;
    setResending(true);
    setError(undefined);
    try {
      onChallenge(await resendCode(challenge.challengeId));
      setCode('');
    } catch (thrown) {
      setError(wordsFor(t`Failed to send verification code`)(thrown));
    } finally {
      setResending(false);
    }
  };

  return {
    code,
    complete,
    busy,
    error,
    secondsToResend,
    resending,
    submit: () => void submit(),
    resend: () => void resend(),
    setCode: (next) => {
      setCode(next);
      setError(undefined);
    },
  };
}

interface CodeCellsProps {
  entry: CodeEntry;
  autoFocus?: boolean;
  field?: Ref<HTMLInputElement>;
}

/** The cells, what is wrong, how long the code holds, and when there can be another. */
export function CodeCells({ entry, autoFocus = true, field }: CodeCellsProps): ReactNode {
  return (
    <div className="stack gap-3">
      <Field label={<span className="sr-only">{t`6-digit code`}</span>} error={entry.error}>
        <CodeInput ref={field} value={entry.code} onValue={entry.setCode} autoFocus={autoFocus} />
      </Field>
      <p className="meta">
        {t`Valid for 5 minutes.`}{' '}
        {entry.secondsToResend > 0 ? (
          <span className="num">{t`New code in ${countdown(entry.secondsToResend)}`}</span>
        ) : (
          <button type="button" className="link" aria-disabled={entry.resending} onClick={entry.resend}>
            {t`Send a new code`}
          </button>
        )}
      </p>
      <DevInboxHint />
    </div>
  );
}

/** Whole seconds until an instant, never more than the longest wait: the device's clock may be wrong. */
function useSecondsUntil(at: string | undefined): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    // a new challenge counts anew
    setSeconds(secondsUntil(at));
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

const secondsUntil = (at: string | undefined): number =>
  at === undefined ? 0 : Math.min(longestWait, Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)));
