import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { LinkedAudit } from '#domain/audit/audit.views.js';
import { get, Problem } from '../lib/server/api.js';
import { Button } from '../ui/buttons/button.js';
import { useToday, ZoneProvider } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { EmptyState, FullPageSpinner } from '../ui/feedback/states.js';
import { usePageName } from '../ui/layout/frame.js';
import { EventsByDay } from './events-by-day.js';
import { usePages } from './use-pages.js';

/** `/auditor/:token`: the audit of a period, for whoever has the link. Nobody is signed in. */
export default function LinkedPage(): ReactNode {
  const { token = '' } = useParams();
  usePageName(t`Audit`);
  const audit = usePages(['linked-audit', token], (after, signal) =>
    get('/api/linked-audit/:token', { token, after }, { signal }),
  );
  const { pages } = audit;
  const [first] = pages;
  if (!first) {
    if (audit.isPending) return <FullPageSpinner>{t`Loading the audit`}</FullPageSpinner>;
    const isMissing = audit.error instanceof Problem && audit.error.status === 404;
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">{t`Audit`}</h1>
        <EmptyState
          title={isMissing ? t`Link not found or no longer valid` : t`Failed to load the audit`}
          action={!isMissing && <Button onClick={() => void audit.refetch()}>{t`Retry`}</Button>}
        >
          {isMissing && t`Ask whoever sent it for a new one.`}
        </EmptyState>
      </main>
    );
  }
  return (
    <ZoneProvider value={first.organization.timeZone}>
      <Period first={first} items={pages.flatMap(({ items }) => items)}>
        {audit.hasNextPage && (
          <Button busy={audit.isFetchingNextPage} onClick={audit.fetchNextPage}>
            {t`Load More`}
          </Button>
        )}
      </Period>
    </ZoneProvider>
  );
}

interface PeriodProps {
  first: LinkedAudit;
  items: LinkedAudit['items'];
  children: ReactNode;
}

function Period({ first: { organization, ...days }, items, children }: PeriodProps): ReactNode {
  const today = useToday();
  const from = dayText(days.from, today);
  const to = dayText(days.to, today);
  const until = dayText(days.expiresOn, today);
  return (
    <main className="mx-auto max-w-3xl px-gutter py-6">
      <h1 className="t1 wrap-anywhere">{organization.name}</h1>
      <p className="label pt-1 pb-4 text-ink-2">
        {t`Audit from ${from} to ${to}. This link is valid until ${until}, reads only, and each use is recorded.`}
      </p>
      {items.length === 0 && !children ? (
        <div className="card">
          <EmptyState
            title={t`No events match`}
          >{t`Nothing was recorded in this period.`}</EmptyState>
        </div>
      ) : (
        <EventsByDay items={items} />
      )}
      <div className="flex flex-col items-center gap-2 py-4">{children}</div>
    </main>
  );
}
