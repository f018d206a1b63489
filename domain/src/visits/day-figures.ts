import { lostReasons } from '../leads/lead.values.js';
import type { Charts, DayTotals } from './visit.views.js';

/**
 * Figures of one day by key: `leads/<member>`, `visits/<member>`, `lost/<reason>`, and
 * `quotedPaise` and `convertedPaise`, each alone for the organization or with `/<member>`.
 */
export type DayFigures = Readonly<Record<string, number>>;
export const leadsKey = (memberId: string) => `leads/${memberId}`;
export const visitsKey = (memberId: string) => `visits/${memberId}`;
export const moneyKey = (figure: 'quotedPaise' | 'convertedPaise', memberId: string) =>
  `${figure}/${memberId}`;

/** Sum of a figure over days. */
export const sumDays = <Figure extends string>(
  days: readonly { readonly [Name in Figure]?: number }[],
  figure: Figure,
): number => days.reduce((sum, day) => sum + (day[figure] ?? 0), 0);

/** Reasons of losses: the usual ones, and all others. */
const lossReasons = [...lostReasons, 'Other'] as const;
export type LossReason = (typeof lossReasons)[number];
/** Figure of the leads that were lost for a reason. */
export const lossKey = (reason: LossReason): string => `lost/${reason}`;

/** Leads lost on some days by reason, most first; all others together are last. */
export const countLosses = (days: readonly DayFigures[]): Charts['losses'] =>
  lossReasons
    .map((reason) => ({
      reason,
      leads: sumDays(days, lossKey(reason)),
    }))
    .filter(({ leads }) => leads > 0)
    .sort(
      (one, other) =>
        Number(one.reason === 'Other') - Number(other.reason === 'Other') ||
        other.leads - one.leads,
    );

/** Days without a visit after which a member may need help. */
export const QUIET_AFTER_DAYS = 4;

const hasVisitOf =
  (memberId: string) =>
  ({ figures }: { readonly figures: DayFigures }): boolean =>
    (figures[visitsKey(memberId)] ?? 0) > 0;

/** Day of the member's last visit, if it is among the days. */
export const findLastVisitDay = (
  memberId: string,
  days: readonly { readonly day: string; readonly figures: DayFigures }[],
): { readonly lastVisitOn?: string } => {
  const last = days.findLast(hasVisitOf(memberId));
  return last ? { lastVisitOn: last.day } : {};
};

/**
 * Days since the member's last visit, or since they joined; undefined below `QUIET_AFTER_DAYS`.
 * @param joinedOn called only for members without a recent visit
 * @param days known figures, oldest first
 */
export function countQuietDays(
  memberId: string,
  joinedOn: () => string,
  days: readonly { readonly day: string; readonly figures: DayFigures }[],
): number | undefined {
  const lastVisitIndex = days.findLastIndex(hasVisitOf(memberId));
  if (lastVisitIndex >= days.length - QUIET_AFTER_DAYS) return undefined;
  const joined = joinedOn();
  const quietSinceIndex = Math.max(
    lastVisitIndex,
    days.findLastIndex(({ day }) => day <= joined),
  );
  const count = days.length - 1 - quietSinceIndex;
  return count >= QUIET_AFTER_DAYS ? count : undefined;
}

/** Totals of a day, including former members. */
export const toDayTotals = (day: string, figures: DayFigures): DayTotals => {
  const sum = (prefix: string) =>
    Object.entries(figures).reduce(
      (total, [key, amount]) => (key.startsWith(prefix) ? total + amount : total),
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
