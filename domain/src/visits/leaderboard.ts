import { dayAfter } from '../kernel/values/days.js';
import { compare, compareNames } from '../kernel/order.js';
import type { PersonRef } from '../kernel/views.js';
import type { DayTotals, LeaderboardRow } from './visit.views.js';

/** How far back the leaderboard counts. */
export const leaderboardDays = 30;

/** A member without a visit for so long may need help. */
export const quietAfterDays = 4;
/** The days in which a week's figures count. */
export const weekDays = 7;
/**
 * A day's figures, by what they are of: `leads/<member>`, `visits/<member>`, `quotedPaise`,
 * `convertedPaise`.
 */
export type DayFigures = Readonly<Record<string, number>>;
export const leadsOf = (memberId: string) => `leads/${memberId}`;
export const visitsOf = (memberId: string) => `visits/${memberId}`;

/**
 * The view named in the hint that a rank may have changed; it is all that members receive who see
 * only their own row.
 */
export const leaderboardView = 'leaderboard';

/**
 * Whether a change of a view can move a place on the leaderboard: a visit, or a lead that comes,
 * goes or is given to somebody else.
 */
export const movesLeaderboard = ({
  view,
  before,
  after,
}: {
  readonly view: string;
  readonly before?: string;
  readonly after?: string;
}): boolean => view === 'visits' || (view === 'lead-list' && before !== after);

/** So many days up to today, the oldest first. */
export const lastDays = (today: string, days = leaderboardDays): readonly string[] =>
  Array.from({ length: days }, (_, place) => dayAfter(today, place + 1 - days));

/**
 * Most leads and visits together first, then most leads; who has as much as another has the same
 * rank. Only members have a row.
 */
export function ranked(
  members: readonly PersonRef[],
  days: readonly DayFigures[],
): readonly LeaderboardRow[] {
  const sum = (figure: string) =>
    days.reduce((total, figures) => total + (figures[figure] ?? 0), 0);
  const rows = members
    .map(({ id, name }) => ({
      memberId: id,
      name,
      leads: sum(leadsOf(id)),
      visits: sum(visitsOf(id)),
    }))
    .sort(
      (one, other) =>
        other.leads + other.visits - (one.leads + one.visits) ||
        other.leads - one.leads ||
        compareNames(one.name, other.name) ||
        compare(one.memberId, other.memberId),
    );
  let rank = 0;
  return rows.map((row, index) => {
    const before = rows[index - 1];
    if (!before || before.leads !== row.leads || before.visits !== row.visits) rank = index + 1;
    return { ...row, rank };
  });
}

/**
 * How many places each has won, or lost, since an earlier leaderboard. Who had no figures on that
 * one stood nowhere.
 */
export function placesWon(
  now: readonly LeaderboardRow[],
  before: readonly LeaderboardRow[],
): ReadonlyMap<string, number> {
  const rankBefore = new Map(
    before
      .filter(({ leads, visits }) => leads + visits > 0)
      .map(({ memberId, rank }) => [memberId, rank]),
  );
  const won = now.map(
    ({ memberId, rank }) => [memberId, (rankBefore.get(memberId) ?? rank) - rank] as const,
  );
  return new Map(won.filter(([, places]) => places !== 0));
}

/**
 * How many days a member has made no visit, of those that are known, the oldest first; undefined:
 * not long enough to say so.
 * @param joinedOn is asked of those only who have made none lately
 */
export function quietDays(
  memberId: string,
  joinedOn: () => string,
  days: readonly { readonly day: string; readonly figures: DayFigures }[],
): number | undefined {
  const visited = days.findLastIndex(({ figures }) => (figures[visitsOf(memberId)] ?? 0) > 0);
  if (visited >= days.length - quietAfterDays) return undefined;
  const joined = joinedOn();
  const last = Math.max(
    visited,
    days.findLastIndex(({ day }) => day <= joined),
  );
  const count = days.length - 1 - last;
  return count >= quietAfterDays ? count : undefined;
}

/** Everybody's together, also of who has left since. */
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
