import { plural, t } from '@lingui/core/macro';
import { CircleAlert, Navigation } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useOutboxCounts } from '../lib/outbox/outbox.js';
import { useMe } from '../lib/account/session.js';
import { knownPosition } from '../kit/capture/use-geolocation.js';
import { ContactActions, Due, PlaceLine, placeOf } from '../kit/leads/contact-actions.js';
import { mapLink } from '../kit/leads/contact.js';
import { knownPlace } from '../kit/leads/known-leads.js';
import { counted } from '../kit/texts/nouns.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { Staleness } from '../kit/records/staleness.js';
import { fromFollowUp, useCompleteFollowUp, useOpenFollowUps } from '../follow-ups/use-complete.js';
import { classes } from '../ui/classes.js';
import { lazyPart } from '../ui/loading/code.js';
import { Button, ButtonLink, IconLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { distanceText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card, InlineList } from '../ui/layout/surface.js';
import { metresBetween } from '../visits/day-route.js';
import { useRunningVisit } from '../visits/use-running-visit.js';
import { dueNow } from '../kit/leads/figure-links.js';

const OutboxSheet = lazyPart(async () => ({
  default: (await import('../kit/offline/outbox-chip.js')).OutboxSheet,
}));

/** Follow-ups that fit on a phone; the agenda has all. */
const MAX_FOLLOW_UPS = 5;

/** Next tasks of a rep: running visit, refused items, due follow-ups, the most overdue first. */
export function Today(): ReactNode {
  const { account, role } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const today = useToday();
  // the agenda's query, not only what is due: so tomorrow's are on the device without a network
  const list = useListQuery('/api/follow-ups', seesAll ? { member: account.id } : {});
  const dueByNow = list.items.filter(({ dueOn }) => dueOn <= today);
  // without those that an outbox item completes
  const due = useOpenFollowUps(dueByNow);
  // a page of due follow-ups alone may be cut: then the server's count is right
  const isCut = dueByNow.length === list.items.length && list.hasNextPage;
  const dueOnServer = isCut ? (list.first?.counts.due ?? 0) : dueByNow.length;
  const count = Math.max(due.length, dueOnServer - (dueByNow.length - due.length));
  const all = dueNow(seesAll ? account.id : undefined);
  return (
    <Card
      title={t`Today`}
      headerEnd={
        count > 0 && (
          <Link to={all} className="link label">
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
        {() =>
          due.length === 0 ? (
            <EmptyState
              level={3}
              title={t`Nothing is due today`}
              action={<ButtonLink to="/leads">{t`View Leads`}</ButtonLink>}
            />
          ) : (
            <ul className="rows" aria-label={t`Due today`}>
              {due.slice(0, MAX_FOLLOW_UPS).map((visit, index) => (
                <DueLead key={visit.followUpId} visit={visit} isNext={index === 0} />
              ))}
              {count > MAX_FOLLOW_UPS && (
                <li className="px-4 py-2">
                  <ButtonLink kind="ghost" block to={all}>
                    {t`Show all ${counted(count, 'follow-up')}`}
                  </ButtonLink>
                </li>
              )}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

/** buttons as wide as their labels, on two rows with larger text */
const buttonClass = 'flex-auto px-3 md:flex-none';

/** Straight distance to a lead, where its place and this device's position are known already. */
function distanceFromLastPosition(leadId: string): string | undefined {
  const [ownPosition, place] = [knownPosition(), knownPlace(leadId)];
  return ownPosition && place && t`${distanceText(metresBetween(ownPosition, place))} away`;
}

/** @param isNext whether it is the first one, whose button is the screen's primary one */
function DueLead({ visit, isNext }: { visit: UpcomingVisit; isNext: boolean }): ReactNode {
  const { leadId, leadName, followUpId, dueOn, note, phone } = visit;
  const { busy, complete } = useCompleteFollowUp({ leadId, name: leadName }, { followUpId, dueOn });
  const isHere = useRunningVisit()?.lead?.leadId === leadId;
  return (
    <li className="flex flex-col gap-1.5 px-4 pt-2.5 pb-2 md:flex-row md:items-center md:gap-4">
      <div className="relative md:min-w-0 md:flex-1">
        <Link to={`/leads/${leadId}`} className="block rounded-control">
          {isNext && (
            <span className="meta block font-medium text-accent-ink">
              <InlineList items={[t`Next`, distanceFromLastPosition(leadId)]} />
            </span>
          )}
          <span className="row between items-start gap-3">
            <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{leadName}</span>
            <Due day={dueOn} />
          </span>
          <span className="meta flex pr-10">
            <PlaceLine lead={visit} />
          </span>
          <span
            className={classes(
              'mt-0.5 pr-10',
              isNext ? 'line-clamp-2 wrap-anywhere' : 'block truncate',
              note ? 'label text-ink-2' : 'meta',
            )}
          >
            {note || t`No note`}
          </span>
        </Link>
        <Directions visit={visit} />
      </div>
      <div className="row wrap gap-1.5 *:min-h-tap">
        <ButtonLink
          kind={isNext ? 'primary' : 'plain'}
          to={`/visits/new?leadId=${leadId}`}
          state={fromFollowUp(visit)}
          className={buttonClass}
        >
          {isHere ? t`Back to the visit` : t`Record visit`}
        </ButtonLink>
        <Button
          busy={busy}
          onClick={complete}
          className={buttonClass}
          aria-label={t`Done, ${leadName}`}
        >
          {t`Done`}
        </Button>
        <ContactActions person={{ leadId, phone, name: leadName }} />
      </div>
    </li>
  );
}

/** Way to a lead, in the phone's map. */
const Directions = ({ visit }: { visit: UpcomingVisit }): ReactNode => (
  <IconLink
    icon={Navigation}
    label={t`Directions: ${placeOf(visit)}`}
    href={mapLink({
      place: knownPlace(visit.leadId),
      landmark: visit.siteName,
      city: visit.city,
    })}
    target="_blank"
    rel="noreferrer"
    className="absolute -right-3 bottom-0 min-h-tap w-tap text-accent-ink"
  />
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
