import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback/banner.js';
import { Button } from '../../ui/buttons/button.js';
import type { CommandForm } from './use-command-form.js';

/** Draft text that the form does not hold, to copy from until dismissed. */
export function UnreadDraft({
  form: { unread, dismissUnread },
}: {
  form: Pick<CommandForm<never>, 'unread' | 'dismissUnread'>;
}): ReactNode {
  if (!unread) return null;
  return (
    <Banner
      tone="warning"
      inset
      actions={
        <Button kind="ghost" onClick={dismissUnread}>
          {t`Remove`}
        </Button>
      }
    >
      {t`Part of this draft could not be filled in. Copy what you need from it:`}
      <span className="block whitespace-pre-line wrap-anywhere select-text">{unread}</span>
    </Banner>
  );
}
