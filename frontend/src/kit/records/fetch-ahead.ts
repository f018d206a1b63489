import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { FollowUpList } from '#domain/visits/visit.views.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { get } from '../../lib/server/api.js';
import { lists } from '../../lib/records/device-cache.js';
import { isBrowserOffline, onBackOnline, useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { leadQuery, timelineQuery } from '../leads/lead-record.js';
import { listSource } from '../lists/list-query.js';

/** Delay before the first prefetch, after this code has loaded. */
const START_DELAY_MS = 1_000;
/** Age below which invalidated details are not refetched. */
const FRESH_MS = 10 * 60_000;
const REPEAT_MS = 30 * 60_000;
/** Limit of follow-up pages: more than three days of work. */
const MAX_PAGES = 10;
const DAYS_AHEAD = 2;
const MAX_IDLE_WAIT_MS = 5_000;
const UNKNOWN_IDLE_WAIT_MS = 200;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether to save data: by the person's setting, or on a slow connection. */
function isDataSaved(): boolean {
  const { saveData, effectiveType } =
    (navigator as { readonly connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g';
}

const isOnline = (): boolean => useNetwork.getState().online && !isBrowserOffline();

/** Waits until the browser is idle, or for a fixed time where it does not say so. */
const waitUntilIdle = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => done(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(done, UNKNOWN_IDLE_WAIT_MS);
  });

/** Leads with a follow-up that is overdue or due within the next two days, by due day. */
async function fetchDueLeads(
  member: string | undefined,
  today: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lastDay = dayAfter(today, DAYS_AHEAD);
  const dueFollowUps: FollowUpList['items'][number][] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await get('/api/follow-ups', { member, after }, { signal });
    dueFollowUps.push(...items.filter(({ dueOn }) => dueOn <= lastDay));
    if (!next || items.some(({ dueOn }) => dueOn > lastDay)) break;
    after = next;
  }
  return dueFollowUps.map(({ leadId }) => leadId);
}

/** Whether the device has a usable answer. */
function isStored(queryKey: QueryKey): boolean {
  const state = queryClient.getQueryCache().get(hashKey(queryKey))?.state;
  return (
    state?.data !== undefined &&
    (!state.isInvalidated || state.dataUpdatedAt > Date.now() - FRESH_MS)
  );
}

interface PrefetchScope {
  /** Owner of the follow-ups, for a member who sees everybody's. */
  readonly member: string | undefined;
  readonly today: string;
  /** Recently opened leads. Passed in, because importing them would load the lead screen's code. */
  readonly readOpened: () => readonly string[];
}

async function prefetch(
  { member, today, readOpened }: PrefetchScope,
  signal: AbortSignal,
): Promise<void> {
  const canContinue = (): boolean =>
    !signal.aborted && isOnline() && !isDataSaved() && document.visibilityState === 'visible';
  const prefetchQuery = async (options: { readonly queryKey: QueryKey }): Promise<void> => {
    if (isStored(options.queryKey)) return;
    await waitUntilIdle();
    if (!canContinue()) return;
    const cancel = (): void =>
      void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true, type: 'inactive' });
    signal.addEventListener('abort', cancel);
    // a failed query is fetched again when its record is opened
    await queryClient.fetchQuery({ ...options, retry: false }).catch(() => undefined);
    signal.removeEventListener('abort', cancel);
  };
  if (!canContinue()) return;
  await prefetchQuery(lists.options(listSource('/api/leads', {}, { isTable: true })));
  const due = await fetchDueLeads(member, today, signal);
  for (const leadId of new Set([...due, ...readOpened()])) {
    if (!canContinue()) return;
    await prefetchQuery(leadQuery(leadId));
    await prefetchQuery(timelineQuery(leadId));
  }
}

/** Prefetches what a rep needs on site, one idle request at a time, and repeats regularly. */
export function startPrefetching(scope: PrefetchScope): () => void {
  let running = new AbortController();
  const run = (): void => {
    running.abort();
    running = new AbortController();
    void prefetch(scope, running.signal).catch(() => undefined);
  };
  const firstRun = setTimeout(run, START_DELAY_MS);
  const interval = setInterval(run, REPEAT_MS);
  const unsubscribers = [
    onBackOnline(run),
    useNetwork.subscribe(({ online }) => {
      if (!online) running.abort();
    }),
  ];
  return () => {
    clearTimeout(firstRun);
    clearInterval(interval);
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    running.abort();
  };
}
