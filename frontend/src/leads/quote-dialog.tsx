import { Paperclip, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { newId, Problem, errorMessage } from '../lib/api.js';
import { sendOrQueue } from '../lib/outbox.js';
import { smaller } from '../lib/photos.js';
import { PhotoInput } from '../shared/photo-input.js';
import { Button, IconButton } from '../ui/button.js';
import { ActDialog } from '../ui/dialog.js';
import { Field, FieldError } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { parseAmount } from '../ui/format.js';
import { DateField, MoneyField, TextArea } from '../ui/input.js';

interface QuoteDialogProps {
  lead: LeadDetail;
  open: boolean;
  onClose: () => void;
}

type Errors = Partial<Record<'amountPaise' | 'validUntilOn' | 'fileId' | 'notes', string>>;
const nothing = { amount: '', validUntilOn: '', notes: '' };

/** An uploaded quotation: the amount, until when it is good, and the paper as PDF or picture. */
export default function QuoteDialog({ lead, open, onClose }: QuoteDialogProps): ReactNode {
  const today = useToday();
  const [values, setValues] = useState(nothing);
  const [file, setFile] = useState<File>();
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (changes: Partial<typeof nothing>): void => setValues((before) => ({ ...before, ...changes }));

  const send = async (): Promise<void> => {
    const amountPaise = parseAmount(values.amount);
    const wrong: Errors = {
      ...(amountPaise ? {} : { amountPaise: 'Please enter a valid amount' }),
      ...(values.validUntilOn !== '' && values.validUntilOn < today ? { validUntilOn: 'The valid-until date cannot be before today.' } : {}),
    };
    setErrors(wrong);
    setMessage(undefined);
    if (Object.keys(wrong).length > 0 || !amountPaise) return;
    setBusy(true);
    try {
      const paper = file && { fileId: newId(), blob: await smaller(file), name: file.name };
      const data = {
        leadId: lead.leadId,
        quotationId: newId(),
        amountPaise,
        validUntilOn: values.validUntilOn || undefined,
        fileId: paper?.fileId,
        notes: values.notes.trim() || undefined,
      };
      await sendOrQueue('UploadQuotation', data, {
        recordId: lead.leadId,
        title: `Quotation for ${lead.name}`,
        files: paper ? [paper] : [],
        id: newId(),
      });
      setValues(nothing);
      setFile(undefined);
      onClose();
    } catch (problem) {
      const fields = problem instanceof Problem ? { ...problem.fields } : {};
      if (fields['file']) fields['fileId'] = fields['file'];
      setErrors(fields);
      setMessage(Object.keys(fields).length > 0 ? undefined : errorMessage(problem, 'Failed to upload quote'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Upload Quote"
      description={lead.name}
      act="Upload Quote"
      onAct={() => void send()}
      busy={busy}
      disabled={values.amount.trim() === ''}
    >
      <Field label="Amount" error={errors.amountPaise}>
        <MoneyField value={values.amount} onChange={(event) => set({ amount: event.target.value })} enterKeyHint="next" />
      </Field>
      <Field label="Valid until" optional error={errors.validUntilOn}>
        <DateField value={values.validUntilOn} min={today} onChange={(event) => set({ validUntilOn: event.target.value })} />
      </Field>
      <Paper file={file} onFile={setFile} error={errors.fileId} />
      <Field label="Notes" optional error={errors.notes}>
        <TextArea value={values.notes} rows={2} maxLength={2_000} onChange={(event) => set({ notes: event.target.value })} />
      </Field>
      {message && <FieldError>{message}</FieldError>}
    </ActDialog>
  );
}

function Paper({ file, onFile, error }: { file: File | undefined; onFile: (file: File | undefined) => void; error: string | undefined }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="stack gap-1.5">
      <span className="label medium">
        PDF or photo <span className="text-ink-3 font-regular">(optional)</span>
      </span>
      <div className="row">
        <Button icon={Paperclip} onClick={() => input.current?.click()} className="min-w-0">
          <span className="trunc">{file ? file.name : 'Choose file'}</span>
        </Button>
        {file && <IconButton icon={X} label="Remove file" onClick={() => onFile(undefined)} />}
      </div>
      <PhotoInput ref={input} accept="application/pdf,image/*" aria-label="PDF or photo" onFiles={(files) => onFile(files?.[0])} />
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
