import { dayAfter } from '../kernel/values/days.js';
import { compare, compareNames } from '../kernel/order.js';
import type { Role } from '../kernel/policy.js';
import type { PersonRef } from '../kernel/views.js';
import { lostReasons } from '../leads/lead.values.js';
import type { Charts, DayTotals, LeaderboardRow } from './visit.views.js';
import type { LeaderboardMeasure } from './visit.values.js';

/** Days that the leaderboard counts. */
export const LEADERBOARD_DAYS = 30;

/** Days without a visit after which a member may need help. */
export const QUIET_AFTER_DAYS = 4;
/** Days in a week's figures. */
export const WEEK_DAYS = 7;
/**
 * Figures of one day by key: `leads/<member>`, `visits/<member>`, `quotedPaise`, `convertedPaise`,
 * and these two with `/<member>`.
 */
export type DayFigures = Readonly<Record<string, number>>;
export const leadsOf = (memberId: string) => `leads/${memberId}`;
export const visitsOf = (memberId: string) => `visits/${memberId}`;
export const moneyOf = (of: 'quotedPaise' | 'convertedPaise', memberId: string) =>
  `${of}/${memberId}`;

/**
 * View name in the hint that ranks may have changed. Members who see only their own row receive
 * just this hint.
 */
export const leaderboardView = 'leaderboard';

/** Whether a change may move a rank: a visit, or a lead that is added, removed or reassigned. */
export const movesLeaderboard = ({
  view,
  before,
  after,
}: {
  readonly view: string;
  readonly before?: string;
  readonly after?: string;
}): boolean => view === 'visits' || (view === 'lead-list' && before !== after);

/** The last `days` days up to today, oldest first. */
export const lastDays = (today: string, days = LEADERBOARD_DAYS): readonly string[] =>
  Array.from({ length: days }, (_, place) => dayAfter(today, place + 1 - days));

type Figures = Pick<LeaderboardRow, 'leads' | 'visits' | 'quotedPaise' | 'convertedPaise'>;

/** Figure by which each measure ranks, and the next one among equals. */
const measured: Readonly<Record<LeaderboardMeasure, (row: Figures) => readonly number[]>> = {
  activity: ({ leads, visits }) => [leads + visits, leads],
  won: ({ convertedPaise }) => [convertedPaise],
  quoted: ({ quotedPaise }) => [quotedPaise],
};

type Competing = PersonRef & { readonly role: Role };

/** Whether a member is ranked: who sells, and whoever else has figures of those days. */
export const competes = ({ id, role }: Competing, days: readonly DayFigures[]): boolean =>
  role === 'sales' ||
  days.some((figures) =>
    [leadsOf(id), visitsOf(id), moneyOf('quotedPaise', id), moneyOf('convertedPaise', id)].some(
      (figure) => (figures[figure] ?? 0) !== 0,
    ),
  );

/** Ranks members by a measure. Equal figures share a rank. */
export function ranked(
  members: readonly PersonRef[],
  days: readonly DayFigures[],
  by: LeaderboardMeasure = 'activity',
): readonly LeaderboardRow[] {
  const figuresOf = measured[by];
  const compareRows = (one: Figures, other: Figures): number =>
    figuresOf(one).reduce(
      (order, figure, place) => order || (figuresOf(other)[place] ?? 0) - figure,
      0,
    );
  const sum = (figure: string) =>
    days.reduce((total, figures) => total + (figures[figure] ?? 0), 0);
  const rows = members
    .map(({ id, name }) => ({
      memberId: id,
      name,
      leads: sum(leadsOf(id)),
      visits: sum(visitsOf(id)),
      quotedPaise: sum(moneyOf('quotedPaise', id)),
      convertedPaise: sum(moneyOf('convertedPaise', id)),
    }))
    .sort(
      (one, other) =>
        compareRows(one, other) ||
        compareNames(one.name, other.name) ||
        compare(one.memberId, other.memberId),
    );
  let rank = 0;
  return rows.map((row, index) => {
    const before = rows[index - 1];
    if (!before || compareRows(before, row) !== 0) rank = index + 1;
    return { ...row, rank };
  });
}

/**
 * Places that each member has gained or lost since an earlier leaderboard. Members without figures
 * then have none.
 */
export function placesWon(
  now: readonly LeaderboardRow[],
  before: readonly LeaderboardRow[],
): ReadonlyMap<string, number> {
  const rankBefore = new Map(
    before
      // a quotation of earlier that became cheaper counts as negative money
      .filter(({ leads, visits, quotedPaise, convertedPaise }) =>
        [leads, visits, quotedPaise, convertedPaise].some((figure) => figure !== 0),
      )
      .map(({ memberId, rank }) => [memberId, rank]),
  );
  const won = now.map(
    ({ memberId, rank }) => [memberId, (rankBefore.get(memberId) ?? rank) - rank] as const,
  );
  return new Map(won.filter(([, places]) => places !== 0));
}

/** Reasons of losses: the usual ones, and all others. */
const lossReasons = [...lostReasons, 'Other'] as const;
export type LossReason = (typeof lossReasons)[number];
/** Figure of the leads that were lost for a reason. */
export const lostFor = (reason: LossReason): string => `lost/${reason}`;

/** Leads lost on some days by reason, most first. */
export const lossesOf = (days: readonly DayFigures[]): Charts['losses'] =>
  lossReasons
    .map((reason) => ({
      reason,
      leads: days.reduce((sum, figures) => sum + (figures[lostFor(reason)] ?? 0), 0),
    }))
    .filter(({ leads }) => leads > 0)
    .sort((one, other) => other.leads - one.leads);

/**
 * Days since the member's last visit, or since they joined; undefined below `QUIET_AFTER_DAYS`.
 * @param joinedOn called only for members without a recent visit
 * @param days known figures, oldest first
 */
export function quietDays(
  memberId: string,
  joinedOn: () => string,
  days: readonly { readonly day: string; readonly figures: DayFigures }[],
): number | undefined {
  const visited = days.findLastIndex(({ figures }) => (figures[visitsOf(memberId)] ?? 0) > 0);
  if (visited >= days.length - QUIET_AFTER_DAYS) return undefined;
  const joined = joinedOn();
  const last = Math.max(
    visited,
    days.findLastIndex(({ day }) => day <= joined),
  );
  const count = days.length - 1 - last;
  return count >= QUIET_AFTER_DAYS ? count : undefined;
}

/** Totals of a day, including former members. */
export const totalsOf = (day: string, figures: DayFigures): DayTotals => {
  const sum = (prefix: string) =>
    Object.entries(figures).reduce(
      (total, [of, amount]) => (of.startsWith(prefix) ? total + amount : total),
      0,
    );
  return {
    day,
    leads: sum('leads/'),
    visits: sum('visits/'),
    quotedPaise: figures['quotedPaise'] ?? 0,
    convertedPaise: figures['convertedPaise'] ?? 0,
  };
};
