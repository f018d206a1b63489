import { type ReactNode, useState } from 'react';
import type { LeadStatus } from '#domain/leads/lead.commands.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { errorMessage, newId } from '../lib/api.js';
import { sendOrQueue } from '../lib/outbox.js';
import { RadioCards } from '../ui/choice.js';
import { ActDialog, Dialog } from '../ui/dialog.js';
import { Field, FieldError } from '../ui/field.js';
import { StatusGlyph } from '../shared/status-badge.js';
import { TextArea } from '../ui/input.js';
import { statuses, statusWords } from '../shared/labels.js';
import { ConvertDialog } from './convert-dialog.js';

interface StatusDialogProps {
  lead: LeadDetail;
  open: boolean;
  onClose: () => void;
}

/** Any status from any other. Lost asks why first, Converted what it is worth; nothing changes until then. */
export default function StatusDialog({ lead, open, onClose }: StatusDialogProps): ReactNode {
  const [asking, setAsking] = useState<'Lost' | 'Converted'>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<LeadStatus>();
  const close = (): void => {
    setError(undefined);
    setAsking(undefined);
    onClose();
  };
  const choose = async (status: LeadStatus): Promise<void> => {
    if (status === lead.status) return close();
    if (status === 'Lost' || status === 'Converted') return setAsking(status);
    setBusy(status);
    setError(undefined);
    try {
      await sendOrQueue('ChangeLeadStatus', { leadId: lead.leadId, status }, { recordId: lead.leadId, title: `Status of ${lead.name}`, id: newId() });
      close();
    } catch (problem) {
      setError(errorMessage(problem, 'Failed to update status'));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      <Dialog open={open && asking === undefined} onClose={close} title="Change status" description={lead.name} closeButton>
        <RadioCards
          label="Status"
          name="lead-status"
          value={busy ?? lead.status}
          onValue={(status) => void choose(status)}
          options={statuses.map((status) => ({
            value: status,
            label: status,
            meta: statusWords[status].meaning,
            glyph: <StatusGlyph status={status} />,
            disabled: busy !== undefined,
          }))}
        />
        {error && <FieldError>{error}</FieldError>}
      </Dialog>
      <LostDialog lead={lead} open={open && asking === 'Lost'} onClose={close} />
      <ConvertDialog lead={lead} open={open && asking === 'Converted'} onClose={close} />
    </>
  );
}

function LostDialog({ lead, open, onClose }: StatusDialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const lose = async (): Promise<void> => {
    if (reason.trim() === '') return setError('Please provide a reason for marking this lead as lost');
    setBusy(true);
    setError(undefined);
    try {
      await sendOrQueue(
        'MarkLeadLost',
        { leadId: lead.leadId, reason: reason.trim() },
        { recordId: lead.leadId, title: `${lead.name} lost`, id: newId() },
      );
      setReason('');
      onClose();
    } catch (problem) {
      setError(errorMessage(problem, 'Failed to mark lead as lost'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActDialog open={open} onClose={onClose} title="Mark as Lost" description={lead.name} act="Mark as Lost" onAct={() => void lose()} busy={busy}>
      <Field label="Reason" error={error}>
        <TextArea value={reason} rows={3} maxLength={2_000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ActDialog>
  );
}
