import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import { isForAnotherAdmin } from '#domain/bills/own-bill.js';
import { refusals } from '#domain/kernel/refusal.js';
import { personName } from '../kit/team/person-name.js';
import { invalidateViews } from '../lib/query-client.js';
import { useMe } from '../lib/account/session.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { noNetworkText } from '../kit/texts/labels.js';
import { useTeam } from '../kit/team/team.js';
import { deliver, useCommand } from '../kit/commands/use-command.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { Button } from '../ui/buttons/button.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { FormRefusal } from '../ui/inputs/form-errors.js';
import { money } from '../ui/display/format.js';
import { TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { toast } from '../ui/feedback/toast.js';
import { SentForm } from '../ui/inputs/sent-form.js';
import { translated } from '../words/i18n.js';
import { billRecords } from './bill-queries.js';
import { decisionOf } from './bill-status.js';

interface BillStatusDialogProps extends DialogState {
  /** Bill as it was when the dialog opened. */
  bill: BillItem;
}

/** Approves or rejects a bill. A decision that another admin has made since is shown first. */
export default function BillStatusDialog({
  bill: opened,
  open,
  onClose,
}: BillStatusDialogProps): ReactNode {
  const { data } = useQuery(billRecords.query(opened.billId));
  const bill = data && data.revision > opened.revision ? data : opened;
  const { billId, revision, status } = bill;
  const close = (): void => {
    if (form.busy) form.leave();
    approve.forget();
    form.forget();
    onClose();
  };
  const tellAgain = (text: string): void => {
    askAgain();
    if (!open) toast({ tone: 'bad', text });
  };
  const askAgain = (): void => void invalidateViews(['bill-list']);
  const failed = t`Failed to update bill status`;
  const approve = useCommand('ApproveBill', {
    revision,
    failed,
    open,
    onDone: () => close(),
    onFailed: (text) => tellAgain(text),
  });
  const form = useCommandForm('RejectBill', {
    draft: `reject-${billId}`,
    about: { billId },
    values: { reason: '' },
    send: (data, press) => deliver('RejectBill', data, { ...press, revision }),
    failed,
    onDone: () => close(),
    onRefused: askAgain,
  });
  const { account } = useMe();
  const isOwn = bill.submittedBy.id === account.id;
  const team = useTeam({ enabled: isOwn });
  const roles = (team.data?.members ?? []).map(({ memberId, role }) => [memberId, role] as const);
  const isOthers = isForAnotherAdmin(bill.submittedBy.id, account.id, roles);
  const busy = approve.busy || form.busy;
  const message = approve.message ?? form.message;
  const isApproved = status === 'Approved' && approve.message !== undefined;
  const isRejected =
    status === 'Rejected' &&
    form.message !== undefined &&
    bill.reason === form.watch('reason').trim();
  useEffect(() => {
    // the command had arrived, but its answer was lost
    if (bill.decidedBy?.id !== account.id || (!isApproved && !isRejected)) return;
    if (isRejected) form.discard();
    close();
  });
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
      <SentForm className="stack gap-4" busy={busy} onSend={() => void form.submit()}>
        {isOthers && <p role="status">{translated(refusals['own-bill'].words)}</p>}
        <Button
          kind="primary"
          size="lg"
          block
          busy={approve.busy}
          disabled={approve.disabled || busy || isOthers || status === 'Approved'}
          onClick={() => approve.send({ billId })}
        >
          {t`Approve Bill`}
        </Button>
        <FormField form={form} name="reason" label={t`Rejection reason`} as={TextArea} rows={3} />
        <Button
          kind="danger"
          size="lg"
          block
          type="submit"
          busy={form.busy}
          disabled={
            approve.disabled || approve.busy || isOthers || form.watch('reason').trim() === ''
          }
        >
          {t`Reject Bill`}
        </Button>
        {approve.disabled && (
          <p className="label text-ink-2" role="status">
            {noNetworkText()}
          </p>
        )}
        {message && <FormRefusal>{message}</FormRefusal>}
      </SentForm>
    </Dialog>
  );
}
