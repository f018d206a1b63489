import { dayAfter } from '#domain/kernel/values/days.js';
import { type LeadStatus, type LeadDayKind, MAX_LEAD_DAYS } from '#domain/leads/lead.values.js';
import type { ViewQuery, ViewPage, Views } from '#platform/read-side/read-store/views.js';
import {
  type LeadListItem,
  leadDayKey,
  leadList,
} from '#projections/leads/lead-list.projection.js';
import { countByStatus } from '#domain/kernel/count-by-status.js';
import {
  type DayOfLead,
  DAY_ORDER,
  lastDayFilter,
  leaderboard,
  figureKeys,
} from '#projections/leads/leaderboard.projection.js';
import type { RequestedDays } from '#domain/leads/lead.queries.js';

export type LeadDays = { readonly from: string; readonly to: string; readonly kind: LeadDayKind };
/** Days of a query, bounded by `MAX_LEAD_DAYS`; an open range ends today. Undefined: all days. */
export function requestedDays(
  { from, to, dayOf = 'created' }: RequestedDays,
  today: string,
): LeadDays | undefined {
  if (from === undefined) return undefined;
  const last = to ?? today;
  const earliest = dayAfter(last, 1 - MAX_LEAD_DAYS);
  return { from: from < earliest ? earliest : from, to: last, kind: dayOf };
}

/** Leads by status that were captured on these days, from sums. */
export async function countCapturedLeads(
  views: Views,
  organizationId: string,
  { from, to }: LeadDays,
  { assignedTo, type }: LeadScope,
): Promise<Readonly<Record<string, number>>> {
  const keys = daysFrom(from, to).map((day) => leadDayKey(day, assignedTo));
  return countByStatus((await views.getSums(leadList, organizationId, keys)).values(), type);
}

const figureByKind = { quoted: 'quotedPaise', converted: 'convertedPaise' } as const;
export type QuotedOrConvertedDays = LeadDays & { readonly kind: keyof typeof figureByKind };
type LeadScope = {
  readonly assignedTo?: string | undefined;
  readonly type?: LeadListItem['type'] | undefined;
};

/** Page of leads quoted or converted on these days, each once, latest day first. */
export async function findQuotedOrConverted(
  views: Views,
  organizationId: string,
  { kind, ...days }: QuotedOrConvertedDays,
  { status, ...lead }: LeadScope & { readonly status?: LeadStatus | undefined },
  page: Pick<ViewQuery, 'limit' | 'after' | 'search'>,
): Promise<ViewPage<LeadListItem>> {
  const filter = { of: figureByKind[kind], ...lead, status, ...lastDayFilter(days) };
  const { documents, next } = await views.find<DayOfLead>(leaderboard, organizationId, {
    filter,
    sort: DAY_ORDER,
    ...page,
  });
  const ids = documents.map(({ leadId }) => leadId);
  const cards = await views.get<LeadListItem>(leadList, organizationId, ids);
  return { documents: ids.flatMap((id) => cards.get(id) ?? []), next };
}

type Counted = {
  readonly counts: Readonly<Record<string, number>>;
  readonly paise: Readonly<Record<string, number>>;
};

/**
 * Leads by status that were quoted or converted on these days, with their money. Read from sums;
 * only a search is counted.
 */
export function countQuotedOrConverted(
  views: Views,
  organizationId: string,
  days: QuotedOrConvertedDays,
  lead: LeadScope,
  search: readonly string[] | undefined,
): Promise<Counted> {
  return search
    ? countBySearch(views, organizationId, days, lead, search)
    : countBySums(views, organizationId, days, lead);
}

async function countBySearch(
  views: Views,
  organizationId: string,
  { kind, from, to }: QuotedOrConvertedDays,
  lead: LeadScope,
  search: readonly string[],
) {
  const conditions = { of: figureByKind[kind], ...lead };
  const [counts, paise] = await Promise.all([
    views.countEach(
      leaderboard,
      organizationId,
      { filter: { ...conditions, ...lastDayFilter({ from, to }) }, search },
      'status',
    ),
    views.sumEach(
      leaderboard,
      organizationId,
      { filter: { ...conditions, day: { from, to } }, search },
      'status',
      'paise',
    ),
  ]);
  return { counts, paise };
}

async function countBySums(
  views: Views,
  organizationId: string,
  { kind, from, to }: QuotedOrConvertedDays,
  { assignedTo, type }: LeadScope,
): Promise<Counted> {
  const keys = daysFrom(from, to).map((day) => figureKeys(figureByKind[kind], day, assignedTo));
  const sums = await views.getSums(
    leaderboard,
    organizationId,
    keys.flatMap((key) => Object.values(key)),
  );
  const sumsByKey = (kind: keyof (typeof keys)[number]) =>
    keys.map((key) => sums.get(key[kind]) ?? {});
  const [onEachDay, onLaterDays] = [
    countByStatus(sumsByKey('leads'), type),
    countByStatus(sumsByKey('again').map(keepAmountsFrom(from)), type),
  ];
  const counts = Object.fromEntries(
    Object.entries(onEachDay).map(([status, count]) => [
      status,
      count - (onLaterDays[status] ?? 0),
    ]),
  );
  return { counts, paise: countByStatus(sumsByKey('paise'), type) };
}

/**
 * Keeps the amounts of leads that were already counted on an earlier day of the range. The name of
 * an amount ends with that day.
 */
const keepAmountsFrom = (from: string) => (again: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(again).filter(([name]) => name.split('/').at(-1)! >= from));

function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day);
  return days;
}
