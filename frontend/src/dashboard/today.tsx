import { plural, t } from '@lingui/core/macro';
import { ChevronRight, CircleAlert, Navigation } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { groupBy } from '#domain/kernel/order.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useOutboxCounts } from '../lib/outbox/outbox.js';
import { useMe } from '../lib/account/session.js';
import { knownPosition } from '../kit/capture/use-geolocation.js';
import {
  CallAction,
  ContactActions,
  Due,
  PlaceLine,
  placeOf,
} from '../kit/leads/contact-actions.js';
import { mapLink } from '../kit/leads/contact.js';
import { dueFollowUpsPath } from '../kit/leads/figure-links.js';
import { GapRow } from '../kit/leads/gap-row.js';
import { knownPlace } from '../kit/leads/known-leads.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { Staleness } from '../kit/records/staleness.js';
import { fromFollowUp, useCompleteFollowUp, useOpenFollowUps } from '../follow-ups/use-complete.js';
import { classes } from '../ui/classes.js';
import { lazyPart } from '../ui/loading/code.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, distanceText, grouped } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card, InlineList } from '../ui/layout/surface.js';
import { metresBetween } from '../visits/day-route.js';
import { useRunningVisit } from '../visits/use-running-visit.js';

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
  // the agenda's query, not only what is due: so tomorrow's are on the device without a network
  const list = useFollowUps(member);
  // without those that an outbox item completes
  const open = useOpenFollowUps(list.items);
  const isDue = ({ dueOn }: UpcomingVisit): boolean => dueOn <= today;
  const due = open.filter(isDue);
  const count = countOpen(list, open, isDue, 'due');
  const later = open
    .filter((visit) => !isDue(visit))
    .slice(0, Math.max(0, MAX_FOLLOW_UPS - due.length));
  const allPath = dueFollowUpsPath(member);
  return (
    <Card
      title={t`Today`}
      headerEnd={
        count > 0 && (
          <Link to={allPath} className="link label">
            {plural(count, { one: '# due', other: '# due' })}
          </Link>
        )
      }
      className="mb-3"
    >
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
                {due
                  .slice(0, MAX_FOLLOW_UPS)
                  .map((visit, index) =>
                    index === 0 ? (
                      <NextFollowUp key={visit.followUpId} visit={visit} />
                    ) : (
                      <FollowUpRow key={visit.followUpId} visit={visit} />
                    ),
                  )}
                {count > MAX_FOLLOW_UPS && (
                  <li>
                    <MoreRow to={allPath}>{t`Show all ${countedNoun(count, 'follow-up')}`}</MoreRow>
                  </li>
                )}
              </ul>
            ) : later.length > 0 ? (
              <p className="label px-4 pb-3 text-ink-2">{t`Nothing is due today`}</p>
            ) : (
              <EmptyState
                level={3}
                title={t`Nothing is due today`}
                action={<ButtonLink to="/leads">{t`View Leads`}</ButtonLink>}
              />
            )}
            {[...groupBy(later, ({ dueOn }) => dueOn)].map(([day, visits]) => (
              <LaterDay
                key={day}
                day={day}
                visits={visits}
                {...(day === dayAfter(today, 1) && {
                  count: countOpen(list, open, ({ dueOn }) => dueOn === day, 'tomorrow'),
                })}
              />
            ))}
            {undated > 0 && (
              <div className="shadow-line-t">
                <GapRow name="undated" count={undated} />
              </div>
            )}
          </>
        )}
      </QueryStates>
    </Card>
  );
}

const useFollowUps = (member?: string) =>
  useListQuery('/api/follow-ups', member === undefined ? {} : { member });
type FollowUps = ReturnType<typeof useFollowUps>;

/** Counts the open follow-ups of a group. Uses the server's count if more are on further pages. */
function countOpen(
  list: Pick<FollowUps, 'items' | 'hasNextPage' | 'first'>,
  open: readonly UpcomingVisit[],
  isInGroup: (visit: UpcomingVisit) => boolean,
  group: 'due' | 'tomorrow',
): number {
  const count = open.filter(isInGroup).length;
  const last = list.items.at(-1);
  if (!list.hasNextPage || last === undefined || !isInGroup(last)) return count;
  const closed = list.items.filter(isInGroup).length - count;
  return Math.max(count, (list.first?.counts[group] ?? 0) - closed);
}

/** First follow-ups of a later day. */
function LaterDay({
  day,
  visits,
  count,
}: {
  day: string;
  visits: readonly UpcomingVisit[];
  count?: number;
}): ReactNode {
  const heading = dayHeading(day, useToday());
  const id = useId();
  return (
    <div className="shadow-line-t">
      <h3 id={id} className="meta px-4 pt-2.5 font-medium text-ink-2">
        {count === undefined ? heading : `${heading}, ${grouped(count)}`}
      </h3>
      <ul className="rows" aria-labelledby={id}>
        {visits.map((visit) => (
          <FollowUpRow key={visit.followUpId} visit={visit} hidesDay />
        ))}
      </ul>
    </div>
  );
}

/** Row that leads to more of the same. */
const MoreRow = ({ to, children }: { to: string; children: ReactNode }): ReactNode => (
  <Link to={to} className="list-row is-link label">
    <span className="grow">{children}</span>
    <Icon icon={ChevronRight} size="s" className="text-ink-3" />
  </Link>
);

/** Straight distance to a lead, where its place and this device's position are known already. */
function distanceFromLastPosition(leadId: string): string | undefined {
  const [ownPosition, place] = [knownPosition(), knownPlace(leadId)];
  return ownPosition && place && t`${distanceText(metresBetween(ownPosition, place))} away`;
}

/** keeps a row's buttons above its link, which covers the row */
const actionsClass = 'relative z-1 flex flex-wrap items-center gap-1.5 *:min-h-tap';
/** as wide as the label, or wider if the buttons need two lines */
const actionClass = 'flex-auto px-3 md:flex-none';

/** First follow-up due. Its button is the screen's main one. */
function NextFollowUp({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { leadId, leadName, dueOn, note, phone } = visit;
  return (
    <li className="relative flex flex-col gap-2 px-4 pt-1 pb-3 has-[a:first-child:hover]:bg-hover md:flex-row md:items-center md:gap-4">
      <div className="md:min-w-0 md:flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="meta text-ink-2">
            <InlineList items={[t`Next`, distanceFromLastPosition(leadId)]} />
          </span>
          <Due day={dueOn} />
        </span>
        {/* the row looks for its link as a first child */}
        <span className="block">
          <RowLink to={`/leads/${leadId}`} className="t3">
            {leadName}
          </RowLink>
        </span>
        <Directions visit={visit} />
        {note && <span className="label line-clamp-2 wrap-anywhere">{note}</span>}
      </div>
      <div className={actionsClass}>
        <VisitActions visit={visit} kind="primary" />
        <ContactActions person={{ leadId, phone, name: leadName }} />
      </div>
    </li>
  );
}

/**
 * Another follow-up. On a phone it offers only the call; the lead's screen has the other actions.
 * @param hidesDay whether a heading says the day
 */
function FollowUpRow({
  visit,
  hidesDay = false,
}: {
  visit: UpcomingVisit;
  hidesDay?: boolean;
}): ReactNode {
  const { leadId, leadName, dueOn, note, phone } = visit;
  const person = { leadId, phone, name: leadName };
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-1.5 has-[a:first-child:hover]:bg-hover md:gap-4">
      <div className="min-w-0 flex-1">
        {/* beside the name, so that the place has the whole width */}
        <span className="flex items-center justify-between gap-3">
          <RowLink to={`/leads/${leadId}`} className="label font-medium">
            {leadName}
          </RowLink>
          {!hidesDay && (
            <span className="-my-0.5 flex flex-none">
              <Due day={dueOn} />
            </span>
          )}
        </span>
        <span className="meta flex">
          <PlaceLine lead={visit} />
        </span>
        {note && <span className="label block truncate text-ink-2 max-md:hidden">{note}</span>}
      </div>
      <div className={classes(actionsClass, 'max-md:hidden')}>
        <VisitActions visit={visit} kind="plain" />
        <ContactActions person={person} />
      </div>
      <CallAction person={person} className="relative z-1 -mr-3 min-h-tap w-tap md:hidden" />
    </li>
  );
}

/** Link that covers its row. The row's other buttons lie above it. */
const RowLink = ({
  to,
  className,
  children,
}: {
  to: string;
  className: string;
  children: ReactNode;
}): ReactNode => (
  <Link
    to={to}
    className={classes(
      'line-clamp-2 min-h-6 min-w-0 wrap-anywhere after:absolute after:inset-0',
      className,
    )}
  >
    {children}
  </Link>
);

/** Records the visit of a follow-up, or completes it without one. */
function VisitActions({
  visit,
  kind,
}: {
  visit: UpcomingVisit;
  kind: 'primary' | 'plain';
}): ReactNode {
  const { leadId, leadName } = visit;
  const { busy, complete } = useCompleteFollowUp({ leadId, name: leadName }, visit);
  const isHere = useRunningVisit()?.lead?.leadId === leadId;
  return (
    <>
      <ButtonLink
        kind={kind}
        to={`/visits/new?leadId=${leadId}`}
        state={fromFollowUp(visit)}
        className={actionClass}
      >
        {isHere ? t`Back to the visit` : t`Record visit`}
      </ButtonLink>
      <Button
        busy={busy}
        onClick={complete}
        className={actionClass}
        aria-label={t`Done, ${leadName}`}
      >
        {t`Done`}
      </Button>
    </>
  );
}

/** Place of a lead, which opens the way there in a map. The whole line can be pressed. */
function Directions({ visit }: { visit: UpcomingVisit }): ReactNode {
  const { leadId, siteName, city } = visit;
  return (
    <a
      aria-label={t`Directions: ${placeOf(visit)}`}
      href={mapLink({ place: knownPlace(leadId), landmark: siteName, city })}
      target="_blank"
      rel="noreferrer"
      className="relative z-1 -my-2 inline-flex min-h-tap max-w-full items-center gap-1.5 rounded-control text-label text-ink-2 hover:underline"
    >
      <Icon icon={Navigation} size="s" className="text-accent-ink" />
      <PlaceLine lead={visit} />
    </a>
  );
}

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
