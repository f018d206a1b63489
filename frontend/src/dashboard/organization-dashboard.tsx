import { plural, t } from '@lingui/core/macro';
import { type Query, useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leadStatuses, openStatuses } from '#domain/leads/lead.values.js';
import { countsEverything, seesEverything } from '#domain/kernel/policy.js';
import type { Dashboard, LeadItem } from '#domain/leads/lead.views.js';
import { useIsPhone } from '../browser/media.js';
import { useHighlightedIds } from '../lib/live/live.js';
import { usePermissions, useMe } from '../lib/account/session.js';
import { AsOfLink } from '../kit/history/as-of-link.js';
import { PlaceLine } from '../kit/leads/contact-actions.js';
import '../leads/lead-live.js';
import { lazyCharts } from '../kit/charts/lazy-charts.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { useIsPast } from '../kit/records/past-day.js';
import { Staleness } from '../kit/records/staleness.js';
import { StatusBadge, StatusGlyph } from '../kit/leads/status-badge.js';
import { statusLooks } from '../kit/texts/labels.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { Figure, FigureSkeletons, smallFigureGridClass } from '../ui/display/figure-card.js';
import { Time, useToday } from '../ui/display/figures.js';
import { grouped, percent, weekdayText } from '../ui/display/format.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { Screen } from '../ui/layout/frame.js';
import { Link } from '../ui/buttons/link.js';
import { toneStyle } from '../ui/tone.js';
import { AnimatedList } from '../ui/layout/animated-list.js';
import { SkeletonCards, EmptyState, QueryStates } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import { useDashboard, useLeaderboard } from './dashboard-query.js';
import {
  allLeadsPath,
  allVisitsPath,
  customersOfWeekPath,
  dueFollowUpsPath,
  leadsInStatusPath,
  leadsOfWeekPath,
  visitsOfWeekPath,
} from '../kit/leads/figure-links.js';
import { LazyInView } from './lazy-in-view.js';
import { LeaderboardCard } from './leaderboard.js';
import { MoneyFigures } from './money.js';
import { NeedsHelp } from './needs-help.js';
import { RecentActivity } from './recent-activity.js';
import { Today } from './today.js';

const isFirstFetch = ({ state }: Query): boolean =>
  state.data === undefined && state.errorUpdateCount === 0;

/** Number of leads from which an organization is no longer new. */
const FEW_LEADS = 10;

const SetUp = lazyPart(() => import('./set-up.js'));
const FirstPage = lazyPart(() => import('./first-page.js'));
const SampleBanner = lazyPart(() => import('../kit/leads/sample-data.js'));
const Charts = lazyCharts(() => import('./charts/charts.js'));

/** Whether an organization has nothing to count yet. */
const isEmptyDashboard = ({ leads, visits, customers }: Dashboard): boolean =>
  leads.total + visits + customers === 0;

const countOpenLeads = ({ leads: { byStatus } }: Dashboard): number =>
  openStatuses.reduce((sum, status) => sum + byStatus[status], 0);

/** Dashboard of an organization: tasks, figures, newest leads and notes. */
export function OrganizationDashboard(): ReactNode {
  const today = useToday();
  // The leaderboard is fetched first, and shown together with the rest so that nothing moves. Its
  // failure is shown by its own card.
  const leaderboard = useLeaderboard();
  // a stored leaderboard counts as unfetched until the server has answered
  const hasLeaderboard = leaderboard.isFetched || leaderboard.data !== undefined;
  const dashboard = useDashboard();
  const seesNeedsHelp = usePermissions()('GET /api/needs-help');
  const isPast = useIsPast();
  const leads = dashboard.data?.leads.total;
  // other roles see only their own count, which can be 0 in an old team too
  const isEmpty =
    seesNeedsHelp && dashboard.data !== undefined && isEmptyDashboard(dashboard.data) && !isPast;
  const { role } = useMe();
  const samples = dashboard.data?.samples ?? 0;
  const isNew = leads !== undefined && leads < FEW_LEADS + samples;
  // content above the figures appears together with them, so that it does not push them down
  const isContentAboveLoading =
    useIsFetching({
      queryKey: [seesNeedsHelp ? 'needs-help' : 'follow-ups'],
      predicate: isFirstFetch,
    }) > 0;
  const isWaiting = !hasLeaderboard || (isContentAboveLoading && !isPast);
  return (
    <Screen
      title={t`Dashboard`}
      actions={
        <>
          {/* names the year, because no day is given as today */}
          <span className="meta px-2 max-md:hidden">{weekdayText(today, '')}</span>
          {/* an organization without records has no past */}
          {dashboard.data !== undefined && !isEmpty && <AsOfLink />}
        </>
      }
    >
      {seesNeedsHelp && !isNew && <MoneyFigures />}
      <HideOnPastDays>
        {/* loads together with the figures, on which `isNew` depends */}
        <LazyMount
          when={seesNeedsHelp && (isNew || dashboard.isPending)}
          placeholder={isNew && <SetUpSpace />}
        >
          {isNew && <SetUp hasLead={leads > samples} />}
        </LazyMount>
        {role === 'admin' && samples > 0 && (
          <LazyMount when>
            <SampleBanner />
          </LazyMount>
        )}
        {seesNeedsHelp ? (
          leads !== 0 && (
            <NeedsHelp
              isWaiting={dashboard.isPending}
              due={dashboard.data?.followUpsDue}
              openLeads={dashboard.data && countOpenLeads(dashboard.data)}
            />
          )
        ) : (
          <Today undated={dashboard.data?.undated} />
        )}
      </HideOnPastDays>
      {!seesNeedsHelp && <MoneyFigures />}
      <Staleness
        describe={(age) => t`Showing figures from ${age}`}
        failed={dashboard.isError && dashboard.data !== undefined}
        at={dashboard.dataUpdatedAt}
      />
      <QueryStates
        query={dashboard}
        failed={t`Failed to load dashboard`}
        label={t`Loading dashboard`}
        skeleton={<DashboardSkeleton />}
        isWaiting={isWaiting}
      >
        {(data) =>
          isEmpty ? (
            <LazyMount when placeholder={<div className="card min-h-48" aria-busy="true" />}>
              <FirstPage />
            </LazyMount>
          ) : (
            <Figures dashboard={data} />
          )
        }
      </QueryStates>
    </Screen>
  );
}

/** Space of the first steps while their code loads. */
const SetUpSpace = (): ReactNode => <div className="mb-3 min-h-85 md:min-h-67" aria-busy="true" />;

/** the last card of the shorter column ends with the other column */
const columnsClass =
  'mt-3 grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:[&>*>:last-child]:grow';

function DashboardSkeleton(): ReactNode {
  return (
    <>
      <FigureSkeletons />
      <div className={columnsClass}>
        <SkeletonCards count={2} />
        <SkeletonCards count={2} />
      </div>
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Ids of records that were changed just now; none on a past day. */
function useHighlightedIdsOfToday(): ReadonlySet<string> {
  const highlightedIds = useHighlightedIds();
  return useIsPast() ? NONE : highlightedIds;
}

/** Own account id for roles that see all records but have only their own figures. */
function useOwnFiguresId(): string | undefined {
  const { role, account } = useMe();
  return role !== null && seesEverything(role) && !countsEverything(role) ? account.id : undefined;
}

/** Rows of a leaderboard that leaves room for a card below it, beside the notes. */
const LONG_BOARD = 5;

function Figures({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const seesCharts = usePermissions()('GET /api/charts');
  const today = useToday();
  const ownId = useOwnFiguresId();
  const { role } = useMe();
  const isPhone = useIsPhone();
  // only members who sell, and admins, are ranked
  const isRanked = role === 'admin' || role === 'sales';
  const { leads, visits, customers, week } = dashboard;
  const isPast = useIsPast();
  const highlightedIds = useHighlightedIdsOfToday();
  // a founder without a team and without leads has nobody to compare with
  const leaderboard = useLeaderboard().data;
  const rankedMembers = leaderboard?.of;
  const isAlone = rankedMembers !== undefined && rankedMembers <= 1 && leads.total === 0;
  // beside a long leaderboard, the notes alone fill the other column
  const isLongBoard =
    seesCharts && isRanked && leaderboard !== undefined && leaderboard.items.length > LONG_BOARD;
  const recentLeads = (
    <RecentLeads
      leads={dashboard.recentLeads}
      highlighted={highlightedIds}
      hasTwoColumns={isLongBoard}
    />
  );
  return (
    <>
      {/* apart from the money above, which has a period */}
      <div className="mt-5 mb-2 flex items-baseline justify-between gap-3">
        <h2 className="t3">{t`So far`}</h2>
        {/* explains the “+3” of the figures, below which a phone has no room for words */}
        <span className="meta md:hidden" aria-hidden="true">
          {role === 'sales' ? t`Customers of the team, + this week` : t`+ this week`}
        </span>
      </div>
      <div className={smallFigureGridClass}>
        <Figure
          to={allLeadsPath(ownId)}
          label={t`Leads`}
          value={leads.total}
          week={{ to: leadsOfWeekPath(today, ownId), count: week.leads }}
        />
        <Figure
          to={allVisitsPath(ownId)}
          label={t`Site Visits`}
          value={visits}
          week={{ to: visitsOfWeekPath(today, ownId), count: week.visits }}
        />
        <Figure
          to="/customers"
          label={t`Customers`}
          value={customers}
          {...(role === 'sales' && !isPhone && { note: t`Of the whole team` })}
          week={{ to: customersOfWeekPath(today), count: week.customers }}
        />
        {/* today, the card above shows what is due */}
        {isPast && (
          <Figure
            to={dueFollowUpsPath(ownId)}
            label={t`Follow-ups due`}
            value={dashboard.followUpsDue}
            note={
              dashboard.followUpsDue === 0 ? t`Nothing due on this day` : t`On this day or before`
            }
          />
        )}
      </div>
      <div className={columnsClass}>
        <div className="stack gap-3">
          {!isAlone && isRanked && <LeaderboardCard />}
          {!isLongBoard && recentLeads}
        </div>
        <div className="stack gap-3">
          {!seesCharts && <LeadsByStatusCard leads={dashboard.leads} />}
          <RecentActivity activity={dashboard.recentActivity} highlighted={highlightedIds} />
        </div>
      </div>
      {isLongBoard && <div className="mt-3">{recentLeads}</div>}
      {seesCharts && (
        <LazyInView placeholder={<ChartSkeleton />}>
          <Charts leads={dashboard.leads} />
        </LazyInView>
      )}
    </>
  );
}

/** Placeholder of the charts. A failed module loads again only with a new page. */
function ChartSkeleton(): ReactNode {
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 lg:grid-cols-2" aria-busy="true">
      {['status', 'days', 'money', 'overdue'].map((name) => (
        <div key={name} className="card min-h-76" />
      ))}
    </div>
  );
}

function LeadsByStatusCard({
  leads: { total, byStatus },
}: {
  leads: Dashboard['leads'];
}): ReactNode {
  const share = (count: number): string => percent(total === 0 ? 0 : (count / total) * 100);
  const ownId = useOwnFiguresId();
  return (
    <Card
      title={t`Leads by status`}
      headerEnd={<span className="meta num">{grouped(total)}</span>}
      bodyClassName="pt-2.5"
    >
      <div
        className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-press"
        role="img"
        aria-label={`${plural(total, { one: '# lead', other: '# leads' })}: ${leadStatuses.map((name) => `${byStatus[name]} ${translated(name)}`).join(', ')}`}
      >
        {leadStatuses.map(
          (name) =>
            byStatus[name] > 0 && (
              <span
                key={name}
                className="min-w-[3px] bg-(--m)"
                style={{ ...toneStyle(statusLooks[name].tone), flex: byStatus[name] }}
              />
            ),
        )}
      </div>
      <ul className="mt-2">
        {leadStatuses.map((name) => (
          <li key={name}>
            <Link
              to={leadsInStatusPath(name, ownId)}
              className="-mx-2 flex min-h-tap flex-wrap items-center gap-x-2.5 rounded-control px-2 text-label hover:bg-hover md:min-h-8"
            >
              <StatusGlyph status={name} />
              <span className="min-w-min flex-1">{translated(name)}</span>
              <span className="num font-medium">{grouped(byStatus[name])}</span>
              <span className="num meta ml-auto w-11 text-right">{share(byStatus[name])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentLeads({
  leads,
  highlighted,
  hasTwoColumns,
}: {
  leads: readonly LeadItem[];
  highlighted: ReadonlySet<string>;
  hasTwoColumns: boolean;
}): ReactNode {
  return (
    <Card
      title={t`Recent leads`}
      headerEnd={
        <Link to="/leads" className="link label">
          {t`All leads`}
        </Link>
      }
    >
      {leads.length === 0 ? (
        <EmptyState
          title={t`No leads yet`}
          level={3}
          action={<ButtonLink to="/leads/new">{t`Add Lead`}</ButtonLink>}
        />
      ) : (
        <AnimatedList
          items={leads}
          keyOf={({ leadId }) => leadId}
          highlighted={highlighted}
          className={classes(
            'rows pb-2',
            hasTwoColumns && 'lg:grid lg:grid-cols-2 lg:[&>:nth-child(2)]:shadow-none',
          )}
        >
          {(lead) => (
            <Link to={`/leads/${lead.leadId}`} className="list-row is-link">
              <span className="grow">
                <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">
                  {lead.name}
                </span>
                {/* a long place is cut, so that the time stays visible */}
                <span className="meta flex">
                  <PlaceLine lead={lead} />
                  <span className="flex-none">
                    <span className="dot-sep" />
                    {highlighted.has(lead.leadId) ? (
                      <span>{t`Just now`}</span>
                    ) : (
                      <Time at={lead.createdAt} />
                    )}
                  </span>
                </span>
              </span>
              <StatusBadge status={lead.status} />
            </Link>
          )}
        </AnimatedList>
      )}
    </Card>
  );
}
