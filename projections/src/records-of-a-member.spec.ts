import { expect, test } from '@jest/globals';
import { planPage } from '#platform/read-side/read-store/query-plan.js';
import type { Filter, Sort } from '#platform/read-side/read-store/read-store.js';
import { billList, BILL_ORDER } from './bills/bill-list.projection.js';
import { activity } from './leads/activity.projection.js';
import { followUps } from './leads/follow-ups.projection.js';
import { leadList, LEAD_ORDERS } from './leads/lead-list.projection.js';
import { alerts } from './notifications/alerts.projection.js';
import { visits } from './visits/visits.projection.js';

// A member may own very few of an organization's records. A page without their index would read all
// records.
test.each<
  readonly [
    string,
    { readonly name: string; readonly indexes: typeof visits.indexes },
    Omit<Filter, 'organizationId'>,
    Sort,
  ]
>([
  ['notes on their leads', activity, { assignedTo: 'asha' }, ['-at']],
  ['visits', visits, { member: 'asha', tab: 'cancelled' }, ['-day', '-at']],
  [
    'visits of some days',
    visits,
    { member: 'asha', tab: 'completed', day: { from: '2026-11-01', to: '2026-11-30' } },
    ['-day', '-at'],
  ],
  ['follow-ups', followUps, { assignedTo: 'asha' }, ['dueOn']],
  ['newest leads', leadList, { assignedTo: 'asha' }, LEAD_ORDERS.created],
  ['bills', billList, { submittedBy: 'asha', status: 'Pending' }, BILL_ORDER],
  ['alerts', alerts, { memberId: 'asha', state: 'unread' }, ['-at']],
])('%s of a member are read from their own index', (_, collection, filter, sort) => {
  const { index } = planPage(collection, {
    filter: { organizationId: 'org', ...filter },
    sort,
    limit: 10,
  });
  const members = Object.entries(filter).flatMap(([field, value]) =>
    value === 'asha' ? field : [],
  );
  expect(index.equal).toEqual(expect.arrayContaining(members));
});
