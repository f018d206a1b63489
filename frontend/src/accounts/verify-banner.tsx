import { lazy, useCallback, useState, type ReactNode } from 'react';
import { useMe } from '../lib/session.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { OnDemand } from '../ui/on-demand.js';
import { useReminder } from './reminder.js';

const VerifyDialog = lazy(() => import('./verify-dialog.js'));

/** Asks to verify the number while that can wait. Nothing for whoever has, or wants to be reminded later. */
export function VerifyBanner(): ReactNode {
  const { verification } = useMe();
  const { resting, remindLater } = useReminder();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      {!verification.verified && !resting && (
        <Banner
          tone="warning"
          actions={
            <>
              <Button kind="ghost" onClick={() => setOpen(true)}>
                Verify now
              </Button>
              <Button kind="ghost" onClick={remindLater}>
                Remind Later
              </Button>
            </>
          }
        >
          Verify your WhatsApp number to keep your account.
        </Banner>
      )}
      {/* it outlives the banner: the good news comes when there is nothing left to ask */}
      <OnDemand when={open}>
        <VerifyDialog open={open} onClose={close} />
      </OnDemand>
    </>
  );
}
