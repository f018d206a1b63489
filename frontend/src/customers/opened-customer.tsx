import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { askedAgain, onViewChange } from '../lib/live-changes.js';
import { isMissing, queryClient } from '../lib/query-client.js';
import { RecordPage } from '../shared/record-page.js';
import { Page, TopBar } from '../ui/frame.js';

const customerKey = (customerId: string) => ['customer', customerId] as const;

/** As it is now, for the screens that show it too. */
export async function refreshCustomer(customerId: string): Promise<CustomerDetail> {
  const customer = await get<CustomerDetail>(`/api/customers/${customerId}`);
  queryClient.setQueryData(customerKey(customerId), customer);
  return customer;
}

/** Whether the lead of this id was converted, so that its customer is on its way. Who may not see the lead is not told. */
function useConversion(customerId: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: ['conversion', customerId],
    queryFn: async ({ signal }) => {
      try {
        return (await get<LeadDetail>(`/api/leads/${customerId}`, {}, { signal })).customerId === customerId;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    meta: { views: ['lead-detail'] },
  });
}

/** Lists, counts and what depends on the day are asked for again; what somebody else has changed is marked. */
export function listenToCustomers(): void {
  for (const view of ['customer-list', 'customer-detail']) onViewChange(view, 'customers', askedAgain);
}

/** For how long whoever has just converted is believed, where the lead itself cannot be asked, in milliseconds. */
const patience = 30_000;
/** How often one that is being made is asked for, where no word of it comes by the socket, in milliseconds. */
const askEvery = 1_000;

interface OpenedProps {
  /** What is there is asked for again first: a form that begins with old values would end in a conflict. */
  anew?: boolean;
  children: (customer: CustomerDetail, stale: { readonly failed: boolean; readonly at: number }) => ReactNode;
}

/** The customer of the address. */
export function OpenedCustomer(props: OpenedProps): ReactNode {
  const { customerId = '' } = useParams();
  return <Opened key={customerId} customerId={customerId} {...props} />;
}

/** A customer, or why there is none: a conversion makes one within moments, which are waited for. */
function Opened({ customerId, anew = false, children }: OpenedProps & { customerId: string }): ReactNode {
  const isTold = useJustConverted();
  const [making, setMaking] = useState(isTold);
  const customer = useQuery({
    queryKey: customerKey(customerId),
    queryFn: ({ signal }) => get<CustomerDetail>(`/api/customers/${customerId}`, {}, { signal }),
    refetchOnMount: anew ? 'always' : true,
    refetchInterval: ({ state }) => (making && isMissing(state.error) ? askEvery : false),
    meta: { views: ['customer-detail', 'people'], kept: true },
  });
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
          {t`Making the customer of this lead`}
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
