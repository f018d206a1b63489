import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { errorMessage } from '../lib/api.js';
import { signOut } from '../lib/session.js';
import { UnsentBanner } from '../shared/unsent-banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FieldError } from '../ui/field.js';

/** Here or everywhere; and what would stay behind unsent. */
export default function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const [where, setWhere] = useState<'here' | 'everywhere'>();
  const [error, setError] = useState<string>();
  const leave = async (everywhere: boolean): Promise<void> => {
    setWhere(everywhere ? 'everywhere' : 'here');
    setError(undefined);
    try {
      await signOut({ everywhere });
      // nothing of this account stays in the memory of the page
      location.assign('/');
    } catch (thrown) {
      setError(errorMessage(thrown, t`Failed to sign out`));
      setWhere(undefined);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={where === undefined}
      title={t`Sign out?`}
      description={t`This browser is then no longer trusted: signing in again takes a code.`}
      foot={
        <>
          <Button kind="primary" busy={where === 'here'} disabled={where === 'everywhere'} onClick={() => void leave(false)}>
            {t`Sign out`}
          </Button>
          <Button busy={where === 'everywhere'} disabled={where === 'here'} onClick={() => void leave(true)}>
            {t`Sign out everywhere`}
          </Button>
          <Button kind="ghost" disabled={where !== undefined} onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <UnsentBanner />
      {error && <FieldError>{error}</FieldError>}
    </Dialog>
  );
}
