import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { EraseDialog } from '../kit/commands/erase-dialog.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { findErasable } from './erasable.js';

/** Dialog that erases what an event of the feed holds of a person. */
export default function EraseFromFeed({
  event,
  ...dialog
}: DialogState & { event: AuditItem; onDone: () => void }): ReactNode {
  const erasable = findErasable(event);
  switch (erasable?.command) {
    case 'EraseShare':
      return (
        <EraseDialog
          {...dialog}
          {...erasable}
          title={t`Erase the number of this share?`}
          erasedText={t`Nobody can read any more to which number it was shared.`}
          keptText={t`Nothing of a share. What was shared, when and by whom stays in the audit.`}
          confirmLabel={t`Erase number`}
          cancelLabel={t`Keep number`}
          failed={t`Failed to erase the number`}
          done={t`Number erased`}
        />
      );
    case 'EraseInvitation':
      return (
        <EraseDialog
          {...dialog}
          {...erasable}
          title={t`Erase this invitation?`}
          erasedText={t`Nobody can read any more who was invited. An open invitation is cancelled.`}
          keptText={t`Nothing of an invitation. When it was sent, by whom and for which role stays in the audit.`}
          confirmLabel={t`Erase invitation`}
          cancelLabel={t`Keep invitation`}
          failed={t`Failed to erase the invitation`}
          done={t`Invitation erased`}
        />
      );
    case 'EraseMember':
      return (
        <EraseDialog
          {...dialog}
          {...erasable}
          title={t`Erase this former member?`}
          erasedText={t`The account ends. Nobody can read the name or number of this person any more.`}
          keptText={t`Bills, payments, decided requests and what this person recorded stay for eight years, by “a former member”.`}
          confirmLabel={t`Erase member`}
          cancelLabel={t`Keep member`}
          failed={t`Failed to erase the member`}
          done={t`Member erased`}
        />
      );
    default:
      return null;
  }
}
