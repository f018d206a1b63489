import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { useNavigate } from '../lib/navigate.js';
import { ConfirmCommand } from '../shared/confirm-command.js';
import { queryClient } from '../lib/query-client.js';
import { leadRecords } from '../shared/lead-record.js';
import { toast } from '../ui/toast.js';

/** A lead is named before it goes; it then disappears from every screen and frees its number. */
export default function DeleteLead({ lead: { leadId, name }, open, onClose }: { lead: LeadDetail; open: boolean; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const gone = async (): Promise<void> => {
    await navigate('/leads', { replace: true });
    toast({ text: t`${name} deleted` });
    queryClient.removeQueries({ queryKey: leadRecords.keyOf(leadId) });
  };
  return (
    <ConfirmCommand
      command="DeleteLead"
      data={{ leadId }}
      queued={{ recordId: leadId, recordName: name }}
      open={open}
      onClose={onClose}
      title={t`Delete ${name}?`}
      text={t`This action cannot be undone.`}
      confirm={t`Delete Lead`}
      keep={t`Keep lead`}
      failed={t`Failed to delete lead`}
      onDone={gone}
    />
  );
}
