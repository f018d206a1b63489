import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
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
import { leadQuery } from '../kit/leads/lead-record.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommand } from '../kit/commands/use-command.js';
import { UsualReasons } from '../kit/forms/usual-reasons.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { storedReason } from '../kit/texts/reasons.js';
import { i18n, translated } from '../words/i18n.js';
import { ConvertDialog } from './convert-dialog.js';

const ASKED_FIRST: LeadStatus = 'Converted';

type StatusDialogProps = DialogState & {
  lead: KnownLead & { readonly status: LeadStatus };
  /** Begins with the questions of a conversion. */
  converts?: boolean;
};

/** Changes the status. Lost asks for a reason, Converted for the project value. */
export default function StatusDialog({
  lead,
  converts = false,
  open,
  onClose,
}: StatusDialogProps): ReactNode {
  const [asking, setAsking] = useState<LeadStatus | undefined>(converts ? ASKED_FIRST : undefined);
  const [wanted, setWanted] = useState(lead.status);
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
        open={open && asking === undefined}
        onClose={close}
        title={t`Change status`}
        description={lead.name}
        closeButton
      >
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
            disabled: busy,
          }))}
        />
        {message && <FieldError>{message}</FieldError>}
      </Dialog>
      <LostDialog lead={lead} open={open && asking === 'Lost'} onClose={close} />
      <ConvertDialog lead={lead} open={open && asking === 'Converted'} onClose={close} />
    </>
  );
}

/** Status dialog of a listed lead; fetches its details. */
export function StatusOfLead({
  leadId,
  open,
  onClose,
}: { leadId: string } & DialogState): ReactNode {
  const lead = useQuery({ ...leadQuery(leadId), enabled: open });
  return lead.data && <StatusDialog lead={lead.data} open={open} onClose={onClose} />;
}

function LostDialog({ lead: { leadId, name }, open, onClose }: StatusDialogProps): ReactNode {
  const form = useCommandForm('MarkLeadLost', {
    draft: `lost-${leadId}`,
    about: ({ reason }) => ({ leadId, reason: storedReason(reason, lostReasons) }),
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
    >
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={3} />
      <UsualReasons
        reasons={lostReasons}
        written={form.watch('reason')}
        onReason={(reason) => form.set('reason', reason)}
      />
    </CommandDialog>
  );
}
