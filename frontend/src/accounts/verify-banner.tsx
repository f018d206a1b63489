import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { useReminder } from './reminder.js';

/** Asks to verify the number while that can wait. Nothing for whoever has, or wants to be reminded later. */
export function VerifyBanner({ onVerify }: { onVerify: () => void }): ReactNode {
  const { verification } = useMe();
  const { resting, remindLater } = useReminder();
  if (verification.verified || resting) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button kind="ghost" onClick={onVerify}>
            {t`Verify now`}
          </Button>
          <Button kind="ghost" onClick={remindLater}>
            {t`Remind Later`}
          </Button>
        </>
      }
    >
      {t`Verify your WhatsApp number to keep your account.`}
    </Banner>
  );
}
