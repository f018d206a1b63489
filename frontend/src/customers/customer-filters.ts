import type { CustomerStage, PaymentStatus } from '#domain/customers/customer.commands.js';
import { paymentStatuses, stages } from './labels.js';

/** What the list of customers is asked for. It stands in the address. */
export interface CustomerFilters {
  readonly stage: CustomerStage | 'All';
  readonly payment: PaymentStatus | 'All';
  readonly q: string;
}

/** Reads an address; whatever is not known there counts as not said. */
export function customerFiltersIn(search: URLSearchParams): CustomerFilters {
  const [stage, payment] = [search.get('stage'), search.get('payment')];
  return {
    stage: stages.find((known) => known === stage) ?? 'All',
    payment: paymentStatuses.find((known) => known === payment) ?? 'All',
    q: search.get('q')?.slice(0, 120) ?? '',
  };
}

/** As parameters, of an address or a query; what is not filtered is left out. */
export const customerParamsOf = ({ stage, payment, q }: CustomerFilters): Record<string, string> => ({
  ...(stage === 'All' ? {} : { stage }),
  ...(payment === 'All' ? {} : { payment }),
  ...(q.trim() === '' ? {} : { q: q.trim() }),
});

/** Beyond the tabs, which are counted. */
export const isNarrowed = ({ payment, q }: CustomerFilters): boolean => payment !== 'All' || q.trim() !== '';
