import { t } from '@lingui/core/macro';
import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { isShownWith } from '#domain/leads/shown-with.js';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import { hasFailed } from '../../ui/feedback/has-failed.js';
import type { QueuedCommand } from '../../lib/outbox/outbox.js';
import { useReach } from '../../lib/server/network.js';
import { useMe } from '../../lib/account/session.js';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayHeading, dayIn } from '../../ui/display/format.js';
import { SkeletonCards, EmptyState, ErrorState, Loading } from '../../ui/feedback/states.js';
import { Timeline, TimelineDay } from '../../ui/display/timeline.js';
import { useTimeline } from '../../kit/leads/lead-record.js';
import { isNewLead, isOnTimeline, textOfCommand } from '../../kit/offline/queued-commands.js';
import { type QueuedProps, useResubmitDialog } from '../../kit/offline/use-resubmit-dialog.js';
import { Staleness } from '../../kit/records/staleness.js';
import { TimelineEntryRow, QueuedEntry } from './timeline-entry.js';
import { findHiddenDrafts, type QuotationStep } from './quotation-steps.js';
import { useTimelineScroll } from './use-timeline-scroll.js';

export interface LeadTimelineProps {
  leadId: string;
  /** Queued commands of the lead. */
  queuedCommands: readonly QueuedCommand[];
  /** False while the server does not have the lead: only notes can be added. */
  isSent: boolean;
  stale: { failed: boolean; at: number };
}

interface ShownEntry {
  readonly entry: TimelineEntry;
  /** Earlier steps of the same quotation, which this entry also represents. */
  readonly earlierSteps: readonly QuotationStep[];
  /** First draft of the quotation, before those steps. */
  readonly draft: QuotationStep | undefined;
  /** Status that the entry has set. */
  readonly newStatus: LeadStatus | undefined;
}

/**
 * Entries, each with the status event that belongs to it. All steps of a quotation are one entry,
 * at the place of the last step.
 */
function listShownEntries(entries: readonly TimelineEntry[]): readonly ShownEntry[] {
  const shownSoFar = new Set<ShownEntry>();
  const entriesByKey = new Map<string, ShownEntry>();
  const { hiddenDrafts, firstDraftOf } = findHiddenDrafts(entries);
  for (const [index, entry] of entries.entries()) {
    if (hiddenDrafts.has(entry) || isShownWith(entries[index - 1], entry)) continue;
    const next = entries[index + 1];
    // the steps of a quotation share a key
    const key = entry.type === 'QuotationStepped' ? entry.data.quotationId : entry.entryId;
    const earlierEntry = entriesByKey.get(key);
    const shownEntry: ShownEntry = {
      entry,
      earlierSteps: earlierEntry
        ? [...earlierEntry.earlierSteps, earlierEntry.entry as QuotationStep]
        : [],
      draft: earlierEntry ? earlierEntry.draft : firstDraftOf.get(entry),
      newStatus:
        next?.type === 'LeadStatusChanged' && isShownWith(entry, next) ? next.data.to : undefined,
    };
    if (earlierEntry) shownSoFar.delete(earlierEntry);
    shownSoFar.add(shownEntry);
    entriesByKey.set(key, shownEntry);
  }
  return [...shownSoFar];
}

/** parts of an entry depend on its width, measured in the size of the text */
const columnClass =
  '@container w-full max-w-[calc(var(--container-measure)+2*var(--spacing-gutter))] flex-1 px-gutter pt-3 pb-[calc(1rem+var(--end-space,0px))] md:mx-auto';

/** clear of the composer, which is highest on an upright phone, with its main button */
const aboveComposerClass = classes(
  'sticky z-(--ft-z-sticky) self-center rounded-full shadow-float',
  'bottom-[calc(10.5rem+var(--ft-visit))] typing:bottom-[calc(8.5rem+var(--ft-visit))]',
  'flat:bottom-[calc(5.5rem+var(--ft-visit))] md:bottom-[calc(9.5rem+var(--ft-visit))]',
);

/** Timeline of a lead by day, oldest first; opens at its end. */
export function LeadTimeline(props: LeadTimelineProps): ReactNode {
  const { show, dialog } = useResubmitDialog();
  return (
    <>
      <Entries {...props} onShow={show} />
      {dialog}
    </>
  );
}

function Entries({
  leadId,
  queuedCommands,
  isSent,
  stale,
  onShow,
}: LeadTimelineProps & Pick<QueuedProps, 'onShow'>): ReactNode {
  const timeline = useTimeline(leadId, { enabled: isSent });
  const me = useMe();
  const reach = useReach();
  const today = useToday();
  const zone = useZone();
  const oldestFirst = useMemo(() => timeline.items.toReversed(), [timeline.items]);
  const shown = useMemo(() => listShownEntries(oldestFirst), [oldestFirst]);
  const entries = useMemo(() => shown.map(({ entry }) => entry), [shown]);
  // commands that the timeline does not include yet
  const queued = queuedCommands.filter(
    (item) =>
      textOfCommand(item) !== undefined &&
      !isOnTimeline(oldestFirst, item) &&
      !(isSent && isNewLead(item)),
  );
  // false while the skeleton is shown, which stays for a minimum time
  const [isDrawn, setDrawn] = useState(false);
  const newEntries = useTimelineScroll(entries, queued.length, isDrawn, me.account.id);

  // waiting commands are shown even if the timeline failed
  const isFailed = hasFailed(timeline) && isSent;
  const failureCard = isFailed && (
    <div className="card mb-3">
      <ErrorState
        title={t`Failed to load activities`}
        busy={timeline.isFetching}
        error={timeline.error}
        onRetry={() => void timeline.refetch()}
      >
        {reach === 'offline'
          ? t`No network. The activities of this lead are not on this phone yet.`
          : undefined}
      </ErrorState>
    </div>
  );
  if (failureCard && queued.length === 0) return <div className={columnClass}>{failureCard}</div>;
  const rows = [
    ...shown.map(({ entry, earlierSteps, draft, newStatus }) => {
      const row = (
        <TimelineEntryRow
          entry={entry}
          earlierSteps={earlierSteps}
          draft={draft}
          newStatus={newStatus}
          meId={me.account.id}
        />
      );
      // keyed by the first step, so that expanded steps stay open when another step joins
      return { key: (earlierSteps[0] ?? entry).entryId, on: entry.on, row };
    }),
    ...queued.map((item) => ({
      key: item.commandId,
      on: dayIn(zone, new Date(item.capturedAt)),
      row: <QueuedEntry item={item} onShow={onShow} />,
    })),
  ];
  return (
    <>
      <div ref={newEntries.column} className={columnClass}>
        <Staleness
          describe={(age) => t`Showing this lead from ${age}`}
          failed={!isFailed && (stale.failed || timeline.isError)}
          at={Math.min(stale.at, timeline.dataUpdatedAt)}
        />
        {failureCard}
        {/* waiting commands are shown while a slow timeline loads */}
        <Loading
          when={
            isSent && !timeline.data && !isFailed && (reach === 'online' || queued.length === 0)
          }
          skeleton={<SkeletonCards count={3} />}
          label={t`Loading activities`}
        >
          {() =>
            entries.length + queued.length === 0 ? (
              <EmptyState title={t`No activities yet`} />
            ) : (
              <>
                <RunOnLayout onLayout={setDrawn} />
                {timeline.hasNextPage && (
                  <div className="flex justify-center pb-2">
                    <Button
                      busy={timeline.isFetchingNextPage}
                      onClick={() => void timeline.fetchNextPage()}
                    >
                      {t`Load earlier`}
                    </Button>
                  </div>
                )}
                <Timeline label={t`Activities`}>
                  {rows.map(({ key, on, row }, index) => (
                    <Fragment key={key}>
                      {on !== rows[index - 1]?.on && (
                        <TimelineDay>{dayHeading(on, today)}</TimelineDay>
                      )}
                      {row}
                    </Fragment>
                  ))}
                </Timeline>
              </>
            )
          }
        </Loading>
      </div>
      {newEntries.count > 0 && (
        <Button
          kind="primary"
          icon={ArrowDown}
          className={aboveComposerClass}
          onClick={newEntries.scrollToEnd}
        >
          {t`${newEntries.count} new`}
        </Button>
      )}
    </>
  );
}

/** Calls back in the layout phase, before the browser paints. */
function RunOnLayout({ onLayout }: { onLayout: (isDrawn: boolean) => void }): ReactNode {
  useLayoutEffect(() => onLayout(true), [onLayout]);
  return null;
}
