import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rejectionReasons } from '#domain/bills/bill.values.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { isForAnotherAdmin } from '#domain/bills/own-bill.js';
import { refusals } from '#domain/kernel/refusal.js';
import { sendOrQueueCommand, useCommand } from '../kit/commands/use-command.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { useTeam } from '../kit/team/team.js';
import { storedReason } from '../kit/texts/reasons.js';
import { useMe } from '../lib/account/session.js';
import { invalidateViews } from '../lib/query-client.js';
import { toast } from '../ui/feedback/toast.js';
import { translated } from '../words/i18n.js';
import { billRecords } from './bill-queries.js';

interface DecisionOptions {
  /** Whether the form is visible; otherwise failures are shown as toasts. */
  open: boolean;
  /** Called after the decision, also if its answer was lost. */
  onDecided: () => void;
}

/** Approval and rejection of the newest version of a bill, which another admin may have decided. */
export function useBillDecision(openedBill: BillItem, { open, onDecided }: DecisionOptions) {
  const { data } = useQuery(billRecords.query(openedBill.billId));
  const bill = data && data.revision > openedBill.revision ? data : openedBill;
  const { billId, revision, status } = bill;
  /** Clears errors; a rejection under way reports its outcome as a toast. */
  const reset = (): void => {
    if (form.busy) form.leave();
    approve.clearError();
    form.clearErrors();
  };
  const closeAfterDecision = (): void => {
    reset();
    onDecided();
  };
  const showCurrentBill = (): void => void invalidateViews(['bill-list']);
  const failed = t`Failed to update bill status`;
  const approve = useCommand('ApproveBill', {
    revision,
    failed,
    open,
    onDone: () => closeAfterDecision(),
    onFailed: (text) => {
      showCurrentBill();
      if (!open) toast({ tone: 'bad', text });
    },
  });
  const form = useCommandForm('RejectBill', {
    draft: `reject-${billId}`,
    untypedFields: ({ reason }) => ({ billId, reason: storedReason(reason, rejectionReasons) }),
    values: { reason: '' },
    send: (data, press) => sendOrQueueCommand('RejectBill', data, { ...press, revision }),
    failed,
    onDone: () => closeAfterDecision(),
    onRefused: showCurrentBill,
  });
  const { account } = useMe();
  const isOwn = bill.submittedBy.id === account.id;
  const team = useTeam({ enabled: isOwn });
  const roles = (team.data?.members ?? []).map(({ memberId, role }) => [memberId, role] as const);
  const findRefusal = () => {
    if (bill.isErased) return refusals['bill-erased'];
    return isForAnotherAdmin(bill.submittedBy.id, account.id, roles)
      ? refusals['own-bill']
      : undefined;
  };
  const refusal = findRefusal();
  const hasApprovalArrived = status === 'Approved' && approve.message !== undefined;
  const hasRejectionArrived =
    status === 'Rejected' &&
    form.message !== undefined &&
    bill.reason === storedReason(form.watch('reason'), rejectionReasons).trim();
  useEffect(() => {
    // the command had arrived, but its answer was lost
    if (bill.decidedBy?.id !== account.id || (!hasApprovalArrived && !hasRejectionArrived)) return;
    if (hasRejectionArrived) form.discard();
    closeAfterDecision();
  });
  const busy = approve.busy || form.busy;
  const message = approve.message ?? form.message;
  const isBlocked = approve.disabled || refusal !== undefined;
  return {
    bill,
    form,
    reset,
    busy,
    /** Reason why nothing can be decided: erased, or the member's own bill. */
    blockedText: refusal && translated(refusal.message),
    needsNetwork: approve.disabled,
    message: refusal ? undefined : message,
    isApproving: approve.busy,
    approve: () => approve.send({ billId }),
    mayApprove: !isBlocked && !busy && status !== 'Approved',
    mayReject: !isBlocked && !approve.busy && form.watch('reason').trim() !== '',
  };
}
