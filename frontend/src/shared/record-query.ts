import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';

export type Key = readonly [what: string, id: string];

/**
 * A kind of record: what one is called, and the list it stands in. Those of `bill` and `bills` are at `/api/bills/{id}`. `views`: whose
 * changes touch one.
 */
export function recordsOf<Answer extends { readonly revision: number }, What extends string = string>(
  what: What,
  list: string,
  views: readonly string[],
) {
  const keyOf = (id: string): Key => [what, id];
  const fetchOne = (id: string, signal?: AbortSignal) => get<Answer>(`/api/${list}/${id}`, {}, { signal });
  const queryFn = ({ queryKey: [, id], signal }: QueryFunctionContext<Key>) => fetchOne(id, signal);
  return {
    what,
    list,
    keyOf,
    queryFn,
    query: (id: string) => queryOptions({ queryKey: keyOf(id), queryFn, meta: { views, kept: true } }),
    /** For the form that edits it: for the revision that was seen, or as it is by then, for the screens that show it too. */
    edits: <Values>(id: string, { revision }: Answer, valuesOf: (record: Answer) => Values) => ({
      revision,
      refresh: async () => {
        const fresh = await fetchOne(id);
        queryClient.setQueryData(keyOf(id), fresh);
        return { values: valuesOf(fresh), revision: fresh.revision };
      },
    }),
  };
}
export type Records<Answer extends { readonly revision: number }, What extends string = string> = ReturnType<typeof recordsOf<Answer, What>>;
