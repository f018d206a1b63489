import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { type LeadStatus, leadStatuses, lostReasons } from '#domain/leads/lead.values.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { RadioCards } from '../ui/inputs/choice.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { FieldError } from '../ui/inputs/field.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { StatusGlyph } from '../kit/leads/status-badge.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { statusMeanings } from '../kit/leads/lead-names.js';
import { LeadChange, LeadGone, useLeadNow } from '../kit/leads/lead-now.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommand } from '../kit/commands/use-command.js';
import { UsualReasons } from '../kit/forms/usual-reasons.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { storedReason } from '../kit/texts/reasons.js';
import { i18n, translated } from '../words/i18n.js';
import { ConvertDialog } from './convert-dialog.js';

const STATUS_OF_CONVERSION: LeadStatus = 'Converted';

type StatusDialogProps = DialogState & {
  lead: KnownLead & { readonly status: LeadStatus };
  /** Opens with the form of a conversion. */
  converts?: boolean;
  /** Whether the lead was deleted or reassigned: nothing can be sent any more. */
  isGone?: boolean;
  /** Whether the lead is up to date: later changes are announced. */
  isFresh?: boolean;
};

/** Changes the status. Lost asks for a reason, Converted for the project value. */
export default function StatusDialog({
  lead,
  converts = false,
  isGone = false,
  isFresh = true,
  open,
  onClose,
}: StatusDialogProps): ReactNode {
  const [asking, setAsking] = useState<LeadStatus | undefined>(
    converts ? STATUS_OF_CONVERSION : undefined,
  );
  const [wanted, setWanted] = useState(lead.status);
  const isChoosing = open && asking === undefined;
  const close = (): void => {
    setAsking(undefined);
    onClose();
  };
  const queued = { recordId: lead.leadId, recordName: lead.name };
  const { send, busy, message } = useCommand('ChangeLeadStatus', {
    queued,
    failed: t`Failed to update status`,
    open,
    onDone: close,
  });
  const choose = (status: LeadStatus): void => {
    if (status === lead.status) return close();
    if (status === 'Lost' || status === 'Converted') return setAsking(status);
    setWanted(status);
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
        {isGone ? (
          <LeadGone />
        ) : (
          <LeadChange lead={lead} open={isChoosing && isFresh} isSending={busy} />
        )}
        <RadioCards
          label={t`Status`}
          name="lead-status"
          value={busy ? wanted : lead.status}
          onValue={choose}
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
      <LostDialog
        lead={lead}
        isGone={isGone}
        isFresh={isFresh}
        open={open && asking === 'Lost'}
        onClose={close}
      />
      <ConvertDialog
        lead={lead}
        isGone={isGone}
        open={open && asking === 'Converted'}
        onClose={close}
      />
    </>
  );
}

/** Status dialog of a listed lead, with its details as soon as they are fetched. */
export function StatusOfLead({
  lead: listed,
  ...dialog
}: { lead: LeadItem } & DialogState): ReactNode {
  const { lead, error, isGone, isFresh } = useLeadNow(listed.leadId, dialog.open);
  const shown = lead ?? (error === null ? undefined : listed);
  return shown && <StatusDialog lead={shown} isGone={isGone} isFresh={isFresh} {...dialog} />;
}

function LostDialog({
  lead,
  isGone = false,
  isFresh = true,
  open,
  onClose,
}: StatusDialogProps): ReactNode {
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
      disabled={isGone}
    >
      {isGone ? (
        <LeadGone />
      ) : (
        <LeadChange lead={lead} open={open && isFresh} isSending={form.busy} />
      )}
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={3} />
      <UsualReasons
        reasons={lostReasons}
        written={form.watch('reason')}
        onReason={(reason) => form.set('reason', reason)}
      />
    </CommandDialog>
  );
}
