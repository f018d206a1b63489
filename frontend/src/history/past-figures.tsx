import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billStatuses } from '#domain/bills/bill.values.js';
import { leadStatuses } from '#domain/leads/lead.values.js';
import { get } from '../lib/server/api.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { Money } from '../ui/display/figures.js';
import { grouped } from '../ui/display/format.js';
import { EmptyState, QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { DescriptionList } from '../ui/layout/description.js';
import { Card, Row } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import type { AsOf } from './as-of.js';

/** Figures of the dashboard, the leaderboard and the bills at the end of a day. */
export function PastFigures({ asOf }: { asOf: AsOf }): ReactNode {
  const query = useQuery({
    queryKey: ['as-of', 'figures', asOf.asOf, asOf.clock],
    queryFn: async ({ signal }) => {
      const month = asOf.asOf.slice(0, '2026-11'.length);
      const [dashboard, leaderboard, bills] = await Promise.all([
        get('/api/dashboard', asOf, { signal }),
        get('/api/leaderboard', asOf, { signal }),
        get('/api/bill-totals', { ...asOf, month }, { signal }),
      ]);
      return { dashboard, leaderboard, bills };
    },
    staleTime: Infinity,
  });
  return (
    <QueryStates
      query={query}
      failed={t`Failed to load the past`}
      label={t`Loading the past`}
      skeleton={<SkeletonCards count={3} className="grid gap-4 md:grid-cols-3" />}
    >
      {({ dashboard, leaderboard, bills }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          <Card title={t`Dashboard`} bodyClassName="pt-3">
            <DescriptionList
              items={[
                [t`Leads`, grouped(dashboard.leads.total), 'num'],
                ...leadStatuses.map(
                  (status) =>
                    [
                      translated(status),
                      <span className="row gap-3">
                        <span className="num">
                          {grouped(dashboard.leads.byStatus[status] ?? 0)}
                        </span>
                        <StatusBadge status={status} />
                      </span>,
                    ] as const,
                ),
                [t`Completed visits`, grouped(dashboard.visits), 'num'],
                [t`Customers`, grouped(dashboard.customers), 'num'],
                [t`Follow-ups due`, grouped(dashboard.followUpsDue), 'num'],
              ]}
            />
          </Card>
          <Card title={t`Sales Rep Leaderboard`}>
            {leaderboard.items.length === 0 ? (
              <EmptyState level={3} title={t`There was nothing on that day.`} />
            ) : (
              <ol className="rows pb-1" aria-label={t`Sales Rep Leaderboard`}>
                {leaderboard.items.map(({ memberId, rank, name, leads, visits }) => (
                  <Row
                    key={memberId}
                    start={<span className="num w-6 text-ink-3">{rank}</span>}
                    title={name}
                    end={<span className="label num">{t`Leads ${leads}, visits ${visits}`}</span>}
                  />
                ))}
              </ol>
            )}
          </Card>
          <Card title={t`Bills of the month`} bodyClassName="pt-3">
            <DescriptionList
              items={billStatuses.map(
                (status) =>
                  [
                    translated(status),
                    <Money
                      paise={bills.byType.reduce((sum, { paise }) => sum + paise[status], 0)}
                    />,
                  ] as const,
              )}
            />
          </Card>
        </div>
      )}
    </QueryStates>
  );
}
