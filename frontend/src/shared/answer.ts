import { hashKey, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type Asking, getPositioned } from '../lib/api.js';
import { records } from '../lib/device-cache.js';

/** First part of a query's key: `/api/leads` is `leads`. */
export const nameOf = (path: QueryPath): string => path.slice('/api/'.length);

/** Answer of the server under a path, stored on the device. `views`: whose changes touch it. */
export const answerOf = <Path extends QueryPath, Given extends ParamsAt<Path>>(
  path: Path,
  views: readonly string[],
  params: Asking<Path, Given>,
) =>
  queryOptions({
    queryKey: [nameOf(path), ...Object.values(params)],
    queryFn: async ({ signal, queryKey }) => {
      const { answer, position } = await getPositioned(path, params, { signal });
      takeRecords(path, answer, position);
      positions.set(hashKey(queryKey), position ?? '');
      return answer;
    },
    meta: { views, kept: true },
  });

const positions = new Map<string, string>();
/** Position of the log that the answer of a query had at least. */
export const positionOf = (queryKey: QueryKey): string => positions.get(hashKey(queryKey)) ?? '';

/** Records among an answer that is no list. */
function takeRecords(path: QueryPath, answer: unknown, position: string | undefined): void {
  if (path !== '/api/dashboard') return;
  const { recentLeads, recentActivity } = answer as AnswerAt<'/api/dashboard'>;
  records.take('lead', recentLeads, { position });
  records.take('activity', recentActivity, { position });
}
