import { t } from '@lingui/core/macro';
import { Paperclip, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { newId } from '../lib/api.js';
import { smaller } from '../lib/photos.js';
import { CommandDialog, FormField } from '../shared/command-dialog.js';
import { PhotoInput } from '../shared/photo-input.js';
import { useCommandForm } from '../shared/use-command-form.js';
import type { ChosenFile } from '../shared/use-photos.js';
import { Button, IconButton } from '../ui/button.js';
import { FieldSet } from '../ui/field.js';
import { DateField, MoneyField, TextArea } from '../ui/input.js';
import type { DialogState } from '../ui/lazy-mount.js';

type QuoteDialogProps = DialogState & { lead: Pick<LeadDetail, 'leadId' | 'name'> };

/** An uploaded quotation: the amount, until when it is good, and the paper as PDF or picture. */
export default function QuoteDialog({ lead: { leadId, name }, open, onClose }: QuoteDialogProps): ReactNode {
  const form = useCommandForm('UploadQuotation', {
    draft: `quote-${leadId}`,
    makes: 'quotationId',
    about: ({ files: [paper] }) => ({ leadId, fileId: paper?.fileId }),
    values: { amountPaise: '', validUntilOn: '', notes: '', files: [] as readonly ChosenFile[] },
    queued: { recordId: leadId, recordName: name },
    failed: t`Failed to upload quote`,
    onDone: onClose,
  });
  const choose = async (file: File | undefined): Promise<void> =>
    form.set('files', file ? [{ fileId: newId(), blob: await smaller(file), name: file.name, uploaded: false }] : []);
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Upload Quote`}
      description={name}
      disabled={form.watch('amountPaise').trim() === ''}
    >
      <FormField form={form} name="amountPaise" as={MoneyField} enterKeyHint="next" />
      <FormField form={form} name="validUntilOn" label={t`Valid until`} as={DateField} min={form.today} />
      <Paper file={form.watch('files')[0]} onFile={(file) => void choose(file)} error={form.error('files')} />
      <FormField form={form} name="notes" as={TextArea} rows={2} />
    </CommandDialog>
  );
}

interface PaperProps {
  file: ChosenFile | undefined;
  onFile: (file: File | undefined) => void;
  error: string | undefined;
}

function Paper({ file, onFile, error }: PaperProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldSet label={t`PDF or photo`} optional error={error}>
      <div className="row">
        <Button icon={Paperclip} onClick={() => input.current?.click()} className="min-w-0">
          <span className="truncate min-w-0">{file ? file.name : t`Choose file`}</span>
        </Button>
        {file && <IconButton icon={X} label={t`Remove file`} onClick={() => onFile(undefined)} />}
      </div>
      <PhotoInput ref={input} accept="application/pdf,image/*" aria-label={t`PDF or photo`} onFiles={(files) => onFile(files?.[0])} />
    </FieldSet>
  );
}
