import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { BillDetail } from '#domain/bills/bill.views.js';
import { EraseDialog } from '../kit/commands/erase-dialog.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';

/** Erases note, reasons and picture of a decided bill. */
export default function EraseBill({
  bill: { billId },
  ...dialog
}: DialogState & { bill: BillDetail }): ReactNode {
  return (
    <EraseDialog
      {...dialog}
      command="EraseBill"
      data={{ billId }}
      title={t`Erase note and picture of this bill?`}
      erasedText={t`Nobody can read the note or a reason or see the picture any more.`}
      keptText={t`Amount, type, days, who submitted it and how it was decided stay for eight years.`}
      confirmLabel={t`Erase note and picture`}
      cancelLabel={t`Keep bill`}
      failed={t`Failed to erase the bill`}
      done={t`Note and picture erased`}
    />
  );
}
