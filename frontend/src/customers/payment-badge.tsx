import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { PaymentStatus } from '#domain/customers/customer.values.js';
import { paiseToCollect } from '#domain/customers/to-collect.js';
import { Badge } from '../ui/display/badge.js';
import { classes } from '../ui/classes.js';
import { Money } from '../ui/display/figures.js';
import type { Tone } from '../ui/tone.js';
import { translated } from '../words/i18n.js';

const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  Paid: 'pay-paid',
  Partial: 'pay-partial',
  Pending: 'pay-pending',
  Overdue: 'pay-overdue',
};

/** Payment status of a customer with a label, because a stage can also read "Paid". */
export const LabelledPaymentBadge = ({
  paymentStatus,
}: Pick<CustomerItem, 'paymentStatus'>): ReactNode => (
  <span className="row flex-none gap-1.5">
    <span className="meta">{t`Payment:`}</span>
    <PaymentBadge status={paymentStatus} />
  </span>
);

export const PaymentBadge = ({ status }: { status: PaymentStatus }): ReactNode => (
  <Badge tone={paymentTones[status]}>{translated(status)}</Badge>
);

type PaidAmounts = Pick<CustomerItem, 'paidPaise' | 'projectValuePaise'>;

/** Bar of the paid share, hidden from screen readers, which read the figures. */
export function PaidBar({
  paidPaise,
  projectValuePaise,
  className = 'h-1',
}: PaidAmounts & { className?: string }): ReactNode {
  const percent =
    projectValuePaise === 0 ? 0 : Math.min(100, (paidPaise / projectValuePaise) * 100);
  return (
    <span
      className={classes('block overflow-hidden rounded-[1rem] bg-press', className)}
      aria-hidden="true"
    >
      <span
        // green says paid, so a part of it is neutral
        className={classes(
          'block h-full rounded-[inherit]',
          percent === 100 ? 'bg-success-mark' : 'bg-chart-2',
        )}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}

export const PaidOfTotal = ({ paidPaise, projectValuePaise }: PaidAmounts): ReactNode => (
  <Trans>
    <Money as="plain" paise={paidPaise} className="font-medium" /> of{' '}
    <Money as="plain" paise={projectValuePaise} />
  </Trans>
);

/** Amount that the customer still has to pay. */
export function AmountToCollect(
  customer: PaidAmounts & Pick<CustomerItem, 'paymentStatus'>,
): ReactNode {
  const paise = paiseToCollect(customer);
  return (
    paise > 0 && (
      <span className="label">
        <Trans>
          <Money as="plain" paise={paise} className="font-medium" /> to collect
        </Trans>
      </span>
    )
  );
}
