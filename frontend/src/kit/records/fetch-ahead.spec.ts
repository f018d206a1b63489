/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { useIdentity } from '../../lib/account/identity.js';
import { markOnline, markUnreachable, useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { startPrefetching } from './fetch-ahead.js';
import { addOpenedLead, readOpenedLeads } from '../leads/opened-leads.js';

const today = '2026-11-28';
let requests: string[];
let runningRequests = 0;
let maxRunningRequests = 0;
let stop: () => void;
const followUps = [
  { followUpId: '1', leadId: 'overdue', dueOn: '2026-11-20' },
  { followUpId: '2', leadId: 'today', dueOn: today },
  { followUpId: '3', leadId: 'in-two-days', dueOn: '2026-11-30' },
  { followUpId: '4', leadId: 'later', dueOn: '2026-12-01' },
];

function answerTo(url: string): unknown {
  if (url.startsWith('/api/follow-ups'))
    return { items: followUps, total: followUps.length, next: null, counts: {} };
  if (url.includes('timeline') || url.startsWith('/api/leads?'))
    return { items: [], total: 0, next: null };
  return { leadId: url.split('/').at(-1), revision: 1 };
}

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  useIdentity.setState({ accountId: 'anil', organizationId: 'sharma' });
  useNetwork.setState({ online: true, isBrowserOffline: false, slowSince: undefined });
  [requests, runningRequests, maxRunningRequests] = [[], 0, 0];
  globalThis.fetch = jest.fn(async (input: unknown) => {
    requests.push(String(input));
    maxRunningRequests = Math.max(maxRunningRequests, ++runningRequests);
    await new Promise((done) => setTimeout(done, 1));
    runningRequests--;
    return Response.json(answerTo(String(input)), { headers: { 'X-Position': '0001' } });
  }) as unknown as typeof fetch;
  jest.useFakeTimers();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  delete (navigator as { connection?: unknown }).connection;
});

const requestedTimelines = (): readonly string[] =>
  requests.flatMap((url) => /^\/api\/leads\/([^/]+)\/timeline$/.exec(url)?.[1] ?? []);
const advanceSeconds = (seconds: number): Promise<void> =>
  jest.advanceTimersByTimeAsync(seconds * 1_000);

test('fetches the list, then details and timelines of due and recently opened leads, one at a time', async () => {
  addOpenedLead('opened');
  addOpenedLead('today');
  stop = startPrefetching({ member: undefined, today, readOpened: readOpenedLeads });
  await advanceSeconds(0.9);
  expect(requests).toEqual([]);
  await advanceSeconds(20);
  expect(requests[0]).toBe('/api/leads?rows=50');
  expect(requestedTimelines()).toEqual(['overdue', 'today', 'in-two-days', 'opened']);
  expect(requests.filter((url) => /^\/api\/leads\/[^/]+$/.test(url))).toHaveLength(4);
  expect(maxRunningRequests).toBe(1);
});

test('stops offline, and continues when the network is back', async () => {
  stop = startPrefetching({ member: undefined, today, readOpened: readOpenedLeads });
  await advanceSeconds(1.2);
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  markUnreachable();
  await advanceSeconds(60);
  expect(requestedTimelines().length).toBeLessThan(3);
  onLine.mockRestore();
  markOnline();
  await advanceSeconds(20);
  expect(new Set(requestedTimelines())).toEqual(new Set(['overdue', 'today', 'in-two-days']));
});

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'prefetches nothing on a metered or slow connection: %j',
  async (connection) => {
    Object.assign(navigator, { connection });
    stop = startPrefetching({ member: undefined, today, readOpened: readOpenedLeads });
    await advanceSeconds(60);
    expect(requests).toEqual([]);
  },
);

test('keeps the last twenty leads that an account opened, latest first', () => {
  stop = () => undefined;
  for (let lead = 1; lead <= 25; lead++) addOpenedLead(`lead-${lead}`);
  addOpenedLead('lead-10');
  expect(readOpenedLeads()).toHaveLength(20);
  expect(readOpenedLeads().slice(0, 3)).toEqual(['lead-10', 'lead-25', 'lead-24']);
  useIdentity.setState({ accountId: 'meera', organizationId: 'sharma' });
  expect(readOpenedLeads()).toEqual([]);
});
