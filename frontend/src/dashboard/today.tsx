import { plural, t } from '@lingui/core/macro';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useOutboxCounts } from '../lib/outbox/outbox.js';
import { useMe } from '../lib/account/session.js';
import { dueFollowUpsPath, tomorrowFollowUpsPath } from '../kit/leads/figure-links.js';
import { GapRow } from '../kit/leads/gap-row.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { Staleness } from '../kit/records/staleness.js';
import { FollowUpRow } from '../follow-ups/follow-up-row.js';
import { useOpenFollowUps } from '../follow-ups/open-follow-ups.js';
import { lazyPart } from '../ui/loading/code.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, grouped } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';

const OutboxSheet = lazyPart(async () => ({
  default: (await import('../kit/offline/outbox-chip.js')).OutboxSheet,
}));

/** Follow-ups that fit on a phone; the agenda has all. */
const MAX_FOLLOW_UPS = 5;

/**
 * Next tasks of a rep: running visit, refused items, due follow-ups, the most overdue first. If few
 * are due, the first ones of later days follow.
 * @param undated number of leads without a follow-up
 */
export function Today({ undated = 0 }: { undated?: number | undefined }): ReactNode {
  const { account, role } = useMe();
  const member = role !== null && seesEverything(role) ? account.id : undefined;
  const today = useToday();
  // the agenda's query, so that tomorrow's follow-ups are on the device without a network
  const list = useFollowUps(member);
  // without those that an outbox item completes
  const openFollowUps = useOpenFollowUps(list.items);
  const isDue = ({ dueOn }: UpcomingVisit): boolean => dueOn <= today;
  const due = openFollowUps.filter(isDue);
  const count = countOpen(list, openFollowUps, isDue, 'due');
  const later = openFollowUps
    .filter((visit) => !isDue(visit))
    .slice(0, Math.max(0, MAX_FOLLOW_UPS - due.length));
  const [next] = due;
  const gapRow = undated > 0 && (
    <div className="shadow-line-t">
      <GapRow name="undated" count={undated} action={t`Plan`} />
    </div>
  );
  return (
    <Card title={next ? t`Next` : t`Today`} className="mb-3 overflow-hidden">
      <RefusedItems />
      <div className="px-4">
        <Staleness
          describe={(age) => t`Showing follow-ups from ${age}`}
          failed={list.isError && list.data !== undefined}
          at={list.dataUpdatedAt}
        />
      </div>
      <QueryStates
        inCard
        query={list}
        failed={t`Failed to load follow-ups`}
        label={t`Loading follow-ups`}
        skeleton={<SkeletonRows count={3} />}
      >
        {() => (
          <>
            {due.length > 0 ? (
              <ul className="rows" aria-label={t`Due today`}>
                {due.slice(0, MAX_FOLLOW_UPS).map((visit) => (
                  <li key={visit.followUpId}>
                    <FollowUpRow visit={visit} isNext={visit === next} />
                  </li>
                ))}
              </ul>
            ) : (
              <NothingDue isEmpty={later.length === 0} />
            )}
            {count > MAX_FOLLOW_UPS && (
              <MoreRow to={dueFollowUpsPath(member)}>{t`All ${count} due`}</MoreRow>
            )}
            {/* if little is due, planning is the next task */}
            {count <= 1 && gapRow}
            {[...groupBy(later, ({ dueOn }) => dueOn)].map(([day, visits]) => (
              <LaterDay
                key={day}
                day={day}
                visits={visits}
                {...(day === dayAfter(today, 1) && {
                  count: countOpen(list, openFollowUps, ({ dueOn }) => dueOn === day, 'tomorrow'),
                  to: tomorrowFollowUpsPath(member),
                })}
              />
            ))}
            {count > 1 && gapRow}
          </>
        )}
      </QueryStates>
    </Card>
  );
}

/** @param isEmpty whether no later follow-ups are shown either */
const NothingDue = ({ isEmpty }: { isEmpty: boolean }): ReactNode =>
  isEmpty ? (
    <EmptyState
      level={3}
      title={t`Nothing is due today`}
      action={<ButtonLink to="/leads">{t`View Leads`}</ButtonLink>}
    />
  ) : (
    <p className="label px-4 pb-3 text-ink-2">{t`Nothing is due today`}</p>
  );

const useFollowUps = (member?: string) =>
  useListQuery('/api/follow-ups', member === undefined ? {} : { member });
type FollowUps = ReturnType<typeof useFollowUps>;

/** Counts the open follow-ups of a group. Uses the server's count if more are on further pages. */
function countOpen(
  list: Pick<FollowUps, 'items' | 'hasNextPage' | 'first'>,
  openFollowUps: readonly UpcomingVisit[],
  isInGroup: (visit: UpcomingVisit) => boolean,
  group: 'due' | 'tomorrow',
): number {
  const count = openFollowUps.filter(isInGroup).length;
  const last = list.items.at(-1);
  if (!list.hasNextPage || last === undefined || !isInGroup(last)) return count;
  const closed = list.items.filter(isInGroup).length - count;
  return Math.max(count, (list.first?.counts[group] ?? 0) - closed);
}

/**
 * First follow-ups of a later day.
 * @param to address of all of them, if they are counted
 */
function LaterDay({
  day,
  visits,
  count,
  to,
}: {
  day: string;
  visits: readonly UpcomingVisit[];
  count?: number;
  to?: string;
}): ReactNode {
  const heading = dayHeading(day, useToday());
  const id = useId();
  return (
    <div className="shadow-line-t">
      <h3 id={id} className="meta font-medium text-ink-2">
        {count === undefined || to === undefined ? (
          <span className="block px-4 pt-2.5">{heading}</span>
        ) : (
          <Link to={to} className="row min-h-tap px-4 hover:underline">
            <span className="grow">{`${heading}, ${grouped(count)}`}</span>
            <Icon icon={ChevronRight} size="s" className="text-ink-3" />
          </Link>
        )}
      </h3>
      <ul className="rows" aria-labelledby={id}>
        {visits.map((visit) => (
          <li key={visit.followUpId}>
            <FollowUpRow visit={visit} hidesDay />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Row that links to the whole list. */
const MoreRow = ({ to, children }: { to: string; children: ReactNode }): ReactNode => (
  <Link to={to} className="list-row is-link label shadow-line-t max-md:min-h-tap">
    <span className="grow">{children}</span>
    <Icon icon={ChevronRight} size="s" className="text-ink-3" />
  </Link>
);

/** Number of refused outbox items. Waiting items are counted in the top bar. */
function RefusedItems(): ReactNode {
  const { refused } = useOutboxCounts();
  const [open, setOpen] = useState(false);
  return (
    <>
      {refused > 0 && (
        <div className="flex items-center gap-3 border-t border-line px-4 py-2">
          <Icon icon={CircleAlert} className="text-danger-mark" />
          <span className="label grow min-w-0">
            {plural(refused, {
              one: '# item was not sent. The server did not take it.',
              other: '# items were not sent. The server did not take them.',
            })}
          </span>
          <Button onClick={() => setOpen(true)} aria-label={t`Fix what was not sent`}>
            {t`Fix`}
          </Button>
        </div>
      )}
      <LazyMount when={open}>
        <OutboxSheet open={open} onClose={() => setOpen(false)} />
      </LazyMount>
    </>
  );
}
