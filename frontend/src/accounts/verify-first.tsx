import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { refreshSession, signOut, useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { AuthForm, AuthFrame, PageHeader } from './auth-frame.js';
import { CodeCells } from './code-entry.js';
import { NumberStep } from './number-step.js';
import { SentTo, useSentCode } from './sent-code.js';

/** After the days of grace the code comes before anything else, or another number that it can go to. */
export default function VerifyFirst(): ReactNode {
  const { account } = useMe();
  const sent = useSentCode(async () => {
    await refreshSession();
  });
  const { entry, another } = sent;
  const signOutButton = (
    <Button kind="ghost" size="lg" onClick={() => void signOut()}>
      {t`Sign out`}
    </Button>
  );
  if (another.isAsked) {
    return (
      <AuthFrame>
        <NumberStep
          because={another.because}
          onSent={another.onSent}
          second={
            another.back ? (
              <Button kind="ghost" size="lg" onClick={another.back}>
                {t`Back`}
              </Button>
            ) : (
              signOutButton
            )
          }
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <AuthForm act={t`Verify & Sign In`} disabled={!entry.complete} busy={entry.busy} second={signOutButton} onSubmit={entry.submit}>
        <PageHeader title={t`Verify your WhatsApp number`}>
          {t`Your account is older than 3 days. Enter the code to go on; everything you entered is kept.`}
        </PageHeader>
        <SentTo phone={account.phone} sent={sent} />
        <CodeCells entry={entry} />
      </AuthForm>
    </AuthFrame>
  );
}
