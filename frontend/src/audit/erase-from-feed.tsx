import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { EraseDialog } from '../kit/commands/erase-dialog.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';

/** Erases the number to which an item was shared. */
export default function EraseFromFeed({
  event: { recordId: shareId },
  ...dialog
}: DialogState & { event: AuditItem; onDone: () => void }): ReactNode {
  return (
    <EraseDialog
      {...dialog}
      command="EraseShare"
      data={{ shareId }}
      title={t`Erase the number of this share?`}
      erased={t`Nobody can read any more to which number it was shared.`}
      kept={t`Nothing of a share. What was shared, when and by whom stays in the audit.`}
      confirm={t`Erase number`}
      cancelLabel={t`Keep number`}
      failed={t`Failed to erase the number`}
      done={t`Number erased`}
    />
  );
}
