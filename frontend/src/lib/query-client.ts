import { type Query, QueryClient } from '@tanstack/react-query';
import { Offline, Problem } from './server/problem.js';
import type { ListParams } from './records/list-rules.js';
import { pushesCopiesOf } from './records/record-copies.js';
import { type ListName, pushesRowsOf } from './records/record.js';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Views whose changes outdate this answer. */
      readonly views?: readonly string[];
      /** Whether the answer is stored on the device for use without a network. */
      readonly isStored?: true;
      /** List whose rows are records, with its filters. */
      readonly list?: { readonly name: ListName; readonly params: ListParams };
    };
  }
}

export const sessionKey = ['me'] as const;

/** List queries whose loaded pages are all outdated. Other lists refetch only the first page. */
export const outdatedPages = new WeakSet<object>();

/** Time that unused answers stay in memory. */
const UNUSED_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Time for which an answer is fresh, unless something outdates it earlier. */
const FRESH_MS = 60_000;

const MAX_RETRIES = 2;
/** Delay before the first retry; it doubles with each one. */
const FIRST_RETRY_DELAY_MS = 400;
/** Longest `Retry-After` that a query waits out silently. Beyond it the screen shows the error. */
const MAX_RETRY_AFTER_SECONDS = 10;

/** Retries a temporary failure; never a refusal or a missing network. */
const retry = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES &&
  error instanceof Problem &&
  error.retryable &&
  (error.retryAfter ?? 0) <= MAX_RETRY_AFTER_SECONDS;

/** Query client. A live change, a resume or a sent command outdates answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      gcTime: UNUSED_LIFETIME_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry,
      retryDelay: (failures, error) =>
        error instanceof Problem && error.retryAfter
          ? error.retryAfter * 1000
          : FIRST_RETRY_DELAY_MS * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refetches active queries now and the others when next used, except files, which never change. */
export function invalidateAll(): Promise<void> {
  for (const query of queryClient.getQueryCache().getAll())
    if (query.meta?.list) outdatedPages.add(query);
  return invalidate(({ queryKey }) => queryKey[0] !== 'file');
}

const touchedViews = ({ meta }: Query, views: readonly string[]): readonly string[] =>
  meta?.views?.filter((view) => views.includes(view)) ?? [];

/** Whether an open screen uses a query of these views. */
export const areViewsShown = (views: readonly string[]): boolean =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some((query) => touchedViews(query, views).length > 0);

/**
 * Refetches the queries of these views. Lists reload all pages if a view does not push their rows.
 */
export function invalidateViews(views: readonly string[]): Promise<void> {
  for (const query of queryClient.getQueryCache().getAll()) {
    const list = query.meta?.list?.name;
    if (!list) continue;
    const lacksRows = touchedViews(query, views).some(
      (view) => !pushesRowsOf(view, list) && !pushesCopiesOf(view, list),
    );
    if (lacksRows) outdatedPages.add(query);
  }
  return invalidate((query) => touchedViews(query, views).length > 0);
}

/** Refetches queries that failed without an answer or with a 401. */
export const invalidateFailed = (): Promise<void> =>
  invalidate(
    ({ state: { error } }) =>
      isServerUnreachable(error) || (error instanceof Problem && error.status === 401),
  );

/**
 * Invalidates queries. A first fetch under way may predate the change, and TanStack does not cancel
 * it: refetch when it ends.
 */
export async function invalidate(predicate: (query: Query) => boolean): Promise<void> {
  const loading = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const firstFetches = loading
    .filter(({ state }) => state.data === undefined)
    .map(({ queryKey, promise }) => ({ queryKey, promise }));
  await queryClient.invalidateQueries({ predicate });
  await Promise.all(
    firstFetches.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** Whether the server could not be reached or failed for now, so that a stored answer stays. */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Problem && error.retryable);

/** Whether a record is missing, deleted or not visible: the server answers all alike. */
export const isMissing = (error: unknown): error is Problem =>
  error instanceof Problem && error.status === 404;

/** Whether a record is still being created on the server. */
export const isBeingCreated = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'customer-on-its-way';
