import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { refreshSession } from '../lib/session.js';
import { phoneText } from '../ui/format.js';
import { FormErrors } from '../ui/form-errors.js';
import { sendCode, type Challenge } from './auth.js';
import { useCodeEntry, type CodeEntry } from './code-entry.js';
import { takenWords, wordsFor } from './refused.js';

/** Where the code went, or why it did not. */
export function SentTo({ phone, sent: { problem, sendAgain, another } }: { phone: string; sent: SentCode }): ReactNode {
  return problem ? (
    <FormErrors
      fields={[]}
      message={
        <>
          {problem}{' '}
          <button type="button" className="link inherit" onClick={sendAgain}>
            {t`Retry`}
          </button>
        </>
      }
    />
  ) : (
    <p className="label text-ink-2">
      <Trans>
        We sent 6 digits on WhatsApp to <span className="num font-medium text-ink">{phoneText(phone)}</span>.
      </Trans>{' '}
      <button type="button" className="link" onClick={another.ask}>
        {t`Change`}
      </button>
    </p>
  );
}

export interface SentCode {
  entry: CodeEntry;
  problem: string | undefined;
  sendAgain: () => void;
  /** Another number is asked for: by the person, or because an account has verified this one, which `because` says. */
  another: {
    isAsked: boolean;
    because: string | undefined;
    ask: () => void;
    /** Undefined where there is no code to go back to. */
    back: (() => void) | undefined;
    onSent: (challenge: Challenge) => Promise<void>;
  };
}

/** A code that is sent when this appears, once. */
export function useSentCode(onVerified: () => Promise<void>): SentCode {
  const [challenge, setChallenge] = useState<Challenge>();
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<{ because?: string }>();
  const opened = useRef(false);
  const send = async (): Promise<void> => {
    setProblem(undefined);
    try {
      setChallenge(await sendCode());
    } catch (error) {
      const because = takenWords(error);
      if (because !== undefined) setAsked({ because });
      else setProblem(wordsFor(t`Failed to send verification code`)(error));
    }
  };
  useEffect(() => {
    // a code costs money and patience: never two for one opening
    if (opened.current) return;
    opened.current = true;
    void send();
  }, []);
  return {
    entry: useCodeEntry(challenge, setChallenge, onVerified, (because) => setAsked({ because })),
    problem,
    sendAgain: () => void send(),
    another: {
      isAsked: asked !== undefined,
      because: asked?.because,
      ask: () => setAsked({}),
      back: asked?.because === undefined ? () => setAsked(undefined) : undefined,
      onSent: async (sent) => {
        // the account has its new number before the code is said to have gone there
        await refreshSession();
        setProblem(undefined);
        setChallenge(sent);
        setAsked(undefined);
      },
    },
  };
}
