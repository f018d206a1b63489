import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { Page, TopBar } from '../ui/frame.js';
import { SkeletonCards, Loading } from '../ui/states.js';
import { CustomerComing, CustomerNotFound } from './customer-not-found.js';
import { isMissing, useConversion, useCustomer } from './customer-queries.js';

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
  if (customer.isError && (missing || !customer.data)) return <CustomerNotFound error={customer.error} onRetry={() => void customer.refetch()} />;
  return (
    <Loading
      when={!customer.data || (anew && customer.isFetching && !customer.isFetchedAfterMount)}
      label="Loading customer"
      skeleton={
        <>
          <TopBar title="Customer" back={{ to: '/customers', label: 'Back to customers' }} />
          <Page className="pt-2">
            <div className="customer-page">
              <SkeletonCards count={3} />
              <SkeletonCards count={3} />
            </div>
          </Page>
        </>
      }
    >
      {() => customer.data && children(customer.data, { failed: customer.isError, at: customer.dataUpdatedAt })}
    </Loading>
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
