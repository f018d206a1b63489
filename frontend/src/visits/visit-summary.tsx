import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { duration } from '../ui/format.js';
import { activeSeconds, type VisitValues } from './visit-in-progress.js';

/** Where a visit took place, in words. */
export function placeText({ place, accuracyMetres, beside }: VisitValues): string | undefined {
  if (!place) return beside.placed ? t`Without location` : undefined;
  const words = place.address ?? `${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}`;
  return accuracyMetres === undefined ? words : t`${words}, within ${accuracyMetres} m`;
}

/** Step 4: what is about to be saved, above what can be added to it. */
export function VisitSummary({ visit }: { visit: VisitValues }): ReactNode {
  const { beside, files } = visit;
  const { timer } = beside;
  const lasted = Math.round(((timer.endedAt ?? 0) - (timer.startedAt ?? 0)) / 60_000);
  const active = Math.round(activeSeconds(timer, timer.endedAt ?? 0) / 60);
  return (
    <section className="card card-b stack gap-3" aria-labelledby="visit-completed">
      <h2 id="visit-completed" className="t2">
        <Trans>Visit Completed!</Trans>
      </h2>
      <dl className="kv">
        <dt>
          <Trans>Duration</Trans>
        </dt>
        <dd className="num first-letter:uppercase">
          {duration(lasted)}
          {active !== lasted && `, ${t`${duration(active)} active`}`}
        </dd>
        <dt>
          <Trans>Location</Trans>
        </dt>
        <dd>{placeText(visit) ?? t`Without location`}</dd>
        <dt>
          <Trans>Photos</Trans>
        </dt>
        <dd className="num">{files.length === 0 ? t`None` : plural(files.length, { one: '# photo', other: '# photos' })}</dd>
      </dl>
    </section>
  );
}
