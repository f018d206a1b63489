import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { AnswerAt, ParamsAt, QueryPath } from '#domain/queries.js';
import { type Asking, get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';
import { nameOf } from './answer.js';
import { seenUnder } from './seen-answers.js';

export type Key = readonly [what: string, id: string];

interface Revised {
  readonly revision: number;
}
type RecordPath = { [Path in QueryPath]: AnswerAt<Path> extends Revised ? Path : never }[QueryPath] & `${string}/:${string}`;

/** A kind of record: what one is called, and where one is, `/api/bills/:billId`. `views`: whose changes touch one. */
export const recordsOf = <Path extends RecordPath, What extends string>(what: What, path: Path, views: readonly string[]) => {
  const [list = '', name = ''] = nameOf(path).split('/:');
  type Answer = Extract<AnswerAt<Path>, Revised>;
  const fetchOne = (id: string, signal?: AbortSignal) => get(path, { [name]: id } as Asking<Path, ParamsAt<Path>>, { signal }) as Promise<Answer>;
  return recordsBy<Answer, What>(what, list, fetchOne, views);
};

function recordsBy<Answer extends Revised, What extends string>(
  what: What,
  list: string,
  fetchOne: (id: string, signal?: AbortSignal) => Promise<Answer>,
  views: readonly string[],
) {
  const keyOf = (id: string): Key => [what, id];
  const queryFn = ({ queryKey: [, id], signal }: QueryFunctionContext<Key>) => fetchOne(id, signal);
  return {
    what,
    list,
    keyOf,
    queryFn,
    /** Those that this device has seen. */
    seen: () => seenUnder<Answer>(what),
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
export type Records<Answer extends Revised, What extends string = string> = ReturnType<typeof recordsBy<Answer, What>>;
