import { hashKey, type QueryKey } from '@tanstack/react-query';
import type { FollowUpList } from '#domain/visits/visit.views.js';
import { dayAfter } from '#domain/kernel/days.js';
import { get } from '../lib/api.js';
import { lists } from '../lib/device-cache.js';
import { isBrowserOffline, onBackOnline, useNetwork } from '../lib/network.js';
import { queryClient } from '../lib/query-client.js';
import { leadQuery, timelineQuery } from './lead-record.js';
import { listSource } from './list-query.js';

/** Milliseconds after this code has come, which comes after the first screen. */
const START_MS = 1_000;
/** Details that were stored longer ago, and have changed since, are fetched again. */
const FRESH_MS = 10 * 60_000;
const REPEAT_MS = 30 * 60_000;
/** Follow-ups that are looked through at most: more than anybody does in three days. */
const MAX_PAGES = 10;
const DAYS_AHEAD = 2;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/**
 * Whether the person saves data, or the line is needed for what they look at. Browsers tell nothing
 * else of what a connection costs.
 */
function isLineSpared(): boolean {
  const { saveData, effectiveType } =
    (navigator as { readonly connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g';
}

const isOnline = (): boolean => useNetwork.getState().online && !isBrowserOffline();

const idle = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => done(), { timeout: 5_000 });
    else setTimeout(done, 200);
  });

/** Leads with a follow-up that is overdue, due today or in the next two days, by their due day. */
async function dueLeads(
  member: string | undefined,
  today: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const until = dayAfter(today, DAYS_AHEAD);
  const found: FollowUpList['items'][number][] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await get('/api/follow-ups', { member, after }, { signal });
    found.push(...items.filter(({ dueOn }) => dueOn <= until));
    if (!next || items.some(({ dueOn }) => dueOn > until)) break;
    after = next;
  }
  return found.map(({ leadId }) => leadId);
}

/** Whether the device has an answer that is fresh, or that nothing has touched since. */
function isStored(queryKey: QueryKey): boolean {
  const state = queryClient.getQueryCache().get(hashKey(queryKey))?.state;
  return (
    state?.data !== undefined &&
    (!state.isInvalidated || state.dataUpdatedAt > Date.now() - FRESH_MS)
  );
}

interface WhatAhead {
  /** Owner of the follow-ups, for somebody who sees everybody's. */
  readonly member: string | undefined;
  readonly today: string;
  /**
   * Leads that were opened last. Given, because their file would bring the screen of a lead along.
   */
  readonly opened: () => readonly string[];
}

async function fetchAhead(
  { member, today, opened }: WhatAhead,
  signal: AbortSignal,
): Promise<void> {
  const mayGoOn = (): boolean =>
    !signal.aborted && isOnline() && !isLineSpared() && document.visibilityState === 'visible';
  const fetchOne = async (options: { readonly queryKey: QueryKey }): Promise<void> => {
    if (isStored(options.queryKey)) return;
    await idle();
    if (!mayGoOn()) return;
    const cancel = (): void =>
      void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true, type: 'inactive' });
    signal.addEventListener('abort', cancel);
    // one that fails is fetched when it is looked at
    await queryClient.fetchQuery({ ...options, retry: false }).catch(() => undefined);
    signal.removeEventListener('abort', cancel);
  };
  if (!mayGoOn()) return;
  await fetchOne(lists.options(listSource('/api/leads', {})));
  const due = await dueLeads(member, today, signal);
  for (const leadId of new Set([...due, ...opened()])) {
    if (!mayGoOn()) return;
    await fetchOne(leadQuery(leadId));
    await fetchOne(timelineQuery(leadId));
  }
}

/**
 * Fetches what a rep will look at on site, one request at a time while nothing else is done, and
 * again from time to time.
 */
export function startFetchingAhead(what: WhatAhead): () => void {
  let running = new AbortController();
  const run = (): void => {
    running.abort();
    running = new AbortController();
    void fetchAhead(what, running.signal).catch(() => undefined);
  };
  const first = setTimeout(run, START_MS);
  const again = setInterval(run, REPEAT_MS);
  const stops = [
    onBackOnline(run),
    useNetwork.subscribe(({ online }) => {
      if (!online) running.abort();
    }),
  ];
  return () => {
    clearTimeout(first);
    clearInterval(again);
    stops.forEach((stop) => stop());
    running.abort();
  };
}
