import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { ShowSampleData } from '../kit/leads/sample-data.js';

/** Dashboard of a new organization's admin: its parts in words, instead of zeros. */
export default function FirstPage(): ReactNode {
  const titleId = useId();
  return (
    <div className="stack gap-3">
      {/* sample data directly below the first steps */}
      <div className="card overflow-clip">
        <ShowSampleData />
      </div>
      <section aria-labelledby={titleId} className="px-4">
        <h2 id={titleId} className="meta font-medium">
          {t`What this page will show`}
        </h2>
        <p className="meta text-pretty">
          {t`Money quoted and won, what waits too long, today’s calls, visits and notes.`}
        </p>
      </section>
    </div>
  );
}
