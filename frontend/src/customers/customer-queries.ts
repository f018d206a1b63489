import { useQuery } from '@tanstack/react-query';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { type Change, onViewChange } from '../lib/live-changes.js';
import { isOwnChange } from '../lib/own-changes.js';
import { isMissing, queryClient } from '../lib/query-client.js';

const customerKey = (customerId: string) => ['customer', customerId] as const;

/** How often one that is being made is asked for, where no word of it comes by the socket, in milliseconds. */
const askEvery = 1_000;

/** `making`: it follows from a conversion within moments, so that its absence is no answer yet. */
export function useCustomer(customerId: string, { making = false, anew = false } = {}) {
  return useQuery({
    queryKey: customerKey(customerId),
    queryFn: ({ signal }) => get<CustomerDetail>(`/api/customers/${customerId}`, {}, { signal }),
    refetchOnMount: anew ? 'always' : true,
    refetchInterval: ({ state }) => (making && isMissing(state.error) ? askEvery : false),
    meta: { views: ['customer-detail', 'people'], kept: true },
  });
}

/** As it is now, for the screens that show it too. */
export async function refreshCustomer(customerId: string): Promise<CustomerDetail> {
  const customer = await get<CustomerDetail>(`/api/customers/${customerId}`);
  queryClient.setQueryData(customerKey(customerId), customer);
  return customer;
}

/** Whether the lead of this id was converted, so that its customer is on its way. Who may not see the lead is not told. */
export function useConversion(customerId: string, { enabled }: { enabled: boolean }) {
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

const marks = ({ id, revision }: Change): readonly string[] => (isOwnChange(id, revision) ? [] : [id]);

/** Lists, counts and what depends on the day are asked for again; what somebody else has changed is marked. */
export function listenToCustomers(): void {
  onViewChange('customer-list', 'customers', { apply: () => false, marks });
  onViewChange('customer-detail', 'customers', { apply: () => false, marks });
}
