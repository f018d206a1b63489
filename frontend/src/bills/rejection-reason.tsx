import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { rejectionReasons } from '#domain/bills/bill.values.js';
import { FormField } from '../kit/forms/command-dialog.js';
import type { CommandForm } from '../kit/forms/use-command-form.js';
import { UsualReasons } from '../kit/forms/usual-reasons.js';
import { TextArea } from '../ui/inputs/input.js';

/** Reason of a rejection: usual ones by one press, or own words. */
export function RejectionReason({
  form,
  rows,
}: {
  form: CommandForm<{ reason: string }>;
  rows: number;
}): ReactNode {
  return (
    <>
      <FormField form={form} name="reason" label={t`Rejection reason`} as={TextArea} rows={rows} />
      <UsualReasons
        reasons={rejectionReasons}
        written={form.watch('reason')}
        onReason={(reason) => form.set('reason', reason)}
      />
    </>
  );
}
