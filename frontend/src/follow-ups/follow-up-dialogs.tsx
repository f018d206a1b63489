import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { NextDayField } from '../kit/forms/next-day-field.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';

type AboutDialogProps = DialogState & { lead: Pick<LeadDetail, 'leadId' | 'name'> };

/** Schedules a follow-up. */
export function ScheduleDialog({
  lead: { leadId, name },
  open,
  onClose,
}: AboutDialogProps): ReactNode {
  const form = useCommandForm('ScheduleFollowUp', {
    draft: `schedule-${leadId}`,
    newIdField: 'followUpId',
    about: { leadId },
    values: { dueOn: '' },
    queued: { recordId: leadId, recordName: name },
    failed: t`Failed to schedule follow-up`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Next follow-up`}
      description={name}
      act={t`Save`}
    >
      <NextDayField form={form} name="dueOn" label={t`Next follow-up`} />
    </CommandDialog>
  );
}

/** Cancels a follow-up with a reason, and perhaps a new date. */
export function CancelDialog({
  lead: { leadId, name },
  followUpId,
  open,
  onClose,
}: AboutDialogProps & { followUpId: string }): ReactNode {
  const form = useCommandForm('CancelFollowUp', {
    draft: `cancel-${followUpId}`,
    newIdField: 'nextFollowUpId',
    about: { leadId, followUpId },
    values: { reason: '', nextOn: '' },
    queued: { recordId: leadId, recordName: name },
    failed: t`Failed to cancel visit`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Cancel visit`}
      description={name}
      cancelLabel={t`Keep visit`}
    >
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={2} />
      <NextDayField form={form} name="nextOn" label={t`Next follow-up`} />
    </CommandDialog>
  );
}
