import { t } from '@lingui/core/macro';
import { Paperclip, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { answersRequests } from '#domain/kernel/policy.js';
import { newId } from '../../lib/server/api.js';
import { shrinkPhoto } from '../../lib/photos/photos.js';
import { useMe } from '../../lib/account/session.js';
import { CommandDialog, FormField } from '../../kit/forms/command-dialog.js';
import { textFieldValues } from '../../kit/forms/command-input.js';
import { PhotoInput } from '../../kit/capture/photo-input.js';
import type { QueuedQuotationCommand } from '../../kit/offline/queued-commands.js';
import { resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { useResubmit } from '../../kit/offline/resubmitted.js';
import { useCommand } from '../../kit/commands/use-command.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { LeadNews, useLeadNow } from '../../kit/leads/lead-now.js';
import type { ChosenFile } from '../../kit/capture/use-photos.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { FieldError, FieldSet } from '../../ui/inputs/field.js';
import { amountText } from '../../ui/display/format.js';
import { DateField } from '../../ui/dates/date-field.js';
import { MoneyField, TextArea } from '../../ui/inputs/input.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';

type QuoteDialogProps = DialogState & {
  lead: KnownLead;
  /** Refused quotation, with which the form opens. */
  refused?: QueuedQuotationCommand | undefined;
};

/** Uploads a quotation: amount, expiry, and a PDF or photo. */
export default function QuoteDialog({ lead, refused, open, onClose }: QuoteDialogProps): ReactNode {
  const { leadId, name } = lead;
  const now = useLeadNow(leadId, { open });
  const form = useCommandForm('UploadQuotation', {
    draft: refused ? resubmitDraftName(refused) : `quote-${leadId}`,
    maxFiles: 1,
    newIdField: 'quotationId',
    knownId: refused?.data.quotationId,
    untypedFields: ({ files: [file], fileId }) => ({
      leadId,
      fileId: (file?.fileId ?? fileId) || undefined,
    }),
    values: {
      amountPaise: refused ? amountText(refused.data.amountPaise) : '',
      ...textFieldValues(refused?.data, 'validUntilOn', 'notes', 'fileId'),
      files: [] as readonly ChosenFile[],
    },
    queued: { recordId: leadId, recordName: name },
    send: useResubmit(refused),
    refusal: refused?.problem,
    failed: t`Failed to upload quote`,
    onDone: onClose,
  });
  const { role } = useMe();
  const input = useRef<HTMLInputElement>(null);
  const [file] = form.watch('files');
  // file of the refused quotation, until removed or replaced
  const refusedFile =
    form.watch('fileId') === ''
      ? undefined
      : refused?.files.find(({ fileId }) => fileId === form.get('fileId'));
  const shownFile = file ?? refusedFile;
  const generation = useRef(form.generation);
  generation.current = form.generation;
  const chooseFile = async (chosen: File | undefined): Promise<void> => {
    const generationAtStart = generation.current;
    const files = chosen
      ? [{ fileId: newId(), blob: await shrinkPhoto(chosen), name: chosen.name, uploaded: false }]
      : [];
    // the draft was discarded meanwhile
    if (generation.current !== generationAtStart) return;
    form.set('fileId', '');
    form.set('files', files);
  };
  const closeWithoutNotes = (): void => {
    // the text for the admins must not become a note of the quotation
    form.set('notes', '');
    onClose();
  };
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Upload Quote`}
      description={name}
      disabled={now.isGone || form.watch('amountPaise').trim() === ''}
    >
      <LeadNews lead={now.lead ?? lead} now={now} open={open} isSending={form.busy} />
      <FormField form={form} name="amountPaise" as={MoneyField} enterKeyHint="next" />
      <FormField
        form={form}
        name="validUntilOn"
        label={t`Valid until`}
        as={DateField}
        min={form.today}
      />
      <FieldSet label={t`PDF or photo`} optional error={form.error('files')}>
        <div className="row">
          <Button icon={Paperclip} onClick={() => input.current?.click()} className="min-w-0">
            <span className="truncate min-w-0">{shownFile ? shownFile.name : t`Choose file`}</span>
          </Button>
          {shownFile && (
            <IconButton
              icon={X}
              label={t`Remove file`}
              onClick={() => void chooseFile(undefined)}
            />
          )}
        </div>
        <PhotoInput
          ref={input}
          accept="application/pdf,image/*"
          aria-label={t`PDF or photo`}
          onFiles={(files) => form.hold(chooseFile(files?.[0]))}
        />
      </FieldSet>
      <FormField form={form} name="notes" as={TextArea} rows={2} />
      {role && !answersRequests(role) && !now.isGone && (
        <AskAdmins
          leadId={leadId}
          note={form.watch('notes').trim()}
          open={open}
          onAsked={closeWithoutNotes}
        />
      )}
    </CommandDialog>
  );
}

/** Asks admins for a quotation, for members who may not upload one. */
function AskAdmins({
  leadId,
  note,
  open,
  onAsked,
}: {
  leadId: string;
  note: string;
  open: boolean;
  onAsked: () => void;
}): ReactNode {
  const { send, busy, disabled, message } = useCommand('RequestQuotation', {
    failed: t`Failed to request the quote`,
    done: t`Your admins were asked for a quote`,
    open,
    onDone: onAsked,
  });
  return (
    <>
      <Button
        kind="ghost"
        className="-ml-3 self-start px-3"
        busy={busy}
        disabled={disabled}
        onClick={() => send({ leadId, ...(note && { note }) })}
      >
        {t`Request Quote from Admin`}
      </Button>
      {message && <FieldError>{message}</FieldError>}
    </>
  );
}
