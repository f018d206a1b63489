import { msg, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { proofKinds } from '#domain/audit/audit.values.js';
import type { LinkedAudit } from '#domain/audit/audit.views.js';
import { ExpandAll } from '../kit/history/more-events.js';
import { addressOf, get, Problem } from '../lib/server/api.js';
import { Button } from '../ui/buttons/button.js';
import { PrintButton } from '../ui/buttons/print-button.js';
import { useToday, ZoneProvider } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { EmptyState, FullPageSpinner } from '../ui/feedback/states.js';
import { Segment } from '../ui/inputs/choice.js';
import { usePageName } from '../ui/layout/frame.js';
import { type Names, optionsOf } from '../words/i18n.js';
import { EventsByDay } from './events-by-day.js';
import { PagedErasures } from './paged-erasures.js';
import { StatementsQuery, useStatements } from './statements.js';
import { usePagedQuery } from './use-paged-query.js';

/** `/auditor/:token`: the audit of a period, for whoever has the link. Nobody is signed in. */
export default function LinkedPage(): ReactNode {
  const { token = '' } = useParams();
  usePageName(t`Audit`);
  const audit = usePagedQuery(['linked-audit', token], (after, signal) =>
    get('/api/linked-audit/:token', { token, after }, { signal }),
  );
  const { pages } = audit;
  const [firstPage] = pages;
  if (!firstPage) {
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
    <ZoneProvider value={firstPage.organization.timeZone}>
      <Period token={token} firstPage={firstPage} items={pages.flatMap(({ items }) => items)}>
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
  token: string;
  firstPage: LinkedAudit;
  items: LinkedAudit['items'];
  children: ReactNode;
}

const partNames = {
  events: msg`Events`,
  statements: msg`Statements`,
  erasures: msg`Erasures`,
} satisfies Names<string>;
const parts = Object.keys(partNames) as readonly (keyof typeof partNames)[];

function Period({
  token,
  firstPage: { organization, ...days },
  items,
  children,
}: PeriodProps): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [isExpanded, setExpanded] = useState(false);
  const today = useToday();
  const from = dayText(days.from, today);
  const to = dayText(days.to, today);
  const until = dayText(days.expiresOn, today);
  const proofOf = ({ kind, recordId: id }: LinkedAudit['items'][number]): string | undefined =>
    (proofKinds as readonly string[]).includes(kind)
      ? addressOf('/api/linked-audit/:token/proofs/:kind/:id', { token, kind, id })
      : undefined;
  const shownPart = parts.find((part) => part === search.get('show')) ?? 'events';
  return (
    <main className="mx-auto max-w-3xl px-gutter py-6">
      <h1 className="t1 wrap-anywhere">{organization.name}</h1>
      <p className="label pt-1 pb-4 text-ink-2">
        {t`Audit from ${from} to ${to}. This link is valid until ${until}, reads only, and each use is recorded.`}
      </p>
      <div className="no-print flex flex-wrap items-center justify-between gap-3 pb-4">
        <Segment
          label={t`What is shown`}
          className="max-md:w-full"
          value={shownPart}
          onValue={(show) => setSearch({ show }, { replace: true })}
          options={optionsOf(partNames)}
        />
        <span className="row">
          {shownPart === 'events' && <ExpandAll isExpanded={isExpanded} onExpanded={setExpanded} />}
          <PrintButton />
        </span>
      </div>
      {shownPart === 'events' && (
        <>
          {items.length === 0 && !children ? (
            <div className="card">
              <EmptyState
                title={t`No events match`}
              >{t`Nothing was recorded in this period.`}</EmptyState>
            </div>
          ) : (
            <EventsByDay items={items} isExpanded={isExpanded} proofOf={proofOf} />
          )}
          <div className="flex flex-col items-center gap-2 py-4">{children}</div>
        </>
      )}
      {shownPart === 'statements' && <LinkedStatements token={token} />}
      {shownPart === 'erasures' && (
        <PagedErasures
          queryKey={['linked-audit', token, 'erasures']}
          fetchPage={(after, signal) =>
            get('/api/linked-audit/:token/erasures', { token, after }, { signal })
          }
        />
      )}
    </main>
  );
}

function LinkedStatements({ token }: { token: string }): ReactNode {
  const query = useStatements(['linked-audit', token, 'statements'], (signal) =>
    get('/api/linked-audit/:token/statements', { token }, { signal }),
  );
  return <StatementsQuery query={query} registerTo="?show=erasures" />;
}
