import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import { personName } from '../kit/team/person-name.js';
import { noNetworkText } from '../kit/texts/labels.js';
import { Button } from '../ui/buttons/button.js';
import { money } from '../ui/display/format.js';
import { FormRefusal } from '../ui/inputs/form-errors.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { translated } from '../words/i18n.js';
import { decisionOf } from './bill-status.js';
import { RejectionReason } from './rejection-reason.js';
import { useBillDecision } from './use-bill-decision.js';

interface BillStatusDialogProps extends DialogState {
  /** Bill as it was when the dialog opened. */
  bill: BillItem;
}

/** Approves or rejects a bill. */
export default function BillStatusDialog({
  bill: openedBill,
  open,
  onClose,
}: BillStatusDialogProps): ReactNode {
  const decision = useBillDecision(openedBill, { open, onDecided: onClose });
  const { bill, form, busy, message } = decision;
  const close = (): void => {
    decision.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Update Bill Status`}
      description={
        <>
          {translated(bill.type)}, {money(bill.amountPaise)}, {personName(bill.submittedBy)}
          <span className="block" role="status">
            {decisionOf(bill) ?? t`Pending`}
          </span>
        </>
      }
      closeButton
    >
      <ValidatedForm className="stack gap-4" busy={busy} onSend={() => void form.submit()}>
        {decision.blockedText && <p role="status">{decision.blockedText}</p>}
        <Button
          kind="primary"
          size="lg"
          block
          busy={decision.isApproving}
          disabled={!decision.mayApprove}
          onClick={decision.approve}
        >
          {t`Approve Bill`}
        </Button>
        <RejectionReason form={form} rows={3} />
        <Button
          kind="danger"
          size="lg"
          block
          type="submit"
          busy={form.busy}
          disabled={!decision.mayReject}
        >
          {t`Reject Bill`}
        </Button>
        {decision.needsNetwork && (
          <p className="label text-ink-2" role="status">
            {noNetworkText()}
          </p>
        )}
        {message && <FormRefusal>{message}</FormRefusal>}
      </ValidatedForm>
    </Dialog>
  );
}
