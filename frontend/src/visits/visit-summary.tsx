import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { placeText } from '../shared/contact.js';
import { duration } from '../ui/format.js';
import { Facts } from '../ui/surface.js';
import { activeSeconds, type VisitValues } from './visit-in-progress.js';

/** Step 4: what is about to be saved, above what can be added to it. */
export function VisitSummary({ visit }: { visit: VisitValues }): ReactNode {
  const { files, place, accuracyMetres } = visit;
  const { timer } = visit.beside;
  const lasted = Math.round(((timer.endedAt ?? 0) - (timer.startedAt ?? 0)) / 60_000);
  const active = Math.round(activeSeconds(timer, timer.endedAt ?? 0) / 60);
  return (
    <section className="card card-b stack gap-3" aria-labelledby="visit-completed">
      <h2 id="visit-completed" className="t2">
        {t`Visit Completed!`}
      </h2>
      <Facts
        of={[
          [t`Duration`, active === lasted ? duration(lasted) : `${duration(lasted)}, ${t`${duration(active)} active`}`, 'num first-letter:uppercase'],
          [t`Location`, place ? placeText(place, accuracyMetres) : t`Without location`],
          [t`Photos`, files.length === 0 ? t`None` : plural(files.length, { one: '# photo', other: '# photos' }), 'num'],
        ]}
      />
    </section>
  );
}
