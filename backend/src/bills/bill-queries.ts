import type { BillExportParams } from '#domain/bills/bill.queries.js';
import { type BillStatus, billTypes, daysOfRange } from '#domain/bills/bill.values.js';
import type { BillAmounts, BillCounts, BillList } from '#domain/bills/bill.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { Clock } from '#platform/common/clock.js';
import type { Term } from '#platform/read-side/read-store/read-store.js';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { searchTerms } from '#domain/kernel/texts/search-text.js';
import { Views } from '#platform/read-side/read-store/views.js';
import {
  type BillDocument,
  billCountKey,
  billDayKey,
  billList,
  BILL_ORDER,
  monthByMemberKey,
  paiseKey,
  SUBMITTERS_KEY,
  toMonth,
} from '#projections/bills/bill-list.projection.js';
import { countByStatus } from '#domain/kernel/count-by-status.js';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';

/** Filters of a bill query: members, days and search terms. */
type BillFilters = Pick<BillExportParams, 'status' | 'type' | 'member'> & {
  readonly days: { readonly from: string; readonly to: string } | undefined;
  readonly search: readonly Term[] | undefined;
};

/** Days of a month, or of a range that ends today. */
function toDayRange(
  { month, range }: Pick<BillExportParams, 'month' | 'range'>,
  today: string,
): BillFilters['days'] {
  if (month !== undefined) return { from: `${month}-01`, to: `${month}-31` };
  return range && { from: dayAfter(today, 1 - daysOfRange[range]), to: today };
}

const toViewQuery = ({ status, type, member, days, search }: BillFilters) => {
  const filter = { submittedBy: member, status, type, spentOn: days };
  return { filter, sort: BILL_ORDER, search };
};

export const noBills: BillCounts = { Pending: 0, Approved: 0, Rejected: 0 };

/** Amounts by type or member, from keys `<type or member>/<status>`. */
export function groupByTypeOrMember(
  amounts: Readonly<Record<string, number>>,
): ReadonlyMap<string, BillAmounts> {
  const found = new Map<string, BillAmounts>();
  for (const [name, paise] of Object.entries(amounts)) {
    const [group, status] = name.split('/') as [string, BillStatus];
    found.set(group, { ...(found.get(group) ?? noBills), [status]: paise });
  }
  return found;
}

/** Queries for bills. Sales members always get their own. */
@Injectable()
export class BillQueries {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Filters of a query; undefined if nothing can match: another member's bills, or a search without
   * letters and digits.
   */
  async resolveFilters(
    asker: Asker,
    { q = '', member: requestedMember, ...params }: BillExportParams,
  ): Promise<BillFilters | undefined> {
    const member = seesEverything(asker.role) ? requestedMember : asker.id;
    if (requestedMember !== undefined && requestedMember !== member) return undefined;
    const terms = q.trim() === '' ? [] : searchTerms(q);
    if (!terms) return undefined;
    const today = dayIn(asker.timeZone, this.clock.now());
    return {
      status: params.status,
      type: params.type,
      member,
      days: toDayRange(params, today),
      search: terms.length > 0 ? await this.addLookUps(asker, terms, params.typeNames) : undefined,
    };
  }

  findPage(
    { organizationId }: Asker,
    filters: BillFilters,
    limit: number,
    after: string | undefined,
  ) {
    return this.views.find<BillDocument>(billList, organizationId, {
      ...toViewQuery(filters),
      limit,
      after,
    });
  }

  /** Yields all pages, `limit` bills each. */
  readPages({ organizationId }: Asker, filters: BillFilters, limit: number) {
    return this.views.readPages<BillDocument>(billList, organizationId, {
      ...toViewQuery(filters),
      limit,
    });
  }

  /**
   * Counts and paise by status, ignoring the status filter. Only a search is counted; everything
   * else comes from sums.
   */
  async loadTotals(
    { organizationId }: Asker,
    { type, member, days, search }: BillFilters,
  ): Promise<Pick<BillList, 'counts' | 'paise'>> {
    const { views } = this;
    if (search) {
      const filter = { submittedBy: member, type, spentOn: days };
      const found = await views.countEach(billList, organizationId, { filter, search }, 'status');
      return { counts: { ...noBills, ...found } };
    }
    const keys: string[] = [];
    if (!days) keys.push(billCountKey({ member, type }));
    else
      for (let day = days.from; day <= days.to; day = dayAfter(day, 1))
        keys.push(billDayKey(day, member));
    const paiseKeys = keys.map(paiseKey);
    const sums = await views.getSums(billList, organizationId, [...keys, ...paiseKeys]);
    // A day's sum is divided by type. All other sums have the type in their key.
    const totalOf = (sumKeys: readonly string[]): BillCounts => ({
      ...noBills,
      ...countByStatus(
        sumKeys.map((key) => sums.get(key) ?? {}),
        days && type,
      ),
    });
    return { counts: totalOf(keys), paise: totalOf(paiseKeys) };
  }

  /** Paise of a member's bills of the current month; undefined if the bills are everybody's. */
  async loadMonth(
    { organizationId, timeZone }: Asker,
    { member }: BillFilters,
  ): Promise<BillList['month']> {
    if (member === undefined) return undefined;
    const month = toMonth(dayIn(timeZone, this.clock.now()));
    const key = monthByMemberKey(month);
    const amounts = (await this.views.getSums(billList, organizationId, [key])).get(key) ?? {};
    return { month, paise: groupByTypeOrMember(amounts).get(member) ?? noBills };
  }

  /**
   * Terms with look-ups, because views store no names: a term may match the bill's text, its
   * submitter's name, or the displayed name of its type.
   */
  private async addLookUps(
    { organizationId }: Asker,
    terms: readonly string[],
    typeNames: BillExportParams['typeNames'] = {},
  ): Promise<readonly Term[]> {
    const submitters = Object.keys(
      (await this.views.getSums(billList, organizationId, [SUBMITTERS_KEY])).get(SUBMITTERS_KEY) ??
        {},
    );
    const person = await this.names.load(submitters);
    return terms.map((text) => {
      const or = [
        {
          field: 'submittedBy',
          values: submitters.filter((id) => foldText(person(id).name).includes(text)),
        },
        {
          field: 'type',
          values: billTypes.filter((type) => foldText(typeNames[type] ?? '').includes(text)),
        },
      ].filter(({ values }) => values.length > 0);
      return or.length > 0 ? { text, or } : text;
    });
  }
}
