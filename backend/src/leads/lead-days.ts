import { dayAfter } from '#domain/kernel/days.js';
import { type LeadStatus, leadStatuses, type LeadDayKind, mostLeadDays } from '#domain/leads/lead.values.js';
import { foldedText } from '#platform/read-side/read-store/search-text.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import { type LeadListItem, leadDayKey, leadList } from '#projections/leads/lead-list.projection.js';
import { statusesOf } from '#domain/kernel/statuses-of.js';
import { type DayOfLead, leaderboard } from '#projections/visits/leaderboard.projection.js';
import type { AskedDays } from '#domain/leads/lead.queries.js';

export type LeadDays = { readonly from: string; readonly to: string; readonly of: LeadDayKind };
/** The days of a question; one without an end goes until today, and no further back than may be asked for. Undefined: all there are. */
export function daysAsked({ from, to, dayOf = 'created' }: AskedDays, today: string): LeadDays | undefined {
  if (from === undefined) return undefined;
  const last = to ?? today;
  const earliest = dayAfter(last, 1 - mostLeadDays);
  return { from: from < earliest ? earliest : from, to: last, of: dayOf };
}

/** How many leads of each status were captured on these days: kept, not counted. */
export async function capturedOn(
  views: Views,
  organizationId: string,
  { from, to }: LeadDays,
  { assignedTo, type }: { readonly assignedTo?: string | undefined; readonly type?: LeadListItem['type'] | undefined },
): Promise<Readonly<Record<string, number>>> {
  const keys: string[] = [];
  for (let each = from; each <= to; each = dayAfter(each, 1)) keys.push(leadDayKey(each, assignedTo));
  return statusesOf((await views.sums(leadList, organizationId, keys)).values(), type);
}

/** An organization quotes and converts fewer leads in the time that may be asked for. */
const mostMoved = 5_000;
const figureOf = { quoted: 'quotedPaise', converted: 'convertedPaise' } as const;

/** The leads that were quoted or converted on these days, the latest day first, and what that came to. */
export async function movedOn(
  views: Views,
  organizationId: string,
  { from, to, of }: LeadDays & { readonly of: keyof typeof figureOf },
  assignedTo: string | undefined,
): Promise<{ readonly leads: readonly LeadListItem[]; readonly paiseOf: ReadonlyMap<string, number> }> {
  const filter = { of: figureOf[of], assignedTo, day: { from, to } };
  const { documents } = await views.find<DayOfLead>(leaderboard, organizationId, { filter, sort: ['-day'], limit: mostMoved });
  const paiseOf = new Map<string, number>();
  for (const { leadId, paise } of documents) paiseOf.set(leadId, (paiseOf.get(leadId) ?? 0) + paise);
  const cards = await views.get<LeadListItem>(leadList, organizationId, [...paiseOf.keys()]);
  return { leads: [...paiseOf.keys()].flatMap((id) => cards.get(id) ?? []), paiseOf };
}

/** Whether each term is found in one of the fields that the list is searched by. */
export const isFound = (terms: readonly string[] | undefined) => (lead: LeadListItem) =>
  terms === undefined ||
  terms.every((term) => leadList.search!.some((field) => foldedText(String(lead[field as keyof LeadListItem] ?? '')).includes(term)));

export const countedByStatus = (leads: readonly { readonly status: LeadStatus }[]): Readonly<Record<string, number>> =>
  Object.fromEntries(leadStatuses.map((status) => [status, leads.filter((lead) => lead.status === status).length]));
