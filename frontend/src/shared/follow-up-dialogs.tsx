import { type ReactNode, useState } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { newId, Problem, errorMessage } from '../lib/api.js';
import { sendOrQueue } from '../lib/outbox.js';
import { ActDialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { DateField, TextArea } from '../ui/input.js';
import { toast } from '../ui/toast.js';
import { keptWords } from './labels.js';

interface AboutDialogProps {
  lead: Pick<LeadDetail, 'leadId' | 'name'>;
  open: boolean;
  onClose: () => void;
}

/** A next date with a lead. */
export function ScheduleDialog({ lead, open, onClose }: AboutDialogProps): ReactNode {
  const today = useToday();
  const [dueOn, setDueOn] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const schedule = async (): Promise<void> => {
    if (dueOn === '') return setError('Enter a date');
    if (dueOn < today) return setError('The next visit date cannot be before today.');
    setBusy(true);
    setError(undefined);
    try {
      const { state } = await sendOrQueue(
        'ScheduleFollowUp',
        { leadId: lead.leadId, followUpId: newId(), dueOn },
        { recordId: lead.leadId, title: `Follow-up of ${lead.name}`, id: newId() },
      );
      setDueOn('');
      onClose();
      if (state === 'waiting') toast({ text: keptWords });
    } catch (problem) {
      setError(errorMessage(problem, 'Failed to schedule follow-up'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActDialog open={open} onClose={onClose} title="Next follow-up" description={lead.name} act="Save" onAct={() => void schedule()} busy={busy}>
      <Field label="Next follow-up date" error={error}>
        <DateField value={dueOn} min={today} onChange={(event) => setDueOn(event.target.value)} />
      </Field>
    </ActDialog>
  );
}

/** Calls a follow-up off, with the reason, and perhaps another date instead. */
export function CancelDialog({ lead, followUpId, open, onClose }: AboutDialogProps & { followUpId: string }): ReactNode {
  const today = useToday();
  const [reason, setReason] = useState('');
  const [nextOn, setNextOn] = useState('');
  const [errors, setErrors] = useState<{ reason?: string; nextOn?: string }>({});
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    const wrong = {
      ...(reason.trim() === '' ? { reason: 'Please provide a reason for cancelling' } : {}),
      ...(nextOn !== '' && nextOn < today ? { nextOn: 'The next visit date cannot be before today.' } : {}),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const next = nextOn === '' ? {} : { nextFollowUpId: newId(), nextOn };
      const { state } = await sendOrQueue(
        'CancelFollowUp',
        { leadId: lead.leadId, followUpId, reason: reason.trim(), ...next },
        { recordId: lead.leadId, title: `Visit of ${lead.name}`, id: newId() },
      );
      setReason('');
      setNextOn('');
      onClose();
      if (state === 'waiting') toast({ text: keptWords });
    } catch (problem) {
      const { reason: atReason, nextOn: atNext } = problem instanceof Problem ? problem.fields : {};
      setErrors(atReason || atNext ? { reason: atReason, nextOn: atNext } : { reason: errorMessage(problem, 'Failed to cancel visit') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Cancel visit"
      description={lead.name}
      act="Cancel visit"
      onAct={() => void cancel()}
      keep="Keep visit"
      busy={busy}
    >
      <Field label="Reason" error={errors.reason}>
        <TextArea value={reason} rows={2} maxLength={2_000} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Field label="Next visit date" optional error={errors.nextOn}>
        <DateField value={nextOn} min={today} onChange={(event) => setNextOn(event.target.value)} />
      </Field>
    </ActDialog>
  );
}
