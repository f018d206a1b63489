import type { Dashboard, LeadItem } from '#domain/leads/lead.views.js';
import { leadsKey, moneyKey, visitsKey } from '#domain/visits/day-figures.js';
import { rankMembers } from '#domain/visits/leaderboard.js';
import type { Leaderboard, VisitItem } from '#domain/visits/visit.views.js';
import type { ListRule } from '../lib/records/list-data.js';
import { kindOf } from '../lib/records/record.js';
import type { RecordChange } from '../lib/records/record-store.js';

/** Increments of the leaderboard's figures, by their keys. Other changes need a refetch. */
function incrementsOf(
  { ref, before, after, isAdded }: RecordChange,
  since: string,
): Readonly<Record<string, number>> {
  const kind = kindOf(ref);
  if (kind === 'visit' && isAdded) {
    const visit = after as VisitItem;
    return visit.tab === 'completed' && visit.day >= since ? { [visitsKey(visit.by.id)]: 1 } : {};
  }
  const [leadBefore, lead] = [before, after] as [LeadItem | undefined, LeadItem | undefined];
  if (kind !== 'lead' || !lead || lead.createdOn < since) return {};
  if (isAdded) return { [leadsKey(lead.assignedTo.id)]: 1 };
  if (!leadBefore || leadBefore.assignedTo.id === lead.assignedTo.id) return {};
  return { [leadsKey(leadBefore.assignedTo.id)]: -1, [leadsKey(lead.assignedTo.id)]: 1 };
}

/**
 * Leaderboard with pushed changes applied; unchanged if the member sees only their own row.
 * @param since first day that counts
 */
export function leaderboardWithChanges(
  board: Leaderboard,
  changes: readonly RecordChange[],
  since: string,
): Leaderboard {
  const increments = changes
    .map((change) => incrementsOf(change, since))
    .filter((figures) => Object.keys(figures).length > 0);
  const hasOwnRowOnly = board.items.length < board.of;
  if (increments.length === 0 || hasOwnRowOnly) return board;
  const figures = Object.fromEntries(
    board.items.flatMap(({ memberId, leads, visits, quotedPaise, convertedPaise }) => [
      [leadsKey(memberId), leads],
      [visitsKey(memberId), visits],
      [moneyKey('quotedPaise', memberId), quotedPaise],
      [moneyKey('convertedPaise', memberId), convertedPaise],
    ]),
  );
  const members = board.items.map(({ memberId: id, name }) => ({ id, name }));
  const oldRows = new Map(board.items.map((row) => [row.memberId, row]));
  const items = rankMembers(members, [figures, ...increments]).map((row) => {
    const { placesUp, quietDays, visits } = oldRows.get(row.memberId)!;
    const hasVisited = row.visits > visits;
    return {
      ...row,
      ...(placesUp !== undefined && { placesUp }),
      ...(quietDays !== undefined && !hasVisited && { quietDays }),
    };
  });
  return { ...board, items };
}

/** Newest leads that the dashboard lists at least, if there are as many. */
const MIN_RECENT_LEADS = 5;

/** Dashboard with added leads among its newest ones. */
export function dashboardWithNewestLeads(
  dashboard: Dashboard,
  changes: readonly RecordChange[],
  { compare }: ListRule,
): Dashboard {
  const added = changes.flatMap(({ ref, after, isAdded }) =>
    isAdded && kindOf(ref) === 'lead' ? [after as LeadItem] : [],
  );
  const knownIds = new Set(dashboard.recentLeads.map(({ leadId }) => leadId));
  const newLeads = added.filter(({ leadId }) => !knownIds.has(leadId));
  if (newLeads.length === 0) return dashboard;
  const count = Math.max(MIN_RECENT_LEADS, dashboard.recentLeads.length);
  return {
    ...dashboard,
    recentLeads: [...newLeads, ...dashboard.recentLeads].toSorted(compare).slice(0, count),
  };
}
