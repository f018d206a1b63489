import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { NextDayField } from '../kit/forms/next-day-field.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { LeadGone, LeadNews, useLeadNow } from '../kit/leads/lead-now.js';
import { Banner } from '../ui/feedback/banner.js';

type LeadDialogProps = DialogState & { lead: KnownLead };

/** Schedules a follow-up. */
export function ScheduleDialog({ lead, open, onClose }: LeadDialogProps): ReactNode {
  const { leadId, name } = lead;
  const now = useLeadNow(leadId, { open });
  const form = useCommandForm('ScheduleFollowUp', {
    draft: `schedule-${leadId}`,
    newIdField: 'followUpId',
    untypedFields: { leadId },
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
      submitLabel={t`Save`}
      disabled={now.isGone}
    >
      <LeadNews lead={now.lead ?? lead} now={now} open={open} isSending={form.busy} />
      <NextDayField form={form} name="dueOn" label={t`Date`} />
    </CommandDialog>
  );
}

/**
 * Cancels a follow-up with a reason, and perhaps a new date. Says if somebody else has closed the
 * follow-up meanwhile; the typed reason stays.
 */
export function CancelDialog({
  lead: { leadId, name },
  followUpId,
  open,
  onClose,
}: LeadDialogProps & { followUpId: string }): ReactNode {
  const form = useCommandForm('CancelFollowUp', {
    draft: `cancel-${followUpId}`,
    newIdField: 'nextFollowUpId',
    untypedFields: { leadId, followUpId },
    values: { reason: '', nextOn: '' },
    queued: { recordId: leadId, recordName: name },
    failed: t`Failed to cancel visit`,
    onDone: onClose,
  });
  const { lead: currentLead, isGone, isFresh } = useLeadNow(leadId, { open });
  const isClosed =
    isFresh &&
    currentLead !== undefined &&
    currentLead.followUps.every((followUp) => followUp.followUpId !== followUpId);
  // a change by this dialog needs no notice, also while it closes
  const isClosedByOthers = open && !form.busy && (isGone || isClosed);
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Cancel follow-up`}
      description={name}
      cancelLabel={isClosedByOthers ? t`Close` : t`Keep follow-up`}
      disabled={isClosedByOthers}
    >
      {isClosedByOthers && isGone && <LeadGone />}
      {isClosedByOthers && isClosed && (
        <Banner tone="warning" inset>
          {t`This follow-up is not open any more. It was done, moved or cancelled meanwhile.`}
        </Banner>
      )}
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={2} />
      <NextDayField form={form} name="nextOn" label={t`Next follow-up`} />
    </CommandDialog>
  );
}
