import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { MAX_VISITS_ON_MAP } from '#domain/visits/visit.values.js';
import type { VisitPin, VisitPins } from '#domain/visits/visit.views.js';
import { useIsPhone } from '../browser/media.js';
import { useMe } from '../lib/account/session.js';
import { get } from '../lib/server/api.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { clockText, grouped } from '../ui/display/format.js';
import { type MapName, namesOfPins } from '../ui/map/map-names.js';
import type { Pin } from '../ui/map/site-map.js';
import { Button } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { EmptyState, QueryStates, Skeleton } from '../ui/feedback/states.js';
import { PullUpSheet } from '../ui/layout/pull-up-sheet.js';
import { Code } from '../ui/loading/code.js';
import { routeStops } from './day-route.js';
import { RouteList, RouteTotals, rowNumbers, VisitGroups } from './map-lists.js';
import {
  isRouteOf,
  shownDaysText,
  type VisitFilters,
  visitFilters,
  visitParams,
} from './visit-filters.js';

const mapCode = new Code(() => import('../ui/map/site-map.js'));

/** Imports the map's code, again after a failure. */
async function fetchMap() {
  await mapCode.refetch();
  return mapCode.fetch();
}

const visitsText = (n: number): string => countedNoun(n, 'visit');

/** the map fills the rest of the window; a phone leaves room for the closed sheet of the list */
const heightClass =
  'max-md:h-[max(14rem,calc(100dvh-var(--ft-below,0px)-var(--ft-strip,0px)-13.25rem-var(--sheet)))] md:h-120 lg:h-[max(28rem,calc(100dvh-15.75rem))]';
/** a route has its totals above, and on a phone neither search nor tabs */
const routeHeightClass =
  'max-md:h-[max(14rem,calc(100dvh-var(--ft-below,0px)-var(--ft-strip,0px)-6.75rem-var(--sheet)))] md:h-120 lg:h-[max(28rem,calc(100dvh-19rem))]';
/** Stops that the closed sheet of a phone shows. */
const MAX_SHEET_STOPS = 3;
/** Heights of the parts of a closed sheet in rem. */
const SHEET_HEAD_REM = 5.25;
const SHEET_ROW_REM = 3.5;
const SHEET_LINE_REM = 1.25;
/** Height of the closed sheet of a list in rem. */
const LIST_SHEET_REM = 9.5;
const skeleton = <Skeleton width="100%" height="28rem" />;

type MapData = VisitPins &
  Pick<Awaited<ReturnType<typeof fetchMap>>, 'SiteMap'> & { readonly filters: VisitFilters };

/** Newest visits of all days and members. The map names their towns and areas too. */
const surroundingsQuery = queryOptions({
  queryKey: ['visit-pins', 'surroundings'],
  queryFn: ({ signal }): Promise<VisitPins> => get('/api/visit-pins', {}, { signal }),
  staleTime: Infinity,
});

/** Address of the list of the same visits. */
const pathOfList = (filters: VisitFilters): string =>
  `/visits?${new URLSearchParams({ ...visitFilters.params({ ...filters, view: 'list', period: 'newest' }) })}`;

/** Names of towns, and of the areas of each. */
const namesOf = (pins: readonly VisitPin[]): readonly MapName[] => [
  ...namesOfPins(pins, 'town'),
  // areas of two towns may have the same name
  ...[...groupBy(pins, ({ town }) => town).values()].flatMap((sitesOfTown) =>
    namesOfPins(sitesOfTown, 'area'),
  ),
];

/** Map of all visits that match the filters, with the list of those in sight beside it. */
export function VisitMap({
  filters,
  completedCount,
  onAllDays,
  viewSwitch,
}: {
  filters: VisitFilters;
  /** Number of completed visits of all days, unless they are shown. */
  completedCount: string | undefined;
  onAllDays: () => void;
  /** Switch between map and list that lies on the map of a phone. */
  viewSwitch: ReactNode;
}): ReactNode {
  const { tab: _, ...params } = visitParams(filters);
  const { role } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const isRoute = isRouteOf(filters, { seesAll });
  const pinsQuery = useQuery({
    queryKey: ['visit-pins', params],
    queryFn: async ({ signal }): Promise<MapData> => {
      // loads the map's code together with the pins, so that both are shown at once
      const [pins, { SiteMap }] = await Promise.all([
        get('/api/visit-pins', params, { signal }),
        fetchMap(),
      ]);
      return { ...pins, SiteMap, filters };
    },
    placeholderData: keepPreviousData,
    meta: { views: ['visits'] },
  });
  return (
    <>
      {/* without visits there is no map to show the switch */}
      {viewSwitch && !pinsQuery.data?.items.length && (
        <div className="mb-2 flex justify-end">{viewSwitch}</div>
      )}
      <QueryStates
        query={pinsQuery}
        failed={t`Failed to load the map`}
        label={t`Loading the map`}
        skeleton={skeleton}
      >
        {(data) => (
          // other filters start a new map
          <LoadedMap
            key={JSON.stringify(visitParams(data.filters))}
            mapData={data}
            isBusy={pinsQuery.isPlaceholderData}
            isRoute={isRoute}
            namesMembers={seesAll}
            completedCount={completedCount}
            onAllDays={onAllDays}
            viewSwitch={viewSwitch}
          />
        )}
      </QueryStates>
    </>
  );
}

function LoadedMap({
  mapData: { items, SiteMap, unplaced, hasMore, filters },
  isBusy,
  isRoute,
  namesMembers,
  completedCount,
  onAllDays,
  viewSwitch,
}: {
  mapData: MapData;
  isBusy: boolean;
  isRoute: boolean;
  /** Whether to name members, because the reader sees the visits of several. */
  namesMembers: boolean;
  completedCount: string | undefined;
  onAllDays: () => void;
  viewSwitch: ReactNode;
}): ReactNode {
  const zone = useZone();
  const today = useToday();
  const [hoveredIds, setHoveredIds] = useState<readonly string[]>([]);
  const [idsInSight, setIdsInSight] = useState<readonly string[]>();
  const stops = useMemo(() => (isRoute ? routeStops(items) : []), [items, isRoute]);
  const allVisitPins = useQuery(surroundingsQuery).data?.items;
  const names = useMemo(() => namesOf([...items, ...(allVisitPins ?? [])]), [items, allVisitPins]);
  const numbers = useMemo(() => rowNumbers(isRoute ? [] : items), [items, isRoute]);
  const pins = useMemo((): readonly Pin[] => {
    const stopOf = new Map(stops.map((stop) => [stop.pin.visitId, stop]));
    return items.map(({ visitId, leadId, leadName, day, startedAt, lat, lng, town }) => {
      const stop = stopOf.get(visitId);
      const rowNumber = numbers.get(visitId);
      return {
        id: visitId,
        lat,
        lng,
        label: leadName,
        to: `/leads/${leadId}`,
        day,
        ...(rowNumber !== undefined && { rowNumber }),
        ...(stop && {
          stop: stop.number,
          time: clockText(new Date(startedAt), zone),
          town,
        }),
      };
    });
  }, [items, numbers, stops, zone]);
  const hoverProps = { hoveredIds, onHover: setHoveredIds };
  const isPhone = useIsPhone();
  const listedVisits = useMemo(() => {
    const ids = new Set(idsInSight);
    return idsInSight ? items.filter(({ visitId }) => ids.has(visitId)) : items;
  }, [items, idsInSight]);
  const siteMap = (
    <SiteMap
      label={t`Where visits were`}
      pins={pins}
      counted={visitsText}
      isRoute={isRoute}
      names={names}
      className={isRoute ? routeHeightClass : heightClass}
      onView={setIdsInSight}
      {...hoverProps}
    />
  );
  const withoutLocationLink = unplaced > 0 && (
    <Link to={pathOfList(filters)} className="link">
      {t`${countedNoun(unplaced, 'visit')} without a location`}
    </Link>
  );
  const visitList = isRoute ? (
    <RouteList stops={stops} {...hoverProps} />
  ) : (
    <VisitGroups
      visitsInSight={listedVisits}
      allVisits={items}
      numbers={numbers}
      daysText={shownDaysText(filters, today)}
      completedCount={completedCount}
      namesMembers={namesMembers}
      {...hoverProps}
    />
  );
  // on a phone the link stands above the stops, which fill the closed sheet
  const linkInHead = isPhone && isRoute && withoutLocationLink;
  const totals = isRoute && (
    <RouteTotals stops={stops} namesMembers={namesMembers} onAllDays={onAllDays} />
  );
  const foot = (
    <>
      {items.length > 0 && withoutLocationLink && !linkInHead && (
        <p className="meta mt-2">{withoutLocationLink}</p>
      )}
      {hasMore && (
        <p className="meta mt-2">{t`The map has the newest ${grouped(MAX_VISITS_ON_MAP)} visits. Choose days to see older ones.`}</p>
      )}
    </>
  );
  if (items.length === 0)
    return (
      <div className="card" aria-busy={isBusy}>
        <EmptyState
          title={
            unplaced > 0 ? t`None of these visits has a location.` : t`No visits on these days`
          }
          action={
            // a phone has no other button for it beside a route
            isRoute && (
              <Button className="md:hidden" onClick={onAllDays}>
                {t`All days`}
              </Button>
            )
          }
        >
          {withoutLocationLink || t`Choose more days to see earlier visits.`}
        </EmptyState>
      </div>
    );
  const sheetRem = isRoute
    ? SHEET_HEAD_REM +
      SHEET_ROW_REM * Math.min(stops.length, MAX_SHEET_STOPS) +
      (linkInHead ? SHEET_LINE_REM : 0)
    : LIST_SHEET_REM;
  if (isPhone)
    return (
      // the map ends below the edge of the sheet, and the sheet at the navigation
      <div
        className="site-area relative -mb-6 pb-[calc(var(--sheet)-0.5rem)] [&_.leaflet-bottom]:mb-2"
        style={{ '--sheet': `${sheetRem}rem` } as CSSProperties}
        aria-busy={isBusy}
      >
        {siteMap}
        {viewSwitch && (
          <div className="site-control absolute right-3 bottom-[calc(var(--sheet)+0.75rem)] z-1">
            {viewSwitch}
          </div>
        )}
        <PullUpSheet
          head={
            totals && (
              <div className="px-4">
                {totals}
                {linkInHead && <p className="meta -mt-1 mb-1">{linkInHead}</p>}
              </div>
            )
          }
        >
          {visitList}
          <div className="px-4">{foot}</div>
        </PullUpSheet>
      </div>
    );
  return (
    <>
      {totals}
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]" aria-busy={isBusy}>
        {siteMap}
        {/* as high as the map beside it, and scrolls by itself */}
        <div className="relative">
          <div className="card overflow-clip lg:absolute lg:inset-0">
            <div
              className={classes(
                'pb-2 lg:h-full lg:overflow-y-auto',
                // fades out at its end, so that no row of a long list is cut in half
                !isRoute && 'lg:pb-8 lg:mask-b-from-[calc(100%-2.5rem)]',
              )}
            >
              {visitList}
            </div>
          </div>
        </div>
      </div>
      {foot}
    </>
  );
}
