import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { BillStatus } from '#domain/bills/bill.values.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { personName } from '../kit/team/person-name.js';
import { usePermissions } from '../lib/account/session.js';
import { Badge } from '../ui/display/badge.js';
import { markColor, type Tone } from '../ui/tone.js';
import { rejectionText } from '../kit/texts/reasons.js';
import { translated } from '../words/i18n.js';

const tones: Readonly<Record<BillStatus, Tone>> = {
  Pending: 'bill-pending',
  Approved: 'bill-approved',
  Rejected: 'bill-rejected',
};

/** Colours in charts: strong for approved bills, pale for rejected ones. */
const colors: Readonly<Record<BillStatus, string>> = {
  Pending: markColor('bill-pending'),
  Approved: 'var(--color-chart-1)',
  Rejected: 'var(--color-chart-2)',
};
export const billColor = (status: BillStatus): string => colors[status];

export const BillBadge = ({ status }: { status: BillStatus }): ReactNode => (
  <Badge tone={tones[status]}>{translated(status)}</Badge>
);

/** Status of a bill; a button for members who may decide. */
export function BillStatusButton({
  bill,
  onPress,
}: {
  bill: BillItem;
  onPress: (bill: BillItem) => void;
}): ReactNode {
  const { status, submittedBy, isErased = false } = bill;
  const may = usePermissions();
  if (!may('ApproveBill') || isErased) return <BillBadge status={status} />;
  return (
    <button
      type="button"
      // thumb height, without moving the badge
      className="-mx-2 -my-[0.6875rem] min-h-11 flex-none rounded-card px-2 hover:bg-hover"
      aria-label={t`${translated(status)}: update status of the bill of ${personName(submittedBy)}`}
      onClick={() => onPress(bill)}
    >
      <BillBadge status={status} />
    </button>
  );
}

/** "Approved by Meera Shah" or "Rejected: no bill number". */
export function decisionOf({
  status,
  decidedBy,
  reason,
}: Pick<BillItem, 'status' | 'decidedBy' | 'reason'>): string | undefined {
  if (status === 'Approved') return t`Approved by ${decidedBy?.name ?? ''}`;
  return status === 'Rejected' ? t`Rejected: ${rejectionText(reason ?? '')}` : undefined;
}
