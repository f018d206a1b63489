import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';

/** Marks a quotation as rejected, with the reason. */
export default function RejectDialog({
  quotationId,
  open,
  onClose,
}: DialogState & { quotationId: string }): ReactNode {
  const form = useCommandForm('RejectQuotation', {
    draft: `reject-quotation-${quotationId}`,
    untypedFields: { quotationId },
    values: { reason: '' },
    failed: t`Failed to mark the quotation as rejected`,
    onDone: onClose,
  });
  return (
    <CommandDialog form={form} open={open} onClose={onClose} title={t`Mark as rejected`}>
      <FormField form={form} name="reason" label={t`Reason`} as={TextArea} rows={3} />
    </CommandDialog>
  );
}
