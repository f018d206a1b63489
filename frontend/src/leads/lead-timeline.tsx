import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import type { Captured } from '../lib/outbox.js';
import { useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { useToday, useZone } from '../ui/figures.js';
import { dayHeading, dayIn } from '../ui/format.js';
import { stillness } from '../ui/media.js';
import { BoneCards, EmptyState, ErrorState, Loading } from '../ui/states.js';
import { Trace, TraceDay } from '../ui/trace.js';
import { isNewLead, wordsOfCapture } from './lead-captures.js';
import { useTeam, useTimeline } from './lead-queries.js';
import { Staleness } from './staleness.js';
import { Entry, QueuedEntry } from './timeline-entry.js';

interface LeadTimelineProps {
  leadId: string;
  captures: readonly Captured[];
  isSent: boolean;
  stale: { failed: boolean; at: number };
}

/** How near to its end the page counts as read to the end, in pixels. */
const nearEnd = 160;
const toTheEnd = (): number => document.documentElement.scrollHeight - innerHeight - scrollY;

/** What a captured command adds is shown by itself until the timeline has it. */
const isIn = (entries: readonly TimelineEntry[], { data, state }: Captured): boolean =>
  entries.some(({ type, data: recorded }) => type === 'NoteAdded' && 'noteId' in recorded && recorded.noteId === data['noteId']) ||
  (state === 'sent' && data['noteId'] === undefined);

/** Everything that happened, oldest first, grouped by the organization's day; it opens at its end. */
export function LeadTimeline({ leadId, captures, isSent, stale }: LeadTimelineProps): ReactNode {
  const timeline = useTimeline(leadId, { enabled: isSent });
  const me = useMe();
  const team = useTeam();
  const today = useToday();
  const zone = useZone();
  const entries = useMemo(() => timeline.data?.pages.flatMap(({ items }) => items).toReversed() ?? [], [timeline.data]);
  const queued = captures.filter((item) => wordsOfCapture(item) !== undefined && !isIn(entries, item) && !(isSent && isNewLead(item)));
  const nameOf = (memberId: string): string =>
    memberId === me.account.id ? 'you' : (team.data?.members.find((member) => member.memberId === memberId)?.name ?? 'a colleague');
  const fresh = useReading(entries, queued.length, timeline.isSuccess || !isSent);

  if (timeline.isError && !timeline.data && isSent) {
    return (
      <div className="lead-trace">
        <div className="card">
          <ErrorState title="Failed to load activities" busy={timeline.isFetching} onRetry={() => void timeline.refetch()} />
        </div>
      </div>
    );
  }
  const lastDay = entries.at(-1)?.on;
  return (
    <>
      <div className="lead-trace">
        <Staleness what="this lead" failed={stale.failed || timeline.isError} at={Math.min(stale.at, timeline.dataUpdatedAt)} />
        <Loading when={isSent && !timeline.data} bones={<BoneCards count={3} />} label="Loading activities">
          {() =>
            entries.length + queued.length === 0 ? (
              <EmptyState title="No activities yet" />
            ) : (
              <>
                {timeline.hasNextPage && (
                  <div className="flex justify-center pb-2">
                    <Button busy={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
                      Load earlier
                    </Button>
                  </div>
                )}
                <Trace label="Activities">
                  {entries.map((entry, place) => (
                    <Fragment key={entry.entryId}>
                      {entry.on !== entries[place - 1]?.on && <TraceDay>{dayHeading(entry.on, today)}</TraceDay>}
                      <Entry entry={entry} meId={me.account.id} nameOf={nameOf} />
                    </Fragment>
                  ))}
                  {queued.map((item, place) => {
                    const on = dayIn(zone, new Date(item.capturedAt));
                    const before = place === 0 ? lastDay : dayIn(zone, new Date(queued[place - 1]!.capturedAt));
                    return (
                      <Fragment key={item.commandId}>
                        {on !== before && <TraceDay>{dayHeading(on, today)}</TraceDay>}
                        <QueuedEntry item={item} />
                      </Fragment>
                    );
                  })}
                </Trace>
              </>
            )
          }
        </Loading>
      </div>
      {fresh.count > 0 && (
        <Button kind="primary" icon={ArrowDown} className="lead-new-below" onClick={fresh.show}>
          {fresh.count} new
        </Button>
      )}
    </>
  );
}

/**
 * Where one reads: the page opens at its end and stays there while it is read there; further up nothing moves, what came
 * is counted, and earlier entries come in above without moving what is being read.
 */
function useReading(entries: readonly TimelineEntry[], queued: number, loaded: boolean): { count: number; show: () => void } {
  const seen = useRef<{ first?: string; last?: string; length: number; queued: number; height: number }>(undefined);
  const atEnd = useRef(true);
  const [count, setCount] = useState(0);
  const show = (): void => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: stillness() ? 'auto' : 'smooth' });
    setCount(0);
  };

  useEffect(() => {
    const moved = (): void => {
      atEnd.current = toTheEnd() < nearEnd;
      if (atEnd.current) setCount(0);
    };
    addEventListener('scroll', moved, { passive: true });
    return () => removeEventListener('scroll', moved);
  }, []);

  useLayoutEffect(() => {
    if (!loaded) return;
    const height = document.documentElement.scrollHeight;
    const now = { first: entries[0]?.entryId, last: entries.at(-1)?.entryId, length: entries.length, queued, height };
    const before = seen.current;
    seen.current = now;
    if (!before) scrollTo({ top: height });
    else if (now.first !== before.first && now.last === before.last) scrollBy({ top: height - before.height });
    else if (now.last !== before.last || now.queued > before.queued) {
      if (atEnd.current || now.queued > before.queued) scrollTo({ top: height, behavior: stillness() ? 'auto' : 'smooth' });
      else setCount((others) => others + Math.max(1, now.length - before.length));
    }
  }, [entries, queued, loaded]);

  return { count, show };
}
