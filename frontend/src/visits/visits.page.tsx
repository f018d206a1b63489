import { msg, t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { VisitTab } from '#domain/visits/visit.values.js';
import type { UpcomingVisit, VisitItem } from '#domain/visits/visit.views.js';
import { SelectedFollowUps } from '../follow-ups/selected-follow-ups.js';
import { CancelDialog } from '../follow-ups/lazy-dialogs.js';
import { contactOf } from '../follow-ups/upcoming-columns.js';
import { useIsPhone } from '../browser/media.js';
import { useMe } from '../lib/account/session.js';
import { addressOf } from '../lib/server/api.js';
import { useRowSelection } from '../kit/lists/row-selection.js';
import { dayRange } from '../kit/lists/day-range.js';
import { ExportLink } from '../kit/lists/export-link.js';
import { useListFilters } from '../kit/lists/list-filters.js';
import { AddLink, ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { ListRows } from '../kit/lists/list-rows.js';
import { useOpenList } from '../follow-ups/open-follow-ups.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { ButtonLink, IconButton } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Segment } from '../ui/inputs/choice.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, grouped } from '../ui/display/format.js';
import { EmptyState } from '../ui/feedback/states.js';
import { LazyMount, useDialogOf } from '../ui/loading/lazy-mount.js';
import { i18n, type Names, optionsOf } from '../words/i18n.js';
import { VisitCard } from './visit-cards.js';
import { visitColumns } from './visit-columns.js';
import {
  countOf,
  isMapOf,
  isRouteOf,
  type MapPeriod,
  periodNames,
  periodOf,
  tabNames,
  type VisitFilters,
  visitFilters,
  visitParams,
  withShownDays,
} from './visit-filters.js';
import { VisitMap } from './visit-map.js';
import { declareVisitRecords } from './visit-records.js';

declareVisitRecords();

const emptyTitles: Names<VisitTab> = {
  upcoming: msg`No upcoming site visits scheduled`,
  completed: msg`No completed visits yet`,
  cancelled: msg`No cancelled visits`,
};

const keyOf = (visit: VisitItem): string =>
  visit.tab === 'completed' ? visit.visitId : visit.followUpId;
const nameOf = ({ leadName }: VisitItem): string => leadName;
const isUpcoming = (visit: VisitItem): visit is UpcomingVisit => visit.tab === 'upcoming';

const viewNames: Names<VisitFilters['view']> = { list: msg`List`, map: msg`Map` };

const seesAll = ({ role }: ReturnType<typeof useMe>): boolean =>
  role !== null && seesEverything(role);

/** Day of a route, with the days before and after it. */
function DayStepper({ day, onDay }: { day: string; onDay: (day: string) => void }): ReactNode {
  const today = useToday();
  return (
    <span className="-ml-3 flex items-center">
      <IconButton
        icon={ChevronLeft}
        label={t`Day before`}
        onClick={() => onDay(dayAfter(day, -1))}
      />
      {/* lies over the free edges of both buttons */}
      <span
        className="label num pointer-events-none z-1 -mx-2 min-w-20 text-center font-medium"
        aria-live="polite"
      >
        {dayHeading(day, today)}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t`Day after`}
        // keeps the focus, unlike disabled
        aria-disabled={day >= today}
        onClick={() => day < today && onDay(dayAfter(day, 1))}
      />
    </span>
  );
}

/** `/visits`: upcoming, completed and cancelled visits, as cards or on a map. */
export default function VisitsPage(): ReactNode {
  const filterState = useListFilters(visitFilters);
  const { filters, change } = filterState;
  const me = useMe();
  const isPhone = useIsPhone();
  const today = useToday();
  const memberFilter = useMemberFilter('member', t`Sales rep`, filters.member);
  // each tab counts all of its visits
  const list = useOpenList(useListQuery('/api/visits', visitParams(filters), { isTable: true }));
  const { selected, isUnavailable, selection, clear } = useRowSelection<VisitItem>(
    list,
    keyOf,
    nameOf,
  );
  const isCompleted = filters.tab === 'completed';
  const { item: visitToCancel, openFor: cancel, dialog } = useDialogOf<UpcomingVisit>();
  const columns = useMemo(() => visitColumns({ onCancel: cancel }), [cancel]);
  const headingOf = (visit: VisitItem): string =>
    visit.tab === 'completed' ? dayHeading(visit.day, today) : '';
  const [newest] = list.items;
  const shownFilters = withShownDays(
    filters,
    today,
    newest?.tab === 'completed' ? newest.day : undefined,
  );
  const { from, to } = shownFilters;
  const isMap = isMapOf(filters);
  const period = periodOf(shownFilters, today);
  const completed = countOf('completed', list.first?.counts);
  const completedCount = typeof completed === 'number' ? grouped(completed) : completed;
  const isRoute = isMap && isRouteOf(shownFilters, { seesAll: seesAll(me) });
  // on a phone the switch lies on the map, because it does not fit beside the days
  const isSwitchOnMap = isMap && isPhone && !isRoute;
  const dayControls = isMap && (
    <>
      {isRoute && <DayStepper day={from} onDay={(day) => change({ from: day, to: day })} />}
      <Segment<MapPeriod | ''>
        label={t`Days`}
        className={classes('max-md:w-full max-md:[&>button]:px-2', isRoute && 'max-md:hidden')}
        value={period ?? ''}
        onValue={(chosen) => chosen && change({ period: chosen, from: '', to: '' })}
        options={optionsOf(periodNames)}
      />
    </>
  );
  const viewSwitch = (
    <Segment
      label={t`Show as`}
      className="flex-none"
      value={filters.view}
      onValue={(chosen) => change({ view: chosen })}
      options={optionsOf(viewNames)}
    />
  );

  return (
    <ListPage
      title={t`Site Visits`}
      noun="visit"
      actions={
        <>
          <ExportLink
            path="/api/visits.csv"
            label={t`Export these visits as CSV`}
            href={addressOf('/api/visits.csv', visitParams(shownFilters))}
          />
          <AddLink to="/visits/new">{t`New Visit`}</AddLink>
        </>
      }
      controls={{
        filterState,
        savesFilters: true,
        isFolded: isRoute,
        search: { label: t`Search visits`, placeholder: t`Name, phone, city or note` },
        filters: [
          // beside the map, the choice of its days is the one for dates unless others are chosen
          ...(isMap && !isPhone && period !== undefined
            ? []
            : [
                dayRange(shownFilters, (ends) => change({ from, to, ...ends }), today, {
                  hasFuture: !isCompleted,
                }),
              ]),
          ...memberFilter,
        ],
        onClear: () => change({ ...visitFilters.none, tab: filters.tab, view: filters.view }),
      }}
      tabs={{
        name: 'tab',
        label: t`Visits`,
        tabs: optionsOf(tabNames).map((tab) => ({
          ...tab,
          count: countOf(tab.value, list.first?.counts),
        })),
        end: isCompleted && !isPhone && (
          <>
            {dayControls && (
              <span className="flex items-center gap-1 max-xl:hidden">{dayControls}</span>
            )}
            {viewSwitch}
          </>
        ),
        below: (tools) =>
          isCompleted
            ? (dayControls || isPhone) && (
                <div className="mb-2 flex flex-wrap items-center gap-2 xl:hidden">
                  {dayControls}
                  {isPhone && !isSwitchOnMap && (
                    <span className="ml-auto flex items-center gap-2">
                      {tools}
                      {viewSwitch}
                    </span>
                  )}
                </div>
              )
            : filters.tab === 'upcoming' && (
                <p className="meta mb-3">
                  {t`Planned visits are follow-ups.`}{' '}
                  <Link to="/followups" className="link">
                    {t`Follow-ups by day`}
                  </Link>
                </p>
              ),
      }}
      list={list}
      above={
        <>
          <SelectedFollowUps
            selected={selected.filter(isUpcoming)}
            isUnavailable={isUnavailable}
            onClear={clear}
          />
          <LazyMount when={dialog.open}>
            {visitToCancel && (
              <CancelDialog
                key={visitToCancel.followUpId}
                lead={contactOf(visitToCancel)}
                followUpId={visitToCancel.followUpId}
                {...dialog}
              />
            )}
          </LazyMount>
        </>
      }
      loading={{
        moreLabel: t`Load More Visits`,
        hasPages: !isMap,
      }}
      empty={{
        noMatchTitle:
          visitFilters.isFiltered(filters, 'tab', 'view', 'period') && t`No visits match`,
        content: (
          <EmptyState
            title={i18n._(emptyTitles[filters.tab])}
            art="trace"
            action={
              <ButtonLink kind="primary" to="/visits/new">
                {t`Schedule First Visit`}
              </ButtonLink>
            }
          />
        ),
      }}
      rows={() =>
        isMap ? (
          <VisitMap
            filters={shownFilters}
            completedCount={from === '' || filters.from !== '' ? undefined : completedCount}
            onAllDays={() => change({ period: 'all', from: '', to: '' })}
            viewSwitch={isSwitchOnMap && viewSwitch}
          />
        ) : (
          <ListRows
            label={i18n._(tabNames[filters.tab])}
            items={list.items}
            keyOf={keyOf}
            card={(visit) => <VisitCard visit={visit} meId={me.account.id} onCancel={cancel} />}
            columns={columns[filters.tab]}
            headingOf={isCompleted ? headingOf : undefined}
            selection={filters.tab === 'upcoming' ? selection : undefined}
          />
        )
      }
    />
  );
}
