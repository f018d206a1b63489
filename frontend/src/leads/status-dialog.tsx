import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { type LeadStatus, leadStatuses, lostReasons } from '#domain/leads/lead.values.js';
import { RadioCards } from '../ui/inputs/choice.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { FieldError } from '../ui/inputs/field.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { StatusGlyph } from '../kit/leads/status-badge.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { statusMeanings } from '../kit/leads/lead-names.js';
import { LeadNews, useLeadNow } from '../kit/leads/lead-now.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommand } from '../kit/commands/use-command.js';
import { UsualReasons } from '../kit/forms/usual-reasons.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { storedReason } from '../kit/texts/reasons.js';
import { i18n, translated } from '../words/i18n.js';
import { ConvertDialog } from './convert-dialog.js';

const STATUS_OF_CONVERSION: LeadStatus = 'Converted';

type StatusDialogProps = DialogState & {
  /** Lead as this device knows it. The dialog fetches it. */
  lead: KnownLead & { readonly status: LeadStatus };
  /** Whether the dialog opens with the form of a conversion. */
  startsWithConversion?: boolean;
};

/** Changes the status. Lost asks for a reason, Converted for the project value. */
export default function StatusDialog({
  lead: knownLead,
  startsWithConversion = false,
  open,
  onClose,
}: StatusDialogProps): ReactNode {
  const now = useLeadNow(knownLead.leadId, { open });
  const { isGone } = now;
  const lead = now.lead ?? knownLead;
  // Lost and Converted have a form of their own
  const [statusWithForm, setStatusWithForm] = useState<LeadStatus | undefined>(
    startsWithConversion ? STATUS_OF_CONVERSION : undefined,
  );
  const [sentStatus, setSentStatus] = useState(lead.status);
  const isChoosing = open && statusWithForm === undefined;
  const close = (): void => {
    setStatusWithForm(undefined);
    onClose();
  };
  const queued = { recordId: lead.leadId, recordName: lead.name };
  const { send, busy, message } = useCommand('ChangeLeadStatus', {
    queued,
    failed: t`Failed to update status`,
    open,
    onDone: close,
  });
  const chooseStatus = (status: LeadStatus): void => {
    if (status === lead.status) return close();
    if (status === 'Lost' || status === 'Converted') return setStatusWithForm(status);
    setSentStatus(status);
    send({ leadId: lead.leadId, status });
  };
  return (
    <>
      <Dialog
        open={isChoosing}
        onClose={close}
        title={t`Change status`}
        description={lead.name}
        closeButton
      >
        <LeadNews lead={lead} now={now} open={isChoosing} isSending={busy} />
        <RadioCards
          label={t`Status`}
          name="lead-status"
          value={busy ? sentStatus : lead.status}
          onValue={chooseStatus}
          options={leadStatuses.map((status) => ({
            value: status,
            label: translated(status),
            meta: i18n._(statusMeanings[status]),
            glyph: <StatusGlyph status={status} />,
            disabled: busy || isGone,
          }))}
        />
        {message && <FieldError>{message}</FieldError>}
      </Dialog>
      <LostDialog lead={lead} now={now} open={open && statusWithForm === 'Lost'} onClose={close} />
      <ConvertDialog
        lead={lead}
        isGone={isGone}
        open={open && statusWithForm === 'Converted'}
        onClose={close}
      />
    </>
  );
}

function LostDialog({
  lead,
  now,
  open,
  onClose,
}: StatusDialogProps & { now: ReturnType<typeof useLeadNow> }): ReactNode {
  const { leadId, name } = lead;
  const form = useCommandForm('MarkLeadLost', {
    draft: `lost-${leadId}`,
    untypedFields: ({ reason }) => ({ leadId, reason: storedReason(reason, lostReasons) }),
    values: { reason: '' },
    queued: { recordId: leadId, recordName: name },
    failed: t`Failed to mark lead as lost`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Mark as Lost`}
      description={name}
      disabled={now.isGone}
    >
      <LeadNews lead={lead} now={now} open={open} isSending={form.busy} />
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={3} />
      <UsualReasons
        reasons={lostReasons}
        written={form.watch('reason')}
        onReason={(reason) => form.set('reason', reason)}
      />
    </CommandDialog>
  );
}
