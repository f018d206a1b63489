import { dayAfter } from '../kernel/values/days.js';
import { compare, compareNames } from '../kernel/order.js';
import type { Role } from '../kernel/policy.js';
import type { PersonRef } from '../kernel/views.js';
import { type DayFigures, leadsKey, moneyKey, sumDays, visitsKey } from './day-figures.js';
import type { LeaderboardRow, RankedFigures } from './visit.views.js';
import type { LeaderboardMeasure } from './visit.values.js';

/** Days that the leaderboard counts. */
export const LEADERBOARD_DAYS = 30;

/** Days in a week's figures. */
export const WEEK_DAYS = 7;
/**
 * Name under which a change tells clients to fetch the ranks again. Members who see only their own
 * row are sent nothing else of the leaderboard.
 */
export const leaderboardView = 'leaderboard';

/** Whether a change may move a rank: a visit, or a lead that is added, removed or reassigned. */
export const mayChangeRanks = ({
  view,
  before: ownerBefore,
  after: ownerAfter,
}: {
  readonly view: string;
  readonly before?: string;
  readonly after?: string;
}): boolean => view === 'visits' || (view === 'lead-list' && ownerBefore !== ownerAfter);

/** The last `days` days up to today, oldest first. */
export const lastDays = (today: string, days = LEADERBOARD_DAYS): readonly string[] =>
  Array.from({ length: days }, (_, index) => dayAfter(today, index + 1 - days));

/** Figures to sort by for each measure; each later one breaks ties. */
const sortFigures: Readonly<Record<LeaderboardMeasure, (row: RankedFigures) => readonly number[]>> =
  {
    activity: ({ leads, visits }) => [leads + visits, leads],
    won: ({ convertedPaise }) => [convertedPaise],
    quoted: ({ quotedPaise }) => [quotedPaise],
  };

type Competitor = PersonRef & { readonly role: Role };

/** Whether a member is ranked: sales members always, others if they have figures of those days. */
export const isRanked = ({ id, role }: Competitor, days: readonly DayFigures[]): boolean =>
  role === 'sales' ||
  days.some((figures) =>
    [leadsKey(id), visitsKey(id), moneyKey('quotedPaise', id), moneyKey('convertedPaise', id)].some(
      (figure) => (figures[figure] ?? 0) !== 0,
    ),
  );

/** Figures of a member on some days. */
function sumFigures(memberId: string, days: readonly DayFigures[]): RankedFigures {
  const sum = (figure: string) => sumDays(days, figure);
  return {
    leads: sum(leadsKey(memberId)),
    visits: sum(visitsKey(memberId)),
    quotedPaise: sum(moneyKey('quotedPaise', memberId)),
    convertedPaise: sum(moneyKey('convertedPaise', memberId)),
  };
}

/** Weeks by which a member is compared with themself. */
const COMPARED_WEEKS = 4;

/**
 * Figures of a member in each of the last weeks, oldest first.
 * @param days known figures, oldest first, of at least four weeks
 */
export const weeksOf = (memberId: string, days: readonly DayFigures[]): readonly RankedFigures[] =>
  Array.from({ length: COMPARED_WEEKS }, (_, index) => {
    const end = days.length - (COMPARED_WEEKS - 1 - index) * WEEK_DAYS;
    return sumFigures(memberId, days.slice(end - WEEK_DAYS, end));
  });

/** Place of a member among all by one figure, and the average of all. */
export function standingOf(
  rows: readonly LeaderboardRow[],
  memberId: string,
  figure: keyof RankedFigures,
): { readonly value: number; readonly rank: number; readonly average: number } | undefined {
  const ownRow = rows.find((row) => row.memberId === memberId);
  if (ownRow === undefined) return undefined;
  const value = ownRow[figure];
  return {
    value,
    rank: 1 + rows.filter((row) => row[figure] > value).length,
    average: Math.round(sumDays(rows, figure) / rows.length),
  };
}

/** Ranks members by a measure. Equal figures share a rank. */
export function rankMembers(
  members: readonly PersonRef[],
  days: readonly DayFigures[],
  measure: LeaderboardMeasure = 'activity',
): readonly LeaderboardRow[] {
  const figuresToSortBy = sortFigures[measure];
  const compareRows = (one: RankedFigures, other: RankedFigures): number =>
    figuresToSortBy(one).reduce(
      (order, figure, index) => order || (figuresToSortBy(other)[index] ?? 0) - figure,
      0,
    );
  const rows = members
    .map(({ id, name }) => ({ memberId: id, name, ...sumFigures(id, days) }))
    .sort(
      (one, other) =>
        compareRows(one, other) ||
        compareNames(one.name, other.name) ||
        compare(one.memberId, other.memberId),
    );
  let rank = 0;
  return rows.map((row, index) => {
    const rowAbove = rows[index - 1];
    if (!rowAbove || compareRows(rowAbove, row) !== 0) rank = index + 1;
    return { ...row, rank };
  });
}

/**
 * Places that each member has gained or lost since an earlier leaderboard. Members without earlier
 * figures are left out.
 */
export function rankChanges(
  present: readonly LeaderboardRow[],
  earlier: readonly LeaderboardRow[],
): ReadonlyMap<string, number> {
  const rankBefore = new Map(
    earlier
      // `quotedPaise` is negative if an older quotation was lowered, so test `!== 0`
      .filter(({ leads, visits, quotedPaise, convertedPaise }) =>
        [leads, visits, quotedPaise, convertedPaise].some((figure) => figure !== 0),
      )
      .map(({ memberId, rank }) => [memberId, rank]),
  );
  const changes = present.map(
    ({ memberId, rank }) => [memberId, (rankBefore.get(memberId) ?? rank) - rank] as const,
  );
  return new Map(changes.filter(([, places]) => places !== 0));
}
