import { type Query, QueryClient } from '@tanstack/react-query';
import { Offline, Problem } from './problem.js';
import type { ListParams } from './records/list-rules.js';
import { pushesCopiesOf } from './records/record-copies.js';
import { type ListName, pushesRowsOf } from './records/record.js';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Views whose changes touch this answer. */
      readonly views?: readonly string[];
      /** Kept on the device, for when there is no network. */
      readonly kept?: true;
      /** List whose rows are records, with its filters. */
      readonly list?: { readonly name: ListName; readonly params: ListParams };
    };
  }
}

/** Session of this browser. */
export const sessionKey = ['me'] as const;

/**
 * Lists whose loaded pages are all out of date; of others only the first page is asked for again.
 */
export const outdatedPages = new WeakSet<object>();

/** Unused answers stay in memory for so many milliseconds. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/**
 * A passing trouble is tried twice more; a refusal never, and no network shows what is kept at
 * once.
 */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof Problem && error.retryable;

/**
 * Answers stay good until something says otherwise: a live change, a resume, a command of this
 * browser. So nothing is fetched again only because a screen opens, except when it was last seen
 * long ago.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      gcTime: LIFETIME_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry,
      retryDelay: (failures, error) =>
        error instanceof Problem && error.retryAfter
          ? error.retryAfter * 1000
          : 400 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * Asks again for what is on the screen, and for the rest when it is next opened. Files never
 * change.
 */
export function invalidateAll(): Promise<void> {
  for (const query of queryClient.getQueryCache().getAll())
    if (query.meta?.list) outdatedPages.add(query);
  return invalidate(({ queryKey }) => queryKey[0] !== 'file');
}

/**
 * Asks again for what is made of these views: of a list all loaded pages, where the views do not
 * push its rows.
 */
export function invalidateViews(views: readonly string[]): Promise<void> {
  const touching = ({ meta }: Query): readonly string[] =>
    meta?.views?.filter((view) => views.includes(view)) ?? [];
  for (const query of queryClient.getQueryCache().getAll()) {
    const list = query.meta?.list?.name;
    if (
      list &&
      touching(query).some((view) => !pushesRowsOf(view, list) && !pushesCopiesOf(view, list))
    )
      outdatedPages.add(query);
  }
  return invalidate((query) => touching(query).length > 0);
}

/** And what was asked for in vain: without an answer, or as another account. */
export const invalidateFailed = (): Promise<void> =>
  invalidate(
    ({ state: { error } }) =>
      isOutOfReach(error) || (error instanceof Problem && error.status === 401),
  );

/**
 * A first answer that is on its way may be from before the change, and the client would take it for
 * the one asked for now: once more then.
 */
export async function invalidate(predicate: (query: Query) => boolean): Promise<void> {
  const loading = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const first = loading
    .filter(({ state }) => state.data === undefined)
    .map(({ queryKey, promise }) => ({ queryKey, promise }));
  await queryClient.invalidateQueries({ predicate });
  await Promise.all(
    first.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** Whether an error means that the last known answer is all there is for now. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Problem && error.retryable);

/** Missing, deleted, given to somebody else: all answer alike. */
export const isMissing = (error: unknown): error is Problem =>
  error instanceof Problem && error.status === 404;

/** Whether the record does not exist yet, but the server knows that it will. */
export const isOnItsWay = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'customer-on-its-way';
