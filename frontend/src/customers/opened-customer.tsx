import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { isMissing } from '../lib/query-client.js';
import { RecordPage } from '../shared/record-page.js';
import { Page, TopBar } from '../ui/frame.js';
import { useConversion, useCustomer } from './customer-queries.js';

/** For how long whoever has just converted is believed, where the lead itself cannot be asked, in milliseconds. */
const patience = 30_000;

interface OpenedProps {
  customerId: string;
  /** What is there is asked for again first: a form that begins with old values would end in a conflict. */
  anew?: boolean;
  children: (customer: CustomerDetail, stale: { readonly failed: boolean; readonly at: number }) => ReactNode;
}

/** A customer, or why there is none: a conversion makes one within moments, which are waited for. */
export function OpenedCustomer({ customerId, anew = false, children }: OpenedProps): ReactNode {
  const isTold = useJustConverted();
  const [making, setMaking] = useState(isTold);
  const customer = useCustomer(customerId, { making, anew });
  const missing = isMissing(customer.error);
  const conversion = useConversion(customerId, { enabled: missing });
  const isComing = conversion.data === true || (isTold && conversion.data !== undefined) || conversion.isPending;
  useEffect(() => setMaking(missing && isComing), [missing, isComing]);

  if (missing && isComing) return <CustomerComing />;
  return (
    <RecordPage
      what="customer"
      list="/customers"
      record={customer.data}
      query={customer}
      anew={anew}
      failed={t`Failed to load customer`}
      missing={t`No customer of your organization has this address.`}
    >
      {(record) => children(record, { failed: customer.isError, at: customer.dataUpdatedAt })}
    </RecordPage>
  );
}

/** It was converted a moment ago, and shows as soon as it is there. */
function CustomerComing(): ReactNode {
  return (
    <>
      <TopBar title={t`Customer`} back={{ to: '/customers', label: t`Back to customers` }} />
      <Page>
        <div className="card card-b row gap-3" role="status">
          <span className="spin" aria-hidden="true" />
          <Trans>Making the customer of this lead</Trans>
        </div>
      </Page>
    </>
  );
}

/** Whether the conversion dialog has led here, a moment ago. */
function useJustConverted(): boolean {
  const { state } = useLocation();
  const [told, setTold] = useState((state as { making?: boolean } | null)?.making === true);
  useEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => setTold(false), patience);
    return () => clearTimeout(timer);
  }, [told]);
  return told;
}
