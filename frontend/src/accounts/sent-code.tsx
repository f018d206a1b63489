import { useEffect, useRef, useState, type ReactNode } from 'react';
import { phoneText } from '../ui/format.js';
import { FormErrors } from '../ui/form-errors.js';
import { sendCode, type Challenge } from './auth.js';
import { useCodeEntry, type CodeEntry } from './code-entry.js';
import { wordsFor } from './refused.js';

/** Where the code went, or why it did not. */
export function SentTo({ phone, problem, onRetry }: { phone: string; problem: string | undefined; onRetry: () => void }): ReactNode {
  return problem ? (
    <FormErrors
      fields={[]}
      message={
        <>
          {problem}{' '}
          <button type="button" className="link inherit" onClick={onRetry}>
            Retry
          </button>
        </>
      }
    />
  ) : (
    <p className="label text-ink-2">
      We sent 6 digits on WhatsApp to <span className="num medium text-ink">{phoneText(phone)}</span>.
    </p>
  );
}

/** A code that is sent when this appears, once. */
export function useSentCode(onVerified: () => Promise<void>): { entry: CodeEntry; problem: string | undefined; sendAgain: () => void } {
  const [challenge, setChallenge] = useState<Challenge>();
  const [problem, setProblem] = useState<string>();
  const asked = useRef(false);
  const send = async (): Promise<void> => {
    setProblem(undefined);
    try {
      setChallenge(await sendCode());
    } catch (error) {
      setProblem(wordsFor(error, 'Failed to send verification code'));
    }
  };
  useEffect(() => {
    // a code costs money and patience: never two for one opening
    if (asked.current) return;
    asked.current = true;
    void send();
  }, []);
  return { entry: useCodeEntry(challenge, setChallenge, onVerified), problem, sendAgain: () => void send() };
}
