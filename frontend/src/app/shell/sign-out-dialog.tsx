import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/server/api.js';
import { signOut } from '../../lib/account/session.js';
import { UnsentBanner } from '../../kit/offline/unsent-banner.js';
import { Button } from '../../ui/buttons/button.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { FieldError } from '../../ui/inputs/field.js';
import { toast } from '../../ui/feedback/toast.js';

/** Signs out here or everywhere, and names unsent data. */
export default function SignOutDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}): ReactNode {
  const { mutate, status, variables, error } = useMutation({
    mutationFn: (where: 'here' | 'everywhere') => signOut({ everywhere: where === 'everywhere' }),
    onError: (problem) => {
      if (!open) toast({ tone: 'bad', text: errorMessage(problem, t`Failed to sign out`) });
    },
    // loads a new document, so that nothing of this account stays in memory
    onSuccess: () => location.assign('/'),
  });
  // stays disabled until the new document loads
  const where = status === 'pending' || status === 'success' ? variables : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Sign out?`}
      description={t`This browser is then no longer trusted: signing in again takes a code.`}
      footer={
        <>
          <Button
            kind="primary"
            busy={where === 'here'}
            disabled={where === 'everywhere'}
            onClick={() => mutate('here')}
          >
            {t`Sign out`}
          </Button>
          <Button
            busy={where === 'everywhere'}
            disabled={where === 'here'}
            onClick={() => mutate('everywhere')}
          >
            {t`Sign out everywhere`}
          </Button>
          <Button kind="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <UnsentBanner />
      {error && <FieldError>{errorMessage(error, t`Failed to sign out`)}</FieldError>}
    </Dialog>
  );
}
