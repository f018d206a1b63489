import { useMemo } from 'react';
import type { FollowUp } from '#domain/leads/lead.views.js';
import type { VisitItem } from '#domain/visits/visit.views.js';
import { useOutbox } from '../lib/outbox/outbox.js';
import { closedFollowUpId } from './closed-follow-ups.js';

/** Leaves out follow-ups that a waiting command closes, so that nobody completes them twice. */
export function useOpenFollowUps<Row extends FollowUp | VisitItem>(
  rows: readonly Row[],
): readonly Row[] {
  const outbox = useOutbox();
  return useMemo(() => {
    const closed = new Set(outbox.map(closedFollowUpId));
    // past and cancelled visits are no follow-ups
    return rows.filter(
      (row) => ('tab' in row && row.tab !== 'upcoming') || !closed.has(row.followUpId),
    );
  }, [outbox, rows]);
}

/** List of open follow-ups, with the number of hidden rows. */
export function useOpenList<List extends { readonly items: readonly VisitItem[] }>(list: List) {
  const items = useOpenFollowUps<List['items'][number]>(list.items);
  return { ...list, items, hidden: list.items.length - items.length };
}
