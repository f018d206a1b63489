import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ShowSampleData } from '../kit/leads/sample-data.js';
import { EmptyState } from '../ui/feedback/states.js';

/** Dashboard of a new organization's admin: its parts in words, instead of zeros. */
export default function FirstPage(): ReactNode {
  const title = t`What this page will show`;
  return (
    <div className="stack gap-3">
      {/* sample data directly below the first steps */}
      <div className="card overflow-clip">
        <ShowSampleData />
      </div>
      <section aria-label={title}>
        <EmptyState title={title} art="trace">
          {t`Money quoted and won, what waits too long, today’s calls, visits and notes.`}
        </EmptyState>
      </section>
    </div>
  );
}
