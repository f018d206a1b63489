import type { ReactNode } from 'react';
import { refreshSession, signOut, useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { PageHeader } from '../ui/frame.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { CodeCells } from './code-entry.js';
import { SentTo, useSentCode } from './sent-code.js';

/** After the days of grace the code comes before anything else. */
export default function VerifyFirst(): ReactNode {
  const { account } = useMe();
  const { entry, problem, sendAgain } = useSentCode(async () => {
    await refreshSession();
  });
  return (
    <AuthFrame>
      <AuthForm
        onSubmit={(event) => {
          event.preventDefault();
          entry.submit();
        }}
        actions={
          <>
            <Button kind="primary" size="lg" type="submit" disabled={!entry.complete} busy={entry.busy}>
              Verify &amp; Sign In
            </Button>
            <Button kind="ghost" size="lg" onClick={() => void signOut()}>
              Sign Out
            </Button>
          </>
        }
      >
        <PageHeader title="Verify your WhatsApp number">
          Your account is older than 3 days. Enter the code to go on; everything you entered is kept.
        </PageHeader>
        <SentTo phone={account.phone} problem={problem} onRetry={sendAgain} />
        <CodeCells entry={entry} />
      </AuthForm>
    </AuthFrame>
  );
}
