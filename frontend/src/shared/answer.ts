import { queryOptions } from '@tanstack/react-query';
import type { AnswerAt, QueryPath } from '#domain/queries.js';
import { get } from '../lib/api.js';

/** What the server answers under a path, by whose name its key begins; kept on the device. `views`: whose changes touch it. */
export const answerOf = <Path extends QueryPath>(path: Path, views: readonly string[], params: Readonly<Record<string, string>> = {}) =>
  queryOptions({
    queryKey: [path.slice('/api/'.length), ...Object.values(params)],
    queryFn: ({ signal }) => get<AnswerAt<Path>>(path, params, { signal }),
    meta: { views, kept: true },
  });
