import { msg, plural, t } from '@lingui/core/macro';
import { Activity, ArrowUp, Boxes, Download, ListFilter, ShieldQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { auditKinds, auditOutcomes } from '#domain/audit/audit.values.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import { dayRange } from '../kit/lists/day-range.js';
import {
  dayParam,
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { ExpandAll } from '../kit/history/more-events.js';
import { eventTypes } from '../kit/history/event-sentences.js';
import { ListTools } from '../kit/lists/filtering.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { usePermissions } from '../lib/account/session.js';
import { addressOf } from '../lib/server/api.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Chip } from '../ui/inputs/choice.js';
import { Screen } from '../ui/layout/frame.js';
import { lazyPart } from '../ui/loading/code.js';
import { useDialogOf } from '../ui/loading/lazy-mount.js';
import { type Names, optionsOf } from '../words/i18n.js';
import { AuditMenu } from './audit-menu.js';
import { kindNames } from './audit-names.js';
import { type FeedFilters, useAuditFeed, useNewEvents } from './audit-query.js';
import { findErasable } from './erasable.js';
import { EventsByDay } from './events-by-day.js';
import { typeNamesOf } from '../kit/texts/type-names.js';

const EraseFromFeed = lazyPart(() => import('./erase-from-feed.js'));

const allKinds = ['All', ...auditKinds] as const;
const allOutcomes = ['All', ...auditOutcomes] as const;
const allKindNames: Names<(typeof allKinds)[number]> = {
  All: msg`Everything except notifications`,
  ...kindNames,
};
const allTypes = ['All', ...eventTypes] as const;
const outcomeNames: Names<(typeof allOutcomes)[number]> = {
  All: msg`Done and refused`,
  done: msg`Done`,
  refused: msg`Refused`,
};
const filterOfFeed = filterCodec({
  kind: choiceParam(allKinds, 'All'),
  type: choiceParam(allTypes, 'All'),
  member: idParam,
  record: idParam,
  outcome: choiceParam(allOutcomes, 'All'),
  from: dayParam,
  to: dayParam,
  q: searchParam,
});

/** `/audit`: everything that happened in the organization, for admins and finance. */
export default function AuditPage(): ReactNode {
  const may = usePermissions();
  if (!may('GET /api/audit'))
    return (
      <AccessDeniedPage pageTitle={t`Audit`} title={t`Access Denied`}>
        {t`Only administrators and finance can see the audit.`}
      </AccessDeniedPage>
    );
  return <Feed />;
}

function Feed(): ReactNode {
  const filterState = useListFilters(filterOfFeed);
  const { filters, change } = filterState;
  const today = useToday();
  const params: FeedFilters = filterOfFeed.params({ ...filters, q: '' });
  /** Part of the key of `Events`: a new value reloads the feed from its newest event. */
  const [reloadCount, setReloadCount] = useState(0);
  const [isExpanded, setExpanded] = useState(false);
  const chipLabel = t`One record`;
  const types = typeNamesOf(filters.kind);
  /** Changes filters, and resets a type that the chosen kind of records does not have. */
  const changeWithType: typeof change = (changes) => {
    const { kind, type = filters.type } = changes;
    const kindHasType = kind === undefined || Object.hasOwn(typeNamesOf(kind), type);
    change(kindHasType ? changes : { ...changes, type: 'All' });
  };
  return (
    <Screen
      title={t`Audit`}
      actions={
        <>
          <ButtonLink href={addressOf('/api/audit.zip', params)} icon={Download} download>
            {t`CSV`}
          </ButtonLink>
          <AuditMenu />
        </>
      }
    >
      <div className="stack gap-3 pb-3">
        <ListTools
          filterState={{ ...filterState, change: changeWithType }}
          filters={[
            {
              name: 'kind',
              icon: Boxes,
              label: t`Records`,
              options: optionsOf(allKindNames),
              ...(filters.kind === 'All' && { chipLabel: t`All records` }),
            },
            {
              name: 'type',
              icon: Activity,
              label: t`Kind of event`,
              options: [{ value: 'All', label: t`All events` }, ...optionsOf(types)],
              isSearchable: true,
            },
            ...useMemberFilter('member', t`Caused by`, filters.member),
            {
              name: 'outcome',
              icon: ShieldQuestion,
              label: t`Outcome`,
              options: optionsOf(outcomeNames),
              ...(filters.outcome === 'All' && { chipLabel: t`Any outcome` }),
            },
            dayRange(filters, change, today),
          ]}
          count={undefined}
        >
          <span className="ml-auto">
            <ExpandAll isExpanded={isExpanded} onExpanded={setExpanded} />
          </span>
        </ListTools>
        {filters.record !== undefined && (
          <div>
            <Chip
              on
              aria-label={t`Remove filter ${chipLabel}`}
              onClick={() => change({ record: undefined })}
            >
              {chipLabel}
            </Chip>
          </div>
        )}
      </div>
      <Events
        key={`${JSON.stringify(params)} ${reloadCount}`}
        filters={params}
        isExpanded={isExpanded}
        isFiltered={filterOfFeed.isFiltered(filters)}
        onReload={() => setReloadCount(reloadCount + 1)}
        clear={filterState.clear}
      />
    </Screen>
  );
}

interface EventsProps {
  filters: FeedFilters;
  isExpanded: boolean;
  isFiltered: boolean;
  onReload: () => void;
  clear: () => void;
}

function Events({ filters, isExpanded, isFiltered, onReload, clear }: EventsProps): ReactNode {
  const feed = useAuditFeed(filters);
  const [inserted, setInserted] = useState<{ items: readonly AuditItem[]; newest: string }>();
  const news = useNewEvents(filters, inserted?.newest ?? feed.newest);
  const may = usePermissions();
  const { item: eventToErase, openFor: askToErase, dialog } = useDialogOf<AuditItem>();
  const today = useToday();
  const zone = useZone();
  const items = [...(inserted?.items ?? []), ...feed.items];
  const knownIds = new Set(items.map(({ eventId }) => eventId));
  const newEvents = news?.items.filter(({ eventId }) => !knownIds.has(eventId)) ?? [];
  const insertNewEvents = (): void => {
    // more than one page of news
    if (!news || news.hasMore) return onReload();
    setInserted({ items: [...newEvents, ...(inserted?.items ?? [])], newest: news.newest });
    scrollTo({ top: 0 });
  };
  return (
    <QueryStates
      query={feed}
      failed={t`Failed to load the audit`}
      label={t`Loading the audit`}
      skeleton={<SkeletonRows />}
      isWaiting={items.length === 0 && feed.isFetching && feed.lookedTo === undefined}
    >
      {() => (
        <>
          {newEvents.length > 0 && (
            <div className="sticky top-16 z-(--ft-z-sticky) flex justify-center pb-3">
              <Button
                kind="primary"
                icon={ArrowUp}
                className="rounded-full shadow-float"
                onClick={insertNewEvents}
              >
                {news?.hasMore
                  ? t`More than ${newEvents.length} new events`
                  : plural(newEvents.length, { one: '# new event', other: '# new events' })}
              </Button>
            </div>
          )}
          {items.length > 0 ? (
            <EventsByDay
              items={items}
              isExpanded={isExpanded}
              hasLinks
              feedOf={filters.record === undefined ? feedOf : undefined}
              eraseOf={(event) => {
                const erasable = findErasable(event);
                return erasable && may(erasable.command) ? askToErase : undefined;
              }}
            />
          ) : (
            !feed.hasNextPage && (
              <div className="card">
                <EmptyState
                  title={t`No events match`}
                  art={isFiltered ? ListFilter : 'trace'}
                  action={isFiltered && <Button onClick={clear}>{t`Clear filters`}</Button>}
                >
                  {t`Nothing of this kind was recorded.`}
                </EmptyState>
              </div>
            )
          )}
          {eventToErase && (
            <EraseFromFeed
              key={eventToErase.eventId}
              event={eventToErase}
              {...dialog}
              onDone={() => {
                dialog.onClose();
                onReload();
              }}
            />
          )}
          <div className="flex flex-col items-center gap-2 py-4">
            <span className="meta num" role="status">
              {feed.lookedTo !== undefined && feed.hasNextPage
                ? t`Looked back to ${dayText(dayIn(zone, new Date(feed.lookedTo)), today)}`
                : plural(items.length, { one: '# event', other: '# events' })}
            </span>
            {feed.hasNextPage && (
              <Button busy={feed.isFetchingNextPage} onClick={feed.fetchNextPage}>
                {t`Load More`}
              </Button>
            )}
          </div>
        </>
      )}
    </QueryStates>
  );
}

/** Address of the feed of an event's record. Ids of the access log and of alerts name none. */
const feedOf = ({ kind, recordId }: AuditItem): string | undefined =>
  kind === 'access' || kind === 'alerts' ? undefined : `/audit?kind=${kind}&record=${recordId}`;
