import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { mostVisitsOnMap, type VisitItem, type VisitPins } from '#domain/visits/visit.views.js';
import { get } from '../lib/api.js';
import { SiteMap } from '../shared/site-map.js';
import { useToday } from '../ui/figures.js';
import { dayHeading, grouped } from '../ui/format.js';
import { ErrorState, Skeleton } from '../ui/states.js';
import { visitFilters, type VisitFilters } from './visit-filters.js';

const visitsText = (n: number): string => plural(n, { one: '# visit', other: '# visits' });

/** Where all visits were that the filters find, as pins; those of the list in words below, for who cannot see it. */
export default function VisitMap({ filters, visits }: { filters: VisitFilters; visits: readonly VisitItem[] }): ReactNode {
  const today = useToday();
  const { tab: _, ...params } = visitFilters.params(filters);
  const found = useQuery({
    queryKey: ['visit-pins', params],
    queryFn: ({ signal }) => get<VisitPins>('/api/visit-pins', params, { signal }),
    placeholderData: keepPreviousData,
    meta: { views: ['visits'], kept: true },
  });
  // where other filters find others, the map begins anew
  const shownFor = useRef('');
  if (found.data && !found.isPlaceholderData) shownFor.current = JSON.stringify(params);
  const items = found.data?.items;
  const pins = useMemo(() => items?.map(({ visitId, leadName, lat, lng }) => ({ id: visitId, lat, lng, label: leadName })), [items]);
  const listed = visits.flatMap((visit) => (visit.tab === 'completed' && visit.place ? [{ visit, place: visit.place }] : []));
  const unplaced = found.data?.unplaced ?? 0;
  return (
    <>
      {pins ? (
        <SiteMap key={shownFor.current} label={t`Where visits were`} pins={pins} counted={visitsText} />
      ) : found.isError ? (
        <div className="site-map">
          <ErrorState title={t`Failed to load the map`} busy={found.isFetching} onRetry={() => void found.refetch()} />
        </div>
      ) : (
        <Skeleton width="100%" height="24rem" />
      )}
      {unplaced > 0 && (
        <p className="meta mt-2">
          <Trans>{plural(unplaced, { one: '# visit', other: '# visits' })} without a location</Trans>
        </p>
      )}
      {found.data?.hasMore && (
        <p className="meta mt-2">
          <Trans>The map has the newest {grouped(mostVisitsOnMap)} visits. Choose days to see older ones.</Trans>
        </p>
      )}
      {listed.length > 0 && (
        <ul className="card rows mt-3" aria-label={t`Visits on the map`}>
          {listed.map(({ visit, place }) => (
            <li key={visit.visitId}>
              <Link to={`/leads/${visit.leadId}`} className="list-row is-link">
                <span className="grow">
                  <span className="label medium clamp2">{visit.leadName}</span>
                  <span className="meta trunc block">{place.address ?? place.name ?? `${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}`}</span>
                </span>
                <span className="meta num flex-none">{dayHeading(visit.day, today)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
