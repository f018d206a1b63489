import { keepPreviousData } from '@tanstack/react-query';
import type { ParamsAt, QueryPath } from '#domain/queries.js';
import { get, Problem, type QueryParams } from '../../lib/server/api.js';
import { type answerOf, queryNameOf } from './answer.js';
import { type AsOf, useAsOf } from './past-day.js';

/** First part of the query keys of past answers. Live changes do not affect them. */
export const PAST_KEY = 'as-of';

/** Time that unused past answers stay in memory. The device stores none. */
const PAST_LIFETIME_MS = 10 * 60_000;
const MAX_RETRIES = 2;

/** Options of past answers. A server that still reads the log for them reports its progress. */
export const pastOptions = {
  staleTime: Infinity,
  gcTime: PAST_LIFETIME_MS,
  placeholderData: keepPreviousData,
  retry: (failures: number, error: Error): boolean =>
    error instanceof Problem &&
    (error.progress !== undefined || (error.retryable && failures < MAX_RETRIES)),
} as const;

export const pastKey = (path: QueryPath, { asOf, clock }: AsOf, params: object) =>
  [PAST_KEY, queryNameOf(path), asOf, clock, params] as const;

/** Query as of the screen's past day; undefined if the screen shows the present. */
export function usePastAnswer<Path extends QueryPath, Params extends ParamsAt<Path>>(
  path: Path,
  params: QueryParams<Path, Params>,
): ReturnType<typeof answerOf<Path, Params>> | undefined {
  const asOf = useAsOf();
  if (asOf === undefined) return undefined;
  const query = {
    ...pastOptions,
    queryKey: pastKey(path, asOf, params),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      get(path, { ...params, ...asOf } as never, { signal }),
  };
  return query as unknown as ReturnType<typeof answerOf<Path, Params>>;
}
