import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { serverNow } from '../lib/server/server-clock.js';
import { useMe } from '../lib/account/session.js';
import { Banner } from '../ui/feedback/banner.js';
import { Button } from '../ui/buttons/button.js';
import { storeText, readStoredText } from '../browser/stored-text.js';

/** Time for which "Remind Later" hides the banner. */
const REMIND_LATER_MS = 24 * 60 * 60_000;
const STORAGE_KEY = 'fieldtrace.remind-to-verify';

const useRemindAt = create<{ remindAt: number }>(() => ({
  remindAt: Number(readStoredText(STORAGE_KEY) ?? 0),
}));

function remindLater(): void {
  const remindAt = serverNow() + REMIND_LATER_MS;
  storeText(STORAGE_KEY, String(remindAt));
  useRemindAt.setState({ remindAt });
}

/** Asks an unverified account to verify its number, unless it chose to be reminded later. */
export function VerifyBanner({ onVerify }: { onVerify: () => void }): ReactNode {
  const { verification } = useMe();
  const remainingMs = useRemindAt(({ remindAt }) => remindAt) - serverNow();
  // more than a day is left if the clock ran ahead when the time was stored
  const isSnoozed = remainingMs > 0 && remainingMs <= REMIND_LATER_MS;
  if (verification.verified || isSnoozed) return null;
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
