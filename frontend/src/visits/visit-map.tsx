import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
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
import { Code } from '../ui/loading/code.js';
import { routeStops } from './day-route.js';
import { RouteList, RouteTotals, VisitGroups } from './map-lists.js';
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

/** Height of the map, and of the list beside it. */
const heightClass = 'h-80 md:h-120 lg:h-[max(28rem,min(40rem,calc(100dvh-19rem)))]';
/** Number of visits below which a phone shows the list first, then a small map. */
const MIN_VISITS_OF_MAP = 2;
const skeleton = <Skeleton width="100%" height="28rem" />;

type MapData = VisitPins &
  Pick<Awaited<ReturnType<typeof fetchMap>>, 'SiteMap'> & { readonly filters: VisitFilters };

/**
 * Pins without filters, if the map has loaded them: their towns give names to the surroundings of a
 * filtered map.
 */
const allPins = queryOptions<MapData>({ queryKey: ['visit-pins', {}], enabled: false });

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
  onAllDays,
}: {
  filters: VisitFilters;
  onAllDays: () => void;
}): ReactNode {
  const { tab: _, ...params } = visitParams(filters);
  const { role } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const isRoute = isRouteOf(filters, seesAll);
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
          isOfAll={seesAll}
          onAllDays={onAllDays}
        />
      )}
    </QueryStates>
  );
}

function LoadedMap({
  mapData: { items, SiteMap, unplaced, hasMore, filters },
  isBusy,
  isRoute,
  isOfAll,
  onAllDays,
}: {
  mapData: MapData;
  isBusy: boolean;
  isRoute: boolean;
  isOfAll: boolean;
  onAllDays: () => void;
}): ReactNode {
  const zone = useZone();
  const today = useToday();
  const [hoveredIds, setHoveredIds] = useState<readonly string[]>([]);
  const [inSight, setInSight] = useState<readonly string[]>();
  const stops = useMemo(() => (isRoute ? routeStops(items) : []), [items, isRoute]);
  const allVisitPins = useQuery(allPins).data?.items;
  const names = useMemo(() => namesOf([...items, ...(allVisitPins ?? [])]), [items, allVisitPins]);
  const pins = useMemo((): readonly Pin[] => {
    const stopOf = new Map(stops.map((stop) => [stop.pin.visitId, stop]));
    return items.map(({ visitId, leadId, leadName, day, startedAt, lat, lng, town }) => {
      const stop = stopOf.get(visitId);
      return {
        id: visitId,
        lat,
        lng,
        label: leadName,
        to: `/leads/${leadId}`,
        day,
        ...(stop && {
          stop: stop.number,
          time: clockText(new Date(startedAt), zone),
          town,
        }),
      };
    });
  }, [items, stops, zone]);
  const hoverProps = { hoveredIds, onHover: setHoveredIds };
  const isPhone = useIsPhone();
  const isSmall = isPhone && items.length < MIN_VISITS_OF_MAP;
  const listedVisits = useMemo(() => {
    const ids = new Set(inSight);
    return inSight ? items.filter(({ visitId }) => ids.has(visitId)) : items;
  }, [items, inSight]);
  const siteMap = items.length > 0 && (
    <SiteMap
      key="map"
      label={t`Where visits were`}
      pins={pins}
      counted={visitsText}
      isRoute={isRoute}
      isSmall={isSmall}
      names={names}
      className={isSmall ? 'h-44' : classes(heightClass, isRoute && 'max-md:h-56')}
      onView={setInSight}
      {...hoverProps}
    />
  );
  const withoutLocation = unplaced > 0 && (
    <Link to={pathOfList(filters)} className="link">
      {t`${countedNoun(unplaced, 'visit')} without a location`}
    </Link>
  );
  const list = items.length > 0 && (
    <div
      key="list"
      className="card flex flex-col overflow-clip lg:max-h-[calc(max(28rem,min(40rem,100dvh-19rem))+2rem)]"
    >
      <div
        className={classes(
          'min-h-0 pb-2 lg:overflow-y-auto',
          // fades out at its end, so that no row of a long list is cut in half
          !isRoute && 'lg:pb-8 lg:mask-b-from-[calc(100%-2.5rem)]',
        )}
      >
        {isRoute ? (
          <RouteList stops={stops} {...hoverProps} />
        ) : (
          <VisitGroups
            visits={listedVisits}
            all={items}
            days={shownDaysText(filters, today)}
            isOfAll={isOfAll}
            {...hoverProps}
          />
        )}
      </div>
      {!isRoute && withoutLocation && (
        <p className="label flex-none px-4 py-2.5 shadow-line-t">{withoutLocation}</p>
      )}
    </div>
  );
  return (
    <>
      {isRoute && <RouteTotals stops={stops} isOfAll={isOfAll} onAllDays={onAllDays} />}
      <div
        className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]"
        aria-busy={isBusy}
      >
        {items.length === 0 && (
          <div className="card">
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
              {withoutLocation || t`Choose more days to see earlier visits.`}
            </EmptyState>
          </div>
        )}
        {isSmall ? [list, siteMap] : [siteMap, list]}
      </div>
      {isRoute && items.length > 0 && withoutLocation && (
        <p className="meta mt-2">{withoutLocation}</p>
      )}
      {hasMore && (
        <p className="meta mt-2">{t`The map has the newest ${grouped(MAX_VISITS_ON_MAP)} visits. Choose days to see older ones.`}</p>
      )}
    </>
  );
}
