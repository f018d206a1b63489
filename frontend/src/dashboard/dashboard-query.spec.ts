/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { dayIn } from '#domain/kernel/values/days.js';
import type { Leaderboard } from '#domain/visits/visit.views.js';
import { setIdentity } from '../lib/account/identity.js';
import { receiveChanges } from '../lib/live/live-changes.js';
import { lists } from '../lib/records/device-cache.js';
import type { ListData } from '../lib/records/list-data.js';
import { queryClient, sessionKey } from '../lib/query-client.js';
import './dashboard-query.js';

const timeZone = 'Asia/Kolkata';
const anil = { id: 'anil', name: 'Anil Kale' };
const today = dayIn(timeZone, new Date());
const lead = { leadId: 'one', revision: 1, assignedTo: anil, createdOn: today };
const visit = { visitId: 'two', tab: 'completed', day: today, by: anil };
const board = {
  items: [{ memberId: 'anil', name: 'Anil Kale', leads: 4, visits: 2, rank: 1 }],
  of: 1,
};

const push = (view: string, id: string, document: object): void =>
  receiveChanges([{ view, id, revision: 1, document, added: true }], {
    canHighlight: true,
    position: '20',
  });
const readFigures = () => {
  const [row] = queryClient.getQueryData<Leaderboard>(['leaderboard'])!.items;
  return [row?.leads, row?.visits];
};

const fetchMock = jest.fn<typeof fetch>();
beforeEach(() => {
  fetchMock.mockRejectedValue(new Error('no request is needed'));
  globalThis.fetch = fetchMock;
  setIdentity({ accountId: 'meera', organizationId: 'sharma' });
  queryClient.setQueryData([...sessionKey], {
    account: { id: 'meera' },
    organization: { timeZone },
  });
  queryClient.setQueryData(['leaderboard'], board);
});

test('a pushed lead and a pushed visit update the leaderboard without a request', () => {
  push('lead-list', 'one', lead);
  expect(readFigures()).toEqual([5, 2]);
  push('visits', 'two', visit);
  expect(readFigures()).toEqual([5, 3]);
  expect(fetchMock).not.toHaveBeenCalled();
});

test("a pushed entry joins the list of its member's activity, which is not refetched", async () => {
  const listOf = (member: string) => ({
    queryKey: ['activity', { member }],
    list: 'activity' as const,
    params: { member },
    fetchPage: async () => ({
      answer: {
        items: [{ entryId: member, by: { id: member }, at: '2026-11-29T09:00:00.000Z' }],
        hasMore: false,
      },
      position: '10',
    }),
  });
  for (const member of ['anil', 'ravi'])
    await queryClient.fetchQuery(lists.options(listOf(member)));
  push('activity', 'new', { entryId: 'new', by: anil, at: '2026-11-29T10:00:00.000Z' });
  const refsOf = (member: string) =>
    queryClient.getQueryData<ListData>(['activity', { member }])?.refs;
  expect(refsOf('anil')).toEqual(['activity/new', 'activity/anil']);
  expect(refsOf('ravi')).toEqual(['activity/ravi']);
});
