import { queryOptions } from '@tanstack/react-query';
import type { ParamsAt, QueryPath } from '#domain/queries.js';
import { type Asking, get } from '../lib/api.js';

/** What the key of a query begins with: `/api/leads` is `leads`. */
export const nameOf = (path: QueryPath): string => path.slice('/api/'.length);

/** What the server answers under a path, by whose name its key begins; kept on the device. `views`: whose changes touch it. */
export const answerOf = <Path extends QueryPath, Given extends ParamsAt<Path>>(path: Path, views: readonly string[], params: Asking<Path, Given>) =>
  queryOptions({
    queryKey: [nameOf(path), ...Object.values(params)],
    queryFn: ({ signal }) => get(path, params, { signal }),
    meta: { views, kept: true },
  });
