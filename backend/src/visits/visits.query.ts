import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type {
  FollowUpExportParams,
  FollowUpListParams,
  VisitExportParams,
  VisitListParams,
  VisitPinParams,
} from '#domain/visits/visit.queries.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { parseLocality } from '#domain/visits/locality.js';
import {
  type FollowUpGroup,
  MAX_VISITS_ON_MAP,
  type VisitTab,
} from '#domain/visits/visit.values.js';
import type {
  FollowUpList,
  VisitItem,
  VisitList,
  VisitPin,
  VisitPins,
} from '#domain/visits/visit.views.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import { finishedStatuses, openStatuses } from '#domain/leads/lead.values.js';
import {
  type FollowUpDocument,
  countBetween,
  dueByDay,
  dueCountKeys,
  followUps,
  LATEST_DAY,
} from '#projections/leads/follow-ups.projection.js';
import type { VisitDocument } from '#projections/visits/visits.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import type { Presenter } from '../auth/presenting.js';
import { pageRows, toList } from '../http/listed.js';
import { PersonNames } from '../auth/people/names.js';
import { toViewFilter, noVisits, tabViews, countVisits } from './visit-counts.js';
import { showVisits, upcomingVisitPresenter } from './visit.presenters.js';

/** Page of the agenda: a rep's work of a week. */
const AGENDA_PAGE_SIZE = 50;
/** Visits per read of a map, which may show thousands. */
const PINS_AT_ONCE = 250;

export class ListVisits extends Query<VisitList> {
  constructor(
    readonly asker: Asker,
    readonly params: VisitListParams,
  ) {
    super();
  }
}

export class ListVisitPins extends Query<VisitPins> {
  constructor(
    readonly asker: Asker,
    readonly params: VisitPinParams,
  ) {
    super();
  }
}

export class ListFollowUps extends Query<FollowUpList> {
  constructor(
    readonly asker: Asker,
    readonly params: FollowUpListParams,
  ) {
    super();
  }
}

type MemberAndSearch = { readonly q?: string | undefined; readonly member?: string | undefined };

/**
 * Member and search terms of a query; undefined if nothing can match. Sales members always get
 * their own.
 */
function resolveMemberAndSearch(
  asker: Asker,
  { q = '', member: requestedMember }: MemberAndSearch,
) {
  const member = seesEverything(asker.role) ? requestedMember : asker.id;
  const search = q.trim() === '' ? undefined : searchTerms(q);
  const isForbiddenMember = requestedMember !== undefined && requestedMember !== member;
  const hasNoTerms = q.trim() !== '' && !search;
  return isForbiddenMember || hasNoTerms ? undefined : { member, search };
}

/** Filters of a visit query; undefined if nothing can match. */
function resolveFilters(
  asker: Asker,
  {
    from,
    to,
    ...query
  }: MemberAndSearch & { readonly from?: string | undefined; readonly to?: string | undefined },
) {
  const scope = resolveMemberAndSearch(asker, query);
  const days =
    from !== undefined || to !== undefined
      ? { ...(from && { from }), ...(to && { to }) }
      : undefined;
  return scope && { ...scope, days };
}

/** Query of the views by the filters of a visit list; undefined if nothing can match. */
export function toVisitQuery(asker: Asker, { tab = 'upcoming', ...params }: VisitExportParams) {
  const filters = resolveFilters(asker, params);
  if (!filters) return undefined;
  const { view, sort } = tabViews[tab];
  const viewQuery = { filter: toViewFilter(tab, filters), sort, search: filters.search };
  return { tab, view, filters, viewQuery };
}

/** Rows of the documents that `toVisitQuery` finds. */
export const presentVisits = (
  { views, names }: { readonly views: Views; readonly names: PersonNames },
  documents: readonly unknown[],
  tab: VisitTab,
  asker: Asker,
): Promise<readonly VisitItem[]> =>
  tab === 'upcoming'
    ? names.present(documents as readonly FollowUpDocument[], upcomingVisitPresenter)
    : showVisits(views, documents as readonly VisitDocument[], asker);

/**
 * Query of the views by the filters of the agenda; undefined if nothing can match. A requested
 * status includes finished leads, unless due follow-ups are requested.
 */
export function toFollowUpQuery(asker: Asker, params: FollowUpExportParams, today: string) {
  const scope = resolveMemberAndSearch(asker, params);
  const { group, status, type } = params;
  const statuses =
    group === 'finished'
      ? finishedStatuses
      : group === undefined && status
        ? [status]
        : openStatuses;
  if (!scope || (status && !statuses.includes(status))) return undefined;
  return {
    filter: {
      assignedTo: scope.member,
      status: status ?? { in: statuses },
      type,
      dueOn: group && toDayRange(group, today),
    },
    sort: ['dueOn'],
    search: scope.search,
  };
}

const NOTHING_FOUND = { items: [], hasMore: false } as const;

/** Upcoming, completed and cancelled visits. */
@QueryHandler(ListVisits)
export class ListVisitsHandler implements IQueryHandler<ListVisits> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker, params }: ListVisits): Promise<VisitList> {
    const { after } = params;
    const { views, names } = this;
    const query = toVisitQuery(asker, params);
    if (!query) return { ...NOTHING_FOUND, counts: noVisits };
    const { tab, view, filters, viewQuery } = query;
    const [{ documents, next }, counts] = await Promise.all([
      views.find(view, asker.organizationId, { ...viewQuery, limit: pageRows(params), after }),
      // Only for the first page: counts are equal on each, and costly within days.
      after === undefined ? countVisits(views, asker.organizationId, filters) : undefined,
    ]);
    const shown = await presentVisits({ views, names }, documents, tab, asker);
    return { ...toList<VisitItem>(shown, next), ...(counts && { counts }) };
  }
}

/** Places of visits. */
@QueryHandler(ListVisitPins)
export class ListVisitPinsHandler implements IQueryHandler<ListVisitPins> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker, params }: ListVisitPins): Promise<VisitPins> {
    const filters = resolveFilters(asker, params);
    if (!filters) return { items: [], unplaced: 0, hasMore: false };
    const { view, sort } = tabViews.completed;
    const viewQuery = {
      filter: toViewFilter('completed', filters),
      sort,
      limit: PINS_AT_ONCE,
      search: filters.search,
    };
    const placed: PlacedVisit[] = [];
    let examined = 0;
    let hasMore = false;
    for await (const page of this.views.readPages<VisitDocument>(
      view,
      asker.organizationId,
      viewQuery,
    )) {
      placed.push(...page.documents.filter(isPlaced));
      examined += page.documents.length;
      hasMore = page.next !== undefined;
      if (examined >= MAX_VISITS_ON_MAP) break;
    }
    const items = await this.names.present(placed, pinPresenter);
    return { items, unplaced: examined - items.length, hasMore };
  }
}

type CompletedVisitDocument = Extract<VisitDocument, { tab: 'completed' }>;
type PlacedVisit = CompletedVisitDocument & Required<Pick<CompletedVisitDocument, 'place'>>;

const isPlaced = (visit: VisitDocument): visit is PlacedVisit =>
  visit.tab === 'completed' && visit.place !== undefined;

const pinPresenter: Presenter<PlacedVisit, VisitPin> = {
  people: ({ member }) => [member],
  show: ({ visitId, leadId, leadName, member, day, startedAt, endedAt, place }, person) => ({
    visitId,
    leadId,
    leadName,
    by: person(member),
    day,
    startedAt,
    endedAt,
    lat: place.lat,
    lng: place.lng,
    ...parseLocality(place.address),
  }),
};

/** Lists due follow-ups, the longest overdue first, with a count of each group. */
@QueryHandler(ListFollowUps)
export class ListFollowUpsHandler implements IQueryHandler<ListFollowUps> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker, params }: ListFollowUps): Promise<FollowUpList> {
    const { views, clock } = this;
    const today = dayIn(asker.timeZone, clock.now());
    const { after } = params;
    const query = toFollowUpQuery(asker, params, today);
    if (!query)
      return { ...NOTHING_FOUND, today, counts: countByGroup(dueByDay(new Map()), today) };
    const member = query.filter.assignedTo;
    const [found, sums] = await Promise.all([
      views.find<FollowUpDocument>(followUps, asker.organizationId, {
        ...query,
        limit: AGENDA_PAGE_SIZE,
        after,
      }),
      views.getSums(followUps, asker.organizationId, dueCountKeys(member)),
    ]);
    return {
      ...toList(await this.names.present(found.documents, upcomingVisitPresenter), found.next),
      today,
      counts: countByGroup(dueByDay(sums, member), today),
    };
  }
}

function toDayRange(
  group: FollowUpGroup,
  today: string,
): undefined | { readonly from?: string; readonly to?: string } {
  switch (group) {
    case 'due':
      return { to: today };
    case 'overdue':
      return { to: dayAfter(today, -1) };
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: dayAfter(today, 1), to: dayAfter(today, 1) };
    case 'later':
      return { from: dayAfter(today, 2) };
    case 'finished':
      return undefined;
  }
}

const countByGroup = ({ byDay, finished }: ReturnType<typeof dueByDay>, today: string) => ({
  due: countBetween(byDay, '', today),
  overdue: countBetween(byDay, '', dayAfter(today, -1)),
  today: countBetween(byDay, dayAfter(today, -1), today),
  tomorrow: countBetween(byDay, today, dayAfter(today, 1)),
  later: countBetween(byDay, dayAfter(today, 1), LATEST_DAY),
  finished,
  All: countBetween(byDay, '', LATEST_DAY),
});
