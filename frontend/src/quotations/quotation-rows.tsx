import { msg, plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { QuotationItem } from '#domain/quotations/quotation.views.js';
import { personName } from '../kit/team/person-name.js';
import { QueuedCard } from '../kit/offline/queued-card.js';
import type { QueuedProps } from '../kit/offline/use-resubmit-dialog.js';
import type { QueuedNewQuotation } from '../kit/offline/queued-commands.js';
import { type TableColumn, RowLink } from '../kit/lists/data-table.js';
import { Badge } from '../ui/display/badge.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText, phoneText } from '../ui/display/format.js';
import { Link } from '../ui/buttons/link.js';
import { InlineList } from '../ui/layout/surface.js';
import { memoized } from '../words/language.js';
import { QuotationBadge } from './quotation-status.js';
import { useIsSendQueued } from './queued-sends.js';

/** Address of a quotation; an uploaded one is shown on its lead's page. */
const quotationPath = ({ isBuilt, quotationId, leadId }: QuotationItem): string =>
  isBuilt ? `/quotations/${quotationId}` : `/leads/${leadId}`;

function quotationName({ number, isBuilt }: QuotationItem): string {
  if (!isBuilt) return t`Uploaded`;
  return number ?? t`Not sent yet`;
}

const Day = ({ on }: { on: string }): ReactNode => (
  <span className="num">{dayText(on, useToday())}</span>
);

const ValidUntil = ({ validUntilOn }: QuotationItem): ReactNode =>
  validUntilOn === undefined ? t`No end` : <Day on={validUntilOn} />;

const Status = ({ status, hasDraft, version }: QuotationItem): ReactNode => (
  <span className="row wrap gap-1.5">
    <QuotationBadge status={status} />
    {hasDraft && version > 0 && <Badge>{t`Changes not sent`}</Badge>}
  </span>
);

/** Columns on a wide screen. */
export const quotationColumns: readonly TableColumn<QuotationItem>[] = [
  {
    title: msg`Customer`,
    cell: (quotation) => (
      <RowLink to={quotationPath(quotation)} title={quotation.customerName}>
        <span className="meta num block">{phoneText(quotation.phone)}</span>
      </RowLink>
    ),
  },
  {
    title: msg`Number`,
    className: 'w-40',
    cell: (quotation) => <span className="num">{quotationName(quotation)}</span>,
  },
  { title: msg`Status`, className: 'w-44', cell: (quotation) => <Status {...quotation} /> },
  {
    title: msg`Valid until`,
    className: 'w-32',
    cell: (quotation) => <ValidUntil {...quotation} />,
  },
  {
    title: msg`Made by`,
    className: 'w-36 max-[1200px]:hidden',
    cell: ({ assignedTo }) => personName(assignedTo),
  },
  {
    title: msg`Total`,
    className: 'w-36',
    alignRight: true,
    cell: ({ totalPaise }) => <Money as="plain" paise={totalPaise} className="font-medium" />,
  },
];

/** Card of a quotation on a phone. */
export const QuotationCard = memoized(function QuotationCard({
  quotation,
}: {
  quotation: QuotationItem;
}): ReactNode {
  return (
    <Link to={quotationPath(quotation)} className="block px-4 py-3">
      <span className="row between items-start gap-3">
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{quotation.customerName}</span>
        <Money as="plain" paise={quotation.totalPaise} className="font-medium" />
      </span>
      <span className="meta block">
        <InlineList
          items={[
            <span className="num">{quotationName(quotation)}</span>,
            <Day on={quotation.createdOn} />,
          ]}
        />
      </span>
      <span className="mt-2 block">
        <Status {...quotation} />
      </span>
    </Link>
  );
});

/** Quotation that waits on this device, with what will happen to it. */
export function QueuedQuotation({ item, onShow }: QueuedProps<QueuedNewQuotation>): ReactNode {
  const isToBeSent = useIsSendQueued(item.recordId);
  return (
    <QueuedCard item={item} title={item.recordName} onShow={onShow}>
      <span className="meta block">
        <InlineList
          items={[
            plural(item.data.lines.length, { one: '# line', other: '# lines' }),
            isToBeSent ? t`Is sent with the next number` : t`Draft`,
          ]}
        />
      </span>
    </QueuedCard>
  );
}
