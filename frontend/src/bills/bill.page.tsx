import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { BillDetail } from '#domain/bills/bill.views.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { useMay } from '../lib/account/session.js';
import { HistoryMenu } from '../kit/history/history-menu.js';
import { OpenedRecord } from '../kit/records/record-page.js';
import { Staleness } from '../kit/records/staleness.js';
import { RecordWarning } from '../kit/records/record-warning.js';
import { lazyPart } from '../ui/loading/code.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { classes } from '../ui/classes.js';
import { money } from '../ui/display/format.js';
import { Screen } from '../ui/layout/frame.js';
import { translated } from '../words/i18n.js';
import { billRecords } from './bill-queries.js';
import { BillFacts } from './bill-facts.js';
import { BillBadge } from './bill-status.js';

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
  const may = useMay();
  const highlighted = useIsHighlighted(bill.billId);
  const { type, amountPaise, submittedBy, status } = bill;
  return (
    <Screen
      back={{ to: '/bills', label: t`Back to bills` }}
      title={`${money(amountPaise)} ${translated(type)}`}
      sub={
        <>
          <span className={classes('flex', highlighted && 'is-highlighted')}>
            <BillBadge status={status} />
          </span>
          <span className="meta truncate min-w-0">{submittedBy.name}</span>
        </>
      }
      actions={
        <>
          {may('ApproveBill') && (
            <DialogButton
              kind="primary"
              dialog={(state) => <BillStatusDialog bill={bill} {...state} />}
            >
              {t`Update Bill Status`}
            </DialogButton>
          )}
          <HistoryMenu record={`/bills/${bill.billId}`} />
        </>
      }
      pageClassName="pt-2"
    >
      <RecordWarning record={bill} />
      <Staleness describe={(age) => t`Showing bill from ${age}`} {...stale} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-4">
        <BillFacts bill={bill} />
      </div>
    </Screen>
  );
}
