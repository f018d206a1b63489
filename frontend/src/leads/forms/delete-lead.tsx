import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { queryClient } from '../../lib/query-client.js';
import { ConfirmCommand } from '../../kit/commands/confirm-command.js';
import { EraseDialog } from '../../kit/commands/erase-dialog.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { toast } from '../../ui/feedback/toast.js';

type LeadDialogProps = DialogState & { lead: LeadDetail };

/** Navigates away from a deleted lead. */
function useLeaveDeletedLead(
  message: string,
  onGone?: () => void,
): (isLeft: boolean) => Promise<void> {
  const navigate = useNavigate();
  return async (isLeft) => {
    if (!isLeft) await navigate('/leads', { replace: true });
    toast({ text: message });
    onGone?.();
  };
}

/** Confirms deleting a lead by name; it disappears everywhere and frees its number. */
export default function DeleteLead({
  lead: { leadId, name },
  ...dialog
}: LeadDialogProps): ReactNode {
  return (
    <ConfirmCommand
      {...dialog}
      command="DeleteLead"
      data={{ leadId }}
      queued={{ recordId: leadId, recordName: name }}
      title={t`Delete ${name}?`}
      text={t`This action cannot be undone.`}
      confirmLabel={t`Delete Lead`}
      cancelLabel={t`Keep lead`}
      failed={t`Failed to delete lead`}
      onDone={useLeaveDeletedLead(t`${name} deleted`)}
    />
  );
}

/** Erases the personal data of a lead and its customer: the server destroys the key. */
export function ErasePersonalData({
  lead: { leadId, name },
  ...dialog
}: LeadDialogProps): ReactNode {
  return (
    <EraseDialog
      {...dialog}
      command="ErasePersonalData"
      data={{ leadId }}
      title={t`Erase the personal data of ${name}?`}
      erasedText={t`Nobody can read a name, phone number or note of this lead or its customer anywhere any more.`}
      keptText={t`Amounts and days of payments, invoices and accepted quotations stay for eight years, without a name.`}
      confirmLabel={t`Erase personal data`}
      cancelLabel={t`Keep lead`}
      failed={t`Failed to erase personal data`}
      onDone={useLeaveDeletedLead(t`Personal data erased`, () =>
        queryClient.removeQueries({ queryKey: ['customer', leadId] }),
      )}
    />
  );
}
