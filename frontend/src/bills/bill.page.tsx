import { t } from '@lingui/core/macro';
import { Eraser } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { BillDetail } from '#domain/bills/bill.views.js';
import { personName } from '../kit/team/person-name.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { useMe, usePermissions } from '../lib/account/session.js';
import { HistoryMenu } from '../kit/history/history-menu.js';
import { OpenedRecord } from '../kit/records/record-page.js';
import { Staleness } from '../kit/records/staleness.js';
import { RecordWarning } from '../kit/records/record-warning.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import type { MenuEntry } from '../ui/overlays/menu.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { money } from '../ui/display/format.js';
import { BottomBar } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { translated } from '../words/i18n.js';
import { billRecords } from './bill-queries.js';
import { BillFacts } from './bill-facts.js';
import { BillBadge } from './bill-status.js';
import { correctionOf } from '../kit/bills/corrected-bill.js';

const EraseBill = lazyPart(() => import('./erase-bill.js'));
const BillStatusDialog = lazyPart(() => import('./bill-status-dialog.js'));

/** `/bills/{id}`: a bill and its decisions. */
export default function BillPage(): ReactNode {
  const { billId = '' } = useParams();
  return (
    <OpenedRecord
      records={billRecords}
      id={billId}
      failed={t`Failed to load bill`}
      missing={t`There is no such bill, or it is a colleague's.`}
    >
      {(bill, stale) => <Bill bill={bill} stale={stale} />}
    </OpenedRecord>
  );
}

function Bill({
  bill,
  stale,
}: {
  bill: BillDetail;
  stale: { failed: boolean; at: number };
}): ReactNode {
  const may = usePermissions();
  const highlighted = useIsHighlighted(bill.billId);
  const [isErasing, setErasing] = useState(false);
  const { type, amountPaise, submittedBy, status, isErased = false } = bill;
  const { account } = useMe();
  const isOwnRejected = status === 'Rejected' && !isErased && submittedBy.id === account.id;
  const menuEntries: readonly MenuEntry[] =
    may('EraseBill') && status !== 'Pending' && !isErased
      ? [
          {
            label: t`Erase note and picture`,
            icon: Eraser,
            danger: true,
            onSelect: () => setErasing(true),
          },
        ]
      : [];
  const mayDecide = may('ApproveBill') && !isErased;
  const [isDeciding, setDeciding] = useState(false);
  const renderDecideButton = (
    buttonProps: Pick<ComponentProps<typeof Button>, 'className' | 'size' | 'block'>,
  ) => (
    <Button {...buttonProps} kind="primary" onClick={() => setDeciding(true)}>
      {t`Update Bill Status`}
    </Button>
  );
  const renderNewBillLink = (
    buttonProps: Pick<ComponentProps<typeof ButtonLink>, 'className' | 'size' | 'block'>,
  ) => (
    <ButtonLink
      {...buttonProps}
      kind={mayDecide ? 'plain' : 'primary'}
      to="/bills/new"
      state={correctionOf(bill)}
    >
      {t`Correct and resubmit`}
    </ButtonLink>
  );
  return (
    <Screen
      back={{ to: '/bills', label: t`Back to bills` }}
      title={`${money(amountPaise)} ${translated(type)}`}
      subtitle={
        <>
          <span className={classes('flex', highlighted && 'is-highlighted')}>
            <BillBadge status={status} />
          </span>
          <span className="meta truncate min-w-0">{personName(submittedBy)}</span>
        </>
      }
      actions={
        <>
          {isOwnRejected && renderNewBillLink({ className: 'max-md:hidden' })}
          {mayDecide && renderDecideButton({ className: 'max-md:hidden' })}
          <HistoryMenu record={`/bills/${bill.billId}`} more={menuEntries} />
          <LazyMount when={isErasing}>
            <EraseBill bill={bill} open={isErasing} onClose={() => setErasing(false)} />
          </LazyMount>
          {/* stays open when another admin's decision removes the buttons */}
          <LazyMount when={isDeciding}>
            <BillStatusDialog bill={bill} open={isDeciding} onClose={() => setDeciding(false)} />
          </LazyMount>
        </>
      }
      pageClassName="pt-2"
    >
      <RecordWarning record={bill} />
      <Staleness describe={(age) => t`Showing bill from ${age}`} {...stale} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-4">
        <BillFacts bill={bill} />
      </div>
      {/* on a phone the decision has its own bar, because the amount leaves no room beside it */}
      {(mayDecide || isOwnRejected) && (
        <BottomBar className="-mx-gutter mt-4 flex gap-2 *:flex-1 md:hidden">
          {isOwnRejected && renderNewBillLink({ size: 'lg', block: true })}
          {mayDecide && renderDecideButton({ size: 'lg', block: true })}
        </BottomBar>
      )}
    </Screen>
  );
}
