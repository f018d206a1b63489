import type { CustomerList } from '#domain/customers/customer.views.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { ViewQuery, Views } from '#platform/read-side/read-store/views.js';
import { customerList, TO_COLLECT_KEY } from '#projections/customers/customer-list.projection.js';
import { countBetween, LAST_DAY } from '#projections/leads/follow-ups.projection.js';

type Found = Pick<ViewQuery, 'filter' | 'search'>;

/** Unpaid money of the customers that a query finds; default is all of the organization. */
export async function sumToCollect(
  views: Views,
  organizationId: string,
  today: string,
  found?: Found,
): Promise<NonNullable<CustomerList['toCollect']>> {
  const byDay = found
    ? await views.sumEach(customerList, organizationId, found, 'unpaidSince', 'toCollectPaise')
    : (await views.sums(customerList, organizationId, [TO_COLLECT_KEY])).get(TO_COLLECT_KEY);
  return {
    paise: countBetween(byDay ?? {}, '', LAST_DAY),
    overduePaise: countBetween(byDay ?? {}, '', dayAfter(today, -1)),
  };
}
