import { isWaitingGap, type WaitingGap, latestWaitingDay } from '#domain/leads/gaps.js';
import {
  type LeadGap,
  type LeadStatus,
  leadStatuses,
  MAX_LEADS_COUNTED,
} from '#domain/leads/lead.values.js';
import { type LeadList } from '#domain/leads/lead.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { seesEverything } from '#domain/kernel/policy.js';
import type { LeadExportParams, LeadListParams } from '#domain/leads/lead.queries.js';
import { Clock } from '#platform/common/clock.js';
import { type ViewQuery, Views } from '#platform/read-side/read-store/views.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import {
  type LeadListItem,
  countWaiting,
  leadCountKey,
  leadGapKeys,
  leadList,
  LEAD_ORDERS,
  quotedAmount,
  WAIT_FIELDS,
  waitOrder,
} from '#projections/leads/lead-list.projection.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { pageRows, toList } from '../http/listed.js';
import { PersonNames } from '../auth/people/names.js';
import {
  type LeadDays,
  type QuotedOrConvertedDays,
  countCapturedLeads,
  countQuotedOrConverted,
  requestedDays,
  findQuotedOrConverted,
} from './lead-days.js';
import { leadPresenter } from './lead.presenters.js';

type LeadScope = Pick<LeadListParams, 'assignedTo' | 'type'>;
type ByStatus = Record<LeadStatus | 'All', number>;
type Counted = { readonly counts: ByStatus; readonly paise?: ByStatus };
type Filter = NonNullable<ViewQuery['filter']>;

export class ListLeads extends Query<LeadList> {
  constructor(
    readonly asker: Asker,
    readonly params: LeadListParams,
  ) {
    super();
  }
}

/**
 * Query of the views by the filters of a list; undefined if nothing can match. Sales members always
 * query their own leads.
 */
export function toLeadQuery(asker: Asker, params: LeadExportParams, today: string) {
  const { status, type, gap, sort = 'created', q = '' } = params;
  const assignedTo = seesEverything(asker.role) ? params.assignedTo : asker.id;
  // Leads of another member are answered as if there were none.
  if (params.assignedTo !== undefined && params.assignedTo !== assignedTo) return undefined;
  const search = q.trim() === '' ? undefined : searchTerms(q);
  // A search text without letters and digits finds nothing.
  if (q.trim() !== '' && !search) return undefined;
  const days = requestedDays(params, today);
  if (days && days.kind !== 'created')
    return {
      kind: 'quoted-or-converted',
      assignedTo,
      search,
      days: { ...days, kind: days.kind },
    } as const;
  const filter: Filter = {
    assignedTo,
    status,
    type,
    createdOn: days && { from: days.from, to: days.to },
    ...(gap && gapFilter(gap, today)),
  };
  const order = isWaitingGap(gap) ? waitOrder(gap) : LEAD_ORDERS[sort];
  return { kind: 'list', assignedTo, search, days, filter, sort: order } as const;
}

@QueryHandler(ListLeads)
export class ListLeadsHandler implements IQueryHandler<ListLeads> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async execute({ asker, params }: ListLeads): Promise<LeadList> {
    const { views } = this;
    const { status, type, gap, after } = params;
    const { organizationId } = asker;
    const today = dayIn(asker.timeZone, this.clock.now());
    const query = toLeadQuery(asker, params, today);
    if (!query) return NOTHING_FOUND;
    const { assignedTo, search } = query;
    if (query.kind === 'quoted-or-converted')
      return this.listQuotedOrConverted(
        organizationId,
        query.days,
        { ...params, assignedTo },
        search,
      );
    const { filter, sort, days } = query;
    const [found, summed] = await Promise.all([
      views.find<LeadListItem>(leadList, organizationId, {
        filter,
        sort,
        limit: pageRows(params),
        after,
        search,
      }),
      search
        ? this.countSearched(organizationId, { ...filter, status: undefined }, search)
        : this.sumCounts(organizationId, { assignedTo, type }, { gap, days, today }),
    ]);
    const { documents, next } = found;
    const { counts, paise } = summed;
    return {
      ...toList(await this.names.present(documents, leadPresenter), next),
      counts,
      total: counts[status ?? 'All'],
      ...(paise && { paise: paise[status ?? 'All'] }),
    };
  }

  /** Leads by days on which they were quoted or converted. */
  private async listQuotedOrConverted(
    organizationId: string,
    days: QuotedOrConvertedDays,
    {
      assignedTo,
      type,
      status,
      after,
      rows,
    }: Omit<LeadListParams, 'assignedTo'> & { readonly assignedTo: string | undefined },
    search: readonly string[] | undefined,
  ): Promise<LeadList> {
    const [page, counted] = await Promise.all([
      findQuotedOrConverted(
        this.views,
        organizationId,
        days,
        { assignedTo, type, status },
        { limit: pageRows({ rows }), after, search },
      ),
      countQuotedOrConverted(this.views, organizationId, days, { assignedTo, type }, search),
    ]);
    const [counts, paise] = [addTotal(counted.counts), addTotal(counted.paise)];
    const shownStatus = status ?? 'All';
    return {
      ...toList(await this.names.present(page.documents, leadPresenter), page.next),
      counts,
      total: counts[shownStatus],
      paise: paise[shownStatus],
    };
  }

  /** Counts by status from sums. Without a gap and days, they come with the quoted amounts. */
  private async sumCounts(
    organizationId: string,
    scope: LeadScope,
    {
      gap,
      days,
      today,
    }: { readonly gap?: LeadGap; readonly days?: LeadDays; readonly today: string },
  ): Promise<Counted> {
    if (days)
      return {
        counts: addTotal(await countCapturedLeads(this.views, organizationId, days, scope)),
      };
    if (isWaitingGap(gap)) return this.countLeadsWithGap(organizationId, scope, gap, today);
    const key = gap ? leadGapKeys(scope)[gap] : leadCountKey(scope);
    const amounts = (await this.views.getSums(leadList, organizationId, [key])).get(key) ?? {};
    const counts = addTotal(amounts);
    if (gap) return { counts };
    const paise = leadStatuses.map((each) => [each, amounts[quotedAmount(each)] ?? 0] as const);
    return { counts, paise: addTotal(Object.fromEntries(paise)) };
  }

  private async countLeadsWithGap(
    organizationId: string,
    scope: LeadScope,
    gap: WaitingGap,
    today: string,
  ): Promise<Counted> {
    const keys = leadGapKeys(scope);
    const sums = await this.views.getSums(leadList, organizationId, [
      keys[gap],
      keys.unrepliedPaise,
    ]);
    const count = countWaiting(gap, today, sums.get(keys[gap]));
    return gap === 'unanswered'
      ? { counts: addTotal({ New: count }) }
      : {
          counts: addTotal({ Quoted: count }),
          paise: addTotal({ Quoted: countWaiting(gap, today, sums.get(keys.unrepliedPaise)) }),
        };
  }

  private async countSearched(
    organizationId: string,
    filter: Filter,
    search: readonly string[],
  ): Promise<Counted> {
    const byStatus = await this.views.countEach(
      leadList,
      organizationId,
      { filter, search },
      'status',
    );
    return { counts: capCounts(addTotal(byStatus)) };
  }
}

const gapFilter = (gap: LeadGap, today: string): Filter =>
  isWaitingGap(gap)
    ? { [WAIT_FIELDS[gap]]: { to: latestWaitingDay(gap, today) } }
    : { isUndated: true };

/** Caps each count at one more than `MAX_LEADS_COUNTED`. */
const capCounts = <Name extends string>(
  counts: Readonly<Record<Name, number>>,
): Record<Name, number> =>
  Object.fromEntries(
    Object.entries<number>(counts).map(([name, count]) => [
      name,
      Math.min(count, MAX_LEADS_COUNTED + 1),
    ]),
  ) as Record<Name, number>;

export function addTotal(byStatus: Readonly<Record<string, number>>): ByStatus {
  const counts = { ...noLeads };
  for (const status of leadStatuses) {
    counts[status] = byStatus[status] ?? 0;
    counts.All += counts[status];
  }
  return counts;
}
const noLeads = Object.fromEntries([...leadStatuses, 'All'].map((name) => [name, 0])) as ByStatus;

const NOTHING_FOUND: LeadList = { items: [], hasMore: false, counts: addTotal({}), total: 0 };
