import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { MAX_VISITS_ON_MAP } from '#domain/visits/visit.values.js';
import type { VisitItem, VisitPins } from '#domain/visits/visit.views.js';
import { useMe } from '../lib/account/session.js';
import { get } from '../lib/server/api.js';
import { placeName } from '../kit/leads/contact.js';
import { counted } from '../kit/texts/nouns.js';
import { Code } from '../ui/loading/code.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, grouped } from '../ui/display/format.js';
import { QueryStates, Skeleton } from '../ui/feedback/states.js';
import { Row } from '../ui/layout/surface.js';
import { type VisitFilters, visitParams } from './visit-filters.js';

const mapCode = new Code(() => import('../ui/display/site-map.js'));

/** Code of the map. A repetition after a failure fetches it again. */
async function fetchMap() {
  await mapCode.refetch();
  return mapCode.fetch();
}

const visitsText = (n: number): string => counted(n, 'visit');
const skeleton = <Skeleton width="100%" height="24rem" />;

/** Pins for the map component. */
const drawn = ({
  items,
  ...found
}: VisitPins &
  Pick<Awaited<ReturnType<typeof fetchMap>>, 'SiteMap'> & {
    readonly filterState: string;
  }) => ({
  ...found,
  pins: items.map(({ visitId, leadId, leadName, day, lat, lng }) => ({
    id: visitId,
    lat,
    lng,
    label: leadName,
    to: `/leads/${leadId}`,
    day,
  })),
});

/** Map of all visits that match the filters. The list below has the same as text. */
export function VisitMap({
  filters,
  visits,
}: {
  filters: VisitFilters;
  visits: readonly VisitItem[];
}): ReactNode {
  const today = useToday();
  const { tab: _, ...params } = visitParams(filters);
  const { role } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const isRoute =
    filters.from !== '' &&
    filters.from === filters.to &&
    (!seesAll || filters.member !== undefined);
  const found = useQuery({
    queryKey: ['visit-pins', params],
    queryFn: async ({ signal }) => {
      // the map's code comes with the pins, so that nothing is left to wait for
      const [pins, { SiteMap }] = await Promise.all([
        get('/api/visit-pins', params, { signal }),
        fetchMap(),
      ]);
      return { ...pins, SiteMap, filterState: JSON.stringify(params) };
    },
    select: drawn,
    placeholderData: keepPreviousData,
    meta: { views: ['visits'] },
  });
  const listed = visits.flatMap((visit) =>
    visit.tab === 'completed' && visit.place ? [{ visit, place: visit.place }] : [],
  );
  return (
    <>
      <QueryStates
        query={found}
        failed={t`Failed to load the map`}
        label={t`Loading the map`}
        skeleton={skeleton}
      >
        {({ pins, SiteMap, filterState, unplaced, hasMore }) => (
          <>
            <div aria-busy={found.isPlaceholderData}>
              {/* other filters start a new map */}
              <SiteMap
                key={filterState}
                label={t`Where visits were`}
                pins={pins}
                counted={visitsText}
                isRoute={isRoute}
              />
            </div>
            {unplaced > 0 && (
              <p className="meta mt-2">{t`${counted(unplaced, 'visit')} without a location`}</p>
            )}
            {hasMore && (
              <p className="meta mt-2">{t`The map has the newest ${grouped(MAX_VISITS_ON_MAP)} visits. Choose days to see older ones.`}</p>
            )}
          </>
        )}
      </QueryStates>
      {listed.length > 0 && (
        <ul className="card rows mt-3" aria-label={t`Visits on the map`}>
          {listed.map(({ visit, place }) => (
            <Row
              key={visit.visitId}
              to={`/leads/${visit.leadId}`}
              title={visit.leadName}
              meta={<span className="block truncate">{placeName(place)}</span>}
              end={<span className="meta num">{dayHeading(visit.day, today)}</span>}
            />
          ))}
        </ul>
      )}
    </>
  );
}
