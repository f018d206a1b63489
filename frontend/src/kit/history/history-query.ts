import { queryOptions } from '@tanstack/react-query';
import type { HistoryKind } from '#domain/history/history.values.js';
import type { HistoryEntry, RecordHistory } from '#domain/history/history.views.js';
import { get } from '../../lib/server/api.js';
import { queryClient } from '../../lib/query-client.js';

/** History as far as it is loaded: the newest page first, the others after it. */
export type LoadedHistory = Pick<
  RecordHistory,
  'total' | 'record' | 'recordName' | 'newerFrom' | 'deleted' | 'erased'
> & {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly isComplete: boolean;
};

/** Views whose changes add events to a history. */
const viewsOf: Readonly<Record<HistoryKind, readonly string[]>> = {
  lead: ['lead-detail', 'lead-timeline'],
  bill: ['bill-list'],
  customer: ['customer-detail'],
  quotation: ['quotation-detail', 'quotation-history'],
  product: ['products'],
  package: ['packages'],
  offer: ['offers'],
  member: ['people', 'team'],
  organization: ['organization', 'team', 'quotation-settings'],
};

/** History of a record. Its first page shows at once, while the others load. */
export const historyQuery = (kind: HistoryKind, id: string) => {
  const queryKey = ['history', kind, id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedHistory> => {
      let history: LoadedHistory | undefined;
      let after: string | undefined;
      do {
        const page = await get('/api/history/:kind/:id', { kind, id, after }, { signal });
        const { items, next, hasMore: _, ...firstPageFacts } = page;
        after = next;
        history = {
          ...(history ?? firstPageFacts),
          entries: [...(history?.entries ?? []), ...items],
          isComplete: next === undefined,
        };
        if (after !== undefined) showLoadedPart(history);
      } while (after !== undefined);
      return history;
    },
    meta: { views: viewsOf[kind] },
  });

  /** Shows the loaded part, unless the screen shows a complete history already. */
  function showLoadedPart(part: LoadedHistory): void {
    if (queryClient.getQueryData<LoadedHistory>(queryKey)?.isComplete !== true)
      queryClient.setQueryData(queryKey, part);
  }
};
