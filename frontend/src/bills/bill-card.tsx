import { t } from '@lingui/core/macro';
import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { personName } from '../kit/team/person-name.js';
import { QueuedCard } from '../kit/offline/queued-card.js';
import type { QueuedProps } from '../kit/offline/use-resubmit-dialog.js';
import type { QueuedBillCommand } from '../kit/offline/queued-commands.js';
import { useMe } from '../lib/account/session.js';
import { classes } from '../ui/classes.js';
import { Money, useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { InlineList } from '../ui/layout/surface.js';
import { Link } from '../ui/buttons/link.js';
import { translated } from '../words/i18n.js';
import { BillImage } from './bill-image.js';
import { BillStatusButton, decisionOf } from './bill-status.js';
import { memoized } from '../words/language.js';

/**
 * Bill in a list: amount, type, picture and decision. Submitter and status are left out for members
 * who see only their own bills, because a tab has one status.
 * @param hidesDay whether to leave out the day, because a heading says it
 */
export const BillCard = memoized(function BillCard({
  bill,
  hidesDay = false,
  onDecide,
}: {
  bill: BillItem;
  hidesDay?: boolean;
  onDecide: (bill: BillItem) => void;
}): ReactNode {
  const today = useToday();
  const submittedOn = dayIn(useZone(), new Date(bill.submittedAt));
  const { billId, type, amountPaise, spentOn, note, imageFileId, submittedBy } = bill;
  const decision = decisionOf(bill);
  const { role } = useMe();
  const seesOthers = role !== null && seesEverything(role);
  const isLate = bill.status === 'Pending' && submittedOn !== spentOn;
  return (
    // the link covers the whole card, behind its buttons
    <div className="relative flex min-h-18 items-center gap-3 px-4 py-2">
      <div className="min-w-0 grow">
        <div className="row between items-start gap-3">
          <Link to={`/bills/${billId}`} className="min-w-0 grow after:absolute after:inset-0">
            {seesOthers && (
              <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">
                {personName(submittedBy)}
              </span>
            )}
            {/* the amount goes below the type before either is broken */}
            <span
              className={classes(
                'row between wrap items-baseline gap-x-3 gap-y-0',
                !seesOthers && 't3',
              )}
            >
              <span className="min-w-0 wrap-anywhere">{translated(type)}</span>{' '}
              <Money
                paise={amountPaise}
                className="min-w-0 font-medium wrap-anywhere whitespace-normal"
              />
            </span>
            {/* one line, so that all rows are as high */}
            <span className="meta flex min-w-0 empty:hidden">
              <InlineList
                items={[
                  !hidesDay && <span className="num flex-none">{dayText(spentOn, today)}</span>,
                  note && <span className="truncate text-ink-2">{note}</span>,
                ]}
              />
            </span>
          </Link>
          {seesOthers && (
            <span className="relative z-1">
              <BillStatusButton bill={bill} onPress={onDecide} />
            </span>
          )}
        </div>
        {isLate && <p className="meta">{t`Submitted on ${dayText(submittedOn, today)}`}</p>}
        {decision && <p className="meta mt-1 line-clamp-3 wrap-anywhere">{decision}</p>}
      </div>
      {imageFileId ? (
        <span className="relative z-1">
          <BillImage fileId={imageFileId} ownerName={personName(submittedBy)} />
        </span>
      ) : (
        // as large as a picture, so that all amounts end at one edge
        <span
          className="grid size-14 flex-none place-items-center rounded-control border-[1.5px] border-dashed border-line-strong text-ink-3"
          title={t`No picture`}
        >
          <Icon icon={ImageOff} size="s" />
          <span className="sr-only">{t`No picture`}</span>
        </span>
      )}
    </div>
  );
});

export function QueuedBill({ item, onShow }: QueuedProps<QueuedBillCommand>): ReactNode {
  const today = useToday();
  const { type, amountPaise, spentOn } = item.data;
  return (
    <QueuedCard
      item={item}
      onShow={onShow}
      title={
        <>
          <Money paise={amountPaise} /> {translated(type)}
        </>
      }
    >
      <span className="meta num block">{dayText(spentOn, today)}</span>
    </QueuedCard>
  );
}
