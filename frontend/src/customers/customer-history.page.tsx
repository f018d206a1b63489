import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { HistoryPage } from '../kit/history/history-page.js';
import { CustomerFacts, CustomerWork } from './customer-facts.js';

/** `/customers/{id}/history` */
export default function CustomerHistoryPage(): ReactNode {
  const { customerId = '' } = useParams();
  return (
    <HistoryPage
      kind="customer"
      id={customerId}
      back={{ to: `/customers/${customerId}`, label: t`Back to customer` }}
      list="/customers"
      screen={(customer) => (
        <>
          <CustomerWork customer={customer} />
          <CustomerFacts customer={customer} />
        </>
      )}
    />
  );
}
