import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { errorMessage, newId } from '../lib/api.js';
import { sendOrQueue } from '../lib/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { leadKeys } from './lead-queries.js';

/** A lead is named before it goes; it then disappears from every screen and frees its number. */
export default function DeleteLead({ lead: { leadId, name }, open, onClose }: { lead: LeadDetail; open: boolean; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendOrQueue('DeleteLead', { leadId }, { recordId: leadId, title: `Lead ${name}`, id: newId() });
      await navigate('/leads', { replace: true });
      toast({ text: `${name} deleted` });
      queryClient.removeQueries({ queryKey: leadKeys.one(leadId) });
    } catch (problem) {
      setError(errorMessage(problem, 'Failed to delete lead'));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${name}?`}
      text="This action cannot be undone."
      confirm="Delete Lead"
      keep="Keep lead"
      busy={busy}
      error={error}
      onConfirm={() => void remove()}
    />
  );
}
