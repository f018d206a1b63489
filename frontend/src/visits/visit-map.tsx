import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { VisitItem } from '#domain/visits/visit.views.js';
import { SiteMap } from '../shared/site-map.js';
import { useToday } from '../ui/figures.js';
import { dayHeading } from '../ui/format.js';

/** Where visits were, as pins that lead to their leads; the same in words below, for who cannot see it. */
export default function VisitMap({ visits }: { visits: readonly VisitItem[] }): ReactNode {
  const today = useToday();
  const placed = visits.flatMap((visit) => (visit.tab === 'completed' && visit.place ? [{ visit, place: visit.place }] : []));
  const pins = placed.map(({ visit, place }) => ({ id: visit.visitId, lat: place.lat, lng: place.lng, label: visit.leadName }));
  const unplaced = visits.length - placed.length;
  return (
    <>
      <SiteMap label={t`Where visits were`} pins={pins} />
      {unplaced > 0 && (
        <p className="meta mt-2">
          <Trans>{plural(unplaced, { one: '# visit', other: '# visits' })} without a location</Trans>
        </p>
      )}
      {placed.length > 0 && (
        <ul className="card rows mt-3" aria-label={t`Visits on the map`}>
          {placed.map(({ visit, place }) => (
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
