import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { HistoryPage } from '../kit/history/history-page.js';
import { BillFacts } from './bill-facts.js';

/** `/bills/{id}/history` */
export default function BillHistoryPage(): ReactNode {
  const { billId = '' } = useParams();
  return (
    <HistoryPage
      kind="bill"
      id={billId}
      back={{ to: `/bills/${billId}`, label: t`Back to bill` }}
      list="/bills"
      screen={(bill) => <BillFacts bill={bill} />}
    />
  );
}
