import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type QueryParams, getPositioned } from '../../lib/server/api.js';
import { records } from '../../lib/records/device-cache.js';
import type { Positioned } from '../../lib/server/position.js';
import { invalidate, isMissing, isBeingCreated, queryClient } from '../../lib/query-client.js';
import { replaceData } from '../../lib/records/list-queries.js';
import { detailRef, type Kind, type Ref, refTo } from '../../lib/records/record.js';
import { queryNameOf } from './answer.js';

export type Key = readonly [kind: string, id: string];

interface WithRevision {
  readonly revision: number;
}
type RecordPath = {
  [Path in QueryPath]: AnswerAt<Path> extends WithRevision ? Path : never;
}[QueryPath] &
  `${string}/:${string}`;

/** Time for which a fetched record is fresh. A stored one never is. */
const FRESH_MS = 60_000;

/** Wait for a push before a detail older than its row is refetched. */
const DETAIL_WAIT_MS = 1_000;

/**
 * Queries of one kind of record by id.
 * @param outdatedBy views whose changes outdate a record
 */
export const recordsOf = <Path extends RecordPath, RecordKind extends Kind>(
  kind: RecordKind,
  path: Path,
  { outdatedBy }: { readonly outdatedBy: readonly string[] },
) => {
  const [list = '', name = ''] = queryNameOf(path).split('/:');
  type Answer = Extract<AnswerAt<Path>, WithRevision>;
  const fetchOne = (id: string, signal?: AbortSignal) =>
    getPositioned(path, { [name]: id } as QueryParams<Path, ParamsAt<Path>>, { signal }) as Promise<
      Positioned<Answer>
    >;
  return recordQueries<Answer, RecordKind>(kind, list, fetchOne, outdatedBy);
};

function recordQueries<Answer extends WithRevision, RecordKind extends Kind>(
  kind: RecordKind,
  list: string,
  fetchOne: (id: string, signal?: AbortSignal) => Promise<Positioned<Answer>>,
  views: readonly string[],
) {
  const keyOf = (id: string): Key => [kind, id];
  const refOfRecord = (id: string): Ref => detailRef(refTo(kind, id)) ?? refTo(kind, id);
  const read = (id: string): Answer | undefined =>
    records.read(refOfRecord(id)) as Answer | undefined;
  /**
   * Fetches a record and returns the newest version known by then.
   * @throws Problem, Offline
   */
  const fetchNewest = async (id: string, signal?: AbortSignal): Promise<Answer> => {
    try {
      const { answer, position } = await fetchOne(id, signal);
      records.put(() => refOfRecord(id), [answer], { position });
      return read(id) ?? answer;
    } catch (error) {
      if (!isBeingCreated(error) && isMissing(error)) forget(id, error.position);
      throw error;
    }
  };
  /**
   * Forgets a record that was deleted or reassigned.
   * @param position log position of the removal; older documents do not restore the record
   */
  const forget = (id: string, position: string | undefined): void => {
    if (position !== undefined) records.remove(kind, id, { position });
    else records.forget(({ ref }) => ref === refOfRecord(id) || ref === refTo(kind, id));
  };
  const queryFn = ({ queryKey: [, id], signal }: QueryFunctionContext<Key>) =>
    fetchNewest(id, signal);

  records.subscribe((changes) => {
    for (const { ref, after } of changes) {
      const id = ref.slice(ref.indexOf('/') + 1);
      if (ref !== refOfRecord(id)) continue;
      const query = queryClient.getQueryCache().find<Answer>({ queryKey: keyOf(id) });
      if (!query) continue;
      const refetch = (): void => void invalidate(({ queryHash }) => queryHash === query.queryHash);
      if (!after) {
        // an open page refetches, to show why the record is gone
        if (!query.isActive()) queryClient.removeQueries({ queryKey: keyOf(id), exact: true });
        refetch();
        continue;
      }
      replaceData(query, after as Answer);
      if (!records.isBehind(ref)) continue;
      // the detail is pushed a moment after the row
      query.invalidate();
      setTimeout(() => records.isBehind(ref) && refetch(), DETAIL_WAIT_MS);
    }
  });

  return {
    kind,
    list,
    keyOf,
    queryFn,
    fetchNewest,
    query: (id: string) =>
      queryOptions({
        queryKey: keyOf(id),
        queryFn,
        initialData: () => read(id),
        initialDataUpdatedAt: () => records.receivedAt(refOfRecord(id)),
        staleTime: ({ state }) => (state.dataUpdateCount > 0 ? FRESH_MS : 0),
        meta: { views },
      }),
    /** Options of a form that edits the record: its revision, and how to refetch it. */
    editOptions: <Values>(
      id: string,
      { revision }: Answer,
      valuesOf: (record: Answer) => Values,
    ) => ({
      revision,
      refresh: async () => {
        const newest = await fetchNewest(id);
        return { values: valuesOf(newest), revision: newest.revision };
      },
    }),
  };
}
export type Records<Answer extends WithRevision, RecordKind extends Kind = Kind> = ReturnType<
  typeof recordQueries<Answer, RecordKind>
>;
