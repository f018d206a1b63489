import { useState, type ReactNode } from 'react';
import { errorMessage } from '../lib/api.js';
import { useSignOutGuard } from '../lib/outbox-resubmit.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FieldError } from '../ui/field.js';
import { counted } from '../ui/format.js';

/** Here or everywhere; and what would stay behind unsent. */
export default function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const guard = useSignOutGuard();
  const [where, setWhere] = useState<'here' | 'everywhere'>();
  const [error, setError] = useState<string>();
  const leave = async (everywhere: boolean): Promise<void> => {
    setWhere(everywhere ? 'everywhere' : 'here');
    setError(undefined);
    try {
      await guard.signOut({ everywhere });
      // nothing of this account stays in the memory of the page
      location.assign('/');
    } catch (thrown) {
      setError(errorMessage(thrown, 'Failed to sign out'));
      setWhere(undefined);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!guard.busy}
      title="Sign out?"
      description="This browser is then no longer trusted: signing in again takes a code."
      foot={
        <>
          <Button kind="primary" busy={where === 'here'} disabled={where === 'everywhere'} onClick={() => void leave(false)}>
            Sign Out
          </Button>
          <Button busy={where === 'everywhere'} disabled={where === 'here'} onClick={() => void leave(true)}>
            Sign Out Everywhere
          </Button>
          <Button kind="ghost" disabled={guard.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {guard.waiting > 0 && (
        <Banner tone="warning" inset>
          {counted(guard.waiting, 'item')} {guard.waiting === 1 ? 'is' : 'are'} not sent yet. They stay on this device and go when you sign in here
          again.
        </Banner>
      )}
      {error && <FieldError>{error}</FieldError>}
    </Dialog>
  );
}
