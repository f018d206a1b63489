import { hashKey, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type QueryParams, getPositioned } from '../../lib/server/api.js';
import { records } from '../../lib/records/device-cache.js';

/** Name of a query, the first part of its key: `leads` for `/api/leads`. */
export const queryNameOf = (path: QueryPath): string => path.slice('/api/'.length);

/** Query for an answer that is stored on the device. `views`: views whose changes outdate it. */
export const answerOf = <Path extends QueryPath, Params extends ParamsAt<Path>>(
  path: Path,
  views: readonly string[],
  params: QueryParams<Path, Params>,
) =>
  queryOptions({
    queryKey: [queryNameOf(path), ...Object.values(params)],
    queryFn: async ({ signal, queryKey }) => {
      const { answer, position } = await getPositioned(path, params, { signal });
      storeRecords(path, answer, position);
      positions.set(hashKey(queryKey), position ?? '');
      return answer;
    },
    meta: { views, isStored: true },
  });

const positions = new Map<string, string>();
/** Log position of a query's last answer. */
export const positionOf = (queryKey: QueryKey): string => positions.get(hashKey(queryKey)) ?? '';

/** Stores the records that a non-list answer contains. */
function storeRecords(path: QueryPath, answer: unknown, position: string | undefined): void {
  if (path !== '/api/dashboard') return;
  const { recentLeads, recentActivity } = answer as AnswerAt<'/api/dashboard'>;
  records.put('lead', recentLeads, { position });
  records.put('activity', recentActivity, { position });
}
