import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PasswordNeeded, SignedInAnswer } from '#domain/accounts/account.views.js';
import { phoneText } from '../ui/format.js';
import type { Challenge } from './auth.js';
import { AuthForm, PageHeader } from './auth-frame.js';
import { CodeCells, useCodeEntry } from './code-entry.js';

interface CodeStepProps {
  phone: string;
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onVerified: (answer: SignedInAnswer | PasswordNeeded) => Promise<void>;
  /** Another number; with the words that ask for it where an account has verified this one. */
  onChange: (because?: string) => void;
  /** The second button: Back, or later. */
  second: ReactNode;
}

/** The last step of signing in and signing up. */
export function CodeStep({ phone, challenge, onChallenge, onVerified, onChange, second }: CodeStepProps): ReactNode {
  const entry = useCodeEntry(challenge, onChallenge, onVerified, onChange);
  return (
    <AuthForm act={t`Verify & Sign In`} disabled={!entry.complete} busy={entry.busy} second={second} onSubmit={entry.submit}>
      <div>
        <PageHeader title={t`Enter the code`} />
        <p className="text-ink-2 mt-1.5">
          <Trans>
            We sent 6 digits on WhatsApp to <span className="num font-medium text-ink">{phoneText(phone)}</span>.
          </Trans>{' '}
          <button type="button" className="link" onClick={() => onChange()}>
            {t`Change`}
          </button>
        </p>
      </div>
      <CodeCells entry={entry} />
    </AuthForm>
  );
}
