import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { mostVisitsOnMap, type VisitItem, type VisitPins } from '#domain/visits/visit.views.js';
import { get } from '../lib/api.js';
import { placeName } from '../shared/contact.js';
import { counted } from '../shared/nouns.js';
import { useToday } from '../ui/figures.js';
import { dayHeading, grouped } from '../ui/format.js';
import { Loaded, Skeleton } from '../ui/states.js';
import { Row } from '../ui/surface.js';
import { visitFilters, type VisitFilters } from './visit-filters.js';

const siteMap = () => import('../ui/site-map.js');
const SiteMap = lazy(() => siteMap().then((file) => ({ default: file.SiteMap })));

const visitsText = (n: number): string => counted(n, 'visit');

const noPins: VisitPins['items'] = [];
const skeleton = <Skeleton width="100%" height="24rem" />;

/** Where all visits were that the filters find, as pins; those of the list in words below, for who cannot see it. */
export function VisitMap({ filters, visits }: { filters: VisitFilters; visits: readonly VisitItem[] }): ReactNode {
  const today = useToday();
  const { tab: _, ...params } = visitFilters.params(filters);
  const found = useQuery({
    queryKey: ['visit-pins', params],
    // what draws it comes along with what is drawn
    queryFn: async ({ signal }) => (await Promise.all([get<VisitPins>('/api/visit-pins', params, { signal }), siteMap()]))[0],
    placeholderData: keepPreviousData,
    meta: { views: ['visits'] },
  });
  // where other filters find others, the map begins anew
  const asked = JSON.stringify(params);
  const [shownFor, setShownFor] = useState(asked);
  if (found.data && !found.isPlaceholderData && shownFor !== asked) setShownFor(asked);
  const items = found.data?.items ?? noPins;
  const pins = useMemo(
    () => items.map(({ visitId, leadId, leadName, day, lat, lng }) => ({ id: visitId, lat, lng, label: leadName, to: `/leads/${leadId}`, day })),
    [items],
  );
  const listed = visits.flatMap((visit) => (visit.tab === 'completed' && visit.place ? [{ visit, place: visit.place }] : []));
  const unplaced = found.data?.unplaced ?? 0;
  return (
    <>
      <Loaded query={found} failed={t`Failed to load the map`} label={t`Loading the map`} skeleton={skeleton}>
        {() => (
          <div aria-busy={found.isPlaceholderData}>
            <Suspense fallback={skeleton}>
              <SiteMap key={shownFor} label={t`Where visits were`} pins={pins} counted={visitsText} />
            </Suspense>
          </div>
        )}
      </Loaded>
      {unplaced > 0 && <p className="meta mt-2">{t`${counted(unplaced, 'visit')} without a location`}</p>}
      {found.data?.hasMore && (
        <p className="meta mt-2">{t`The map has the newest ${grouped(mostVisitsOnMap)} visits. Choose days to see older ones.`}</p>
      )}
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
